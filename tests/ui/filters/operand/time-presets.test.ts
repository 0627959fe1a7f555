import { expect, test } from 'vitest';
import { anyContext } from '../../../../src/domain/time/period.ts';
import { endsOf } from '../../../../src/ui/filters/operand/time-presets.ts';

const context = { ...anyContext, today: '2026-11-20', zone: 'Europe/Berlin' };

test('a date takes days, a time the moments at which they begin and end in the zone', () => {
  expect(endsOf('last-month', 'date', context)).toEqual({ value: '2026-10-01', highValue: '2026-10-31' });
  expect(endsOf('last-month', 'datetime', context)).toEqual({
    value: '2026-09-30T22:00:00.000Z',
    highValue: '2026-10-31T22:59:59.999Z',
  });
});
