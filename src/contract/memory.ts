/** What is remembered of the past: the refreshes, and what each of them changed. */
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
   * `first`: the records were complete here for the first time. `refresh`: changes of the service became visible. `unknown`: what happened
   * since the one before cannot be told. `journal`: names or settings were changed here.
   */
  kind: z.enum(['first', 'refresh', 'unknown', 'journal']),
  /** When it became visible here, as UTC timestamp. */
  seenAt: z.string(),
  /** What the records were complete as of; null for names and settings. */
  asOf: z.string().nullable(),
  appeared: count,
  changed: count,
  vanished: count,
});
export type MergeLine = z.output<typeof mergeSchema>;

/** A value before and after, as text; null is unset. */
const fieldChange = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() });

export const recordChangeSchema = z.object({
  merge: count,
  seenAt: z.string(),
  id: z.string(),
  kind: z.enum(['appeared', 'changed', 'vanished', 'archived', 'restored']),
  /** The properties that differ; for a record that appeared or vanished, those that were set. */
  fields: z.array(fieldChange),
});
export type RecordChangeLine = z.output<typeof recordChangeSchema>;

/** A moment that is remembered: the last merge that belongs to it, and when its records became visible here. */
export const momentSchema = z.object({ merge: count, recordsSeenAt: z.string() });
/** The merge is null where nothing is known of a file's moment but what was written down of its records. */
export const sinceSchema = momentSchema.extend({ merge: count.nullable() });

/** Exact sums: times in minutes, since a third of an hour has endless digits, and the value of one currency. */
const sumsSchema = z.object({ logged: z.string(), billable: z.string(), value: z.string() });
export type ChangeSumsLine = z.output<typeof sumsSchema>;

/** The change that each part makes; parts without a change are left out. They add up to `after` less `before`, to the last digit. */
const movedSchema = z.object({
  before: sumsSchema,
  after: sumsSchema,
  parts: z.partialRecord(z.enum(changeParts), sumsSchema),
});
export type MovedLine = z.output<typeof movedSchema>;

export const changeGroups = ['client', 'person'] as const;

/** Which two moments and which records are compared. */
export const changesQuestion = {
  /** The earlier moment: a day, a timestamp or the number of a refresh; absent where a file is given. */
  since: z.string().optional(),
  /** The number of a sent file: its moment, its records, its period and filter. */
  file: count.optional(),
  /** The later moment; absent: today. */
  until: z.string().optional(),
  ...selection,
  /** The currency whose value is added up, null for none; where absent, the workspace's own, or else that of most records. */
  currency: z.string().nullable().optional(),
};

const countedSchema = sumsSchema.extend({
  isSelected: z.boolean(),
  client: z.string().nullable(),
  person: z.string().nullable(),
  currency: z.string().nullable(),
});

/** What became of one record of the selection. */
export const changedRecordSchema = z.object({
  id: z.string(),
  /** What became of the record itself; null where only names or settings changed. */
  kind: z.enum(changeParts).exclude(['relabelled']).nullable(),
  /** True where changed names or settings make it count differently. */
  isRelabelled: z.boolean(),
  title: z.string().nullable(),
  /** How it counted then and counts now; null where there was no such record. */
  was: countedSchema.nullable(),
  is: countedSchema.nullable(),
  /** The properties that differ; for a record that appeared or vanished, those that were set. */
  fields: z.array(fieldChange),
});
export type ChangedRecord = z.output<typeof changedRecordSchema>;

/**
 * What became of a file. `intent`: it was about to leave when the program ended. `saved`: it is in its place. `handed`: it was given to the
 * browser, which does not say what it did with it. `withdrawn`: a person said that it did not leave, or it never took its place.
 */
export const sentStates = ['intent', 'saved', 'handed', 'withdrawn'] as const;
export type SentState = (typeof sentStates)[number];

/** The `of` of a register entry that marks records as billed elsewhere. */
export const ELSEWHERE = 'elsewhere';
/** What a table of adjustments is of: it bills lines of closings, and has no records of its own. */
export const ADJUSTMENTS = 'adjustments';

/** A sent file as it was when it left. */
export const sentFileSchema = z.object({
  number: count,
  state: z.enum(sentStates),
  /** When it reached this state; null while it is an intent. */
  stateAt: z.string().nullable(),
  /** When it was written, as UTC timestamp. */
  at: z.string(),
  /** Who wrote it, by the name in the settings or else in this computer's system; nothing proves it. */
  who: z.string(),
  /** The file's name, and its place on this computer where there is one. For a mark, the reason. */
  file: z.string(),
  path: z.string().nullable(),
  sha256: z.string(),
  format: z.string(),
  audience: z.enum(['internal', 'client']),
  /** What it lists; `ELSEWHERE` for a mark: no file, but records that were billed by other means. */
  of: z.string(),
  title: z.string(),
  /** The one client it is about. */
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
  /** The last merge of the change log that belongs to its records; null where nothing was logged yet, or they are not known. */
  merge: count.nullable(),
  /** The moment of the past whose records it has. */
  asKnown: z.string().optional(),
  /** Whether it is known which records it has: not for findings, and not where records changed while it was written. */
  hasRecords: z.boolean(),
  bills: z.boolean(),
  /** How many of its records another file billed before, or a mark did, and the first of these; absent where none is. */
  billedBefore: z.object({ records: count, number: count, file: z.string(), at: z.string() }).optional(),
  /** Why it bills records that an earlier file bills too. */
  again: z.string().nullable(),
});
export type SentFile = z.output<typeof sentFileSchema>;

