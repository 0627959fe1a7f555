import { expect, test } from 'vitest';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { formatClockHours, toHours } from '#domain/time/hours.ts';

test('twenty minutes three times are one hour, not 0.99', () => {
  expect(formatUnits(toHours(3n * toUnits('20')))).toBe('1');
  expect(formatClockHours(3n * toHours(toUnits('20')))).toBe('1:00');
});

test.each([
  ['7.5', '7:30'],
  ['0', '0:00'],
  ['-3.5', '-3:30'],
  ['-0.00833333', '0:00'],
  ['0.33333333', '0:20'],
  ['0.99999999', '1:00'],
  ['1240', '1240:00'],
])('%s hours read %s', (hours, clock) => {
  expect(formatClockHours(toUnits(hours))).toBe(clock);
});
