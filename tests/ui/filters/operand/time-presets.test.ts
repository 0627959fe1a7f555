import { expect, test } from 'vitest';
import { anyContext } from '../../../../src/domain/time/period.ts';
import { endsOf } from '../../../../src/ui/filters/operand/time-presets.ts';

const context = { ...anyContext, today: '2026-11-20', zone: 'Europe/Berlin' };

test('a date takes days, a time the clock of the zone at which they begin and end', () => {
  expect(endsOf('last-month', 'date', context)).toEqual({ value: '2026-10-01', highValue: '2026-10-31' });
  expect(endsOf('last-month', 'datetime', context)).toEqual({
    value: '2026-10-01T00:00:00',
    highValue: '2026-10-31T23:59:59.999',
  });
});
