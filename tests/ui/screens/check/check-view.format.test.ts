import { expect, test } from 'vitest';
import type { PrintSettings } from '#domain/reports/print/printed.ts';
import { defaultSettings } from '#domain/settings.ts';
import { describeFinding } from '#ui/screens/check/check-view.ts';
import { finding, nobody } from '#tests/support/reports/check-finding.ts';

test('what was found is told as the settings print it, and to the cent where they would hide what differs', () => {
  const found = (given: Partial<PrintSettings>) =>
    describeFinding('amount-differs', finding('1', null), {
      zone: 'UTC',
      directory: nobody,
      printing: { ...defaultSettings, ...given },
    });
  expect(found({ hoursStyle: 'clock', moneyDigits: 3 })).toBe('1,500.000 recorded · 7:30 × 95.000 = 712.500');
  // 712.5 would be 713 without digits, and a tenth of an hour says 7.5 whole.
  expect(found({ hoursDigits: 1, moneyDigits: 0 })).toBe('1,500 recorded · 7.5 h × 95 = 712.50');
  const odd = { ...finding('1', null), facts: { hours: '-7.509', sessions: null } };
  const frame = { zone: 'UTC', directory: nobody, printing: { ...defaultSettings, hoursStyle: 'clock' as const } };
  expect(describeFinding('enormous-hours', odd, frame)).toBe('−7.51 h');
});
