/** Finds the period nearest to an empty one in which there is something, of the same length where that is a month, a quarter, a year or a week. Pure. */
import { listMonths, resolvePeriod, type Period, type PeriodContext } from './period.ts';
import { DAY_MS } from './utc.ts';

/** How many records have a recorded month, or a recorded week, by its first day. */
export interface FilledStart {
  readonly start: string;
  readonly records: number;
}

export interface FilledPeriod {
  readonly period: Period;
  readonly records: number;
}

/** Which recorded dates to count the records by. */
export function countsBy(period: Period): 'week' | 'month' {
  return period.calendar === 'recorded-week' ? 'week' : 'month';
}

/** @param filled by `countsBy(period)` */
export function findNearestFilled(
  period: Period,
  filled: readonly FilledStart[],
  context: PeriodContext,
): FilledPeriod | undefined {
  // What lies in the period only in part has its records in the other one: the period is empty.
  const some = filled.filter(
    ({ start, records }) => records > 0 && (start < period.from || findEnd(period, start) > period.to),
  );
  // Of two that are as near, people mean the one before.
  const [nearest] = some.toSorted(
    (a, b) => countSteps(period, a) - countSteps(period, b) || (a.start < b.start ? -1 : 1),
  );
  if (!nearest) return undefined;
  const resolved = resolvePeriod(nameAround(period, nearest.start), context);
  if (!resolved.ok) return undefined;
  const { from, to } = resolved.value;
  const inside = some.filter(({ start }) => start >= from && start <= to);
  return { period: resolved.value, records: inside.reduce((sum, { records }) => sum + records, 0) };
}

/** How many months or weeks away it is. */
function countSteps(period: Period, { start }: FilledStart): number {
  const numberOf = countsBy(period) === 'week' ? numberWeek : numberMonth;
  return start < period.from ? numberOf(period.from) - numberOf(start) : numberOf(start) - numberOf(period.to);
}

const numberMonth = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
const numberWeek = (day: string) => Math.floor(Date.parse(day) / (7 * DAY_MS));

/** The last day of the month or week. */
function findEnd(period: Period, start: string): string {
  if (countsBy(period) === 'week') return addDays(start, 6);
  const [year, month] = start.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).toISOString().slice(0, 10);
}

function nameAround(period: Period, start: string): string {
  if (countsBy(period) === 'week') return `${start}..${addDays(start, 6)}`;
  const [year = '', month = ''] = start.split('-');
  const length = period.calendar === 'recorded-month' ? listMonths(period).length : 1;
  if (length === 12 && period.from.endsWith('-01-01')) return year;
  if (length === 3 && /-(01|04|07|10)-01$/.test(period.from)) return `${year}-Q${Math.ceil(Number(month) / 3)}`;
  return `${year}-${month}`;
}

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
