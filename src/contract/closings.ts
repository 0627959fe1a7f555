/** The methods about closings: months that were sent and stay accounted for. They spend no request. */
import { z } from 'zod';
import {
  closeStepSchema,
  decidedLineSchema,
  decisions,
  driftKinds,
  figuresSchema,
  problemKinds,
  problemsSchema,
  stateSchema,
  stepSchema,
} from '#domain/closing-steps.ts';
import { limitUpTo } from './filters.ts';
import { sentFileSchema } from './memory.ts';

const empty = z.strictObject({});
const number = z.number().int().positive();
const count = z.number().int().nonnegative();
const client = z.string().nullable();
const reason = z.string().trim().min(1).max(500);

/** Exact decimals. */
const amountSchema = z.object({ minutes: z.string(), value: z.string() });
const equationSchema = z.object({
  currency: z.string().nullable(),
  closed: amountSchema,
  adjusted: amountSchema,
  next: amountSchema,
  ignored: amountSchema,
  open: amountSchema,
  /** Of records that another closing holds. */
  elsewhere: amountSchema,
  today: amountSchema,
  /** Whether the parts add up to today, to the last digit. */
  holds: z.boolean(),
});

export const closingSchema = closeStepSchema.extend({
  /** `minus`: it cancels an earlier closing. */
  status: z.enum(['standing', 'reopened', 'cancelled', 'minus']),
  decisions: count,
});
export type ClosingLine = z.output<typeof closingSchema>;

export const driftLineSchema = z.object({
  closing: number,
  id: z.string(),
  kind: z.enum(driftKinds),
  before: stateSchema.nullable(),
  after: stateSchema.nullable(),
  /** What the client was charged, where something else was ignored of this record. */
  charged: stateSchema.nullable().optional(),
  title: z.string().nullable(),
  person: z.string().nullable(),
  /** The month in which the record is now; null where it is gone or has no month. */
  month: z.string().nullable(),
  client,
});
export type ClosingDrift = z.output<typeof driftLineSchema>;

const driftSchema = z.object({
  lines: z.array(driftLineSchema),
  /** How many lines of drift there are in all. */
  total: count,
  equations: z.array(equationSchema.extend({ closing: number })),
  /** Identifies the lines: a decision sends it back, so that nothing is decided that was not seen. */
  digest: z.string(),
  /** False where records are not complete, so that what is gone may only be missing. */
  complete: z.boolean(),
});

/** A file that bills records of a closing, or was sent of its client and period after it. */
const linkedFileSchema = sentFileSchema
  .pick({ number: true, file: true, at: true, of: true, state: true, sha256: true, bills: true })
  .extend({
    /** Whether it has the records of the closing as they were, and no other billable ones where it is of its client and period. */
    same: z.boolean(),
    /** What stands in the file's place now; null where its place is unknown. */
    place: z.enum(['as-sent', 'changed', 'gone']).nullable(),
  });

export const recordStates = ['closed', 'adjusted', 'next', 'ignored', 'billed', 'open'] as const;
export type RecordStateName = (typeof recordStates)[number];

/** What is to be done next for a client of a month. */
export const nextSteps = [
  'check',
  'close',
  'firm',
  'reopen',
  'cancel',
  'credit',
  'send',
  'decide',
  'adjust',
  'done',
] as const;
export type NextStep = (typeof nextSteps)[number];

export const monthLineSchema = z.object({
  client,
  /** Today's billable records. */
  figures: z.array(figuresSchema),
  /** Records without a readable value or amount, which are to be looked at before closing. */
  unreadable: count,
  closing: number.nullable(),
  /** The minus of a closing of which no credit note has all yet that the client was charged. */
  minus: number.nullable(),
  provisional: z.boolean(),
  sent: count,
  drift: count,
  /** What the drift adds up to. */
  driftFigures: z.array(figuresSchema),
  /** Lines of earlier closings that wait for this client's next one. */
  carried: count,
  /** Its records that stay with another closing, and are in no file of this one. */
  elsewhere: z.array(z.string()),
  next: z.enum(nextSteps),
});
export type MonthLine = z.output<typeof monthLineSchema>;

const created = z.object({
  closings: z.array(closingSchema),
  problems: problemsSchema,
  provisional: closeStepSchema.shape.provisional,
  /** Clients that cannot be closed: a record of theirs is in another closing, which is to be decided first. */
  blocked: z.array(z.object({ client, closing: number, id: z.string() })),
  /** Records that another closing keeps, as was decided there. */
  leftOut: count,
  duplicates: z.array(z.object({ recordId: z.string(), ids: z.array(z.string()) })),
});

