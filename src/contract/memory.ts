/** What is remembered of the past: the refreshes, and what each of them changed. */
import { z } from 'zod';
import { limitUpTo } from './filters.ts';

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

export const memoryMethods = {
  /** Lists the moments that are remembered, newest first. */
  'memory.merges': {
    input: z.strictObject({ limit: limitUpTo(1_000).default(100) }),
    output: z.object({ merges: z.array(mergeSchema), total: count }),
  },
  /** What became of one record, oldest first. */
  'memory.record': {
    input: z.strictObject({ id: z.string() }),
    output: z.object({ changes: z.array(recordChangeSchema) }),
  },
} as const;
