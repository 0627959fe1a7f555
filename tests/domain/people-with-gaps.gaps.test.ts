import { expect, test } from 'vitest';
import { compareByGap, sortGaps } from '#domain/people-with-gaps.ts';

test('a person who logged exactly what was expected is short of nothing and beyond nothing', () => {
  const people = [0n, 3n, 4n, -2n, -1n, null].map((gap) => ({ gap, logged: 9n }));
  // Who logged nothing is listed, and in no sum beside the list.
  expect(sortGaps([...people, { gap: 2n, logged: 0n }], 4n)).toEqual({
    smaller: { people: 1, hours: 3n },
    beyond: { people: 2, hours: 3n },
    known: 6,
  });
});

test('the largest gap comes first, unknown ones last, and equal ones by id', () => {
  const people = [
    { ownerId: '4', gap: null },
    { ownerId: '3', gap: null },
    { ownerId: '2', gap: 5n },
    { ownerId: '1', gap: 5n },
    { ownerId: '5', gap: 9n },
  ];
  expect(people.toSorted(compareByGap).map(({ ownerId }) => ownerId)).toEqual(['5', '1', '2', '3', '4']);
});
