/** The result of checking an exported file: whether it matches its manifest, adds up, and is reproduced when it is written again. */
import { z } from 'zod';
import { sumUnits } from '#domain/exports/model.ts';
import { settingsSchema } from '#domain/settings.ts';
import { knownFormats } from '#domain/export-formats.ts';
import { changeParts } from '#domain/reports/bridge/split.ts';
import { sentFileSchema } from './memory.ts';

const count = z.number().int().nonnegative();
const decimalOrNull = z.string().nullable();

const sumSchema = z.object({
  column: z.string(),
  /** The unit of the sum: hours written as h:mm are counted in minutes. Set only if the manifest has it. */
  unit: z.enum(sumUnits).optional(),
  /** Null if there is no currency, or only one. */
  currency: z.string().nullable(),
  /** The sum in the manifest. */
  written: decimalOrNull,
  /** The sum of the file's cells; null if there is no value, or a cell is not a number. */
  found: decimalOrNull,
  /** The found sum minus the written one. */
  difference: z.string(),
});
export type SumDifference = z.output<typeof sumSchema>;

/** Where a file differs from the file that the same export writes now. */
const placeSchema = z.discriminatedUnion('kind', [
  /** A cell of a table, whose header is line 1. */
  z.object({ kind: z.literal('cell'), line: count, head: z.string() }),
  z.object({ kind: z.literal('line'), line: count, field: z.string().nullable() }),
  z.object({ kind: z.literal('sheet'), sheet: z.string(), cell: z.string() }),
  /** A part of a workbook, or a description beside the file. */
  z.object({ kind: z.literal('part'), part: z.string() }),
  z.object({ kind: z.literal('byte'), byte: count }),
  /** A field of the manifest. */
  z.object({ kind: z.literal('manifest'), field: z.string() }),
]);

const differenceSchema = z.object({
  place: placeSchema,
  /** The content that the same export writes now; null if there is none. */
  expected: z.string().nullable(),
  found: z.string().nullable(),
});
export type FirstDifference = z.output<typeof differenceSchema>;

/** Why the rewritten file cannot be compared with this one. */
export const incomparable = [
  /** A file of a pack or its manifest is missing. */
  'missing',
  'conditions',
  /** The format is no longer written. */
  'format',
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
  /** The value when the file was written. */
  written: z.string(),
  now: z.string(),
});
export type SettingThen = z.output<typeof settingThenSchema>;

const signatureSchema = z.object({
  /** `missing`: the manifest names a key, but there is no signature. `unreadable`: the file beside it is not a signature of an export. */
  state: z.enum(['none', 'valid', 'wrong', 'missing', 'unreadable']),
  /** The fingerprint of the signature's key, `SHA256:…`. */
  fingerprint: z.string().nullable(),
  /** The fingerprint named in the manifest. */
  told: z.string().nullable(),
  /** Whether it is this app's key; null if the app has no key, or no key can be read from a signature. */
  own: z.boolean().nullable(),
});

/** The entry in the register of sent files with this hash, and the number of records in each kind of change since then; null if unknown. */
const sentAnswerSchema = z.object({
  file: sentFileSchema,
  counts: z.record(z.enum(changeParts), count).nullable(),
});
export type SentAnswer = z.output<typeof sentAnswerSchema>;

/** The answer for a file that has no manifest but may be in the register of sent files. */
export const hashAnswerSchema = z.object({
  file: z.string(),
  sha256: z.string(),
  sent: sentAnswerSchema.nullable(),
});
export type HashAnswer = z.output<typeof hashAnswerSchema>;

export const fileAnswerSchema = z.object({
  file: z.string(),
  format: z.enum(knownFormats),
  of: z.enum(['records', 'report', 'overview', 'findings', 'changes']),
  /** The file's description in its manifest. */
  says: z.object({
    /** The name under which it was written; null if there is no manifest beside it. */
    name: z.string().nullable(),
    title: z.string(),
    period: z.object({ name: z.string(), from: z.iso.date(), to: z.iso.date() }).nullable(),
    records: count,
    /** The total of its hours, or otherwise its first total, by measure. */
    total: z.object({ measure: z.string(), value: z.string(), currency: z.string().nullable() }).nullable(),
    asOf: z.string().nullable(),
    appVersion: z.string(),
  }),
  /** Whether it is the file for which its manifest was written. */
  matches: z.object({
    holds: z.boolean(),
    sha256: z.string(),
    /** Null if there is no manifest beside it, but only one inside it. */
    manifestSha256: z.string().nullable(),
    /** Whether the parts of a capsule agree, which is not proof; null for other files. */
    seal: z.boolean().nullable(),
    /** Set if the file has no manifest, but this computer has stored the manifest of a file with this hash. */
    remembered: z.literal(true).optional(),
  }),
  signature: signatureSchema,
  addsUp: z.object({
    /** Null if files of this format are not read back, or reading took too long. */
    holds: z.boolean().nullable(),
    /** The number of seconds after which reading was stopped. */
    seconds: count.optional(),
    /** The expected and the actual number of lines; `found` is null if the file could not be read to its end. */
    lines: z.object({ written: count, found: count.nullable() }),
    /** Only the sums that differ. */
    sums: z.array(sumSchema),
  }),
  /** The comparison with a file that was written again from the local records with the same definition. */
  again: z.object({
    state: z.enum(['equal', 'differs', 'unknown']),
    /** The reasons for the state `unknown`; for `differs`, other possible explanations. */
    why: z.array(z.enum(incomparable)),
    difference: differenceSchema.nullable(),
    /** Whether the rewritten file is identical byte for byte; null if none was written. */
    sameBytes: z.boolean().nullable(),
    /** Whether this computer wrote the file, with this manifest. */
    isKnown: z.boolean(),
    records: z.object({ written: count, found: count.nullable() }),
    /** Only the sums that differ from the manifest. */
    sums: z.array(sumSchema),
    /** Settings that have changed since; the file was written again with its original settings. */
    settings: z.array(settingThenSchema),
    complete: z.boolean(),
    /** The `asOf` of the local records. */
    asOf: z.string().nullable(),
  }),
  /** Absent for the files of a pack. */
  sent: sentAnswerSchema.nullable().optional(),
  /** Set if the file differs today: the comparison with the records as they were known when it was written, as far as the history goes. */
  asThen: z
    .object({
      /** When those records became visible. */
      seenAt: z.string(),
      state: z.enum(['equal', 'differs', 'unknown']),
      difference: differenceSchema.nullable(),
    })
    .optional(),
});
export type FileAnswer = z.output<typeof fileAnswerSchema>;
