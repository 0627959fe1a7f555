import { expect, test } from 'vitest';
import type { FilterGroups } from '#domain/filter/model.ts';
import { beginSteps, joinStep, stepBack, stepForward, takeStep } from '#ui/filters/FilterBar.tsx';

const titled = (value: string): FilterGroups => [
  { filters: [{ propertyName: 'a552213_title', operator: 'EQ', value }] },
];

test('steps go back and forth, and a new one forgets what was taken back', () => {
  let steps = takeStep(takeStep(beginSteps([]), titled('a')), titled('b'));
  expect(takeStep(steps, titled('b'))).toBe(steps);
  steps = stepBack(steps) ?? steps;
  expect(steps.now).toEqual(titled('a'));
  steps = stepBack(steps) ?? steps;
  expect(steps.now).toEqual([]);
  expect(stepBack(steps)).toBeUndefined();
  steps = stepForward(steps) ?? steps;
  expect(steps.now).toEqual(titled('a'));
  steps = takeStep(steps, titled('c'));
  expect(stepForward(steps)).toBeUndefined();
  expect(stepBack(steps)?.now).toEqual(titled('a'));
});

test('ticks that go on are one step, and none where they lead back', () => {
  const begun = takeStep(beginSteps([]), titled('a'));
  const gone = joinStep(joinStep(begun, titled('b')), titled('c'));
  expect(gone.now).toEqual(titled('c'));
  expect(stepBack(gone)).toMatchObject({ past: [], now: [] });
  expect(joinStep(gone, [])).toEqual({ past: [], now: [], future: [] });
});

test('fifty steps are remembered', () => {
  const steps = Array.from({ length: 60 }, (_, at) => titled(String(at))).reduce(takeStep, beginSteps([]));
  expect(steps.past).toHaveLength(50);
});
