/** The ticks of one visit to a chip are one change of the filters before it. */
import { expect, test } from 'vitest';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { beginSteps, joinStep, stepBack, takeStep } from '#ui/filters/FilterBar.tsx';
import type { Place } from '#ui/filters/edit-groups.ts';
import { continueVisit, type Visit } from '#ui/filters/filter-edit.ts';

const person = (...values: string[]): Filter => ({ propertyName: 'hubspot_owner_id', operator: 'IN', values });
const service: Filter = { propertyName: 'a552213_service', operator: 'IN', values: ['s'] };
const FIRST: Place = { group: 0, filter: 0 };

/** Ticks as a bar does. @returns what it holds after each */
function tickAll(groups: FilterGroups, place: Place, filters: readonly (Filter | undefined)[]) {
  let visit: Visit | undefined;
  let steps = takeStep(beginSteps([]), groups);
  const held = filters.map((filter) => {
    const gone = continueVisit(visit, { groups: steps.now, last: steps.past.at(-1) }, { place, filter });
    visit = gone.visit;
    steps = gone.joins ? joinStep(steps, visit.now) : takeStep(steps, visit.now);
    return steps.now;
  });
  return { held, steps };
}

test('another filter that moves up is left alone by the next tick', () => {
  const { held } = tickAll([{ filters: [person('x'), service] }], FIRST, [undefined, person('y')]);
  expect(held).toEqual([[{ filters: [service] }], [{ filters: [person('y'), service] }]]);
});

test('an alternative whose last value is unticked is one again with the next tick', () => {
  const { held } = tickAll([{ filters: [person('x')] }, { filters: [service] }], FIRST, [undefined, person('y')]);
  expect(held).toEqual([[{ filters: [service] }], [{ filters: [person('y')] }, { filters: [service] }]]);
});

test('ticks are one step; one after others that led back is a step of its own', () => {
  const before = [{ filters: [service] }];
  const at: Place = { group: 0, filter: 1 };
  const { steps } = tickAll(before, at, [person('x'), person('x', 'y')]);
  expect(stepBack(steps)?.now).toEqual(before);
  const again = tickAll(before, at, [person('x'), undefined, person('y')]).steps;
  expect(again.now).toEqual([{ filters: [service, person('y')] }]);
  expect(stepBack(again)?.now).toEqual(before);
});

test('filters that were changed in another way meanwhile begin another visit', () => {
  const visit: Visit = { before: [], now: [{ filters: [person('x')] }] };
  const groups = [{ filters: [service] }];
  const gone = continueVisit(visit, { groups, last: [] }, { place: { group: 0, filter: 1 }, filter: person('y') });
  expect(gone).toEqual({ visit: { before: groups, now: [{ filters: [service, person('y')] }] }, joins: false });
});
