import { expect, test } from 'vitest';
import { formatUnits, toUnits, minutesToHours, toHours } from '#domain/decimal.ts';

test('twenty minutes three times are one hour, not 0.99', () => {
  expect(formatUnits(toHours(3n * toUnits('20')))).toBe('1');
});

test('hours of minutes have 8 decimals, half-even', () => {
  expect(['20', '-210', '0.000003'].map(minutesToHours)).toEqual(['0.33333333', '-3.5', '0.00000005']);
});
