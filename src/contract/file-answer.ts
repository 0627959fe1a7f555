/** The result of checking an exported file: whether it matches its manifest, adds up, and is the same when it is written again. */
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
  /** The unit of the sum: hours that are written as h:mm are counted in minutes. Set only where the manifest says so. */
  unit: z.enum(sumUnits).optional(),
  /** Null where there is no currency, or money of one only. */
  currency: z.string().nullable(),
  /** The sum in the manifest. */
  written: decimalOrNull,
  /** The sum as it is found now; null where there is no value, or a cell is no number. */
  found: decimalOrNull,
  /** The found sum less the written one. */
  difference: z.string(),
});
export type SumDifference = z.output<typeof sumSchema>;

/** Where a file differs from what the same export gives. */
const placeSchema = z.discriminatedUnion('kind', [
  /** A cell of a table, whose head is line 1. */
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
  /** What the same export gives; null where nothing is there. */
  expected: z.string().nullable(),
  found: z.string().nullable(),
});
export type FirstDifference = z.output<typeof differenceSchema>;

/** Why the file that was written again says nothing about this one. */
export const incomparable = [
  /** A file of a pack is missing, or its manifest. */
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
  /** `missing` means that the manifest says it is signed. `unreadable` means that what stands beside it is no signature of a report. */
  state: z.enum(['none', 'valid', 'wrong', 'missing', 'unreadable']),
  /** The fingerprint of the key that the signature names, `SHA256:…`. */
  fingerprint: z.string().nullable(),
  /** The fingerprint of the key that the manifest names. */
  told: z.string().nullable(),
  /** Whether it is this app's key; null where there is none here to compare with. */
  own: z.boolean().nullable(),
});

/**
 * What the register of sent files says about a file with this hash, and how many records each part of what changed since is about; null
 * where that is not known.
 */
const sentAnswerSchema = z.object({
  file: sentFileSchema,
  counts: z.record(z.enum(changeParts), count).nullable(),
});
export type SentAnswer = z.output<typeof sentAnswerSchema>;

/** The answer for a file that nothing describes but, perhaps, the register. */
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
  /** What the file says of itself. */
  says: z.object({
    /** The name under which it was written; null where no manifest is beside it. */
    name: z.string().nullable(),
    title: z.string(),
    period: z.object({ name: z.string(), from: z.iso.date(), to: z.iso.date() }).nullable(),
    records: count,
    /** The total of its hours, or else its first total, by measure. */
    total: z.object({ measure: z.string(), value: z.string(), currency: z.string().nullable() }).nullable(),
    asOf: z.string().nullable(),
    appVersion: z.string(),
  }),
  /** Whether it is the file for which its manifest was written. */
  matches: z.object({
    holds: z.boolean(),
    sha256: z.string(),
    /** Null where no manifest is beside it, and only the one that it holds. */
    manifestSha256: z.string().nullable(),
    /** Whether the parts of a capsule agree, which is no proof; null where it is none. */
    seal: z.boolean().nullable(),
    /** Set where nothing beside it or within describes it: this computer remembers the manifest of a file with this hash. */
    remembered: z.literal(true).optional(),
  }),
  signature: signatureSchema,
  addsUp: z.object({
    /** Null where files of this format are not read back, or it took too long. */
    holds: z.boolean().nullable(),
    /** The number of seconds after which reading was given up. */
    seconds: count.optional(),
    /** How many lines it should have and has; found is null where it could not be read to its end. */
    lines: z.object({ written: count, found: count.nullable() }),
    /** Only the sums that differ. */
    sums: z.array(sumSchema),
  }),
  /** The file is written once more from the records here, by the same definition, and compared. */
  again: z.object({
    state: z.enum(['equal', 'differs', 'unknown']),
    /** The reasons where the state is unknown; where it differs, what could explain that as well. */
    why: z.array(z.enum(incomparable)),
    difference: differenceSchema.nullable(),
    /** Whether the file that was written has every byte of this one; null where none was written. */
    sameBytes: z.boolean().nullable(),
    /** Whether this computer wrote the file, with this manifest. */
    isKnown: z.boolean(),
    records: z.object({ written: count, found: count.nullable() }),
    /** Only the sums that differ from the manifest. */
    sums: z.array(sumSchema),
    /** Settings that are different today; the file was written again under its own. */
    settings: z.array(settingThenSchema),
    complete: z.boolean(),
    /** The `asOf` of the records here. */
    asOf: z.string().nullable(),
  }),
  /** Absent for the files of a pack. */
  sent: sentAnswerSchema.nullable().optional(),
  /** Set where the file differs today: the comparison with the records as they were known when it was written, as far as that is known. */
  asThen: z
    .object({
      /** When those records became visible here. */
      seenAt: z.string(),
      state: z.enum(['equal', 'differs', 'unknown']),
      difference: differenceSchema.nullable(),
    })
    .optional(),
});
export type FileAnswer = z.output<typeof fileAnswerSchema>;
