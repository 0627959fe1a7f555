import { describe, expect, it } from 'vitest';
import { resolvePeriod } from '../../../src/domain/period.ts';
import { basisText } from '../../../src/ui/period/basis.ts';
import { datedText, earlier, later, viewPeriod } from '../../../src/ui/period/view-period.ts';

const today = '2026-11-21';
const context = { today, weekStart: 'monday' } as const;

function periodOf(text: string) {
  const resolved = resolvePeriod(text, context);
  if (!resolved.ok) throw new Error(resolved.problem);
  return resolved.value;
}

describe('the period of a view', () => {
  it('is the last complete month unless the address says otherwise', () => {
    expect(viewPeriod(undefined, context)).toMatchObject({
      text: '2026-10',
      label: 'October 2026',
      isRunning: false,
    });
    expect(viewPeriod('all', context)).toMatchObject({ text: undefined, period: undefined });
    expect(viewPeriod('nonsense', context).text).toBe('2026-10');
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
      const dated = periodOf(datedText(period));
      expect(datedText(period)).toMatch(/^\d/);
      expect({ ...dated, text: '' }).toEqual({ ...period, text: '' });
    }
  });

  it('that contains today is running', () => {
    expect(viewPeriod('this-week', context).isRunning).toBe(true);
    expect(viewPeriod('last-week', context).isRunning).toBe(false);
  });

  it('has weeks that begin as the workspace’s do', () => {
    const sundays = { today, weekStart: 'sunday' } as const;
    expect(viewPeriod('last-week', context).text).toBe('2026-11-09..2026-11-15');
    expect(viewPeriod('last-week', sundays).text).toBe('2026-11-08..2026-11-14');
    expect(viewPeriod('last-week', sundays).period?.calendar).toBe('clock');
  });

  it('goes one step back and forth and ends where it began', () => {
    expect(earlier(periodOf('2026-10'))).toBe('2026-09');
    expect(later(periodOf('2026-Q3'))).toBe('2026-10..2026-12');
    for (const text of ['2026-02', '2026-Q1', '2026-W01', '2026-03-29', '2025']) {
      expect(datedText(periodOf(later(periodOf(earlier(periodOf(text))))))).toBe(datedText(periodOf(text)));
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
    } as const;
    expect(basisText(viewPeriod('2026-10-05..2026-10-07', context), workspace, undefined, 0)).toBe(
      'Start time in Europe/Berlin',
    );
    expect(basisText(viewPeriod('all', context), workspace, undefined, 0)).toBe('');
    // Where the view shows amounts of which the workspace chooses, it says which count.
    expect(basisText(viewPeriod('all', context), workspace, undefined, 0, 'auto')).toBe('automatic amounts count');
  });
});
