import { describe, expect, it } from 'vitest';
import { anyContext, resolvePeriod, formatPeriodDates } from '#domain/time/period.ts';
import { describeBasis, formatPrevious, formatNext, resolveViewPeriod } from '#ui/period/view-period.ts';

const today = '2026-11-21';
const context = { ...anyContext, today };

function periodOf(text: string) {
  const resolved = resolvePeriod(text, context);
  if (!resolved.ok) throw new Error(resolved.problem);
  return resolved.value;
}

describe('the period of a view', () => {
  it('is the last complete month unless the address says otherwise', () => {
    expect(resolveViewPeriod(undefined, context)).toMatchObject({
      text: '2026-10',
      label: 'October 2026 (1–31 Oct 2026)',
      isRunning: false,
    });
    expect(resolveViewPeriod('all', context)).toMatchObject({ text: undefined, period: undefined });
    expect(resolveViewPeriod('nonsense', context)).toMatchObject({ written: 'last-month', text: '2026-10' });
  });

  it('is the screen’s own where that has one, also instead of an unreadable one', () => {
    for (const written of [undefined, 'nonsense', '2027-01-01..today'])
      expect(resolveViewPeriod(written, context, 'last-week')).toMatchObject({
        written: 'last-week',
        text: '2026-11-09..2026-11-15',
      });
    expect(resolveViewPeriod('2026-Q3', context, 'last-week').written).toBe('2026-Q3');
  });

  it('is asked by its dates: “last month” means another month next month', () => {
    for (const text of [
      'last-month',
      '2026-Q3',
      '2026-W41',
      '2026',
      'last-4-weeks',
      'today',
      '2026-10-05..2026-11-02',
    ]) {
      const period = periodOf(text);
      const dated = periodOf(formatPeriodDates(period));
      expect(formatPeriodDates(period)).toMatch(/^\d/);
      expect({ ...dated, text: '' }).toEqual({ ...period, text: '' });
    }
  });

  it('that contains today is running', () => {
    expect(resolveViewPeriod('this-week', context).isRunning).toBe(true);
    expect(resolveViewPeriod('last-week', context).isRunning).toBe(false);
  });

  it('that is a fiscal one keeps its name, in the address and one step on', () => {
    const april = { ...context, fiscalYearStart: 4 };
    const shown = resolveViewPeriod('last fiscal quarter', april);
    expect(shown).toMatchObject({ text: 'FY2026-Q2', label: 'FY2026-Q2 (1 Jul – 30 Sep 2026)' });
    expect(shown.period && [formatPrevious(shown.period), formatNext(shown.period)]).toEqual([
      'FY2026-Q1',
      'FY2026-Q3',
    ]);
  });

  it('by recorded weeks says on which day they begin, and as of which day and time', () => {
    const status = { asOf: '2026-11-21T03:03:00.000Z' } as const;
    const sundays = { ...context, recordedWeeks: 'sunday' } as const;
    const shown = resolveViewPeriod('2026-W41', sundays);
    expect(shown.label).toBe('Week 41, 2026 (4–10 Oct 2026)');
    expect(describeBasis(shown, { zone: 'UTC', currency: null, recordedWeeks: 'sunday' }, status)).toBe(
      'Recorded weeks, from Sunday · as of 21 Nov 2026 03:03, later entries are not here yet',
    );
  });

  it('has weeks that begin as the workspace’s do', () => {
    const sundays = { ...context, weekStart: 'sunday' } as const;
    expect(resolveViewPeriod('last-week', context).text).toBe('2026-11-09..2026-11-15');
    expect(resolveViewPeriod('last-week', sundays).text).toBe('2026-11-08..2026-11-14');
    expect(resolveViewPeriod('last-week', sundays).period?.calendar).toBe('clock');
  });

  it('goes one step back and forth and ends where it began', () => {
    expect(formatPrevious(periodOf('2026-10'))).toBe('2026-09');
    expect(formatNext(periodOf('2026-Q3'))).toBe('2026-10..2026-12');
    for (const text of ['2026-02', '2026-Q1', '2026-W01', '2026-03-29', '2025']) {
      expect(formatPeriodDates(periodOf(formatNext(periodOf(formatPrevious(periodOf(text))))))).toBe(
        formatPeriodDates(periodOf(text)),
      );
    }
  });
});

describe('the basis line', () => {
  it('says calendar, currency and as-of, and leaves out what is not known', () => {
    const workspace = {
      name: 'default',
      kind: 'service',
      title: 'x',
      baseUrl: null,
      key: 'none',
      keychainAvailable: false,
      zone: 'Europe/Berlin',
      today,
      currency: null,
      weekStart: 'monday',
      recordedWeeks: 'monday',
      fiscalYearStart: 1,
    } as const;
    expect(describeBasis(resolveViewPeriod('2026-10-05..2026-10-07', context), workspace, undefined)).toBe(
      'Start time in Europe/Berlin',
    );
    expect(describeBasis(resolveViewPeriod('all', context), workspace, undefined)).toBe('');
    // Where the view shows amounts of which the workspace chooses, it says which count.
    expect(describeBasis(resolveViewPeriod('all', context), workspace, undefined, 'auto')).toBe(
      'automatic amounts count',
    );
  });
});
