/** Formats the keys of a report's groups: people and objects by name, time in words, unset as “(none)”. */
import { formatDates, formatDay } from '#domain/locale-forms.ts';
import { parseObjectKey, type Directory } from '#domain/people/directory.ts';
import { PERSON, OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { toVisibleText } from '#domain/spelling.ts';
import { formatFiscalName, findFiscalPlace } from '#domain/time/calendar-span.ts';
import { nameWeek } from '#domain/time/weeks.ts';
import { peopleTexts } from '#texts/screens/people.ts';
import { periodTexts } from '#texts/reports/period.ts';
import { groupTexts as texts } from '#texts/reports/reports.ts';
import { findBucket } from '../definition/buckets.ts';
import { findDimension, type TimeUnit } from '../definition/dimensions.ts';
import type { ReportColumn, ReportResult } from '../definition/report.ts';

export interface KeyTextOptions {
  /** The month in which years and quarters begin, 1 to 12. */
  readonly fiscalYearStart: number;
  /** The locale of dates; by default that of files. */
  readonly locale?: string | undefined;
  /** `head` is for a column's header: `W41 (5–11 Oct)` without its year. `tick` is for an axis whose chart shows the dates elsewhere. */
  readonly short?: 'head' | 'tick' | undefined;
}

/** Finds the time unit of a group, including the recorded week and month. */
export function findTimeUnit(name: string): TimeUnit | undefined {
  const dimension = findDimension(name);
  if (dimension?.kind === 'time') return dimension.unit;
  if (dimension?.name === propertyNames.week) return 'week';
  return dimension?.name === propertyNames.month ? 'month' : undefined;
}

/** Finds a group's full name, as used in keys. */
export function toKeyName(name: string): string {
  return findDimension(name)?.name ?? name;
}

export function formatKey(name: string, key: string | null, directory: Directory, options: KeyTextOptions): string {
  const unit = findTimeUnit(name);
  if (key === null) return unit ? texts.noDate : texts.none;
  if (unit) return formatTimeKey(unit, key, options);
  const dimension = findDimension(name);
  if (dimension?.kind === 'object') return findName(directory.objects, key) ?? nameByKind(parseObjectKey(key));
  if (dimension?.name === OWNER_PROPERTY)
    return findName(directory.owners, key) ?? nameByKind({ type: PERSON, id: key });
  if (dimension?.kind !== 'property' || dimension.property.type !== 'boolean') return toVisibleText(key);
  return key === 'true' ? texts.yes : texts.no;
}

function findName(entries: Readonly<Record<string, { readonly name: string }>>, key: string): string | undefined {
  const name = Object.hasOwn(entries, key) ? entries[key]?.name : undefined;
  return name === undefined ? undefined : toVisibleText(name);
}

/** Names an id without a name by its kind: `Person 4711`, `Company 12`. */
export function nameByKind({ type, id }: { readonly type: string; readonly id: string }): string {
  const kind =
    type === PERSON ? peopleTexts.person : Object.hasOwn(peopleTexts.kinds, type) ? peopleTexts.kinds[type] : type;
  return toVisibleText(`${kind} ${id}`.trim());
}

/** Returns whether a group's key is an id without a name. */
export function isUnnamed(name: string, key: string, { owners, objects }: Directory): boolean {
  const dimension = findDimension(name);
  if (dimension?.kind === 'object') return findName(objects, key) === undefined;
  return dimension?.name === OWNER_PROPERTY && findName(owners, key) === undefined;
}

/**
 * `Thu 5 Nov 2026`, `W41 2026 (5–11 Oct)`, `Oct 2026`, `Q4 2026`, `FY2026-Q3 (Oct–Dec 2026)`. Names of weeks and fiscal quarters include
 * their dates, because firms count them differently. @param key the first day of the bucket, `YYYY-MM-DD`
 */
function formatTimeKey(unit: TimeUnit, key: string, { fiscalYearStart, locale, short }: KeyTextOptions): string {
  const [year = 0, month = 0] = key.split('-').map(Number);
  switch (unit) {
    case 'day':
      return `${texts.weekday[(new Date(`${key}T00:00:00Z`).getUTCDay() + 6) % 7]} ${formatDay(key, locale)}`;
    case 'week': {
      const week = nameWeek(key);
      const name = short ? texts.week(week.number) : texts.weekOfYear(week.number, week.year);
      if (short === 'tick') return name;
      return periodTexts.dated(name, formatDates(findBucket(key, unit, null) ?? { from: key, to: key }, locale, false));
    }
    case 'month':
      return periodTexts.shortMonth(year, month);
    case 'quarter': {
      if (fiscalYearStart === 1) return texts.quarter(1 + Math.floor((month - 1) / 3), String(year));
      const fiscal = findFiscalPlace({ year, month }, fiscalYearStart);
      const last = { year: month > 10 ? year + 1 : year, month: ((month + 1) % 12) + 1 };
      const months = short ? periodTexts.monthsRange(month, last.month) : periodTexts.monthSpan({ year, month }, last);
      const name = formatFiscalName(fiscal.year, 1 + Math.floor(fiscal.month / 3));
      return short === 'tick' ? name : periodTexts.dated(name, months);
    }
    case 'year': {
      if (fiscalYearStart === 1) return String(year);
      const last = periodTexts.shortMonth(year + 1, ((fiscalYearStart + 10) % 12) + 1);
      const months = periodTexts.range(periodTexts.shortMonth(year, fiscalYearStart), last);
      return short === 'tick' ? formatFiscalName(year) : periodTexts.dated(formatFiscalName(year), months);
    }
  }
}

/** Formats a column's header: `W40 (28 Sep – 4 Oct)`, or `part of week 40 (1–4 Oct)` if the period cuts it. */
export function formatColumnHeader(
  column: Pick<ReportColumn, 'key' | 'cut'> & Partial<Pick<ReportColumn, 'from' | 'to'>>,
  name: string,
  directory: Directory,
  options: KeyTextOptions,
): string {
  const text = formatKey(name, column.key, directory, { ...options, short: 'head' });
  if (!column.cut || column.key === null) return text;
  const { from, to } = column;
  const days = from == null || to == null ? undefined : formatDates({ from, to }, options.locale, false);
  if (findTimeUnit(name) !== 'week') return texts.partOf(text);
  const part = texts.partOfWeek(nameWeek(column.key).number);
  return days === undefined ? part : periodTexts.dated(part, days);
}

type Key = string | null;

/** The number of spellings printed beside a key; the others are counted, and Explain lists all of them. */
const MAX_SPELLINGS = 3;

/**
 * Creates a lookup of the other spellings of keys.
 * @returns a function that returns the other spellings of a key; empty if there are none
 */
export function createSpellingsLookup({
  spellings = [],
}: Pick<ReportResult, 'spellings'>): (name: string, key: Key) => string[] {
  const byGroup = new Map(
    [...Map.groupBy(spellings, ({ group }) => group)].map(([group, all]) => [
      group,
      new Map(all.map(({ key, others }) => [key, others])),
    ]),
  );
  return (name, key) => (key === null ? [] : (byGroup.get(toKeyName(name))?.get(key) ?? []));
}

/** Formats as `also AUDIT, audit`; empty if there is no other spelling. */
export function formatOtherSpellings(others: readonly string[]): string {
  if (others.length === 0) return '';
  const printed = others.slice(0, MAX_SPELLINGS).map(toVisibleText);
  return texts.also(printed, others.length - printed.length);
}
