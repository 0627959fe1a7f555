/** The methods of the change history: refreshes, what each of them changed, and sent files. */
import { z } from 'zod';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import { periodSchema } from '#domain/time/period.ts';
import { changeParts } from '#domain/reports/bridge/split.ts';
import { limitUpTo, offsetSchema, selection } from './filters.ts';

const empty = z.strictObject({});
const count = z.number().int().nonnegative();

export const mergeSchema = z.object({
  number: count,
  /**
   * `first`: the records became complete for the first time. `refresh`: changes from the service became visible. `unknown`: the changes since
   * the previous merge are unknown. `journal`: names or settings were changed.
   */
  kind: z.enum(['first', 'refresh', 'unknown', 'journal']),
  /** When it became visible, as a UTC timestamp. */
  seenAt: z.string(),
  /** The `asOf` of the complete records; null for names and settings. */
  asOf: z.string().nullable(),
  appeared: count,
  changed: count,
  vanished: count,
});
export type MergeLine = z.output<typeof mergeSchema>;

/** A property's value before and after as text; null if unset. */
const fieldChange = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() });

export const recordChangeSchema = z.object({
  merge: count,
  seenAt: z.string(),
  id: z.string(),
  kind: z.enum(['appeared', 'changed', 'vanished', 'archived', 'restored']),
  /** The changed properties; for a record that appeared or vanished, its set properties. */
  fields: z.array(fieldChange),
});
export type RecordChangeLine = z.output<typeof recordChangeSchema>;

/** A moment of the history: its last merge, and when its records became visible. */
export const momentSchema = z.object({ merge: count, recordsSeenAt: z.string() });
/** `merge` is null for the moment of a sent file if only its stored records are known. */
export const sinceSchema = momentSchema.extend({ merge: count.nullable() });

/** Exact sums. Times are in minutes, because a third of an hour has endless digits; the value is in one currency. */
const sumsSchema = z.object({ logged: z.string(), billable: z.string(), value: z.string() });
export type ChangeSumsLine = z.output<typeof sumsSchema>;

/** The change by parts, without those that are zero. The parts add up exactly to `after` minus `before`. */
const movedSchema = z.object({
  before: sumsSchema,
  after: sumsSchema,
  parts: z.partialRecord(z.enum(changeParts), sumsSchema),
});
export type MovedLine = z.output<typeof movedSchema>;

export const changeGroups = ['client', 'person'] as const;

/** Selects the two moments and the records to compare. */
export const changesInput = {
  /** The earlier moment: a day, a timestamp or the number of a refresh; absent if `file` is given. */
  since: z.string().optional(),
  /** The number of a sent file, whose moment, records, period and filter are used. */
  file: count.optional(),
  /** The later moment; today if absent. */
  until: z.string().optional(),
  ...selection,
  /** The currency to sum, null for amounts without one; if absent, the workspace's currency, or otherwise that of most records. */
  currency: z.string().nullable().optional(),
};

const countedSchema = sumsSchema.extend({
  isSelected: z.boolean(),
  client: z.string().nullable(),
  person: z.string().nullable(),
  currency: z.string().nullable(),
});

export const changedRecordSchema = z.object({
  id: z.string(),
  /** How the record changed; null if only names or settings changed. */
  kind: z.enum(changeParts).exclude(['relabelled']).nullable(),
  /** True if changed names or settings make it count differently. */
  isRelabelled: z.boolean(),
  title: z.string().nullable(),
  /** How the record counted before and counts after the change; null if it did not exist. */
  was: countedSchema.nullable(),
  is: countedSchema.nullable(),
  /** The changed properties; for a record that appeared or vanished, its set properties. */
  fields: z.array(fieldChange),
});
export type ChangedRecord = z.output<typeof changedRecordSchema>;

/**
 * The state of a sent file. `intent`: the program ended before it was saved or sent. `saved`: it was saved. `handed`: it was passed to the
 * browser, which does not report whether it was saved. `withdrawn`: the user reported that it was not sent, or it was never saved.
 */
export const sentStates = ['intent', 'saved', 'handed', 'withdrawn'] as const;
export type SentState = (typeof sentStates)[number];

/** The `of` of a register entry that marks records as billed elsewhere. */
export const ELSEWHERE = 'elsewhere';
/** The `of` of a table of adjustments, which bills lines of closings and has no records. */
export const ADJUSTMENTS = 'adjustments';

/** A sent file as it was when it was sent. */
export const sentFileSchema = z.object({
  number: count,
  state: z.enum(sentStates),
  /** When it reached this state; null while it is an intent. */
  stateAt: z.string().nullable(),
  /** When it was written, as UTC timestamp. */
  at: z.string(),
  /** Who wrote it: the name in the settings, or otherwise the system's user name. Not verified. */
  who: z.string(),
  /** The file's name; for a mark, the reason. `path` is where it was saved on this computer, if it was. */
  file: z.string(),
  path: z.string().nullable(),
  sha256: z.string(),
  format: z.string(),
  audience: z.enum(['internal', 'client']),
  /** What it lists; `ELSEWHERE` for a mark, which is not a file but a set of records that were billed by other means. */
  of: z.string(),
  title: z.string(),
  /** The client it is for. */
  client: z.string().nullable(),
  period: periodSchema.nullable(),
  zone: z.string(),
  filterGroups: filterGroupsSchema,
  query: z.string(),
  records: count,
  totals: z.record(z.string(), z.string().nullable()),
  currency: z.string().nullable(),
  asOf: z.string().nullable(),
  complete: z.boolean(),
  /** The last merge included in its records; null if nothing had been logged yet, or its records are unknown. */
  merge: count.nullable(),
  /** The past moment whose records it has. */
  asKnown: z.string().optional(),
  /** Whether its records are known. False for findings, and if records changed while it was written. */
  hasRecords: z.boolean(),
  bills: z.boolean(),
  /** How many of its records an earlier file or mark had billed, and the first of these; absent if none. */
  billedBefore: z.object({ records: count, number: count, file: z.string(), at: z.string() }).optional(),
  /** Why it bills records that an earlier file has billed. */
  again: z.string().nullable(),
});
export type SentFile = z.output<typeof sentFileSchema>;

