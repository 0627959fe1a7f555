import { describe, expect, test } from 'vitest';
import {
  clockBounds,
  labelPeriod,
  monthsOf,
  previousPeriod,
  resolvePeriod,
  weeksOf,
  type WeekStart,
} from '../../src/domain/period.ts';

/** A Saturday. */
const TODAY = '2026-11-21';

function resolved(text: string, weekStart: WeekStart = 'monday', today = TODAY) {
  const answer = resolvePeriod(text, { today, weekStart });
  if (!answer.ok) throw new Error(answer.problem);
  return answer.value;
}

const dates = (text: string, weekStart: WeekStart = 'monday', today = TODAY) => {
  const { from, to, calendar } = resolved(text, weekStart, today);
  return [from, to, calendar];
};

describe('what people write', () => {
  test.each([
    ['2026-10', '2026-10-01', '2026-10-31', 'recorded-month'],
    ['2026-Q3', '2026-07-01', '2026-09-30', 'recorded-month'],
    ['2026', '2026-01-01', '2026-12-31', 'recorded-month'],
    ['2028-02', '2028-02-01', '2028-02-29', 'recorded-month'],
    ['2026-W41', '2026-10-05', '2026-10-11', 'recorded-week'],
    ['2026-W01', '2025-12-29', '2026-01-04', 'recorded-week'],
    ['2026-W53', '2026-12-28', '2027-01-03', 'recorded-week'],
    ['2026-10-31', '2026-10-31', '2026-10-31', 'clock'],
    ['2026-01-01..2026-03-31', '2026-01-01', '2026-03-31', 'recorded-month'],
    ['2026-01..2026-03', '2026-01-01', '2026-03-31', 'recorded-month'],
    ['2026-W40..2026-W41', '2026-09-28', '2026-10-11', 'recorded-week'],
    ['2026-10-03..2026-10-20', '2026-10-03', '2026-10-20', 'clock'],
    ['this-week', '2026-11-16', '2026-11-22', 'recorded-week'],
    ['last-week', '2026-11-09', '2026-11-15', 'recorded-week'],
    ['this-month', '2026-11-01', '2026-11-30', 'recorded-month'],
    ['last-month', '2026-10-01', '2026-10-31', 'recorded-month'],
    ['this-quarter', '2026-10-01', '2026-12-31', 'recorded-month'],
    ['last-quarter', '2026-07-01', '2026-09-30', 'recorded-month'],
    ['this-year', '2026-01-01', '2026-12-31', 'recorded-month'],
    ['last-year', '2025-01-01', '2025-12-31', 'recorded-month'],
    ['last-4-weeks', '2026-10-19', '2026-11-15', 'recorded-week'],
    ['last-12-months', '2025-11-01', '2026-10-31', 'recorded-month'],
    ['today', '2026-11-21', '2026-11-21', 'clock'],
    ['yesterday', '2026-11-20', '2026-11-20', 'clock'],
    ['last-3-days', '2026-11-18', '2026-11-20', 'clock'],
  ])('%s is %s to %s, %s', (text, from, to, calendar) => {
    expect(dates(text)).toEqual([from, to, calendar]);
  });

  test('the text is kept as written, without the spaces around it', () => {
    expect(resolved(' last-month ').text).toBe('last-month');
  });

  test('the last day of January has a last month', () => {
    expect(dates('last-month', 'monday', '2026-03-31')).toEqual(['2026-02-01', '2026-02-28', 'recorded-month']);
    expect(dates('last-quarter', 'monday', '2026-01-31')).toEqual(['2025-10-01', '2025-12-31', 'recorded-month']);
  });

  test('on a Sunday the week that began on Monday is still running; with Sunday weeks a new one began', () => {
    expect(dates('this-week', 'monday', '2026-11-22')).toEqual(['2026-11-16', '2026-11-22', 'recorded-week']);
    expect(dates('this-week', 'sunday', '2026-11-22')).toEqual(['2026-11-22', '2026-11-28', 'clock']);
  });
});

describe('the same dates mean the same calendar however they are written', () => {
  test.each([
    ['2026-10', '2026-10-01..2026-10-31'],
    ['2026-Q1', '2026-01..2026-03'],
    ['2026-W41', '2026-10-05..2026-10-11'],
    ['last-week', '2026-W46'],
    ['last-4-weeks', '2026-10-19..2026-11-15'],
    ['2027-02', '2027-W05..2027-W08'],
  ])('%s and %s', (one, other) => {
    expect(dates(one)).toEqual(dates(other));
  });
});

