/** Explains expected hours by people, weekly hours and weekdays. */
import { expectedTexts as texts } from '#texts/reports/reports.ts';
import { formatUnits, type Units } from '#domain/decimal.ts';
import { formatCount, formatDates, formatDay, formatDecimal } from '#domain/locale-forms.ts';
import { findOwner, type Directory, type OwnerEntry } from '#domain/people/directory.ts';
import {
  findComparedSpan,
  findElapsedSpan,
  computeExpectedHours,
  listAdmittedPeople,
  listPeopleWithHours,
  countWeekdays,
  listWeeklyHours,
  countWorkedWeekdays,
  type DaySpan,
} from '#domain/expected.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { findBucket } from '../definition/buckets.ts';
import { isExpectable } from '../definition/expected-cells.ts';
import { findDimension } from '../definition/dimensions.ts';
import type { LinePlace } from './drill-down.ts';
import type { Report, ReportResult } from '../definition/report.ts';

export interface ExpectedParts {
  /** Exact hours. */
  readonly hours: Units;
  readonly text: string;
}

export interface ExpectedContext {
  readonly report: Pick<Report, 'columns' | 'filterGroups'>;
  readonly result: Pick<ReportResult, 'period' | 'columns'>;
  readonly directory: Directory;
  /** `YYYY-MM-DD` in the workspace's zone; hours are expected up to the day before. */
  readonly today: string | undefined;
  readonly locale?: string | undefined;
  /** True if the result is of a compared period, whose time groups have the keys of the report's period. */
  readonly isBefore?: boolean | undefined;
}

/** @returns undefined if there are no expected hours, or their people or days are unknown */
export function findExpectedParts(place: LinePlace, context: ExpectedContext): ExpectedParts | undefined {
  const keys = findKeys(place, context);
  const span = keys && findSpan(keys, context);
  const { period } = context.result;
  if (!span || !period) return undefined;
  const peopleWithHours = new Set(listPeopleWithHours(context.directory, findComparedSpan(period, context.today)));
  const people = findPeople(keys, context).flatMap(([id, person]): Expectation[] => {
    const days = countWorkedWeekdays(person, span);
    if (!peopleWithHours.has(id) || days === 0n) return [];
    return [{ person, weekly: listWeeklyHours(person, span), days, hours: computeExpectedHours(person, span) ?? 0n }];
  });
  if (people.length === 0) return undefined;
  return { hours: sumUnits(people.map(({ hours }) => hours)), text: describeExpected(people, span, context.locale) };
}

interface Expectation {
  readonly person: OwnerEntry;
  /** The weekly hours on the span's first day, and from each day on which they change. */
  readonly weekly: ReturnType<typeof listWeeklyHours>;
  /** The number of weekdays that count for this person. */
  readonly days: bigint;
  readonly hours: Units;
}

type Keys = readonly (readonly [string, string | null])[];

/** @returns undefined for the grouped tail, whose people have no common key */
function findKeys({ row, column }: LinePlace, { report, result }: ExpectedContext): Keys | undefined {
  if (row?.folded !== undefined) return undefined;
  const reportColumn = column === undefined ? undefined : result.columns[column];
  const rowKeys = Object.entries(row?.key ?? {});
  // Parts of a line that are grouped by anything but people, teams and time have no expected hours.
  if (rowKeys.some(([name]) => !isExpectable(findDimension(name)))) return undefined;
  return reportColumn && report.columns !== undefined ? [...rowKeys, [report.columns, reportColumn.key]] : rowKeys;
}

function findSpan(keys: Keys, { result: { period }, today, isBefore }: ExpectedContext): DaySpan | undefined {
  if (!period || today === undefined) return undefined;
  let span = findElapsedSpan(period, today);
  for (const [name, key] of keys) {
    const dimension = findDimension(name);
    if (dimension?.kind !== 'time') continue;
    if (key === null || isBefore === true || !span) return undefined;
    span = findBucket(key, dimension.unit, span) ?? undefined;
  }
  return span;
}

function findPeople(keys: Keys, { report, directory }: ExpectedContext): [string, OwnerEntry][] {
  return listAdmittedPeople(directory, report.filterGroups).flatMap((id): [string, OwnerEntry][] => {
    const person = findOwner(directory, id);
    const isMember = ([name, key]: Keys[number]) => {
      const dimension = findDimension(name);
      if (dimension?.kind === 'team') return person?.team === key;
      return dimension?.kind === 'property' && dimension.property.name === OWNER_PROPERTY ? id === key : true;
    };
    return person && keys.every(isMember) ? [[id, person]] : [];
  });
}

const sumUnits = (units: readonly Units[]) => units.reduce((sum, hours) => sum + hours, 0n);

/** If there are more people, only their number is shown. */
const MAX_NAMED = 3;

function describeExpected(people: readonly Expectation[], span: DaySpan, locale: string | undefined): string {
  const weekdayCount = countWeekdays(span);
  const [firstPerson, ...others] = people;
  const formatHours = (units: Units) => formatDecimal(formatUnits(units), locale);
  const weekly = formatHours(sumUnits(people.map((person) => person.weekly[0]?.hours ?? 0n)));
  const formatNumber = (number: bigint | number) => formatCount(number, locale);
  const days = others.length === 0 && firstPerson ? firstPerson.days : weekdayCount;
  const subject =
    others.length === 0 && firstPerson ? firstPerson.person.name : texts.people(formatNumber(people.length));
  // For one person, `days` are that person's weekdays; among several people, those with fewer weekdays are named.
  const fewer = others.length === 0 ? [] : people.filter((person) => person.days !== weekdayCount);
  const fewerByName = fewer.map(({ person, days: personDays }) => texts.fewer(person.name, formatNumber(personDays)));
  const fewerTexts = fewer.length > MAX_NAMED ? [texts.severalFewer(formatNumber(fewer.length))] : fewerByName;
  const changes = people.flatMap(({ person, weekly: lines }) =>
    lines.slice(1).map(({ hours, from }) => texts.changed(person.name, formatHours(hours), formatDay(from, locale))),
  );
  const changed = changes.length > MAX_NAMED ? [texts.severalChanged(formatNumber(changes.length))] : changes;
  const absenceText = people.some(({ person }) => person.absences !== undefined) ? texts.absences : texts.leave;
  return [
    texts.weekly(subject, weekly, formatNumber(days), formatDates(span, locale)),
    ...changed,
    ...fewerTexts,
    absenceText,
  ].join('; ');
}
