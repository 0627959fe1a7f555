import { expect, test } from 'vitest';
import { findBucket, splitIntoBuckets, type BucketRule } from '#domain/reports/definition/buckets.ts';

const october = { from: '2026-10-01', to: '2026-10-31' };
const rule: BucketRule = { weekStart: 'monday', fiscalYearStart: 1 };

test("a week cut at a month's end keeps its own first day and says which of its days are in", () => {
  expect(splitIntoBuckets(october, 'week', rule)).toEqual([
    { key: '2026-09-28', from: '2026-10-01', to: '2026-10-04', cut: true },
    { key: '2026-10-05', from: '2026-10-05', to: '2026-10-11', cut: false },
    { key: '2026-10-12', from: '2026-10-12', to: '2026-10-18', cut: false },
    { key: '2026-10-19', from: '2026-10-19', to: '2026-10-25', cut: false },
    { key: '2026-10-26', from: '2026-10-26', to: '2026-10-31', cut: true },
  ]);
});

test('weeks begin on Sundays where a workspace has it so', () => {
  expect(splitIntoBuckets(october, 'week', { ...rule, weekStart: 'sunday' }).map(({ key }) => key)).toEqual([
    '2026-09-27',
    '2026-10-04',
    '2026-10-11',
    '2026-10-18',
    '2026-10-25',
  ]);
});

test.each([
  [1, '2026-10-01', '2026-01-01'],
  [4, '2026-10-01', '2026-04-01'],
  [8, '2026-08-01', '2026-08-01'],
  [11, '2026-08-01', '2025-11-01'],
  [12, '2026-09-01', '2025-12-01'],
])('with a fiscal year from month %i, October lies in the quarter of %s and the year of %s', (start, quarter, year) => {
  const fiscal = { ...rule, fiscalYearStart: start };
  expect(splitIntoBuckets(october, 'quarter', fiscal)[0]?.key).toBe(quarter);
  expect(splitIntoBuckets(october, 'year', fiscal)[0]?.key).toBe(year);
});

test('every day of a period lies in exactly one bucket', () => {
  for (const unit of ['day', 'week', 'month', 'quarter', 'year'] as const) {
    const buckets = splitIntoBuckets({ from: '2023-12-30', to: '2025-03-02' }, unit, {
      weekStart: 'sunday',
      fiscalYearStart: 5,
    });
    expect(buckets[0]?.from).toBe('2023-12-30');
    expect(buckets.at(-1)?.to).toBe('2025-03-02');
    for (const [index, { from }] of buckets.entries()) {
      const before = buckets[index - 1];
      if (before) expect(Date.parse(from) - Date.parse(before.to)).toBe(86_400_000);
    }
  }
});

test('a bucket outside of the period has no dates in it', () => {
  expect(findBucket('2026-11-02', 'week', october)).toBeNull();
  expect(findBucket('2026-09-25', 'week', october)).toMatchObject({ from: '2026-10-01', to: '2026-10-01', cut: true });
  expect(findBucket('2026-09-24', 'week', october)).toBeNull();
  expect(findBucket('2026-10-31', 'week', october)).toMatchObject({ from: '2026-10-31', to: '2026-10-31', cut: true });
  expect(findBucket('2026-11-01', 'week', october)).toBeNull();
  expect(findBucket('2026-10-27', 'week', october)).toEqual({
    key: '2026-10-27',
    from: '2026-10-27',
    to: '2026-10-31',
    cut: true,
  });
  expect(findBucket('2026-10-01', 'month', null)).toEqual({
    key: '2026-10-01',
    from: '2026-10-01',
    to: '2026-10-31',
    cut: false,
  });
});