describe('what is no period', () => {
  test.each([
    ['', 'is not a period'],
    ['soon', 'is not a period'],
    ['26-10', 'is not a period'],
    ['2026-10..2026-11..2026-12', 'is not a period'],
    ['last-weeks', 'is not a period'],
    ['last-4-week', 'is not a period'],
    ['this-2-weeks', 'is not a period'],
    ['last-0-weeks', 'is not a period'],
    ['2026-10-01T08:00', 'is not a period'],
    ['2026-13', 'is not in the calendar'],
    ['2026-Q5', 'is not in the calendar'],
    ['2026-Q0', 'is not in the calendar'],
    ['2025-W53', 'is not in the calendar'],
    ['2026-W00', 'is not in the calendar'],
    ['2026-02-30', 'is not in the calendar'],
    ['2026-03..2026-01', 'ends before it starts'],
  ])('%j %s', (text, what) => {
    const answer = resolvePeriod(text, { today: TODAY, weekStart: 'monday' });
    expect(answer).toEqual({ ok: false, problem: expect.stringContaining(what) });
    expect(answer.ok ? '' : answer.problem).toContain(`"${text}"`);
  });
});

describe('what the screens need', () => {
  test.each([
    ['2026-03', '2026-02-01', '2026-02-28'],
    ['2026-Q1', '2025-10-01', '2025-12-31'],
    ['2026', '2025-01-01', '2025-12-31'],
    ['2026-W01', '2025-12-22', '2025-12-28'],
    ['2026-10-10..2026-10-12', '2026-10-07', '2026-10-09'],
  ])('the period before %s is %s to %s', (text, from, to) => {
    const previous = previousPeriod(resolved(text));
    expect([previous.from, previous.to]).toEqual([from, to]);
    expect(resolved(previous.text)).toEqual(previous);
  });

  test('the months a period touches', () => {
    expect(monthsOf(resolved('2025-12-31..2026-02-01'))).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
    expect(monthsOf(resolved('2026'))).toHaveLength(12);
  });

  test('the weeks a period touches, by their Mondays', () => {
    expect(weeksOf(resolved('2026-10-11..2026-10-12'))).toEqual(['2026-10-05', '2026-10-12']);
  });

  test.each([
    ['2026-10', 'October 2026', '1 Oct 2026 – 31 Oct 2026', 'by recorded month'],
    ['2026-Q3', 'Q3 2026', '1 Jul 2026 – 30 Sep 2026', 'by recorded month'],
    ['2026', '2026', '1 Jan 2026 – 31 Dec 2026', 'by recorded month'],
    ['last-12-months', 'Nov 2025 – Oct 2026', '1 Nov 2025 – 31 Oct 2026', 'by recorded month'],
    ['last-week', 'Week 46, 2026', '9 Nov 2026 – 15 Nov 2026', 'by recorded week'],
    ['2026-W01', 'Week 1, 2026', '29 Dec 2025 – 4 Jan 2026', 'by recorded week'],
    ['today', '21 Nov 2026', '21 Nov 2026', 'by start time'],
  ])('%s is labelled %s', (text, title, span, calendar) => {
    expect(labelPeriod(resolved(text))).toEqual({ title, dates: span, calendar });
  });
});

describe('clock bounds are local midnights', () => {
  const hours = (text: string, zone: string) => {
    const { start, end } = clockBounds(resolved(text), zone);
    return (end - start) / 3_600_000;
  };

  test('in Berlin the day clocks go forward has 23 hours, the day they go back 25', () => {
    expect(hours('2026-03-29', 'Europe/Berlin')).toBe(23);
    expect(hours('2026-10-25', 'Europe/Berlin')).toBe(25);
    expect(hours('2026-10-26', 'Europe/Berlin')).toBe(24);
  });

  test('a day whose midnight is skipped starts at its first instant', () => {
    const { start } = clockBounds(resolved('2026-09-06'), 'America/Santiago');
    expect(new Date(start).toISOString()).toBe('2026-09-06T04:00:00.000Z');
    expect(hours('2026-09-06', 'America/Santiago')).toBe(23);
  });

  test('the last day is in, up to its last millisecond', () => {
    const { start, end } = clockBounds(resolved('2026-10-10'), 'Asia/Kathmandu');
    expect([start, end].map((time) => new Date(time).toISOString())).toEqual([
      '2026-10-09T18:15:00.000Z',
      '2026-10-10T18:15:00.000Z',
    ]);
  });
});
