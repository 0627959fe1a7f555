/** Finds the period with records that is nearest to an empty one, with the same length if that is a unit of the calendar. Pure. */
import { listMonths, resolvePeriod, type Period, type PeriodContext } from './period.ts';
import { DAY_MS } from './utc.ts';

/** The number of records in a recorded month or week, by its first day. */
export interface FilledStart {
  readonly start: string;
  readonly records: number;
}

export interface FilledPeriod {
  readonly period: Period;
  readonly records: number;
}

export function chooseCountUnit(period: Period): 'week' | 'month' {
  return period.calendar === 'recorded-week' ? 'week' : 'month';
}

/** @param filled counts by `chooseCountUnit(period)` */
export function findNearestFilled(
  period: Period,
  filled: readonly FilledStart[],
  context: PeriodContext,
): FilledPeriod | undefined {
  // A month or week that is only partly in the period has its records outside it, because the period is empty.
  const candidates = filled.filter(
    ({ start, records }) => records > 0 && (start < period.from || findEnd(period, start) > period.to),
  );
  // Of two equally near periods, the earlier one is more likely intended.
  const [nearest] = candidates.toSorted(
    (a, b) => countSteps(period, a) - countSteps(period, b) || (a.start < b.start ? -1 : 1),
  );
  if (!nearest) return undefined;
  const resolved = resolvePeriod(nameAround(period, nearest.start), context);
  if (!resolved.ok) return undefined;
  const { from, to } = resolved.value;
  const inside = candidates.filter(({ start }) => start >= from && start <= to);
  return { period: resolved.value, records: inside.reduce((sum, { records }) => sum + records, 0) };
}

/** Counts the months or weeks between the period and a start. */
function countSteps(period: Period, { start }: FilledStart): number {
  const numberStart = chooseCountUnit(period) === 'week' ? numberWeek : numberMonth;
  return start < period.from
    ? numberStart(period.from) - numberStart(start)
    : numberStart(start) - numberStart(period.to);
}

const numberMonth = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
const numberWeek = (day: string) => Math.floor(Date.parse(day) / (7 * DAY_MS));

function findEnd(period: Period, start: string): string {
  if (chooseCountUnit(period) === 'week') return addDays(start, 6);
  const [year, month] = start.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).toISOString().slice(0, 10);
}

function nameAround(period: Period, start: string): string {
  if (chooseCountUnit(period) === 'week') return `${start}..${addDays(start, 6)}`;
  const [year = '', month = ''] = start.split('-');
  const length = period.calendar === 'recorded-month' ? listMonths(period).length : 1;
  if (length === 12 && period.from.endsWith('-01-01')) return year;
  if (length === 3 && /-(01|04|07|10)-01$/.test(period.from)) return `${year}-Q${Math.ceil(Number(month) / 3)}`;
  return `${year}-${month}`;
}

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
