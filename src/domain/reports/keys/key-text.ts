/** Writes the keys of a report's groups in words: people and objects by name, time as people say it, unset as “(none)”. */
import { groupTexts as texts } from '#texts/reports/reports.ts';
import { periodTexts } from '#texts/reports/period.ts';
import type { Directory } from '../../people/directory.ts';
import { formatDates, formatDay } from '../../locale-forms.ts';
import { fiscalName, fiscalPlace } from '../../time/calendar-span.ts';
import { OWNER_PROPERTY } from '../../properties.ts';
import { visibleText } from '../../spelling.ts';
import { nameWeek } from '../../time/weeks.ts';
import { bucketAt } from '../definition/buckets.ts';
import { findDimension, type TimeUnit } from '../definition/dimensions.ts';
import type { ReportColumn } from '../definition/report.ts';
import { propertyNames } from '../../property-names.ts';

export interface KeyTextOptions {
  /** Month in which years and quarters begin, 1 to 12. */
  readonly fiscalYearStart: number;
  /** Of days; by default as files have them. */
  readonly locale?: string | undefined;
  /** `head`: for a column, `W41 (5–11 Oct)` without its year. `tick`: for an axis whose chart shows the days elsewhere. */
  readonly short?: 'head' | 'tick' | undefined;
}

/** The unit of time a group stands for, the recorded week and month included. */
export function findTimeUnit(name: string): TimeUnit | undefined {
  const dimension = findDimension(name);
  if (dimension?.kind === 'time') return dimension.unit;
  if (dimension?.name === propertyNames.week) return 'week';
  return dimension?.name === propertyNames.month ? 'month' : undefined;
}

/** A group's full name, as used in keys. */
export function keyName(name: string): string {
  return findDimension(name)?.name ?? name;
}

export function keyText(name: string, key: string | null, directory: Directory, options: KeyTextOptions): string {
  const unit = findTimeUnit(name);
  if (key === null) return unit ? texts.noDate : texts.none;
  if (unit) return timeText(unit, key, options);
  const dimension = findDimension(name);
  if (dimension?.kind === 'object') return nameIn(directory.objects, key);
  if (dimension?.name === OWNER_PROPERTY) return nameIn(directory.owners, key);
  if (dimension?.kind !== 'property' || dimension.property.type !== 'boolean') return visibleText(key);
  return key === 'true' ? texts.yes : texts.no;
}

function nameIn(entries: Readonly<Record<string, { readonly name: string }>>, key: string): string {
  return visibleText((Object.hasOwn(entries, key) ? entries[key]?.name : undefined) ?? key);
}

/**
 * `Thu 5 Nov 2026`, `W41 2026 (5–11 Oct)`, `Oct 2026`, `Q4 2026`, `FY2026-Q3 (Oct–Dec 2026)`. Firms count weeks and fiscal quarters
 * differently: these names include their days. @param key first day of the bucket, `YYYY-MM-DD`
 */
function timeText(unit: TimeUnit, key: string, { fiscalYearStart, locale, short }: KeyTextOptions): string {
  const [year = 0, month = 0] = key.split('-').map(Number);
  switch (unit) {
    case 'day':
      return `${texts.weekday[(new Date(`${key}T00:00:00Z`).getUTCDay() + 6) % 7]} ${formatDay(key, locale)}`;
    case 'week': {
      const week = nameWeek(key);
      const name = short ? texts.week(week.number) : texts.weekOfYear(week.number, week.year);
      if (short === 'tick') return name;
      return periodTexts.dated(name, formatDates(bucketAt(key, unit, null) ?? { from: key, to: key }, locale, false));
    }
    case 'month':
      return periodTexts.shortMonth(year, month);
    case 'quarter': {
      if (fiscalYearStart === 1) return texts.quarter(1 + Math.floor((month - 1) / 3), String(year));
      const fiscal = fiscalPlace({ year, month }, fiscalYearStart);
      const last = { year: month > 10 ? year + 1 : year, month: ((month + 1) % 12) + 1 };
      const months = short ? periodTexts.monthsRange(month, last.month) : periodTexts.monthSpan({ year, month }, last);
      const name = fiscalName(fiscal.year, 1 + Math.floor(fiscal.month / 3));
      return short === 'tick' ? name : periodTexts.dated(name, months);
    }
    case 'year': {
      if (fiscalYearStart === 1) return String(year);
      const last = periodTexts.shortMonth(year + 1, ((fiscalYearStart + 10) % 12) + 1);
      const months = periodTexts.range(periodTexts.shortMonth(year, fiscalYearStart), last);
      return short === 'tick' ? fiscalName(year) : periodTexts.dated(fiscalName(year), months);
    }
  }
}

/** A column's head: `W40 (28 Sep – 4 Oct)`, and where the period cuts it `part of week 40 (1–4 Oct)`, the days that are in. */
export function columnText(
  column: Pick<ReportColumn, 'key' | 'cut'> & Partial<Pick<ReportColumn, 'from' | 'to'>>,
  name: string,
  directory: Directory,
  options: KeyTextOptions,
): string {
  const text = keyText(name, column.key, directory, { ...options, short: 'head' });
  if (!column.cut || column.key === null) return text;
  const { from, to } = column;
  const days = from == null || to == null ? undefined : formatDates({ from, to }, options.locale, false);
  if (findTimeUnit(name) !== 'week') return texts.partOf(text);
  const part = texts.partOfWeek(nameWeek(column.key).number);
  return days === undefined ? part : periodTexts.dated(part, days);
}
