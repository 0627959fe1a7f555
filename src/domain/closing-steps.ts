/** What is written down of closings: each step is added and none is ever changed. All that is known of a closing follows from its steps. */
import { z } from 'zod';
import { settingsSchema } from './settings.ts';
import { periodSchema } from './time/period.ts';

const number = z.number().int().positive();
const text = z.string().nullable();

/** What a record adds to a closing, as exact decimals. Minutes and not hours, because thirds of an hour would have to be rounded. */
export const stateSchema = z.object({ client: text, currency: text, minutes: z.string(), value: z.string() });
export type RecordState = z.output<typeof stateSchema>;

export const figuresSchema = z.object({
  currency: text,
  records: z.number().int(),
  minutes: z.string(),
  value: z.string(),
});
export type Figures = z.output<typeof figuresSchema>;

/**
 * How a record is another than in its closing. `moved`: in another period, or with another object. `relabelled`: the names give its object
 * another client or currency.
 */
export const driftKinds = ['changed', 'appeared', 'vanished', 'moved', 'relabelled'] as const;
export type DriftKind = (typeof driftKinds)[number];

/** `adjust`: its own invoice or credit note. `next`: it goes into the client's next closing. `ignore`: it stays as it was sent. */
export const decisions = ['adjust', 'next', 'ignore'] as const;
export type Decision = (typeof decisions)[number];

/** A part of a decision: what the record was for the closing, and what it is from now on; null is not there. */
export const decidedLineSchema = z.object({
  id: z.string(),
  kind: z.enum([...driftKinds, 'undone']),
  /** `undone`: what was ignored of this record is taken back, because it is now adjusted as a whole. */
  decision: z.enum(decisions),
  before: stateSchema.nullable(),
  after: stateSchema.nullable(),
});
export type DecidedLine = z.output<typeof decidedLineSchema>;

const stamp = { at: z.string(), who: z.string() };

/** What was found before closing, and is accepted with a reason. `billed`: in a file that bills already. */
export const problemKinds = ['undated', 'unreadable', 'unassigned', 'billed'] as const;
export type ProblemKind = (typeof problemKinds)[number];
const count = z.number().int();
export const problemsSchema = z.object({ undated: count, unreadable: count, unassigned: count, billed: count });

/** Why a closing is provisional: the records were not complete, or not counted lately, or the period had not ended. */
export const provisionalReasons = ['incomplete', 'stale', 'running'] as const;

export const closeStepSchema = z.object({
  kind: z.literal('close'),
  ...stamp,
  number,
  period: periodSchema,
  /** Null: the records of no client. */
  client: text,
  zone: z.string(),
  settings: settingsSchema.partial(),
  asOf: text,
  /** The last merge of the change log that belongs to its records. */
  merge: z.number().int().nullable(),
  provisional: z.array(z.enum(provisionalReasons)),
  accepted: problemsSchema.partial(),
  reason: text,
  totals: z.array(figuresSchema),
  /** The same as people read them then. */
  printed: z.array(z.object({ currency: text, hours: z.string(), value: z.string() })),
  /** Lines of earlier closings that this one bills. */
  carried: z.array(z.object({ closing: number, step: number, id: z.string() })),
  /** It is the minus of an earlier closing. */
  cancels: number.nullable(),
});
export type CloseStep = z.output<typeof closeStepSchema>;

export const stepSchema = z.discriminatedUnion('kind', [
  closeStepSchema,
  z.object({
    kind: z.literal('decide'),
    ...stamp,
    closing: number,
    decision: z.enum(decisions),
    reason: z.string(),
    lines: z.array(decidedLineSchema),
  }),
  z.object({ kind: z.literal('reopen'), ...stamp, closing: number, reason: z.string() }),
  /** Lines that a table of adjustments has: they are in no second one unless it is asked for, or this one did not leave. */
  z.object({
    kind: z.literal('adjusted'),
    ...stamp,
    closing: number,
    file: z.string(),
    /** The table in the register of sent files; absent in tables of before. */
    sent: z.object({ number, sha256: z.string() }).optional(),
    lines: z.array(z.object({ step: number, id: z.string() })),
  }),
]);
export type ClosingStep = z.output<typeof stepSchema>;
/** A step with its place in the log. */
export type NumberedStep = ClosingStep & { readonly step: number };