export const closingMethods = {
  /** Closes a period for one client or for all that are not closed yet, in one step. It cannot lock the CRM: what changes later is found. */
  'closings.create': {
    input: z.strictObject({
      period: z.string(),
      /** Null: the records of no client. Absent: every client. */
      client: client.optional(),
      /** The closing of this client that is made anew in the same step, because nothing of it was sent. */
      anew: number.optional(),
      /** What was found and is accepted, with a reason. */
      accept: z.array(z.enum(problemKinds)).default([]),
      reason: reason.optional(),
      dryRun: z.boolean().default(false),
    }),
    output: created,
  },
  'closings.list': {
    input: z.strictObject({ period: z.string().optional() }),
    output: z.object({ closings: z.array(closingSchema) }),
  },
  'closings.show': {
    input: z.strictObject({ number, records: z.boolean().default(false) }),
    output: z.object({
      closing: closingSchema,
      /** What it froze of each record, where it was asked for. */
      records: z.array(z.record(z.string(), z.string().nullable())).optional(),
      equations: z.array(equationSchema),
      /** How many lines of drift are open. */
      drift: count,
      /** How many adjustments and lines of earlier closings it bills, and how many of them are in no table yet. */
      lines: count,
      unwritten: count,
      files: z.array(linkedFileSchema),
      decided: z.array(
        decidedLineSchema.extend({ step: number, at: z.string(), reason: z.string(), takenBy: number.nullable() }),
      ),
      /** The lines of earlier closings that it bills. */
      carried: z.array(decidedLineSchema.extend({ closing: number, reason: z.string(), period: z.string() })),
      complete: z.boolean(),
    }),
  },
  /** Lists what differs today from a closing, or from all closings of a period. */
  'closings.drift': {
    input: z.strictObject({
      number: number.optional(),
      period: z.string().optional(),
      limit: limitUpTo(10_000).default(200),
    }),
    output: driftSchema,
  },
  /**
   * Decides lines of drift of a closing that was sent as they are today, each once.
   * @throws AppFailure `usage` where others are open than were seen
   */
  'closings.decide': {
    input: z.strictObject({
      number,
      /** Absent: every line that is open. */
      ids: z.array(z.string()).min(1).optional(),
      decision: z.enum(decisions),
      reason,
      /** The `digest` of the lines as they were seen. */
      expected: z.string().optional(),
    }),
    output: z.object({ decided: count, left: count, equations: z.array(equationSchema) }),
  },
  /**
   * Writes what a closing bills besides its records (its adjustments and the lines that earlier closings left to it) as a table of
   * reversals and rebookings; null where no place was chosen. Of a minus: all that was charged, taken back. A line is in one such table;
   * `all` of them are a copy that bills nothing.
   */
  'closings.adjust': {
    input: z.strictObject({ number, all: z.boolean().default(false) }),
    output: z.object({ file: z.string(), lines: count, totals: z.array(figuresSchema) }).nullable(),
  },
  /** Takes back a closing of which no record is in a file that bills. */
  'closings.reopen': { input: z.strictObject({ number, reason }), output: closingSchema },
  /** Writes the minus of a closing as a closing of its own, and returns that one. */
  'closings.cancel': { input: z.strictObject({ number, reason }), output: closingSchema },
  /** Tells the one state of each billable record of a period. */
  'closings.states': {
    input: z.strictObject({ period: z.string(), limit: limitUpTo(10_000).default(200) }),
    output: z.object({
      sums: z.array(z.object({ state: z.enum(recordStates), figures: z.array(figuresSchema) })),
      /** The records of the state `open`, which no closing and no file bills. */
      open: z.array(z.object({ id: z.string(), client, minutes: z.string(), value: z.string(), currency: client })),
    }),
  },
  /** Tells where each client of a month stands, and its next step. */
  'closings.month': {
    input: z.strictObject({ period: z.string().default('last-month') }),
    output: z.object({
      period: closeStepSchema.shape.period,
      lines: z.array(monthLineSchema),
      problems: problemsSchema,
      provisional: closeStepSchema.shape.provisional,
    }),
  },
  /** Every step, oldest first. */
  'closings.log': {
    input: empty,
    output: z.object({ steps: z.array(z.intersection(stepSchema, z.object({ step: number }))) }),
  },
} as const;
