/** Changes by hand: two clients and their rates, one new, one gone, and value without hours. */
import { expect, test } from 'vitest';
import type { Fraction } from '#domain/decimal.ts';
import { splitSum, splitValue, sumFractions, type RatedFigures } from '#domain/reports/bridge/split.ts';

const none: RatedFigures = { value: 0n, rated: 0n, time: 0n };
const rated = (value: bigint, time: bigint, apart = 0n): RatedFigures => ({ value: value + apart, rated: value, time });
const isSame = (a: Fraction | undefined, over: bigint, under = 1n) =>
  a !== undefined && a.numerator * under === over * a.denominator;

test('volume, mix, rate, new, gone and value without hours are what the definitions say, and add up to the change', () => {
  // Before: 10 h at 100 and 30 h at 60, so 40 h at 70. Now: 30 h at 110 and 20 h at 60, so 50 h.
  const split = splitValue([
    { before: rated(1000n, 10n), now: rated(3300n, 30n) },
    { before: rated(1800n, 30n), now: rated(1200n, 20n, 50n) },
    { before: none, now: rated(400n, 5n) },
    { before: rated(250n, 5n), now: none },
    { before: { value: 30n, rated: 0n, time: 0n }, now: none },
  ]);
  const { total } = split;
  expect(isSame(total.volume, 700n), 'volume is 10 h at 70').toBe(true);
  // 50 h: client one from 1/4 to 3/5 of them at 100, client two from 3/4 to 2/5 at 60.
  expect(isSame(total.mix, 700n), 'mix is 50 × (0.35 × 100 − 0.35 × 60)').toBe(true);
  expect(isSame(total.rate, 300n), 'rate is 30 h × 10').toBe(true);
  expect([total.new, total.gone, total['without-hours']].map((part) => part?.numerator)).toEqual([400n, -250n, 20n]);
  expect(isSame(sumFractions(Object.values(total)), 3300n + 1250n + 400n - 1000n - 1800n - 250n - 30n)).toBe(true);
  // Each client's own parts add up to its own change.
  expect(isSame(sumFractions(Object.values(split.groups[0] ?? {})), 2300n)).toBe(true);
  expect(isSame(sumFractions(Object.values(split.groups[1] ?? {})), -550n)).toBe(true);
});

test('thirds stay thirds', () => {
  const { total } = splitValue([
    { before: rated(100n, 3n), now: rated(100n, 1n) },
    { before: rated(100n, 7n), now: rated(100n, 2n) },
  ]);
  expect(isSame(total.volume, -140n)).toBe(true);
  expect(isSame(total.mix, 100n * 7n + 200n * 3n - 60n * 21n, 21n)).toBe(true);
  expect(isSame(total.rate, 200n * 21n - 1300n, 21n)).toBe(true);
});

test('hours of 0 have no rate: value before is without hours, value now is new', () => {
  const { total, groups } = splitValue([{ before: rated(500n, 0n), now: rated(600n, 6n) }]);
  expect(groups[0]).toEqual({
    new: { numerator: 600n, denominator: 1n },
    'without-hours': { numerator: -500n, denominator: 1n },
  });
  expect(total.volume?.numerator).toBe(0n);
});

test('a sum is what changed where there are records in both periods, what is new, and what is gone', () => {
  const { total } = splitSum([
    { before: 10n, now: 25n },
    { before: null, now: 7n },
    { before: 4n, now: null },
    { before: 0n, now: 3n },
  ]);
  expect(total).toEqual({
    existing: { numerator: 18n, denominator: 1n },
    new: { numerator: 7n, denominator: 1n },
    gone: { numerator: -4n, denominator: 1n },
  });
});
