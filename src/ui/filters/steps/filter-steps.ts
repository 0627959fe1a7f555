/** The filters a bar has had, to go back and forth between them. Pure. */
import type { FilterGroups } from '../../../domain/filter/model.ts';

export interface FilterSteps {
  readonly past: readonly FilterGroups[];
  readonly now: FilterGroups;
  readonly future: readonly FilterGroups[];
}

const MOST = 50;

export function beginSteps(now: FilterGroups): FilterSteps {
  return { past: [], now, future: [] };
}

/** @returns the same steps where nothing changed */
export function takeStep(steps: FilterSteps, next: FilterGroups): FilterSteps {
  if (JSON.stringify(next) === JSON.stringify(steps.now)) return steps;
  return { past: [...steps.past, steps.now].slice(-MOST), now: next, future: [] };
}

/** @returns undefined where nothing is before */
export function stepBack({ past, now, future }: FilterSteps): FilterSteps | undefined {
  const before = past.at(-1);
  return before && { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

/** @returns undefined where nothing was taken back */
export function stepForth({ past, now, future }: FilterSteps): FilterSteps | undefined {
  const [next, ...later] = future;
  return next && { past: [...past, now], now: next, future: later };
}
