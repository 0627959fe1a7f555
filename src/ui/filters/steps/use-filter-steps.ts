/** Takes changes of the filters back and forth again, however they were made: in the bar, by a drill-down, by the address. */
import { useState } from 'react';
import type { FilterGroups } from '../../../domain/filter/model.ts';
import { isInOverlay, isTyping } from '../../keyboard/typing.ts';
import { beginSteps, stepBack, stepForth, takeStep, type FilterSteps } from './filter-steps.ts';

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
