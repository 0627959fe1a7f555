/** Keys of a report's groups in words: people and objects by name, time as people say it, unset as “(none)”. */
import { groupTexts as texts } from '../../texts/en/reports.ts';
import { periodTexts } from '../../texts/en/period.ts';
import type { Directory } from '../directory.ts';
import { OWNER_PROPERTY, PREFIX } from '../properties.ts';
import { findDimension, type TimeUnit } from './dimensions.ts';

export interface KeyTextOptions {
  /** Month in which years and quarters begin, 1 to 12. */
  readonly fiscalYearStart: number;
  /** As a column's head has it: `W41` without its year. */
  readonly short?: boolean;
}

/** The unit of time a group stands for, the recorded week and month included. */
export function timeUnitOf(name: string): TimeUnit | undefined {
  const dimension = findDimension(name);
  if (dimension?.kind === 'time') return dimension.unit;
  if (dimension?.name === `${PREFIX}week_year`) return 'week';
  return dimension?.name === `${PREFIX}month_year` ? 'month' : undefined;
}

export function keyText(name: string, key: string | null, directory: Directory, options: KeyTextOptions): string {
  const unit = timeUnitOf(name);
  if (key === null) return unit ? texts.noDate : texts.none;
  if (unit) return timeText(unit, key, options);
  const dimension = findDimension(name);
  if (dimension?.kind === 'object') return nameIn(directory.objects, key);
  if (dimension?.name === OWNER_PROPERTY) return nameIn(directory.owners, key);
  if (dimension?.kind !== 'property' || dimension.property.type !== 'boolean') return key;
  return key === 'true' ? texts.yes : texts.no;
}

function nameIn(entries: Readonly<Record<string, { readonly name: string }>>, key: string): string {
  return (Object.hasOwn(entries, key) ? entries[key]?.name : undefined) ?? key;
}

/** `Thu 5 Nov 2026`, `W41 2026`, `Oct 2026`, `Q4 2026`, `FY 2026/27`. @param key first day of the bucket, `YYYY-MM-DD` */
function timeText(unit: TimeUnit, key: string, { fiscalYearStart, short = false }: KeyTextOptions): string {
  const [year = 0, month = 0, day = 0] = key.split('-').map(Number);
  const fiscal = month >= fiscalYearStart ? year : year - 1;
  switch (unit) {
    case 'day':
      return `${texts.weekday[(dateOf(key).getUTCDay() + 6) % 7]} ${periodTexts.day(year, month, day)}`;
    case 'week': {
      const week = weekOf(key);
      return short ? texts.week(week.number) : texts.weekOfYear(week.number, week.year);
    }
    case 'month':
      return periodTexts.shortMonth(year, month);
    case 'quarter': {
      const quarter = 1 + Math.floor(((month - fiscalYearStart + 12) % 12) / 3);
      return texts.quarter(quarter, fiscalYearStart === 1 ? String(year) : texts.fiscalYear(fiscal));
    }
    case 'year':
      return fiscalYearStart === 1 ? String(year) : texts.fiscalYear(fiscal);
  }
}

const dateOf = (date: string) => new Date(`${date}T00:00:00Z`);
const DAY_MS = 86_400_000;

/** The ISO week and year of a week's Thursday; a week that begins on Sunday is called like the one that begins a day later. */
export function weekOf(date: string): { readonly number: number; readonly year: number } {
  const start = dateOf(date);
  const toThursday = 4 - start.getUTCDay();
  const thursday = new Date(start.getTime() + toThursday * DAY_MS);
  const year = thursday.getUTCFullYear();
  return { number: 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)), year };
}

/** A column's head: `W40`, and `part of week 40` where the period cuts it. */
export function columnText(
  column: { readonly key: string | null; readonly cut: boolean },
  name: string,
  directory: Directory,
  options: KeyTextOptions,
): string {
  const text = keyText(name, column.key, directory, { ...options, short: true });
  if (!column.cut || column.key === null) return text;
  return timeUnitOf(name) === 'week' ? texts.partOfWeek(weekOf(column.key).number) : texts.partOf(text);
}
