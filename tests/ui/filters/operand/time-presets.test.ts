import { expect, test } from 'vitest';
import { anyContext } from '../../../../src/domain/time/period.ts';
import { endsOf } from '../../../../src/ui/filters/operand/time-presets.ts';

const context = { ...anyContext, today: '2026-11-20', zone: 'Europe/Berlin' };

test('a date takes days, a time the clock of the zone at which they begin and end', () => {
  expect(endsOf('last-month', 'date', context)).toEqual({ value: '1 Oct 2026', highValue: '31 Oct 2026' });
  expect(endsOf('last-month', 'datetime', context)).toEqual({
    value: '1 Oct 2026 00:00',
    highValue: '31 Oct 2026 23:59:59.999',
  });
});
