/** The time spans shown with the period: thirteen units in the chart, eight weeks in a line. Weeks begin like the period's. Pure. */
import type { Period } from '../time/period.ts';
import { toWeekdayNumber, type Weekday } from '../time/weeks.ts';
import { DAY_MS } from '../time/utc.ts';

/** The default period is the last complete week, which a manager reviews first. */
export const OVERVIEW_PERIOD = 'last-week';

export interface TrendWindow {
  readonly unit: 'week' | 'month';
  readonly period: string;
}

const CHART_UNITS = 13;
const LINE_WEEKS = 8;

/**
 * Finds the thirteen weeks or months that end with the period's last one: months for recorded months and periods longer than five weeks.
 * Without a period, they end today.
 */
export function findTrendWindow(period: Period | undefined, today: string, begin: Weekday): TrendWindow {
  const to = period?.to ?? today;
  const isLong = period === undefined || period.calendar === 'recorded-month' || countDays(period) > 35;
  return isLong
    ? { unit: 'month', period: `${formatMonthBefore(to, CHART_UNITS - 1)}..${to.slice(0, 7)}` }
    : { unit: 'week', period: formatWeeksEnding(to, CHART_UNITS, begin) };
}

/** Finds the eight weeks that end with the week of the period's last day, or of today if earlier: future weeks have no hours yet. */
export function findLineWeeks(period: Period | undefined, today: string, begin: Weekday): string {
  return formatWeeksEnding(findLastDay(period, today), LINE_WEEKS, begin);
}

/** Finds the thirteen weeks that end like those of `findLineWeeks`. */
export function findQuietWeeks(period: Period | undefined, today: string, begin: Weekday): string {
  return formatWeeksEnding(findLastDay(period, today), CHART_UNITS, begin);
}

function findLastDay(period: Period | undefined, today: string): string {
  return period && period.to < today ? period.to : today;
}

function formatWeeksEnding(day: string, weeks: number, begin: Weekday): string {
  const before = (new Date(parseDay(day)).getUTCDay() - toWeekdayNumber(begin) + 7) % 7;
  const first = parseDay(day) - before * DAY_MS;
  return `${formatDay(first - (weeks - 1) * 7 * DAY_MS)}..${formatDay(first + 6 * DAY_MS)}`;
}

function formatMonthBefore(day: string, months: number): string {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
}

function countDays({ from, to }: Period): number {
  return (parseDay(to) - parseDay(from)) / DAY_MS + 1;
}

// Calendar dates are computed in UTC, so that no zone shifts them.
const parseDay = (day: string) => Date.parse(`${day}T00:00:00Z`);
const formatDay = (instant: number) => new Date(instant).toISOString().slice(0, 10);
