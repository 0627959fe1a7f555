/** Takes changes of the filters back and forth again, however they were made: in the bar, by a drill-down, by the address. */
import { useState } from 'react';
import type { FilterGroups } from '#domain/filter/model.ts';
import { isInOverlay, isTyping } from '#ui/keyboard/typing.ts';

export interface FilterStepsControl {
  /** Undefined: there is nothing to take back. */
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly onKey: (event: KeyboardEvent) => void;
}

export function useFilterSteps(groups: FilterGroups, change: (groups: FilterGroups) => void): FilterStepsControl {
  const [held, setHeld] = useState(() => beginSteps(groups));
  const steps = takeStep(held, groups);
  if (steps !== held) setHeld(steps);
  const go = (to: FilterSteps | undefined) =>
    to &&
    (() => {
      setHeld(to);
      change(to.now);
    });
  const [undo, redo] = [go(stepBack(steps)), go(stepForth(steps))];
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || isTyping(event.target) || isInOverlay(event.target)) return;
    const key = event.key.toLowerCase();
    const step = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : undefined;
    if (!step) return;
    event.preventDefault();
    // A notice on screen has an undo of its own under the same keys.
    event.stopPropagation();
    step();
  };
  return { undo, redo, onKey };
}

/** The filters a bar has had, to go back and forth between them. Pure. */
interface FilterSteps {
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