/** The names of damaged files that were set aside, whose contents are missing from the answer. */
const setAside = z.array(z.string());

export const memoryMethods = {
  /** Lists the sent files, newest first. */
  'sent.list': {
    input: empty,
    output: z.object({ files: z.array(sentFileSchema), setAside }),
  },
  /** Lists the sent files that contain a record, newest first, and how the record has changed since each. */
  'sent.record': {
    input: z.strictObject({ id: z.string() }),
    output: z.object({
      files: z.array(
        z.object({
          file: sentFileSchema,
          kind: z.enum(['same', 'changed', 'moved', 'vanished']),
          fields: z.array(fieldChange),
        }),
      ),
    }),
  },
  /** Corrects the state of a sent file. */
  'sent.settle': {
    input: z.strictObject({ number: count, state: z.enum(['saved', 'handed', 'withdrawn']) }),
    output: sentFileSchema,
  },
  /** Marks the unbilled billable records of a selection as billed elsewhere. `billed` counts those that were billed already. */
  'sent.elsewhere': {
    input: z.strictObject({ ...selection, reason: z.string().trim().min(1).max(200) }),
    output: z.object({ mark: sentFileSchema, billed: count }),
  },
  /** Counts the records of a selection that are already in a file that bills. */
  'sent.billed': {
    input: z.strictObject(selection),
    output: z.object({ billed: count, first: sentFileSchema.nullable() }),
  },
  /** Lists the merges of the history, newest first. */
  'memory.merges': {
    input: z.strictObject({ limit: limitUpTo(1_000).default(100) }),
    output: z.object({
      merges: z.array(mergeSchema),
      total: count,
      /** When the history begins, if older entries have been removed; otherwise null. */
      begins: z.string().nullable(),
      setAside,
    }),
  },
  /** Compares the sums at two moments; several changes of a record in between count once. */
  'memory.changes': {
    input: z.strictObject({ ...changesInput, by: z.enum(changeGroups).default('client') }),
    output: movedSchema.extend({
      since: sinceSchema,
      until: momentSchema,
      file: sentFileSchema.nullable(),
      period: sentFileSchema.shape.period,
      /** The currency of the value; null for none. */
      currency: z.string().nullable(),
      /** The currencies at either moment. */
      currencies: z.array(z.string().nullable()),
      /** The other currencies in which the value changed, with the value before and after. */
      others: z.array(z.object({ currency: z.string().nullable(), before: z.string(), after: z.string() })),
      records: z.object({ before: count, after: count }),
      /** How many records each part concerns; a relabelled record can be in another part too. */
      counts: z.record(z.enum(changeParts), count),
      /** How many records are listed. */
      total: count,
      by: z.enum(changeGroups),
      /** The clients or people whose sums changed. */
      groups: z.array(movedSchema.extend({ key: z.string().nullable() })),
      /** The first hundred changed names and settings. */
      labels: z.array(z.object({ entry: z.string(), fields: z.array(fieldChange) })),
      /** The total number of them; a hundred are listed. */
      labelCount: count,
      /** False if records are incomplete, so that a vanished record may only be missing. */
      complete: z.boolean(),
    }),
  },
  /** Lists the changes record by record, the largest first. */
  'memory.changed': {
    input: z.strictObject({
      ...changesInput,
      part: z.enum(changeParts).optional(),
      group: z.strictObject({ by: z.enum(changeGroups), key: z.string().nullable() }).optional(),
      order: z.enum(['logged', 'billable', 'value']).default('value'),
      offset: offsetSchema,
      limit: limitUpTo(1_000).default(200),
    }),
    output: z.object({ changes: z.array(changedRecordSchema), total: count }),
  },
  /** Returns a figure after each of the last merges that changed it, oldest first. */
  'memory.figure': {
    input: z.strictObject({
      measure: z.string(),
      ...selection,
      /** For a figure of money; without it, a figure in several currencies has no value. */
      currency: z.string().nullable().optional(),
      limit: limitUpTo(50).default(12),
    }),
    output: z.object({
      steps: z.array(
        z.object({
          /** The merge from which the value applies. */
          merge: count,
          seenAt: z.string(),
          value: z.string().nullable(),
          currency: z.string().nullable(),
        }),
      ),
      /** The currencies of its money, if it had several at any of the merges and none was requested. */
      currencies: z.array(z.string().nullable()).optional(),
      /** Whether earlier merges were left out. */
      isCut: z.boolean(),
    }),
  },
  /** Lists the changes of one record, oldest first. */
  'memory.record': {
    input: z.strictObject({ id: z.string() }),
    output: z.object({ changes: z.array(recordChangeSchema) }),
  },
} as const;
