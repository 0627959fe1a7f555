/** The methods of closings, which keep track of months that were sent. They spend no request. */
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
  /** Amounts of records that belong to another closing. */
  elsewhere: amountSchema,
  today: amountSchema,
  /** Whether the parts add up exactly to `today`. */
  holds: z.boolean(),
});

export const closingSchema = closeStepSchema.extend({
  /** `minus`: a closing that cancels an earlier one. */
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
  /** What the client was charged, if a later change of this record was ignored. */
  charged: stateSchema.nullable().optional(),
  title: z.string().nullable(),
  person: z.string().nullable(),
  /** The record's present month; null if the record is gone or has no month. */
  month: z.string().nullable(),
  client,
});
export type ClosingDrift = z.output<typeof driftLineSchema>;

const driftSchema = z.object({
  lines: z.array(driftLineSchema),
  /** The total number of drift lines. */
  total: count,
  equations: z.array(equationSchema.extend({ closing: number })),
  /** Identifies the listed lines; a decision sends it back, so that only lines that were seen are decided. */
  digest: z.string(),
  /** False if the records are incomplete, so that a vanished record may only be missing. */
  complete: z.boolean(),
});

/** A file that bills records of a closing, or was sent for the same client and period after it. */
const linkedFileSchema = sentFileSchema
  .pick({ number: true, file: true, at: true, of: true, state: true, sha256: true, bills: true })
  .extend({
    /** Whether it has the records of the closing as they were and, if it is for the same client and period, no other billable ones. */
    same: z.boolean(),
    /** What is at the file's path now; null if its path is unknown. */
    place: z.enum(['as-sent', 'changed', 'gone']).nullable(),
  });

export const recordStates = ['closed', 'adjusted', 'next', 'ignored', 'billed', 'open'] as const;
export type RecordStateName = (typeof recordStates)[number];

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
  /** Figures of the present billable records. */
  figures: z.array(figuresSchema),
  /** Records without a readable value or amount, which should be reviewed before closing. */
  unreadable: count,
  closing: number.nullable(),
  /** The minus of a closing for which no credit note covers the whole charge yet. */
  minus: number.nullable(),
  provisional: z.boolean(),
  sent: count,
  drift: count,
  driftFigures: z.array(figuresSchema),
  /** Lines of earlier closings that wait for this client's next closing. */
  carried: count,
  /** Ids of its records that belong to another closing and are in no file of this one. */
  elsewhere: z.array(z.string()),
  next: z.enum(nextSteps),
});
export type MonthLine = z.output<typeof monthLineSchema>;

const created = z.object({
  closings: z.array(closingSchema),
  problems: problemsSchema,
  provisional: closeStepSchema.shape.provisional,
  /** Clients that cannot be closed, because one of their records is in another closing that must be decided first. */
  blocked: z.array(z.object({ client, closing: number, id: z.string() })),
  /** How many records stay with another closing, as decided there. */
  leftOut: count,
  duplicates: z.array(z.object({ recordId: z.string(), ids: z.array(z.string()) })),
});

export const closingMethods = {
  /** Closes a period for one client or for all that are not closed yet, in one step. The CRM is not locked; later changes become drift. */
  'closings.create': {
    input: z.strictObject({
      period: z.string(),
      /** Null: the records of no client. Absent: every client. */
      client: client.optional(),
      /** The closing of this client to replace in the same step, because none of it was sent. */
      anew: number.optional(),
      /** Problems that are accepted, with a reason. */
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
      /** The values of each record at the closing, if requested. */
      records: z.array(z.record(z.string(), z.string().nullable())).optional(),
      equations: z.array(equationSchema),
      /** The number of open drift lines. */
      drift: count,
      /** The number of adjustments and lines of earlier closings that it bills, and how many of them are in no table yet. */
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
  /** Lists what has changed since a closing, or since all closings of a period. */
  'closings.drift': {
    input: z.strictObject({
      number: number.optional(),
      period: z.string().optional(),
      limit: limitUpTo(10_000).default(200),
    }),
    output: driftSchema,
  },
  /**
   * Decides drift lines of a sent closing as they are today; each line can be decided once.
   * @throws AppFailure `usage` if other lines are open than were seen
   */
  'closings.decide': {
    input: z.strictObject({
      number,
      /** Absent: every open line. */
      ids: z.array(z.string()).min(1).optional(),
      decision: z.enum(decisions),
      reason,
      /** The `digest` of the lines as they were seen. */
      expected: z.string().optional(),
    }),
    output: z.object({ decided: count, left: count, equations: z.array(equationSchema) }),
  },
  /**
   * Writes what a closing bills besides its records (its adjustments and the lines carried over from earlier closings) as a table of
   * reversals and rebookings; null when no destination was chosen. For a minus, the table reverses the whole charge. Each line is in one such
   * table; with `all`, the table is a copy that bills nothing.
   */
  'closings.adjust': {
    input: z.strictObject({ number, all: z.boolean().default(false) }),
    output: z.object({ file: z.string(), lines: count, totals: z.array(figuresSchema) }).nullable(),
  },
  /** Reopens a closing if none of its records is in a file that bills. */
  'closings.reopen': { input: z.strictObject({ number, reason }), output: closingSchema },
  /** Creates the minus of a closing as a separate closing, and returns it. */
  'closings.cancel': { input: z.strictObject({ number, reason }), output: closingSchema },
  /** Returns the state of each billable record of a period. */
  'closings.states': {
    input: z.strictObject({ period: z.string(), limit: limitUpTo(10_000).default(200) }),
    output: z.object({
      sums: z.array(z.object({ state: z.enum(recordStates), figures: z.array(figuresSchema) })),
      /** Records that no closing and no file bills. */
      open: z.array(z.object({ id: z.string(), client, minutes: z.string(), value: z.string(), currency: client })),
    }),
  },
  /** Returns the status and the next step of each client in a month. */
  'closings.month': {
    input: z.strictObject({ period: z.string().default('last-month') }),
    output: z.object({
      period: closeStepSchema.shape.period,
      lines: z.array(monthLineSchema),
      problems: problemsSchema,
      provisional: closeStepSchema.shape.provisional,
    }),
  },
  /** Lists every step, oldest first. */
  'closings.log': {
    input: empty,
    output: z.object({ steps: z.array(z.intersection(stepSchema, z.object({ step: number }))) }),
  },
} as const;
