/** The review queue across the contract: what to look at before billing. Spends no request. */
import { z } from 'zod';
import { reviewNoteSchema } from '../domain/checks/review-note.ts';
import { exportOptionsSchema } from '../domain/exports/options.ts';
import { filterGroupsSchema } from '../domain/filter/model.ts';
import { manifestSchema, printsPdf } from './exports.ts';
import { limitUpTo, offsetSchema } from './paging.ts';

const count = z.number().int().nonnegative();

const checkSummary = z.object({
  id: z.string(),
  /** Open ones: found, and not marked as reviewed since their last change. */
  open: count,
  reviewed: count,
  /**
   * Over the open ones: money in question (where a check has none: the billable value) and minutes in question (where it has none: the
   * logged ones); null: unknown, or the selection's amounts are of several currencies.
   */
  value: z.string().nullable(),
  minutes: z.string().nullable(),
  /** `notice`: concerns the data, not single records: it finds something on over 20 % of what it examined, or only informs. */
  kind: z.enum(['list', 'notice']),
  /** Records it could examine: those that have the values it compares. */
  examined: count,
  /** Over all records, whatever is selected: decides `kind`. */
  everywhere: z.object({ examined: count, found: count }),
});

const finding = z.object({
  id: z.string(),
  /** As the columns of records.page: values as text. */
  values: z.record(z.string(), z.string().nullable()),
  unreadable: z.record(z.string(), z.string()),
  /** Money in question on this record; null: unknown. Of equal records all but one are in question. */
  value: z.string().nullable(),
  /** Minutes in question; where the check has none: the logged ones. */
  minutes: z.string().nullable(),
  /** The differing figures; the texts make a sentence of them. */
  facts: z.record(z.string(), z.string().nullable()),
  /** Other records it concerns: the other half of an overlap, a duplicate, or those with the same record ID. */
  related: z.array(z.string()),
  /** The first of them in words: ISO UTC times, and what they were for. */
  others: z.array(
    z.object({
      id: z.string(),
      start: z.string().nullable(),
      end: z.string().nullable(),
      objectType: z.string().nullable(),
      object: z.string().nullable(),
      title: z.string().nullable(),
    }),
  ),
  /** Of records that concern one another, the one that is not in question itself: the others are. */
  stays: z.boolean(),
  reviewedAt: z.string().nullable(),
  /** Of a reviewed one: what was noted with the mark. */
  note: z.string().optional(),
});
export type Finding = z.output<typeof finding>;

const person = z.object({
  ownerId: z.string(),
  /** Hours; null: the weekly hours are not known. */
  expected: z.string().nullable(),
  logged: z.string(),
  gap: z.string().nullable(),
  /** `stopped`: had records before, none in these days. `never`: in the directory, and no record at all. */
  why: z.enum(['short', 'stopped', 'never', 'unknown']),
  /** Day of the last record of all, `YYYY-MM-DD`; null: none has a start. */
  lastEntry: z.string().nullable(),
});
/** Of several people; hours. */
const gapSum = z.object({ people: count, hours: z.string() });
export type ShortPerson = z.output<typeof person>;

export type CheckSummary = z.output<typeof checkSummary>;

/** A rule these records may follow: how many do, of those on which it can be decided. */
const behaviour = z.object({ id: z.string(), follow: count, of: count });

const selection = {
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().default(''),
  period: z.string().optional(),
};

export const checkMethods = {
  'checks.run': {
    input: z.strictObject(selection),
    output: z.object({
      asOf: z.string().nullable(),
      complete: z.boolean(),
      /** Where figures are incomplete only because names or settings are lost. */
      allRecordsHere: z.literal(true).optional(),
      /** As of a report. */
      fromFile: z.string().optional(),
      records: count,
      checks: z.array(checkSummary),
      behaviours: z.array(behaviour),
    }),
  },
  'checks.findings': {
    input: z.strictObject({
      ...selection,
      check: z.string(),
      reviewed: z.boolean().default(false),
      columns: z.array(z.string()).min(1),
      offset: offsetSchema,
      limit: limitUpTo(500).default(100),
    }),
    output: z.object({ findings: z.array(finding), total: count }),
  },
  /**
   * People whose logged hours fell short by at least the threshold `short_hours`, by gap, and those whose expected hours are unknown; of a
   * running period up to yesterday.
   */
  'checks.people': {
    input: z.strictObject({ period: z.string().default('last-week') }),
    output: z.object({
      from: z.string(),
      to: z.string(),
      people: z.array(person),
      /** Hours from which a gap is listed, and what is left out below it. */
      least: z.string(),
      smaller: gapSum,
      /** Logged beyond what was expected. */
      beyond: gapSum,
      /** People whose gap is known. */
      known: count,
      /** All records are here; otherwise gaps may turn out smaller. */
      complete: z.boolean(),
    }),
  },
  /** Marks findings as reviewed, or removes the mark. A later change of the record removes it too. */
  'checks.review': {
    input: z.strictObject({
      check: z.string(),
      ids: z.array(z.string()).min(1).max(10_000),
      reviewed: z.boolean(),
      /** Why they are right as they are; stored with each mark. */
      note: reviewNoteSchema.optional(),
    }),
    output: z.object({ changed: count }),
  },
  /** Opens a record in the CRM by the setting `recordAddress`, at a host of `openedHosts`, where the program can; a page opens it by a link. */
  'checks.open': {
    input: z.strictObject({ id: z.string().regex(/^\d+$/) }),
    output: z.object({ opened: z.literal(true) }),
  },
  /** The open findings of one check, or of all of them, as a file for internal use; null when no destination was chosen. */
  'checks.export': {
    input: z
      .strictObject({
        ...selection,
        ...exportOptionsSchema.omit({ audience: true, rates: true }).shape,
        check: z.string().optional(),
        /** Whether it is opened to be printed, instead of being kept as a file. Only of PDF. */
        isPrinted: z.boolean().default(false),
      })
      .refine(...printsPdf),
    output: manifestSchema.nullable(),
  },
} as const;
