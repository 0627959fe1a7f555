/** What stands beside the period: its thirteen weeks or months, a person's eight. */
import { describe, expect, it } from 'vitest';
import { anyContext, resolvePeriod, type Period } from '#domain/time/period.ts';
import { findLineWeeks, findQuietWeeks, findTrendWindow } from '#domain/overview/windows.ts';

const TODAY = '2026-11-20';

function periodOf(text: string): Period {
  const resolved = resolvePeriod(text, { ...anyContext, today: TODAY });
  if (!resolved.ok) throw new Error(resolved.problem);
  return resolved.value;
}

describe('the trend beside a period', () => {
  it('is thirteen weeks that end with the chosen one, across a year’s end', () => {
    expect(findTrendWindow(periodOf('last-week'), TODAY, 'monday')).toEqual({
      unit: 'week',
      period: '2026-08-17..2026-11-15',
    });
    expect(findTrendWindow(periodOf('2026-W02'), TODAY, 'monday')).toEqual({
      unit: 'week',
      period: '2025-10-13..2026-01-11',
    });
  });

  it('is thirteen months for months, quarters, years and all of time', () => {
    expect(findTrendWindow(periodOf('2026-01'), TODAY, 'monday')).toEqual({
      unit: 'month',
      period: '2025-01..2026-01',
    });
    expect(findTrendWindow(periodOf('2026-Q3'), TODAY, 'monday')).toEqual({
      unit: 'month',
      period: '2025-09..2026-09',
    });
    expect(findTrendWindow(undefined, TODAY, 'monday')).toEqual({ unit: 'month', period: '2025-11..2026-11' });
  });

  it('is of weeks up to five of them, of months from the next day on, and of whole years’ Decembers', () => {
    expect(findTrendWindow(periodOf('2026-10-01..2026-11-04'), TODAY, 'monday').unit).toBe('week');
    expect(findTrendWindow(periodOf('2026-10-01..2026-11-05'), TODAY, 'monday').unit).toBe('month');
    expect(findTrendWindow(periodOf('2025-12'), TODAY, 'monday')).toEqual({
      unit: 'month',
      period: '2024-12..2025-12',
    });
  });

  it('has eight whole weeks for a person’s line, also where the period ends within one', () => {
    expect(findLineWeeks(periodOf('last-week'), TODAY, 'monday')).toBe('2026-09-21..2026-11-15');
    expect(findLineWeeks(periodOf('2026-10'), TODAY, 'monday')).toBe('2026-09-07..2026-11-01');
    expect(findLineWeeks(undefined, '2026-03-01', 'monday')).toBe('2026-01-05..2026-03-01');
  });
});

describe('beside a period that runs on', () => {
  it('a person’s weeks and the quiet ones end with this week: a week ahead is none without hours', () => {
    expect(findLineWeeks(periodOf('2026-11'), TODAY, 'monday')).toBe('2026-09-28..2026-11-22');
    expect(findQuietWeeks(periodOf('2026'), TODAY, 'monday')).toBe('2026-08-24..2026-11-22');
  });
});

describe('where weeks begin on Sunday', () => {
  it('the thirteen weeks, a person’s eight and the quiet ones do so too', () => {
    const resolved = resolvePeriod('last-week', { ...anyContext, today: TODAY, weekStart: 'sunday' });
    const period = resolved.ok ? resolved.value : undefined;
    expect(period).toMatchObject({ from: '2026-11-08', to: '2026-11-14' });
    expect(findTrendWindow(period, TODAY, 'sunday')).toEqual({ unit: 'week', period: '2026-08-16..2026-11-14' });
    expect(findLineWeeks(period, TODAY, 'sunday')).toBe('2026-09-20..2026-11-14');
    expect(findQuietWeeks(periodOf('2026-10'), TODAY, 'sunday')).toBe('2026-08-02..2026-10-31');
  });
});
