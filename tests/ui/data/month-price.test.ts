import { expect, it } from 'vitest';
import { mostRequests } from '../../../src/ui/screens/data/month-price.ts';

it.each([
  [29, undefined, 29],
  [null, undefined, null],
  [29, 240, 3],
  [29, 200, 2],
  [29, 0, 1],
  [null, 401, 4],
  [2, 4_000, 2],
] as const)('priced at most %j, with %j records told, a month is fetched for at most %j', (priced, told, most) => {
  expect(mostRequests(priced, told)).toBe(most);
});
