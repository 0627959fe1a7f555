/** What is found out about an exported file: whether it matches its manifest, adds up, and is the same when it is written again. */
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

/** Where a file differs from what the same export gives. */
const placeSchema = z.discriminatedUnion('kind', [
  /** Of a table: its head is line 1. */
  z.object({ kind: z.literal('cell'), line: count, head: z.string() }),
  z.object({ kind: z.literal('line'), line: count, field: z.string().nullable() }),
  z.object({ kind: z.literal('sheet'), sheet: z.string(), cell: z.string() }),
  /** A part of a workbook, or a description beside the file. */
  z.object({ kind: z.literal('part'), part: z.string() }),
  z.object({ kind: z.literal('byte'), byte: count }),
  /** Of the manifest. */
  z.object({ kind: z.literal('manifest'), field: z.string() }),
]);

const differenceSchema = z.object({
  place: placeSchema,
  /** What the same export gives; null: nothing is there. */
  expected: z.string().nullable(),
  found: z.string().nullable(),
});
export type FirstDifference = z.output<typeof differenceSchema>;

/** Why what was written again says nothing about the file. */
export const incomparable = [
  /** Of a pack: a file of it, or its manifest. */
  'missing',
  'conditions',
  'refused',
  'no-records',
  'source',
  'records',
  'names',
  'settings',
  'reviews',
  'version',
] as const;
export type Incomparable = (typeof incomparable)[number];

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
  /** What it says of itself. */
  says: z.object({
    /** The name it was written under; null: no manifest is beside it. */
    name: z.string().nullable(),
    title: z.string(),
    period: z.object({ name: z.string(), from: z.iso.date(), to: z.iso.date() }).nullable(),
    records: count,
    /** Its hours, or else its first total, by measure. */
    total: z.object({ measure: z.string(), value: z.string(), currency: z.string().nullable() }).nullable(),
    asOf: z.string().nullable(),
    appVersion: z.string(),
  }),
  /** Whether it is the file that its manifest was written for. */
  matches: z.object({
    holds: z.boolean(),
    sha256: z.string(),
    /** Null: there is no manifest beside it, only the one it holds. */
    manifestSha256: z.string().nullable(),
    /** Whether its own seal holds; null: this format has none. */
    seal: z.boolean().nullable(),
  }),
  signature: signatureSchema,
  addsUp: z.object({
    /** Null: files of this format are not read back, or it took too long. */
    holds: z.boolean().nullable(),
    /** After which it was given up. */
    seconds: count.optional(),
    /** Lines it should have and has; found is null where it could not be read to its end. */
    lines: z.object({ written: count, found: count.nullable() }),
    /** Only those that differ. */
    sums: z.array(sumSchema),
  }),
  /** It is written once more from the records here, by the same definition, and compared. */
  again: z.object({
    state: z.enum(['equal', 'differs', 'unknown']),
    /** Of unknown. */
    why: z.array(z.enum(incomparable)),
    /** The first one. */
    difference: differenceSchema.nullable(),
    /** Whether the file that was written has every byte of this one; null: none was written. */
    sameBytes: z.boolean().nullable(),
    /** Whether this computer wrote the file, with this manifest. */
    isKnown: z.boolean(),
    records: z.object({ written: count, found: count.nullable() }),
    /** Only those that differ from the manifest. */
    sums: z.array(sumSchema),
    /** Settings that are others today: it was written again under its own. */
    settings: z.array(settingThenSchema),
    complete: z.boolean(),
    /** Of the records here. */
    asOf: z.string().nullable(),
  }),
});
export type FileAnswer = z.output<typeof fileAnswerSchema>;
