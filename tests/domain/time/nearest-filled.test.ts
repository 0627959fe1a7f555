import { expect, test } from 'vitest';
import { chooseCountUnit, findNearestFilled } from '#domain/time/nearest-filled.ts';
import { anyContext, formatPeriodDates, resolvePeriod } from '#domain/time/period.ts';

const months = [
  { start: '2026-03-01', records: 4 },
  { start: '2026-08-01', records: 0 },
  { start: '2026-09-01', records: 214 },
  { start: '2026-11-01', records: 3 },
  { start: '2027-01-01', records: 1 },
];

function nearest(written: string, filled = months) {
  const period = resolvePeriod(written, anyContext);
  if (!period.ok) throw new RangeError(written);
  const found = findNearestFilled(period.value, filled, anyContext);
  return found && [formatPeriodDates(found.period), found.records];
}

test.each([
  // Of two months as near, the one before.
  ['2026-10', ['2026-09', 214]],
  ['2026-12', ['2026-11', 3]],
  ['2027-02', ['2027-01', 1]],
  ['2025-12', ['2026-03', 4]],
  ['2026-Q2', ['2026-01..2026-03', 4]],
  ['2025', ['2026-01..2026-12', 221]],
  ['2026-06..2026-07', ['2026-09', 214]],
  ['2026-10-05', ['2026-09', 214]],
])('an empty %s leads to %j', (written, found) => expect(nearest(written)).toEqual(found));

test('a month that the empty period covers in part leads to that month', () => {
  const october = [{ start: '2026-10-01', records: 7 }];
  expect(nearest('2026-09-15..2026-10-14', october)).toEqual(['2026-10', 7]);
  expect(nearest('2026-10-05', october)).toEqual(['2026-10', 7]);
  expect(nearest('2026-09-15..2026-12-14', october)).toBeUndefined();
  expect(nearest('2028-02-10..2028-02-29', [{ start: '2028-02-01', records: 1 }])).toEqual(['2028-02', 1]);
});

test('an empty week leads to a week', () => {
  const weeks = [{ start: '2026-09-07', records: 5 }];
  const period = resolvePeriod('2026-W40', anyContext);
  expect(period.ok && chooseCountUnit(period.value)).toBe('week');
  expect(nearest('2026-W40', weeks)).toEqual(['2026-09-07..2026-09-13', 5]);
});

test('without records in another period there is none', () => {
  expect(nearest('2026-10', [])).toBeUndefined();
  expect(nearest('2026-09', [{ start: '2026-09-01', records: 2 }])).toBeUndefined();
});
