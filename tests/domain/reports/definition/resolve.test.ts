import { describe, expect, test } from 'vitest';
import { anyContext, resolvePeriod, findYearBefore } from '#domain/time/period.ts';
import { checkReport } from '#domain/reports/definition/check.ts';
import { findExpectedProblem } from '#domain/reports/definition/expected-cells.ts';
import { reportSchema, type ReportInput } from '#domain/reports/definition/report.ts';
import { listRecordedMonths, resolveReport } from '#domain/reports/definition/resolve.ts';

const TODAY = '2026-10-21';

function periodOf(text: string) {
  const period = resolvePeriod(text, { ...anyContext, today: TODAY });
  if (!period.ok) throw new Error(period.problem);
  return period.value;
}

function checkedOf(report: Partial<ReportInput>) {
  const checked = checkReport(reportSchema.parse({ measures: ['records'], ...report }));
  if (!checked.ok) throw new Error(checked.problem.detail);
  return checked.value;
}

function resolve(report: Partial<ReportInput>) {
  const period = report.period === undefined ? undefined : periodOf(report.period);
  const answer = resolveReport(checkedOf(report), period, TODAY);
  return answer.ok ? answer.value : answer.problem;
}

describe('the calendar', () => {
  test.each([
    [{}, 'recorded'],
    [{ columns: 'day' }, 'clock'],
    [{ period: '2026-09' }, 'recorded'],
    [{ period: '2026-W40' }, 'recorded'],
    [{ period: '2026-09-02' }, 'clock'],
    [{ period: '2026-09', calendar: 'clock' as const }, 'clock'],
  ])('of %o is %s', (report, calendar) => {
    expect(resolve(report)).toMatchObject({ calendar });
  });

  test('a month by the clock selects by the clock', () => {
    expect(resolve({ period: '2026-09', calendar: 'clock' })).toMatchObject({
      period: { from: '2026-09-01', to: '2026-09-30', calendar: 'clock' },
    });
  });

  test.each([
    [{ period: '2026-09-02', calendar: 'recorded' as const }, /neither whole months nor whole weeks/],
    [{ period: '2026-09', columns: 'day' }, /days exist by start time only/],
    [{ groupBy: ['day'], calendar: 'recorded' as const }, /days exist by start time only/],
  ])('%o is refused with a sentence', (report, sentence) => {
    expect(resolve(report)).toMatch(sentence);
  });
});

describe('a comparison', () => {
  const compared = (period: string, compare: 'previous' | 'last-year', more: Partial<ReportInput> = {}) => {
    const resolved = resolve({ period, compare, ...more });
    if (typeof resolved === 'string') throw new Error(resolved);
    return resolved;
  };
  test.each([
    ['2026-09', 'previous', '2026-08-01', '2026-08-31', 'recorded-month'],
    ['2026-Q1', 'previous', '2025-10-01', '2025-12-31', 'recorded-month'],
    ['2026-02', 'last-year', '2025-02-01', '2025-02-28', 'recorded-month'],
    ['2025-02', 'last-year', '2024-02-01', '2024-02-29', 'recorded-month'],
    ['2026-W41', 'previous', '2026-09-28', '2026-10-04', 'recorded-week'],
    ['2026-W41', 'last-year', '2025-10-06', '2025-10-12', 'recorded-week'],
    ['2020-W53', 'last-year', '2019-12-30', '2020-01-05', 'recorded-week'],
    ['2024-02-29..2024-03-03', 'last-year', '2023-02-28', '2023-03-03', 'clock'],
    ['2026-10-02..2026-10-05', 'previous', '2026-09-28', '2026-10-01', 'clock'],
    // Four weeks of dates happen to make a whole month: compared with the same dates on the same calendar all the same.
    ['2026-03-01..2026-03-28', 'previous', '2026-02-01', '2026-02-28', 'clock'],
  ] as const)('of %s, %s, is %s to %s', (period, kind, from, to, calendar) => {
    expect(compared(period, kind).comparison).toMatchObject({
      period: { from, to, calendar },
      elapsedDays: null,
      refused: null,
    });
  });

  test('a running period is compared by its days that are over, both by the clock', () => {
    expect(compared('2026-10', 'previous')).toMatchObject({
      calendar: 'clock',
      period: { text: '2026-10', from: '2026-10-01', to: '2026-10-20', calendar: 'clock' },
      comparison: {
        period: { from: '2026-09-01', to: '2026-09-20', calendar: 'clock' },
        elapsedDays: 20,
        refused: null,
      },
    });
    expect(compared('this-week', 'last-year')).toMatchObject({
      period: { from: '2026-10-19', to: '2026-10-20' },
      comparison: { period: { from: '2025-10-20', to: '2025-10-21' }, elapsedDays: 2 },
    });
  });

  test('on its first day a running period has nothing to compare, and stays as it is', () => {
    expect(compared('2026-10-21..2026-10-30', 'previous')).toMatchObject({
      period: { from: '2026-10-21', to: '2026-10-30' },
      comparison: { period: null, refused: expect.stringContaining('No day of this period is over') },
    });
  });

  test('the recorded calendar, if asked for, is not left', () => {
    expect(compared('2026-10', 'previous', { calendar: 'recorded' })).toMatchObject({
      calendar: 'recorded',
      period: { to: '2026-10-31' },
      comparison: { period: null, refused: expect.stringContaining('choose the calendar "clock"') },
    });
  });
});

test('a year before keeps the number of months', () => {
  expect(findYearBefore(periodOf('2026-01..2026-08'))).toMatchObject({ from: '2025-01-01', to: '2025-08-31' });
});

test('on the clock, records of the first and last day may be recorded in the months beside', () => {
  const october = { from: '2026-10-01', to: '2026-10-30' };
  expect(listRecordedMonths(october, 'recorded')).toEqual(['2026-10-01']);
  expect(listRecordedMonths(october, 'clock')).toEqual(['2026-09-01', '2026-10-01']);
});

describe('expected hours', () => {
  test.each([
    [{ groupBy: ['team', 'platform_owner_id'], columns: 'week' }, true, undefined],
    [{ groupBy: ['client'] }, true, /of people, not of Client/],
    [{ columns: 'service_name' }, true, /of people, not of Service/],
    [{ query: 'audit' }, true, /the free text/],
    [{}, false, /need a period/],
    [
      { filterGroups: [{ filters: [{ propertyName: 'toggle', operator: 'EQ' as const, value: true }] }] },
      true,
      /whatever Toggle is/,
    ],
    [
      { filterGroups: [{ filters: [{ propertyName: 'team', operator: 'EQ' as const, value: 'Tax' }] }] },
      true,
      undefined,
    ],
  ])('of %o', (report, hasPeriod, sentence) => {
    const problem = findExpectedProblem(checkedOf({ ...report, measures: ['utilisation'] }), hasPeriod);
    if (sentence === undefined) expect(problem).toBeUndefined();
    else expect(problem).toMatch(sentence);
    expect(findExpectedProblem(checkedOf(report), hasPeriod)).toBeUndefined();
  });
});
