/** Defines the state that sync keeps between two requests, as versioned JSON text stored in the same transaction as the rows. */
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import type { TimeLogRecord } from '#domain/record.ts';

/** The milliseconds of changes that are read again: search finds new and changed records within a minute, and this is twice that. */
export const OVERLAP = 120_000;

/** The range of JavaScript's dates, in milliseconds. */
const time = z.number().min(-8.64e15).max(8.64e15);
/** Later than any record. If the service has no clock, no record can be recognised as in flight, so all of them count. */
export const BEYOND_ALL = Date.UTC(9999, 0, 1);

const id = z.string().regex(/^\d{1,18}$/);
const suspects = z.array(id);
const month = z.iso.date();

const rangeShape = {
  monthFrom: month.exactOptional(),
  monthBelow: month.exactOptional(),
  orNoMonth: z.boolean().exactOptional(),
  idAbove: id.exactOptional(),
  idBelow: id.exactOptional(),
};

/** Enough for a few partitions and two more for each month that was requested before its turn. */
const MAX_PARTITIONS = 2_000;

/**
 * A span of recorded months, read by descending id. `expected`, here and below, is what the next page's total must be while the data does
 * not change and rows and total agree.
 */
const partitionSchema = z.object({
  monthFrom: rangeShape.monthFrom,
  monthBelow: rangeShape.monthBelow,
  orNoMonth: rangeShape.orNoMonth,
  /** The next page holds ids below this cursor. */
  cursor: id,
  /** The rows that the service counted in the partition when its first page was read. */
  total: z.number().nullable(),
  expected: z.number().nullable(),
  sealed: z.boolean(),
  /** True for one month that was requested before its turn. */
  asked: z.boolean().exactOptional(),
});
export type Partition = z.output<typeof partitionSchema>;

/** A span of months × ids with the number of rows the service counts in it; null when it was not counted yet. */
const rectangleSchema = z.object({
  ...rangeShape,
  total: z.number().nullable(),
  /** The service's count was the ceiling, so the rectangle must be split before it can be counted. */
  capped: z.boolean(),
  splitBy: z.enum(['month', 'id']),
  reading: z.boolean(),
  expected: z.number().nullable(),
});
export type Rectangle = z.output<typeof rectangleSchema>;

const judgeSchema = z.object({
  name: z.literal('judge'),
  /** Only rows created before this time are compared; null compares all. */
  before: time.nullable(),
  total: z.number().nullable(),
  asOf: time,
  /** The same comparison over rows created before a time at which the index had settled. An audit starts from it. */
  root: z.object({ before: time, asOf: time, total: z.number().nullable() }),
});

const probeSchema = z.object({ name: z.literal('probe'), onward: z.enum(['judge', 'walk']) });
const countSchema = z.object({ name: z.literal('count'), before: time, asOf: time });
const doneSchema = z.object({
  name: z.literal('done'),
  verified: z.boolean(),
  asOf: time.nullable(),
  /** The last answer is stored, but what it proves is not visible to reports yet: after a crash here the run was not finished. */
  unpublished: z.literal(true).exactOptional(),
});

const pagesSchema = z.object({
  name: z.literal('pages'),
  /** window: what changed since a time. full: everything, reconciled. scrub: a few pages, reconciled. recent: the last day again. */
  kind: z.enum(['window', 'full', 'scrub', 'recent']),
  since: time.nullable(),
  cursor: id.nullable(),
  /** The server time at which every earlier change is certain to be read: the probe's time, or that of its own first page. */
  startedAt: time.nullable(),
  /** The time, on the service's clock, as of which these pages prove the data complete. */
  asOf: time.nullable(),
  /** An earlier run began these pages, so their counts must not be trusted now. */
  resumed: z.boolean(),
  pagesLeft: z.number().nullable(),
  expected: z.number().nullable(),
  /** A page showed fewer rows than it had to, so the omitted ones must be read again. */
  short: z.boolean().default(false),
  /** The fewest rows that the pages must show: as many as the probe before them did. */
  least: z.number().default(0),
  suspects,
});

const auditSchema = z.object({
  name: z.literal('audit'),
  before: time,
  /** The `asOf` of a proof: `before`, unless that is after all records. */
  asOf: time,
  stack: z.array(rectangleSchema),
  /** The half that is being counted, and the rest of its parent. */
  split: z
    .object({
      half: rectangleSchema,
      rest: rectangleSchema,
      total: z.number(),
      heldHalf: z.number(),
      heldRest: z.number(),
    })
    .nullable(),
  suspects,
  spent: z.number(),
  /** Something differed, so only a closing count can prove the end. */
  differed: z.boolean(),
  found: z.number(),
  idsOnly: z.boolean(),
  ceiling: z.boolean(),
  /** An earlier run began this audit. Its early counts are from before the pause, so only another probe can prove the end. */
  resumed: z.boolean().default(false),
});

const confirmSchema = z.object({
  name: z.literal('confirm'),
  suspects,
  tries: z.number(),
  /** Some suspects could be neither found nor proven gone. */
  unresolved: z.boolean(),
  onward: z.discriminatedUnion('name', [probeSchema, countSchema, judgeSchema, doneSchema]),
});

const phaseSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('first') }),
  z.object({ name: z.literal('stamp') }),
  z.object({ name: z.literal('walk') }),
  probeSchema,
  judgeSchema,
  countSchema,
  pagesSchema,
  auditSchema,
  confirmSchema,
  z.object({ name: z.literal('recheck'), onward: judgeSchema }),
  z.object({
    name: z.literal('list'),
    after: z.string().nullable(),
    last: id.nullable(),
    startedAt: time.nullable(),
    ascending: z.boolean(),
    suspects,
    pages: z.int().min(0).default(0),
    /** An earlier cursor of the walk: a list that reaches it again leads in a circle. */
    mark: z.string().nullable().default(null),
    /** True until a page was read in this run. */
    isResumed: z.boolean().default(false),
  }),
  doneSchema,
]);
export type Phase = z.output<typeof phaseSchema>;
export type PhaseOf<N extends Phase['name']> = Extract<Phase, { name: N }>;

/** A record that a batch read found alive although search did not show it. */
const unsearchableSchema = z.object({
  id,
  month: z.string().nullable(),
  createdAt: time,
  /** True once the record was proven alive in this run. */
  alive: z.boolean(),
  /** True once a search for the record in this run did not find it. */
  absent: z.boolean(),
});
export type Unsearchable = z.output<typeof unsearchableSchema>;

/**
 * A saved workspace that was loaded. Its records count as the service's only once pages of all ids, from the highest down, have shown them.
 */
const fileSchema = z.object({
  savedAt: time,
  /** Records from this id up were read from the service in a proven run; null when there are none. */
  below: id.nullable(),
  /** How far down unproven pages have read; null when there are none. */
  reading: id.nullable(),
});

export const modeSchema = z.enum(['download', 'refresh', 'full', 'audit']);

const stateSchema = z.object({
  version: z.literal(1),
  /** The server time before which every change, by last-modified, has been read. */
  watermark: time.nullable(),
  /** The newest last-modified that was seen when the watermark was set. */
  newest: time.nullable(),
  /** True when the clock that stamps records runs behind the service's Date header, so that only stamps show what was seen. */
  behind: z.boolean(),
  /** The most milliseconds by which stamps were ahead of the Date header. */
  ahead: z.number(),
  /** The server time of the latest answer. */
  clock: time.nullable(),
  /** The local time of the latest commit, used only to distinguish a short pause from a long one. */
  touchedAt: time,
  /** The partitions, under the name that stored states use. Each costs a count whenever the coverage is read. */
  tiers: z.array(partitionSchema).max(MAX_PARTITIONS),
  /** The last state that was proven complete, which is what reports see. */
  sealed: z.object({ asOf: time, total: z.number() }).nullable(),
  /** The service's latest count of everything. */
  total: z.number().nullable(),
  /**
   * When rows and total contradicted each other: equal counts prove nothing until that has settled. It is measured by the service's clock,
   * which alone shows what has settled there, or by the local one if `clock` is null because the service sends none.
   */
  contradicted: z.object({ clock: time.nullable(), local: time }).nullable().default(null),
  /** Ids that were seen alive in the latest pages. */
  canaries: z.array(id),
  unsearchable: z.array(unsearchableSchema),
  /** `asked` counts the requests of this run beyond those of a first walk. */
  run: z.object({ mode: modeSchema, asked: z.number(), windows: z.number(), audits: z.number() }),
  /** The file that records were loaded from; null when all of them come from the service. */
  file: fileSchema.nullable().default(null),
  /** The past moment at which the records were known like this; absent in the state of a download. */
  asKnown: time.exactOptional(),
  /** Where the rolling scrub stopped, and the local day it last ran. */
  scrub: z.object({ cursor: id.nullable(), day: z.string().nullable() }),
  phase: phaseSchema,
});
export type SyncState = z.output<typeof stateSchema>;

export function createState(now: number): SyncState {
  return {
    version: 1,
    watermark: null,
    newest: null,
    behind: false,
    ahead: 0,
    clock: null,
    touchedAt: now,
    tiers: [],
    sealed: null,
    total: null,
    contradicted: null,
    canaries: [],
    unsearchable: [],
    run: { mode: 'download', asked: 0, windows: 0, audits: 0 },
    file: null,
    scrub: { cursor: null, day: null },
    phase: { name: 'first' },
  };
}

export function serializeState(state: SyncState): string {
  return JSON.stringify(state);
}

/** @throws AppFailure store-newer when a later version of this program wrote it, store-damaged when it cannot be read. */
export function readState(text: string): SyncState {
  const parsed = stateSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const version = z.looseObject({ version: z.number() }).safeParse(parseJson(text));
  fail({ code: version.success && version.data.version > 1 ? 'store-newer' : 'store-damaged' }, parsed.error);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    fail({ code: 'store-damaged' }, error);
  }
}

/** The next state, and the rows that belong to the same transaction. */
export interface PhaseResult {
  readonly state: SyncState;
  readonly upsert: readonly TimeLogRecord[];
  /** The ids that are proven gone. */
  readonly remove: readonly string[];
}

export function createDonePhase(verified: boolean, asOf: number | null): PhaseOf<'done'> {
  return { name: 'done', verified, asOf, unpublished: true };
}

/** Reads suspects by id before they are removed. Without suspects, the next phase starts at once. */
export function confirmSuspects(
  suspects: readonly string[],
  onward: PhaseOf<'confirm'>['onward'],
): PhaseOf<'confirm'> | PhaseOf<'confirm'>['onward'] {
  if (suspects.length === 0) return onward;
  return { name: 'confirm', suspects: [...new Set(suspects)], tries: 0, unresolved: false, onward };
}
