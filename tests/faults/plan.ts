/** The plan of one run of the campaign, drawn from its seed before it starts: a world, its habits, and rounds of trouble. */
import { faultKinds, type FaultOptions } from '#service/faults.ts';
import type { Switches } from '#service/upstream/switches.ts';
import type { ProvingOptions } from '../support/hosts/proving-service.ts';
import { seeded, type Seeded } from '../support/worlds/seeded.ts';
import type { Move } from '../support/worlds/world-control.ts';

/** Where a client can be killed: around a request, and around and inside a commit. */
export const killPoints = ['before-send', 'after-answer', 'before-commit', 'in-commit', 'after-commit'] as const;
type KillPoint = (typeof killPoints)[number];

/** At a named point for the n-th time, or so many milliseconds after it began, whatever it does then. */
export type Kill = { readonly point: KillPoint; readonly time: number } | { readonly afterMilliseconds: number };

/** What a user does in the middle of a run, after so many requests: ends it after the request under way, or at once. */
export interface Hold {
  readonly how: 'pause' | 'cancel';
  readonly afterRequests: number;
}

export interface Round {
  /** On the service's clock, before the client starts. */
  readonly pauseMilliseconds: number;
  /** At one instant, in the middle of the pause. */
  readonly moves: readonly Move[];
  readonly movesPerRead: number;
  readonly faults: FaultOptions;
  readonly kill: Kill | null;
  readonly hold: Hold | null;
  readonly deadlineMs: number;
  readonly options: {
    readonly full?: boolean;
    readonly audit?: boolean;
    readonly list?: boolean;
    readonly scrub?: boolean;
    readonly maxRequests?: number;
    /** `YYYY-MM-01`: of a first download only this one, now. */
    readonly month?: string;
  };
}

/** What a daily 429 says about its end: as the service does, nothing, a time long past, or no time at all. */
export const resetHeaders = ['good', 'absent', 'past', 'garbage'] as const;

/** What is between the client and this service for the entire run. */
export interface Habits {
  readonly resetHeader: (typeof resetHeaders)[number];
  /** It answers no search: everything is read by the list. */
  readonly refusesSearch: boolean;
}

