import { expect, it } from 'vitest';
import { formatCents, toDurations, formatPercent, calculatePrice } from '#service/sample/decimals.ts';

it('tells a day in every unit as the platform does', () => {
  expect(toDurations(1440)).toEqual({
    hours: '24',
    days: '1',
    years: '0.00273785',
    decades: '0.00027379',
    centuries: '0.00002738',
  });
});

it('rounds prices half away from zero to whole cents', () => {
  expect(calculatePrice(15, 10_275)).toBe(2_569);
  expect(calculatePrice(-15, 10_275)).toBe(-2_569);
  expect(calculatePrice(30, 10_275)).toBe(5_138);
  expect(calculatePrice(0, 10_275)).toBe(0);
});

it('writes cents without trailing zeros', () => {
  expect([0, 5, 10, 100, -5, -12_345, 9_880].map(formatCents)).toEqual([
    '0',
    '0.05',
    '0.1',
    '1',
    '-0.05',
    '-123.45',
    '98.8',
  ]);
});

it('writes shares to eight decimals, of nothing as 0', () => {
  expect([formatPercent(1, 3), formatPercent(2, 2), formatPercent(0, 0)]).toEqual(['33.33333333', '100', '0']);
});
