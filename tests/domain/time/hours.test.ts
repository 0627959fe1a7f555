import { expect, test } from 'vitest';
import { formatUnits, toUnits } from '../../../src/domain/decimal.ts';
import { clockHours, hoursOfMinutes } from '../../../src/domain/time/hours.ts';

test('twenty minutes three times are one hour, not 0.99', () => {
  expect(formatUnits(hoursOfMinutes(3n * toUnits('20')))).toBe('1');
  expect(clockHours(3n * hoursOfMinutes(toUnits('20')))).toBe('1:00');
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
  expect(clockHours(toUnits(hours))).toBe(clock);
});