export interface RunPlan {
  readonly seed: number;
  readonly world: ProvingOptions;
  /** The client computer's clock less the service's. */
  readonly skewMilliseconds: number;
  readonly habits: Habits;
  readonly rounds: readonly Round[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Early in a UTC day, or so late that midnight comes while a run reads. */
const starts = [Date.UTC(2026, 10, 21, 1), Date.UTC(2026, 10, 21, 23, 58, 30), Date.UTC(2026, 10, 21, 23, 59, 50)];
const UNLIMITED = 1_000_000;

export function planOf(seed: number): RunPlan {
  const draw = seeded(seed);
  // A separate stream, so that earlier draws of a seed stay as they were.
  const person = seeded(seed * 31 + 7);
  const habits = { resetHeader: draw.pick(resetHeaders), refusesSearch: draw.chance(0.08) };
  // More records than a capped total ever shows; few runs have them, because they take long.
  const isCapped = !habits.refusesSearch && draw.chance(0.06);
  const few = [
    0,
    1,
    199,
    200,
    201,
    draw.between(202, 999),
    ...Array.from({ length: 5 }, () => draw.between(800, 4_000)),
  ];
  return {
    seed,
    world: {
      seed,
      startAt: draw.pick(starts),
      asOf: '2026-11-21',
      records: isCapped ? draw.between(10_020, 10_400) : draw.pick(few),
      millisecondsPerRead: draw.pick([0, 250, 2_000, 5_000]),
      dailyQuota: isCapped ? UNLIMITED : draw.pick([UNLIMITED, draw.between(18, 45)]),
      switches: { ...switchesOf(draw), ...(isCapped && { totalCeiling: 10_000 }) },
    },
    skewMilliseconds: draw.pick([
      draw.between(-10, 10) * MINUTE,
      draw.between(-10, 10) * MINUTE,
      26 * HOUR,
      -26 * HOUR,
    ]),
    habits,
    rounds: Array.from({ length: draw.between(2, isCapped ? 3 : 5) }, () => roundOf(draw, person, habits)),
  };
}

function switchesOf(draw: Seeded): Partial<Switches> {
  return {
    seed: draw.between(1, 1_000_000),
    ids: draw.pick(['as-shown', 'strings', 'numbers']),
    allMissing: draw.pick(['complete', 'not-found']),
    partialStatus: draw.pick([200, 207]),
    missingErrors: draw.pick(['together', 'each']),
    duplicateIds: draw.pick(['once', 'refused']),
    cursorAtWall: draw.chance(0.5),
    // A tenth of the real wall, so that small worlds meet it.
    searchWall: draw.pick([1_000, 10_000]),
    totalLagMilliseconds: draw.pick([0, 0, 5_000, 60_000]),
    indexLagMilliseconds: draw.pick([0, 1_000, 20_000, 60_000]),
    indexBlinks: draw.pick([0, 0, 0.05, 0.3]),
    unsetSorts: draw.pick(['last', 'first', 'lowest', 'highest']),
    ties: draw.pick(['oldest-first', 'newest-first', 'shuffled', 'unstable']),
    negationMatchesUnset: draw.chance(0.5),
    values: draw.pick(['as-stored', 'strings', 'json']),
    dates: draw.pick(['as-stored', 'iso', 'days', 'epoch']),
  };
}

function roundOf(draw: Seeded, person: Seeded, { refusesSearch }: Habits): Round {
  const hold = holdOf(person);
  const wish = refusesSearch ? { list: true } : wishOf(person);
  return {
    pauseMilliseconds: draw.pick([0, 5_000, MINUTE, 3 * MINUTE, 7 * MINUTE, 12 * MINUTE, 100 * MINUTE]),
    moves: Array.from({ length: draw.between(0, 2) }, () => moveOf(draw)),
    movesPerRead: draw.pick([0, 0, 0.2, 1, 5]),
    faults: faultsOf(draw),
    kill: draw.chance(0.75) ? killOf(draw, hold) : null,
    hold,
    deadlineMs: draw.pick([700, MINUTE]),
    options: { ...optionsOf(draw), ...wish },
  };
}

function holdOf(person: Seeded): Hold | null {
  const hold = {
    how: person.pick(['pause', 'cancel'] as const),
    afterRequests: person.pick([1, 2, person.between(3, 10)]),
  };
  return person.chance(0.3) ? hold : null;
}

/** Beside what the round asks for: a month of the world, or one that does not exist, or the scrub left on. */
function wishOf(person: Seeded): Round['options'] {
  const month = person.pick(['2026-11-01', '2026-09-01', '2026-02-01', '2025-06-01', '2024-12-01', '2011-01-01']);
  return person.pick<Round['options']>([{}, {}, {}, {}, { month }, { scrub: true }]);
}

function optionsOf(draw: Seeded): Round['options'] {
  const bound = { maxRequests: draw.between(1, 12) };
  return draw.pick([{}, {}, {}, {}, { full: true }, { audit: true }, { scrub: true }, { list: true }, bound]);
}

function moveOf(draw: Seeded): Move {
  const count = draw.pick([1, 3, 40, 250, 450]);
  return draw.pick<Move>([
    { kind: 'insert', count },
    { kind: 'insert', count: 2, month: null },
    { kind: 'edit', count },
    { kind: 'archive', count: Math.min(count, 130) },
    { kind: 'restore', count },
    { kind: 'remove', count: Math.min(count, 130) },
    { kind: 'shift', count: Math.min(count, 40) },
    { kind: 'mix', count },
  ]);
}

/** A share for each kind; half of the rounds have none at all. */
function faultsOf(draw: Seeded): FaultOptions {
  const most = draw.pick([0, 0, 0.02, 0.05]);
  return {
    seed: draw.between(1, 1_000_000),
    rates: Object.fromEntries(faultKinds.map((kind) => [kind, draw.next() * most])),
    stallMilliseconds: draw.pick([30, 1_000]),
    jitterMilliseconds: draw.pick([0, 0, 8]),
  };
}

/** Not where a user ends the run: the state after a pause or a cancel is examined. */
function killOf(draw: Seeded, hold: Hold | null): Kill | null {
  const kill = draw.chance(0.4)
    ? { afterMilliseconds: draw.between(0, 600) }
    : { point: draw.pick(killPoints), time: draw.pick([1, 2, draw.between(3, 8), draw.between(4, 20)]) };
  return hold ? null : kill;
}
