/** What is found out about an exported file: whether it is untouched, adds up, and is still true today. */
import { z } from 'zod';
import { sumUnits } from '../domain/exports/value-types.ts';
import { settingsSchema } from '../domain/settings.ts';
import { exportFormats } from '../domain/export-formats.ts';

const count = z.number().int().nonnegative();
const decimalOrNull = z.string().nullable();

const sumSchema = z.object({
  column: z.string(),
  /** What it is counted in: of hours written as h:mm minutes. Only where the manifest says. */
  unit: z.enum(sumUnits).optional(),
  /** Null: no currency, or money of one only. */
  currency: z.string().nullable(),
  /** As the manifest has it. */
  written: decimalOrNull,
  /** As it is found now; null: no value, or a cell is no number. */
  found: decimalOrNull,
  /** Found less written. */
  difference: z.string(),
});
export type SumDifference = z.output<typeof sumSchema>;

const cellSchema = z.object({
  /** Of the file; its head is line 1. Null: it is not in the file. */
  line: count.nullable(),
  /** What the line is known by; empty: by its place. */
  key: z.array(z.string()),
  column: z.string(),
  head: z.string(),
  inFile: z.string(),
  /** As the same export has it today. */
  today: z.string(),
  /** In the file less today; null: not a number. */
  difference: decimalOrNull,
});
export type CellDifference = z.output<typeof cellSchema>;

const lineSchema = z.object({ line: count.nullable(), cells: z.array(z.string()) });

const settingThenSchema = z.object({
  name: settingsSchema.keyof(),
  /** When the file was written. */
  written: z.string(),
  now: z.string(),
});
export type SettingThen = z.output<typeof settingThenSchema>;

const signatureSchema = z.object({
  /** `missing`: the manifest says that it is signed. `unreadable`: what stands beside it is no signature of a report. */
  state: z.enum(['none', 'valid', 'wrong', 'missing', 'unreadable']),
  /** Of the key that the signature names, `SHA256:…`. */
  fingerprint: z.string().nullable(),
  /** Of the key that the manifest names. */
  told: z.string().nullable(),
  /** Whether it is this app's key; null: there is none here to compare with. */
  own: z.boolean().nullable(),
});

export const fileAnswerSchema = z.object({
  file: z.string(),
  format: z.enum(exportFormats),
  of: z.enum(['records', 'report', 'overview', 'findings']),
  untouched: z.object({
    holds: z.boolean(),
    sha256: z.string(),
    /** Null: there is no manifest beside it, only the one it holds. */
    manifestSha256: z.string().nullable(),
    /** Whether its own seal holds; null: this format has none. */
    seal: z.boolean().nullable(),
  }),
  signature: signatureSchema,
  addsUp: z.object({
    /** Null: files of this format are not read back. */
    holds: z.boolean().nullable(),
    /** Lines it should have and has; found is null where it could not be read to its end. */
    lines: z.object({ written: count, found: count.nullable() }),
    /** Only those that differ. */
    sums: z.array(sumSchema),
  }),
  today: z.object({
    /** Null: it cannot be asked again. */
    holds: z.boolean().nullable(),
    why: z.enum(['internal-filter', 'refused']).optional(),
    records: z.object({ written: count, found: count.nullable() }),
    /** Only those that differ from the manifest. */
    sums: z.array(sumSchema),
    /** Whether names and settings are those it was written with. */
    sameNames: z.boolean(),
    sameSettings: z.boolean(),
    /** Settings that are others today: what it gives today was asked under the file's own. */
    settings: z.array(settingThenSchema),
    complete: z.boolean(),
    asOf: z.string().nullable(),
  }),
  differences: z.object({
    /** `original`: today's export has the bytes that the manifest was written for; what differs was changed in the file. */
    against: z.enum(['original', 'today']),
    /** The first ones. */
    cells: z.array(cellSchema),
    cellCount: count,
    /** Lines of today's export that the file lacks, and those it has beyond. */
    missing: z.array(lineSchema),
    missingCount: count,
    extra: z.array(lineSchema),
    extraCount: count,
  }),
});
export type FileAnswer = z.output<typeof fileAnswerSchema>;
