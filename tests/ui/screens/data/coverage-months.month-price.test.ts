import { expect, it } from 'vitest';
import { boundRequests } from '#ui/screens/data/coverage-months.ts';

it.each([
  [{ min: 1, max: 29 }, undefined, 29],
  [{ min: 1, max: null }, undefined, null],
  [undefined, undefined, null],
  [{ min: 1, max: 29 }, 240, 3],
  [{ min: 2, max: 30 }, 240, 4],
  [{ min: 1, max: 29 }, 200, 2],
  [{ min: 1, max: 29 }, 0, 1],
  [{ min: 1, max: null }, 401, 4],
  [{ min: 1, max: 2 }, 4_000, 2],
] as const)('priced at %j, with %j records told, a month is fetched for at most %j', (price, told, most) => {
  expect(boundRequests(price, told)).toBe(most);
});
