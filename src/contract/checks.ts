/** The review queue across the contract: what to look at before billing. Spends no request. */
import { z } from 'zod';
import { exportOptionsSchema } from '#domain/exports/options.ts';
import { manifestSchema, pdfPrintRule } from './exports.ts';
import { limitUpTo, offsetSchema, selection } from './filters.ts';

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F]/;
export const MOST_NOTE_CHARACTERS = 200;

/** A person notes one line when a finding is reviewed, so that a list stays a list. */
export const reviewNoteSchema = z
  .string()
  .trim()
  .min(1)
  .max(MOST_NOTE_CHARACTERS)
  .refine((text) => !CONTROL.test(text), 'one line of text');

const count = z.number().int().nonnegative();

const checkSummary = z.object({
  id: z.string(),
  /** Open findings were found, and not marked as reviewed since their last change. */
  open: count,
  reviewed: count,
  /**
   * Over the open ones: money in question (where a check has none: the billable value) and minutes in question (where it has none: the
   * logged ones); null where unknown, or where the selection's amounts are in several currencies.
   */
  value: z.string().nullable(),
  minutes: z.string().nullable(),
  /** A `notice` concerns the data, not single records: it finds something on over 20 % of what it examined, or only informs. */
  kind: z.enum(['list', 'notice']),
  /** How many records the check could examine, because they have the values it compares. */
  examined: count,
  /** The counts over all records, whatever is selected, which decide `kind`. */
  everywhere: z.object({ examined: count, found: count }),
});

const finding = z.object({
  id: z.string(),
  /** The columns of records.page, as texts. */
  values: z.record(z.string(), z.string().nullable()),
  unreadable: z.record(z.string(), z.string()),
  /** The money in question on this record; null where unknown. Of equal records all but one are in question. */
  value: z.string().nullable(),
  /** The minutes in question; where the check has none, the logged ones. */
  minutes: z.string().nullable(),
  /** The differing figures, of which the texts make a sentence. */
  facts: z.record(z.string(), z.string().nullable()),
  /** Other records that it concerns: the other half of an overlap, a duplicate, or those with the same record ID. */
  related: z.array(z.string()),
  /** The first of the related records in words: ISO UTC times, and what they were for. */
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
  /** True for the one of several records that is not in question itself, because the others are. */
  stays: z.boolean(),
  reviewedAt: z.string().nullable(),
  /** What was noted when the finding was marked as reviewed. */
  note: z.string().optional(),
});
export type Finding = z.output<typeof finding>;

const person = z.object({
  ownerId: z.string(),
  /** Hours; null where the weekly hours are not known. */
  expected: z.string().nullable(),
  logged: z.string(),
  gap: z.string().nullable(),
  /** `stopped` people had records before, and none in these days. `never` people are in the directory and have no record at all. */
  why: z.enum(['short', 'stopped', 'never', 'unknown']),
  /** The day of the last record of all, `YYYY-MM-DD`; null where none has a start. */
  lastEntry: z.string().nullable(),
});
/** The gaps of several people, added up in hours. */
const gapSum = z.object({ people: count, hours: z.string() });
export type ShortPerson = z.output<typeof person>;

export type CheckSummary = z.output<typeof checkSummary>;

/** A rule that these records may follow: `follow` counts those that do, of those on which it can be decided. */
const behaviour = z.object({ id: z.string(), follow: count, of: count });

export const checkMethods = {
  'checks.run': {
    input: z.strictObject(selection),
    output: z.object({
      asOf: z.string().nullable(),
      complete: z.boolean(),
      /** Set where figures are incomplete only because names or settings are lost. */
      allRecordsHere: z.literal(true).optional(),
      /** The same as in a report. */
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
      /** Hours logged beyond what was expected. */
      beyond: gapSum,
      /** How many people have a known gap. */
      known: count,
      /** Whether all records are here; otherwise gaps may turn out smaller. */
      complete: z.boolean(),
    }),
  },
  /** Marks findings as reviewed, or removes the mark. A later change of the record removes it too. */
  'checks.review': {
    input: z.strictObject({
      check: z.string(),
      ids: z.array(z.string()).min(1).max(10_000),
      reviewed: z.boolean(),
      /** Why the findings are right as they are; the note is stored with each mark. */
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
        /** Whether the file is opened to be printed, instead of being kept. Only PDF can be. */
        isPrinted: z.boolean().default(false),
      })
      .refine(...pdfPrintRule),
    output: manifestSchema.nullable(),
  },
} as const;
