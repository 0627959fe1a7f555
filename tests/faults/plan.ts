/** What one run of the campaign meets, drawn whole from its seed before it starts: a world, its habits, and rounds of trouble. */
import { faultKinds, type FaultOptions } from '../../service/faults.ts';
import type { Switches } from '../../service/upstream/switches.ts';
import type { ProvingOptions } from '../support/proving-service.ts';
import { seeded, type Seeded } from '../support/seeded.ts';
import type { Move } from '../support/world-control.ts';

/** Where a client can be killed: around a request, and around and inside a commit. */
export const killPoints = ['before-send', 'after-answer', 'before-commit', 'in-commit', 'after-commit'] as const;
type KillPoint = (typeof killPoints)[number];

/** At a named point for the n-th time, or so many milliseconds after it went to work, whatever it does then. */
export type Kill = { readonly point: KillPoint; readonly time: number } | { readonly afterMilliseconds: number };

export interface Round {
  /** On the service's clock, before the client starts. */
  readonly pauseMilliseconds: number;
  /** At one instant, in the middle of the pause. */
  readonly moves: readonly Move[];
  readonly movesPerRead: number;
  readonly faults: FaultOptions;
  readonly kill: Kill | null;
  readonly deadlineMs: number;
  readonly options: { readonly full?: boolean; readonly audit?: boolean; readonly maxRequests?: number };
}

export interface RunPlan {
  readonly seed: number;
  readonly world: ProvingOptions;
  /** What the client's computer thinks is the time, less what the service thinks. */
  readonly skewMilliseconds: number;
  readonly rounds: readonly Round[];
}

const MINUTE = 60_000;
/** Early enough that no run reaches the next UTC day. */
const START = Date.UTC(2026, 10, 21, 1);

export function planOf(seed: number): RunPlan {
  const draw = seeded(seed);
  return {
    seed,
    world: {
      seed,
      startAt: START,
      asOf: '2026-11-21',
      records: draw.pick([0, 1, 199, 200, 201, draw.between(202, 999), draw.between(1_000, 4_000)]),
      millisecondsPerRead: draw.pick([0, 250, 2_000, 5_000]),
      switches: switchesOf(draw),
    },
    skewMilliseconds: draw.between(-10, 10) * MINUTE,
    rounds: Array.from({ length: draw.between(2, 5) }, () => roundOf(draw)),
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

function roundOf(draw: Seeded): Round {
  return {
    pauseMilliseconds: draw.pick([0, 5_000, MINUTE, 3 * MINUTE, 12 * MINUTE, 100 * MINUTE]),
    moves: Array.from({ length: draw.between(0, 2) }, () => moveOf(draw)),
    movesPerRead: draw.pick([0, 0, 0.2, 1, 5]),
    faults: faultsOf(draw),
    kill: draw.chance(0.75) ? killOf(draw) : null,
    deadlineMs: draw.pick([700, MINUTE]),
    options: draw.pick([{}, {}, {}, {}, { full: true }, { audit: true }, { maxRequests: draw.between(1, 12) }]),
  };
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

/** Each kind on its own share; half of the rounds have none at all. */
function faultsOf(draw: Seeded): FaultOptions {
  const most = draw.pick([0, 0, 0.03, 0.1]);
  return {
    seed: draw.between(1, 1_000_000),
    rates: Object.fromEntries(faultKinds.map((kind) => [kind, draw.next() * most])),
    stallMilliseconds: draw.pick([30, 1_000]),
    jitterMilliseconds: draw.pick([0, 0, 8]),
  };
}

function killOf(draw: Seeded): Kill {
  if (draw.chance(0.4)) return { afterMilliseconds: draw.between(0, 400) };
  return { point: draw.pick(killPoints), time: draw.pick([1, 1, 2, 3, draw.between(4, 20)]) };
}
