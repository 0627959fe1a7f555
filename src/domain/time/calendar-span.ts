/** Calendar spans: days, weeks, months, quarters, years, and fiscal ones. */
import { Temporal } from 'temporal-polyfill';
import { findWeekStart, type WeekStart } from './weeks.ts';

export const units = ['day', 'week', 'month', 'quarter', 'year', 'fiscal-quarter', 'fiscal-year'] as const;
export type Unit = (typeof units)[number];

export interface Span {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
  /** Fiscal spans have a name, `FY2026-Q3` or `FY2026`, because it does not follow from the dates. */
  readonly name?: string;
}

export interface Calendars {
  readonly weekStart: WeekStart;
  /** The month in which a fiscal year begins, 1 to 12; it is named after the calendar year in which it begins. */
  readonly fiscalYearStart: number;
}

export function findUnitSpan(date: Temporal.PlainDate, unit: Unit, { weekStart, fiscalYearStart }: Calendars): Span {
  switch (unit) {
    case 'day':
      return { from: date, to: date };
    case 'week': {
      const from = findWeekStart(date, weekStart);
      return { from, to: from.add({ days: 6 }) };
    }
    case 'month':
      return toMonthSpan(date.with({ day: 1 }), 1);
    case 'quarter':
      return toMonthSpan(date.with({ day: 1, month: date.month - ((date.month - 1) % 3) }), 3);
    case 'year':
      return toMonthSpan(date.with({ day: 1, month: 1 }), 12);
    case 'fiscal-quarter': {
      const { year, month } = findFiscalPlace(date, fiscalYearStart);
      return toFiscalSpan(year, Math.floor(month / 3) + 1, fiscalYearStart);
    }
    case 'fiscal-year':
      return toFiscalSpan(findFiscalPlace(date, fiscalYearStart).year, undefined, fiscalYearStart);
  }
}

/** @param quarter 1 to 4; undefined for the entire year */
export function toFiscalSpan(year: number, quarter: number | undefined, fiscalYearStart: number): Span {
  if (quarter !== undefined && (quarter < 1 || quarter > 4)) throw new RangeError(`A year has no quarter ${quarter}`);
  const first = Temporal.PlainDate.from({ year, month: fiscalYearStart, day: 1 });
  const from = first.add({ months: 3 * ((quarter ?? 1) - 1) });
  return { ...toMonthSpan(from, quarter === undefined ? 12 : 3), name: formatFiscalName(year, quarter) };
}

/** Finds the fiscal year of a date, and its month within that year, from 0. */
export function findFiscalPlace(
  { year, month }: { readonly year: number; readonly month: number },
  fiscalYearStart: number,
): { readonly year: number; readonly month: number } {
  return { year: month >= fiscalYearStart ? year : year - 1, month: (month - fiscalYearStart + 12) % 12 };
}

export function formatFiscalName(year: number, quarter?: number): string {
  const yearName = `FY${String(year).padStart(4, '0')}`;
  return quarter === undefined ? yearName : `${yearName}-Q${quarter}`;
}

const FISCAL = /^FY(\d{4})(?:-Q([1-4]))?$/;

export function isFiscalName(text: string, months: number): boolean {
  const match = FISCAL.exec(text);
  return match !== null && months === (match[2] === undefined ? 12 : 3);
}

/** Moves a fiscal name: `FY2026-Q1` one quarter back is `FY2025-Q4`. @param count quarters for a quarter's name, years for a year's */
export function shiftFiscalName(text: string, count: number): string {
  const [, year, quarter] = FISCAL.exec(text) ?? [];
  if (quarter === undefined) return formatFiscalName(Number(year) + count);
  const quarters = Number(year) * 4 + Number(quarter) - 1 + count;
  return formatFiscalName(Math.floor(quarters / 4), (quarters % 4) + 1);
}

export function isQuarterName(text: string): boolean {
  return FISCAL.exec(text)?.[2] !== undefined;
}

export function toMonthSpan(from: Temporal.PlainDate, months: number): Span {
  return { from, to: from.add({ months }).subtract({ days: 1 }) };
}

export function addUnits(date: Temporal.PlainDate, unit: Unit, count: number): Temporal.PlainDate {
  switch (unit) {
    case 'day':
      return date.add({ days: count });
    case 'week':
      return date.add({ weeks: count });
    case 'month':
      return date.add({ months: count });
    case 'quarter':
    case 'fiscal-quarter':
      return date.add({ months: 3 * count });
    case 'year':
    case 'fiscal-year':
      return date.add({ years: count });
  }
}