/** The names of damaged files that were set aside: what they remembered is missing from the answer. */
const setAside = z.array(z.string());

export const memoryMethods = {
  /** Lists the files that left, newest first. */
  'sent.list': {
    input: empty,
    output: z.object({ files: z.array(sentFileSchema), setAside }),
  },
  /** Lists the sent files that have a record, newest first, and what of it differs today from each. */
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
  /** Corrects whether a file left. */
  'sent.settle': {
    input: z.strictObject({ number: count, state: z.enum(['saved', 'handed', 'withdrawn']) }),
    output: sentFileSchema,
  },
  /**
   * Marks the billable records of a selection that are not billed yet as billed elsewhere. `billed` counts those that were billed already
   * and stay as they were.
   */
  'sent.elsewhere': {
    input: z.strictObject({ ...selection, reason: z.string().trim().min(1).max(200) }),
    output: z.object({ mark: sentFileSchema, billed: count }),
  },
  /** Finds which records of a selection are already in a file that bills. */
  'sent.billed': {
    input: z.strictObject(selection),
    output: z.object({ billed: count, first: sentFileSchema.nullable() }),
  },
  /** Lists the moments that are remembered, newest first. */
  'memory.merges': {
    input: z.strictObject({ limit: limitUpTo(1_000).default(100) }),
    output: z.object({
      merges: z.array(mergeSchema),
      total: count,
      /** From when on it is remembered, where what was before was removed; else null. */
      begins: z.string().nullable(),
      setAside,
    }),
  },
  /** Compares two moments in sums: whatever happened to a record in between counts once. */
  'memory.changes': {
    input: z.strictObject({ ...changesQuestion, by: z.enum(changeGroups).default('client') }),
    output: movedSchema.extend({
      since: sinceSchema,
      until: momentSchema,
      file: sentFileSchema.nullable(),
      period: sentFileSchema.shape.period,
      /** The currency of the value; null for none. */
      currency: z.string().nullable(),
      /** The currencies that exist at either moment. */
      currencies: z.array(z.string().nullable()),
      /** The other currencies in which value moved, with what it was and is. */
      others: z.array(z.object({ currency: z.string().nullable(), before: z.string(), after: z.string() })),
      records: z.object({ before: count, after: count }),
      /** How many records each part concerns; a record can be relabelled and something else as well. */
      counts: z.record(z.enum(changeParts), count),
      /** How many records are listed. */
      total: count,
      by: z.enum(changeGroups),
      /** The clients or people whose sums changed. */
      groups: z.array(movedSchema.extend({ key: z.string().nullable() })),
      /** The first hundred changed names and settings. */
      labels: z.array(z.object({ entry: z.string(), fields: z.array(fieldChange) })),
      /** How many there are; a hundred of them are listed. */
      labelCount: count,
      /** False where not every record is here, so that what is gone may only be missing. */
      complete: z.boolean(),
    }),
  },
  /** Lists the changes record by record, the largest first. */
  'memory.changed': {
    input: z.strictObject({
      ...changesQuestion,
      part: z.enum(changeParts).optional(),
      group: z.strictObject({ by: z.enum(changeGroups), key: z.string().nullable() }).optional(),
      order: z.enum(['logged', 'billable', 'value']).default('value'),
      offset: offsetSchema,
      limit: limitUpTo(1_000).default(200),
    }),
    output: z.object({ changes: z.array(changedRecordSchema), total: count }),
  },
  /** A figure as it was known after each of the last merges that changed it, oldest first. */
  'memory.figure': {
    input: z.strictObject({
      measure: z.string(),
      ...selection,
      /** Of a figure of money; without it, a figure of several currencies has no value. */
      currency: z.string().nullable().optional(),
      limit: limitUpTo(50).default(12),
    }),
    output: z.object({
      steps: z.array(
        z.object({
          /** The merge from which on it was so. */
          merge: count,
          seenAt: z.string(),
          value: z.string().nullable(),
          currency: z.string().nullable(),
        }),
      ),
      /** Those of its money, where it had several at any of the merges and none was asked for. */
      currencies: z.array(z.string().nullable()).optional(),
      /** Whether earlier merges were not looked at. */
      isCut: z.boolean(),
    }),
  },
  /** Lists what happened to one record, oldest first. */
  'memory.record': {
    input: z.strictObject({ id: z.string() }),
    output: z.object({ changes: z.array(recordChangeSchema) }),
  },
} as const;
