/** Explains expected hours: whose weekly hours, over which weekdays. */
import { expectedTexts as texts } from '#texts/reports/reports.ts';
import { formatUnits, type Units } from '../../decimal.ts';
import { formatCount, formatDates, formatDay, formatDecimal } from '../../locale-forms.ts';
import { ownerEntry, type Directory, type OwnerEntry } from '../../people/directory.ts';
import {
  comparedSpan,
  elapsedSpan,
  expectedHours,
  peopleAdmitted,
  peopleWithHours,
  weekdaysIn,
  weeklyHoursWithin,
  workedWeekdays,
  type DaySpan,
} from '../../expected/expected.ts';
import { OWNER_PROPERTY } from '../../properties.ts';
import { bucketAt } from '../definition/buckets.ts';
import { isExpectable } from '../definition/expected-cells.ts';
import { findDimension } from '../definition/dimensions.ts';
import type { Place } from './drill-down.ts';
import type { Report, ReportResult } from '../definition/report.ts';

export interface ExpectedParts {
  /** Exact. */
  readonly hours: Units;
  readonly text: string;
}

export interface ExpectedContext {
  readonly report: Pick<Report, 'columns' | 'filterGroups'>;
  readonly result: Pick<ReportResult, 'period' | 'columns'>;
  readonly directory: Directory;
  /** `YYYY-MM-DD` in the workspace's zone: hours are expected up to the day before. */
  readonly today: string | undefined;
  readonly locale?: string | undefined;
  /** The answer is of a compared period, whose times carry the names of the report's own. */
  readonly isBefore?: boolean | undefined;
}

/** @returns undefined where there are no expected hours, or their people or days are unknown. */
export function expectedParts(place: Place, context: ExpectedContext): ExpectedParts | undefined {
  const keys = findKeys(place, context);
  const span = keys && findSpan(keys, context);
  const { period } = context.result;
  if (!span || !period) return undefined;
  const known = new Set(peopleWithHours(context.directory, comparedSpan(period, context.today)));
  const people = findPeople(keys, context).flatMap(([id, person]): Expectation[] => {
    const days = workedWeekdays(person, span);
    if (!known.has(id) || days === 0n) return [];
    return [{ person, weekly: weeklyHoursWithin(person, span), days, hours: expectedHours(person, span) ?? 0n }];
  });
  if (people.length === 0) return undefined;
  return { hours: sumUnits(people.map(({ hours }) => hours)), text: describeExpected(people, span, context.locale) };
}

interface Expectation {
  readonly person: OwnerEntry;
  /** On the span's first day, and from each day on which they change. */
  readonly weekly: ReturnType<typeof weeklyHoursWithin>;
  /** Weekdays that count for this person. */
  readonly days: bigint;
  readonly hours: Units;
}

type Keys = readonly (readonly [string, string | null])[];

/** Undefined for the grouped tail: its people have no name in common. */
function findKeys({ row, column }: Place, { report, result }: ExpectedContext): Keys | undefined {
  if (row?.folded !== undefined) return undefined;
  const across = column === undefined ? undefined : result.columns[column];
  const own = Object.entries(row?.key ?? {});
  // Of the parts of a line by anything but people and time nothing is expected.
  if (own.some(([name]) => !isExpectable(findDimension(name)))) return undefined;
  return across && report.columns !== undefined ? [...own, [report.columns, across.key]] : own;
}

function findSpan(keys: Keys, { result: { period }, today, isBefore }: ExpectedContext): DaySpan | undefined {
  if (!period || today === undefined) return undefined;
  let span = elapsedSpan(period, today);
  for (const [name, key] of keys) {
    const dimension = findDimension(name);
    if (dimension?.kind !== 'time') continue;
    if (key === null || isBefore === true || !span) return undefined;
    span = bucketAt(key, dimension.unit, span) ?? undefined;
  }
  return span;
}

function findPeople(keys: Keys, { report, directory }: ExpectedContext): [string, OwnerEntry][] {
  return peopleAdmitted(directory, report.filterGroups).flatMap((id): [string, OwnerEntry][] => {
    const person = ownerEntry(directory, id);
    const isMember = ([name, key]: Keys[number]) => {
      const dimension = findDimension(name);
      if (dimension?.kind === 'team') return person?.team === key;
      return dimension?.kind === 'property' && dimension.property.name === OWNER_PROPERTY ? id === key : true;
    };
    return person && keys.every(isMember) ? [[id, person]] : [];
  });
}

const sumUnits = (units: readonly Units[]) => units.reduce((sum, each) => sum + each, 0n);

/** More are counted instead of named. */
const MOST_NAMED = 3;

function describeExpected(people: readonly Expectation[], span: DaySpan, locale: string | undefined): string {
  const all = weekdaysIn(span);
  const [only, ...others] = people;
  const decimal = (units: Units) => formatDecimal(formatUnits(units), locale);
  const weekly = decimal(sumUnits(people.map((each) => each.weekly[0]?.hours ?? 0n)));
  const count = (number: bigint | number) => formatCount(number, locale);
  const days = others.length === 0 && only ? only.days : all;
  const whose = others.length === 0 && only ? only.person.name : texts.people(count(people.length));
  // For one person the weekdays are those that count; for several, people with fewer are named.
  const fewer = others.length === 0 ? [] : people.filter((each) => each.days !== all);
  const named = fewer.map(({ person, days: own }) => texts.fewer(person.name, count(own)));
  const less = fewer.length > MOST_NAMED ? [texts.severalFewer(count(fewer.length))] : named;
  const changes = people.flatMap(({ person, weekly: lines }) =>
    lines.slice(1).map(({ hours, from }) => texts.changed(person.name, decimal(hours), formatDay(from, locale))),
  );
  const changed = changes.length > MOST_NAMED ? [texts.severalChanged(count(changes.length))] : changes;
  const left = people.some(({ person }) => person.absences !== undefined) ? texts.absences : texts.leave;
  return [texts.weekly(whose, weekly, count(days), formatDates(span, locale)), ...changed, ...less, left].join('; ');
}
