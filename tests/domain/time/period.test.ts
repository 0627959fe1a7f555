import { describe, expect, test } from 'vitest';
import {
  anyContext,
  findClockBounds,
  findPeriodProblem,
  labelPeriod,
  listMonths,
  findNextPeriod,
  findPreviousPeriod,
  parsePeriod,
  resolvePeriod,
  findYearBefore,
  type PeriodContext,
  type WeekStart,
} from '#domain/time/period.ts';

/** A Saturday. */
const TODAY = '2026-11-21';

function resolved(text: string, weekStart: WeekStart = 'monday', today = TODAY) {
  const answer = resolvePeriod(text, { ...anyContext, today, weekStart });
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

describe('as people type it', () => {
  test.each([
    ['Oct 2026', '2026-10-01', '2026-10-31'],
    ['october 2026', '2026-10-01', '2026-10-31'],
    ['2026 Oct', '2026-10-01', '2026-10-31'],
    ['Oct-2026', '2026-10-01', '2026-10-31'],
    ['Sept. 2026', '2026-09-01', '2026-09-30'],
    ['10/2026', '2026-10-01', '2026-10-31'],
    ['2026/10', '2026-10-01', '2026-10-31'],
    ['October', '2026-10-01', '2026-10-31'],
    ['Dec', '2025-12-01', '2025-12-31'],
    ['Q3 2026', '2026-07-01', '2026-09-30'],
    ['2026 q3', '2026-07-01', '2026-09-30'],
    ['quarter 3 2026', '2026-07-01', '2026-09-30'],
    ['Q4', '2026-10-01', '2026-12-31'],
    ['week 41 2026', '2026-10-05', '2026-10-11'],
    ['Week 41, 2026', '2026-10-05', '2026-10-11'],
    ['W41', '2026-10-05', '2026-10-11'],
    ['W50', '2025-12-08', '2025-12-14'],
    ['W53', '2020-12-28', '2021-01-03'],
    ['5 Oct 2026', '2026-10-05', '2026-10-05'],
    ['Oct 5, 2026', '2026-10-05', '2026-10-05'],
    ['31/10/2026', '2026-10-31', '2026-10-31'],
    ['5.10.2026', '2026-10-05', '2026-10-05'],
    ['last 30 days', '2026-10-22', '2026-11-20'],
    ['past 4 weeks', '2026-10-19', '2026-11-15'],
    ['Last Month', '2026-10-01', '2026-10-31'],
    ['previous quarter', '2026-07-01', '2026-09-30'],
    ['current year', '2026-01-01', '2026-12-31'],
    ['Jan to Mar 2026', '2026-01-01', '2026-03-31'],
    ['Jan-Mar 2026', '2026-01-01', '2026-03-31'],
    ['Nov – Jan 2026', '2025-11-01', '2026-01-31'],
    ['5–11 Oct 2026', '2026-10-05', '2026-10-11'],
    ['5-11 Oct 2026', '2026-10-05', '2026-10-11'],
    ['28 Dec 2025 - 3 Jan 2026', '2025-12-28', '2026-01-03'],
    ['2026-01-05 to 2026-02-06', '2026-01-05', '2026-02-06'],
  ])('%s is %s to %s', (text, from, to) => {
    expect(dates(text).slice(0, 2)).toEqual([from, to]);
  });

  test('what can be two days is refused, and how to write it is said', () => {
    const answer = resolvePeriod('5/10/2026', { ...anyContext, today: TODAY });
    expect(answer).toEqual({
      ok: false,
      problem: expect.stringMatching(/"5\/10\/2026" could be two days.*2026-10-05/),
    });
  });

  test('a period is found again by what it is printed as', () => {
    for (const text of [
      '2026-10',
      '2026-Q3',
      '2026-W41',
      '2026',
      '2026-W01',
      'last-12-months',
      '2026-10-05..2026-11-12',
    ]) {
      const period = resolved(text);
      const { title, dates: days } = labelPeriod(period);
      expect([text, dates(title)]).toEqual([text, [period.from, period.to, period.calendar]]);
      expect([text, dates(days)]).toEqual([text, [period.from, period.to, period.calendar]]);
    }
  });
});

describe('fiscal years are called by the calendar year they begin in', () => {
  const april: PeriodContext = { ...anyContext, today: TODAY, fiscalYearStart: 4 };
  const fiscal = (text: string, context = april) => {
    const answer = resolvePeriod(text, context);
    if (!answer.ok) throw new Error(answer.problem);
    return answer.value;
  };

  test.each([
    ['FY2026', 'FY2026', '2026-04-01', '2027-03-31'],
    ['FY2026-Q3', 'FY2026-Q3', '2026-10-01', '2026-12-31'],
    ['FY2026-Q4', 'FY2026-Q4', '2027-01-01', '2027-03-31'],
    ['fy2026 q1', 'FY2026-Q1', '2026-04-01', '2026-06-30'],
    ['Q1 FY26', 'FY2026-Q1', '2026-04-01', '2026-06-30'],
    ['FY 2026/27', 'FY2026', '2026-04-01', '2027-03-31'],
    ['FY 2026/27 Q4', 'FY2026-Q4', '2027-01-01', '2027-03-31'],
    ['this-fiscal-quarter', 'FY2026-Q3', '2026-10-01', '2026-12-31'],
    ['last fiscal quarter', 'FY2026-Q2', '2026-07-01', '2026-09-30'],
    ['last fiscal year', 'FY2025', '2025-04-01', '2026-03-31'],
  ])('from April %s is %s, %s to %s', (text, name, from, to) => {
    expect(fiscal(text)).toEqual({ text: name, from, to, calendar: 'recorded-month' });
  });

  test('calendar quarters and years stay what they are', () => {
    expect(fiscal('2026-Q3')).toMatchObject({ from: '2026-07-01', to: '2026-09-30' });
    expect(fiscal('2026')).toMatchObject({ from: '2026-01-01', to: '2026-12-31' });
    expect(fiscal('FY2026-Q3', { ...april, fiscalYearStart: 1 })).toMatchObject({
      from: '2026-07-01',
      to: '2026-09-30',
    });
  });

  test('a quarter that begins in another month than any of the calendar has its own', () => {
    const february = { ...april, fiscalYearStart: 2 };
    expect(fiscal('FY2026-Q4', february)).toMatchObject({ from: '2026-11-01', to: '2027-01-31' });
    expect(fiscal('this-fiscal-year', { ...february, today: '2027-01-31' })).toMatchObject({ text: 'FY2026' });
  });

  test('it is printed by its name and its dates, and so is what stands before and after it', () => {
    const quarter = fiscal('FY2026-Q1');
    expect(labelPeriod(quarter).full).toBe('FY2026-Q1 (1 Apr – 30 Jun 2026)');
    expect(labelPeriod(findPreviousPeriod(quarter)).full).toBe('FY2025-Q4 (1 Jan – 31 Mar 2026)');
    expect(labelPeriod(findNextPeriod(quarter)).full).toBe('FY2026-Q2 (1 Jul – 30 Sep 2026)');
    expect(labelPeriod(findYearBefore(quarter)).full).toBe('FY2025-Q1 (1 Apr – 30 Jun 2025)');
    expect(labelPeriod(findYearBefore(fiscal('FY2026'))).full).toBe('FY2025 (1 Apr 2025 – 31 Mar 2026)');
    expect(labelPeriod({ ...quarter, to: '2026-05-12' }).full).toBe('1 Apr – 12 May 2026');
  });

  test.each(['FY2026-Q5', 'FY2026-Q0', 'Q5 2026', 'Q5'])(
    '%s is refused, and how many quarters there are is said',
    (text) => {
      const answer = resolvePeriod(text, april);
      expect(answer).toEqual({ ok: false, problem: expect.stringMatching(/^".*" is not in the calendar.*Q1 to Q4/) });
    },
  );
});

describe('weeks begin as the records have them', () => {
  const sundays: PeriodContext = { ...anyContext, today: TODAY, recordedWeeks: 'sunday' };
  const recorded = (text: string, context = sundays) => {
    const answer = resolvePeriod(text, context);
    if (!answer.ok) throw new Error(answer.problem);
    return answer.value;
  };

  test.each([
    ['2026-W41', '2026-10-04', '2026-10-10', 'recorded-week'],
    ['2026-W40..2026-W41', '2026-09-27', '2026-10-10', 'recorded-week'],
    ['2026-W53', '2026-12-27', '2027-01-02', 'recorded-week'],
    ['2026-10-04..2026-10-10', '2026-10-04', '2026-10-10', 'recorded-week'],
    ['2026-10-05..2026-10-11', '2026-10-05', '2026-10-11', 'clock'],
  ])('from Sunday %s is %s to %s, %s', (text, from, to, calendar) => {
    expect(recorded(text)).toEqual({ text, from, to, calendar });
  });

  test('the same day by the workspace’s setting is the recorded week, another goes by the clock', () => {
    expect(recorded('last-week').calendar).toBe('clock');
    expect(recorded('last-week', { ...sundays, weekStart: 'sunday' })).toMatchObject({
      from: '2026-11-08',
      to: '2026-11-14',
      calendar: 'recorded-week',
    });
  });

  test('what is printed has the true dates of the week, and so have the one before and a year before', () => {
    const week = recorded('2026-W41');
    expect(labelPeriod(week).full).toBe('Week 41, 2026 (4–10 Oct 2026)');
    expect(labelPeriod(findPreviousPeriod(week)).full).toBe('Week 40, 2026 (27 Sep – 3 Oct 2026)');
    expect(labelPeriod(findYearBefore(week)).full).toBe('Week 41, 2025 (5–11 Oct 2025)');
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
    ['2026-1', 'is not a period'],
    ['Oct 2026 Nov', 'is not a period'],
    ['FY2026/29', 'is not a period'],
    ['5', 'is not a period'],
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
    const answer = resolvePeriod(text, { ...anyContext, today: TODAY });
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
    const previous = findPreviousPeriod(resolved(text));
    expect([previous.from, previous.to]).toEqual([from, to]);
    expect(resolved(previous.text)).toEqual(previous);
  });

  test('the months a period touches', () => {
    expect(listMonths(resolved('2025-12-31..2026-02-01'))).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
    expect(listMonths(resolved('2026'))).toHaveLength(12);
  });

  test.each([
    ['2026-10', 'October 2026', '1–31 Oct 2026', 'by recorded month'],
    ['2026-Q3', 'Q3 2026', '1 Jul – 30 Sep 2026', 'by recorded month'],
    ['2026', '2026', '1 Jan – 31 Dec 2026', 'by recorded month'],
    ['last-12-months', 'Nov 2025 – Oct 2026', '1 Nov 2025 – 31 Oct 2026', 'by recorded month'],
    ['last-week', 'Week 46, 2026', '9–15 Nov 2026', 'by recorded week'],
    ['2026-W01', 'Week 1, 2026', '29 Dec 2025 – 4 Jan 2026', 'by recorded week'],
    ['today', '21 Nov 2026', '21 Nov 2026', 'by start time'],
  ])('%s is labelled %s', (text, title, span, calendar) => {
    const full = title === span || text === 'last-12-months' ? span : `${title} (${span})`;
    expect(labelPeriod(resolved(text))).toEqual({ title, dates: span, full, calendar });
  });
});

describe('clock bounds are local midnights', () => {
  const hours = (text: string, zone: string) => {
    const { start, end } = findClockBounds(resolved(text), zone);
    return (end - start) / 3_600_000;
  };

  test('in Berlin the day clocks go forward has 23 hours, the day they go back 25', () => {
    expect(hours('2026-03-29', 'Europe/Berlin')).toBe(23);
    expect(hours('2026-10-25', 'Europe/Berlin')).toBe(25);
    expect(hours('2026-10-26', 'Europe/Berlin')).toBe(24);
  });

  test('a day whose midnight is skipped starts at its first instant', () => {
    const { start } = findClockBounds(resolved('2026-09-06'), 'America/Santiago');
    expect(new Date(start).toISOString()).toBe('2026-09-06T04:00:00.000Z');
    expect(hours('2026-09-06', 'America/Santiago')).toBe(23);
  });

  test('the last day is in, up to its last millisecond', () => {
    const { start, end } = findClockBounds(resolved('2026-10-10'), 'Asia/Kathmandu');
    expect([start, end].map((time) => new Date(time).toISOString())).toEqual([
      '2026-10-09T18:15:00.000Z',
      '2026-10-10T18:15:00.000Z',
    ]);
  });
});

test('days from a Monday on that end before a Sunday are days, and no recorded weeks', () => {
  expect(dates('2026-10-05..2026-10-11')[2]).toBe('recorded-week');
  for (const end of ['10', '12']) expect(dates(`2026-10-05..2026-10-${end}`)[2]).toBe('clock');
});

test('the same days a year earlier are read by the same calendar, also where they happen to be a whole month there', () => {
  const inLeapYear = resolved('2024-02-01..2024-02-28');
  expect(inLeapYear.calendar).toBe('clock');
  expect(findYearBefore(inLeapYear)).toMatchObject({ from: '2023-02-01', to: '2023-02-28', calendar: 'clock' });
});

test.each(['2026-03-01..today', '2026-10 to yesterday', '2026-02..last-month', '2030-01-01..today', 'last-month'])(
  '%s is a period, whatever day it is looked at',
  (text) => expect(findPeriodProblem(text)).toBeUndefined(),
);

test.each(['2026-13', 'FY2026-Q5', 'soon', '5/10/2026', '2026-03..2026-02', 'today..yesterday', '11–5 Oct 2026'])(
  '%s is none on any day, and is told why',
  (text) => {
    expect(findPeriodProblem(text)).toMatch(/\w/);
  },
);

test('a period is parsed once and means other dates on another day', () => {
  const parsed = parsePeriod(' last 2 weeks ');
  if (!parsed.ok) throw new Error(parsed.problem);
  const datesOn = (today: string) => {
    const answer = resolvePeriod(parsed.value, { ...anyContext, today });
    return answer.ok ? [answer.value.text, answer.value.from, answer.value.to] : [answer.problem];
  };
  expect(datesOn('2026-11-20')).toEqual(['last 2 weeks', '2026-11-02', '2026-11-15']);
  expect(datesOn('2024-02-29')).toEqual(['last 2 weeks', '2024-02-12', '2024-02-25']);
  expect(parsePeriod('soon').ok).toBe(false);
});
