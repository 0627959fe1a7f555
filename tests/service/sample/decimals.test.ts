import { expect, it } from 'vitest';
import { centsText, toDurations, percentText, priceCents } from '../../../service/sample/decimals.ts';

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
  expect(priceCents(15, 10_275)).toBe(2_569);
  expect(priceCents(-15, 10_275)).toBe(-2_569);
  expect(priceCents(30, 10_275)).toBe(5_138);
  expect(priceCents(0, 10_275)).toBe(0);
});

it('writes cents without trailing zeros', () => {
  expect([0, 5, 10, 100, -5, -12_345, 9_880].map(centsText)).toEqual([
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
  expect([percentText(1, 3), percentText(2, 2), percentText(0, 0)]).toEqual(['33.33333333', '100', '0']);
});
