/** The steps of closings. Steps are only appended and never changed, and the state of a closing follows from its steps. */
import { z } from 'zod';
import { settingsSchema } from './settings.ts';
import { periodSchema } from './time/period.ts';

const number = z.number().int().positive();
const text = z.string().nullable();

/** What a record contributes to a closing, as exact decimals. Times are in minutes, because thirds of an hour would have to be rounded. */
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
 * How a record differs from its closing. `moved`: it has a different period or object. `relabelled`: its object has a different client or
 * currency in the directory.
 */
export const driftKinds = ['changed', 'appeared', 'vanished', 'moved', 'relabelled'] as const;
export type DriftKind = (typeof driftKinds)[number];

/**
 * `adjust`: bill the change with a separate invoice or credit note. `next`: carry it over to the client's next closing. `ignore`: leave the
 * record as it was sent.
 */
export const decisions = ['adjust', 'next', 'ignore'] as const;
export type Decision = (typeof decisions)[number];

/** One line of a decision: the record's state in the closing before and after it; null if the record is not in the closing. */
export const decidedLineSchema = z.object({
  id: z.string(),
  kind: z.enum([...driftKinds, 'undone']),
  /** For the kind `undone`: a change that was ignored is undone, because the whole record is adjusted now. */
  decision: z.enum(decisions),
  before: stateSchema.nullable(),
  after: stateSchema.nullable(),
});
export type DecidedLine = z.output<typeof decidedLineSchema>;

const stamp = { at: z.string(), who: z.string() };

/** Problems that can be accepted with a reason when a period is closed. `billed`: records already in a file that bills. */
export const problemKinds = ['undated', 'unreadable', 'unassigned', 'billed'] as const;
export type ProblemKind = (typeof problemKinds)[number];
const count = z.number().int();
export const problemsSchema = z.object({ undated: count, unreadable: count, unassigned: count, billed: count });

/** Why a closing is provisional: the records were incomplete or had not been counted recently, or the period had not ended. */
export const provisionalReasons = ['incomplete', 'stale', 'running'] as const;

export const closeStepSchema = z.object({
  kind: z.literal('close'),
  ...stamp,
  number,
  period: periodSchema,
  /** Null for records without a client. */
  client: text,
  zone: z.string(),
  settings: settingsSchema.partial(),
  asOf: text,
  /** The last merge included in its records. */
  merge: z.number().int().nullable(),
  provisional: z.array(z.enum(provisionalReasons)),
  accepted: problemsSchema.partial(),
  reason: text,
  totals: z.array(figuresSchema),
  /** The totals as they were displayed at the time. */
  printed: z.array(z.object({ currency: text, hours: z.string(), value: z.string() })),
  /** Lines of earlier closings that this one bills. */
  carried: z.array(z.object({ closing: number, step: number, id: z.string() })),
  /** The earlier closing of which this one is the minus. */
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
  /** The lines of a table of adjustments, which are in no further table unless requested or this table was not sent. */
  z.object({
    kind: z.literal('adjusted'),
    ...stamp,
    closing: number,
    file: z.string(),
    /** The table's entry in the register of sent files; absent for tables of earlier versions. */
    sent: z.object({ number, sha256: z.string() }).optional(),
    lines: z.array(z.object({ step: number, id: z.string() })),
  }),
]);
export type ClosingStep = z.output<typeof stepSchema>;
export type NumberedStep = ClosingStep & { readonly step: number };
