/** The methods of the review queue: what to look at before billing. Spend no request. */
import { z } from 'zod';
import { exportOptionsSchema } from '#domain/exports/options.ts';
import { manifestSchema, pdfPrintRule } from './exports.ts';
import { limitUpTo, offsetSchema, selection } from './filters.ts';

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F]/;
export const MAX_NOTE_CHARACTERS = 200;

/** The note on a reviewed finding is a single line, so that it fits into the list. */
export const reviewNoteSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NOTE_CHARACTERS)
  .refine((text) => !CONTROL.test(text), 'one line of text');

const count = z.number().int().nonnegative();

const checkSummary = z.object({
  id: z.string(),
  /** Findings that have not been marked as reviewed since their last change. */
  open: count,
  reviewed: count,
  /**
   * Totals of the open findings: money in question (the billable value if the check has none) and minutes in question (the logged minutes if
   * it has none); null if unknown, or if the selection's amounts are in several currencies.
   */
  value: z.string().nullable(),
  minutes: z.string().nullable(),
  /** A `notice` concerns the data as a whole: the check finds something on more than 20 % of the records it examined, or only informs. */
  kind: z.enum(['list', 'notice']),
  /** How many records the check could examine, because they have the values it compares. */
  examined: count,
  /** The counts over all records regardless of the selection, which decide `kind`. */
  everywhere: z.object({ examined: count, found: count }),
});

const finding = z.object({
  id: z.string(),
  /** The columns of records.page, as texts. */
  values: z.record(z.string(), z.string().nullable()),
  unreadable: z.record(z.string(), z.string()),
  /** The money in question on this record; null if unknown. Of equal records, all but one are in question. */
  value: z.string().nullable(),
  /** The minutes in question; the logged minutes if the check has none. */
  minutes: z.string().nullable(),
  /** The differing figures, which the texts combine into a sentence. */
  facts: z.record(z.string(), z.string().nullable()),
  /** Other records that it concerns: the other half of an overlap, a duplicate, or those with the same record ID. */
  related: z.array(z.string()),
  /** Details of the first related records; times are ISO UTC. */
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
  /** True for the one of several equal records that is not in question, because the others are. */
  stays: z.boolean(),
  reviewedAt: z.string().nullable(),
  /** The note that was made when the finding was marked as reviewed. */
  note: z.string().optional(),
});
export type Finding = z.output<typeof finding>;

const person = z.object({
  ownerId: z.string(),
  /** Hours; null if the weekly hours are unknown. */
  expected: z.string().nullable(),
  logged: z.string(),
  gap: z.string().nullable(),
  /** `stopped`: had records before, but none in this period. `never`: in the directory, but without any record. */
  why: z.enum(['short', 'stopped', 'never', 'unknown']),
  /** The day of the person's last record, `YYYY-MM-DD`; null if none has a start. */
  lastEntry: z.string().nullable(),
});
/** The total gap of several people, in hours. */
const gapSum = z.object({ people: count, hours: z.string() });
export type ShortPerson = z.output<typeof person>;

export type CheckSummary = z.output<typeof checkSummary>;

/** A rule that the records may follow: `follow` counts those that do, among the `of` records for which it can be decided. */
const behaviour = z.object({ id: z.string(), follow: count, of: count });

export const checkMethods = {
  'checks.run': {
    input: z.strictObject(selection),
    output: z.object({
      asOf: z.string().nullable(),
      complete: z.boolean(),
      /** Set if figures are incomplete only because names or settings are lost. */
      allRecordsHere: z.literal(true).optional(),
      /** As in a report. */
      fromFile: z.string().optional(),
      asKnown: z.string().optional(),
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
   * People whose gap is at least the threshold `short_hours`, by gap, and those whose expected hours are unknown; a running period counts up
   * to yesterday.
   */
  'checks.people': {
    input: z.strictObject({ period: z.string().default('last-week') }),
    output: z.object({
      from: z.string(),
      to: z.string(),
      people: z.array(person),
      /** The gap in hours from which a person is listed, and the total of the smaller gaps. */
      least: z.string(),
      smaller: gapSum,
      /** Hours logged in excess of the expected hours. */
      beyond: gapSum,
      /** How many people have a known gap. */
      known: count,
      /** Whether all records are loaded; otherwise gaps may turn out to be smaller. */
      complete: z.boolean(),
    }),
  },
  /** Marks findings as reviewed, or removes the mark. A later change of the record removes it too. */
  'checks.review': {
    input: z.strictObject({
      check: z.string(),
      ids: z.array(z.string()).min(1).max(10_000),
      reviewed: z.boolean(),
      /** Why the findings are accepted; the note is stored with each mark. */
      note: reviewNoteSchema.optional(),
    }),
    output: z.object({ changed: count }),
  },
  /** Opens a record in the CRM by the setting `recordAddress`, on a host of `openedHosts`. Pages use a link instead. */
  'checks.open': {
    input: z.strictObject({ id: z.string().regex(/^\d+$/) }),
    output: z.object({ opened: z.literal(true) }),
  },
  /** Exports the open findings of one check or of all checks to a file for internal use; null when no destination was chosen. */
  'checks.export': {
    input: z
      .strictObject({
        ...selection,
        ...exportOptionsSchema.omit({ audience: true, rates: true }).shape,
        check: z.string().optional(),
        /** Whether the file is opened for printing instead of being saved. Only for PDF. */
        isPrinted: z.boolean().default(false),
      })
      .refine(...pdfPrintRule),
    output: manifestSchema.nullable(),
  },
} as const;
