/**
 * Turns a line or cell of a report into the selection that holds exactly its records: filters and a period, as the Records screen, the
 * store and files take them. What a period alone cannot express (a clock calendar over whole months) becomes filters.
 */
import { objectOfKey } from '../../people/directory.ts';
import type { Filter, FilterGroups } from '../../filter/model.ts';
import { clockBounds, findCalendar, listMonths } from '../../time/period.ts';
import type { Weekday } from '../../time/weeks.ts';
import { bucketAt } from '../definition/buckets.ts';
import { listLines } from '../print/broken-lines.ts';
import { findDimension, listProperties, type Dimension, type TimeUnit } from '../definition/dimensions.ts';
import type { Report, ReportResult, ReportRow } from '../definition/report.ts';
import { DAY_MS } from '../../time/day.ts';
import { propertyNames } from '../../property-names.ts';

export interface DrillDown {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  /** Resolves to the same records on any day; undefined: all of time. */
  readonly period: string | undefined;
}

/** A line by its key, outermost group first; absent: the total. A column by its place in `columns`; absent: the entire line. */
export interface Place {
  readonly row?: Pick<ReportRow, 'key' | 'folded'> | undefined;
  readonly column?: number | undefined;
}

export type DrilledReport = Pick<Report, 'columns' | 'filterGroups' | 'query'>;
type DrilledResult = Pick<
  ReportResult,
  'rows' | 'subtotals' | 'columns' | 'period' | 'calendar' | 'zone' | 'recordedWeeks'
> &
  Partial<Pick<ReportResult, 'notes' | 'breakdowns'>>;

/** OR of ANDs; one empty AND is everything. */
type Alternatives = readonly (readonly Filter[])[];

const EVERYTHING: Alternatives = [[]];
const START = propertyNames.firstStart;
const WEEK = propertyNames.week;
const MONTH = propertyNames.month;

export function drillDown(report: DrilledReport, result: DrilledResult, { row, column }: Place): DrillDown {
  const asked: Alternatives =
    report.filterGroups.length === 0 ? EVERYTHING : report.filterGroups.map(({ filters }) => filters);
  const columnOf = column === undefined ? undefined : result.columns[column];
  const period = toPeriodPart(result);
  const parts = [
    asked,
    period.filters,
    ...Object.entries(row?.key ?? {}).map(([name, key], depth) =>
      depth === 0 && row?.folded !== undefined ? beyond(name, result) : within(name, key, result),
    ),
    ...(columnOf && report.columns !== undefined ? [within(report.columns, columnOf.key, result)] : []),
  ];
  const all = parts.reduce(both);
  const filterGroups = all.every((filters) => filters.length === 0)
    ? []
    : all.map((filters) => ({ filters: [...filters] }));
  return { filterGroups, query: report.query, period: period.text };
}

function both(left: Alternatives, right: Alternatives): Alternatives {
  return left.flatMap((one) => right.map((other) => [...one, ...other.filter((each) => !one.includes(each))]));
}

interface PeriodPart {
  readonly text: string | undefined;
  readonly filters: Alternatives;
}

/** Whole months and weeks written as dates are recorded ones; on the clock the start time is filtered. */
function toPeriodPart({ period, zone, recordedWeeks }: DrilledResult): PeriodPart {
  if (!period) return { text: undefined, filters: EVERYTHING };
  const text = /^\d/.test(period.text) && period.calendar !== 'clock' ? period.text : `${period.from}..${period.to}`;
  if (period.calendar !== 'clock' || isOnClock(period, recordedWeeks)) return { text, filters: EVERYTHING };
  return { text: undefined, filters: [startedIn(period, zone)] };
}

const toDate = (text: string) => new Date(`${text}T00:00:00Z`);

/** Whether a period of these dates goes by the clock: they are neither whole months nor whole weeks as recorded. */
function isOnClock({ from, to }: { readonly from: string; readonly to: string }, recordedWeeks?: Weekday): boolean {
  return findCalendar({ from, to }, recordedWeeks ?? 'monday') === 'clock';
}

function startedIn(dates: { readonly from: string; readonly to: string }, zone: string): readonly Filter[] {
  const { start, end } = clockBounds(dates, zone);
  const at = (instant: number) => new Date(instant).toISOString();
  return [
    { propertyName: START, operator: 'GTE', value: at(start) },
    { propertyName: START, operator: 'LT', value: at(end) },
  ];
}

/** The records of one group. */
function within(name: string, key: string | null, result: DrilledResult): Alternatives {
  const dimension = findDimension(name);
  if (!dimension) throw new RangeError(`No report is grouped by ${name}`);
  if (dimension.kind === 'object') return key === null ? unsetObject(name, result) : [objectFilters(key)];
  if (dimension.kind === 'time')
    return [key === null ? [withoutDate(dimension, result)] : inBucket(dimension.unit, key, result)];
  const propertyName = dimension.name;
  if (key !== null) return [[{ propertyName, operator: 'EQ', value: key }]];
  // A person unknown to the directory matches no filter, whatever the record says.
  if (dimension.kind !== 'property') return [[unset(propertyName, undefined)]];
  const isText = dimension.property.type === 'string' || dimension.property.type === 'enumeration';
  const others = isText && !hasUnreadable(result) ? undefined : listKeys(propertyName, result);
  // Not one record of the report has a readable value.
  if (others?.length === 0 && hasUnreadable(result)) return EVERYTHING;
  return [[unset(propertyName, others)]];
}

/** Texts are hardly ever unreadable: a long list of all other values is written only where one is. */
function hasUnreadable({ notes = [] }: DrilledResult): boolean {
  return notes.some(({ kind }) => kind === 'unreadable');
}

/** Unreadable values are in the unset group; a filter finds them only as none of the others, where all of these are known. */
function unset(propertyName: string, others: string[] | undefined): Filter {
  if (others === undefined || others.length === 0) return { propertyName, operator: 'NOT_HAS_PROPERTY' };
  return { propertyName, operator: 'NOT_IN', values: others };
}

/** No list holds all start times, so an unreadable one cannot be selected on the clock. */
function withoutDate({ name, unit }: TimeDimension, result: DrilledResult): Filter {
  const propertyName = dateProperty(unit, result);
  const keys = propertyName === START ? undefined : listKeys(name, result);
  return unset(propertyName, unit === 'week' ? keys : keys?.flatMap((key) => monthsIn(key, unit)));
}

type TimeDimension = Extract<Dimension, { kind: 'time' }>;

function monthsIn(key: string, unit: TimeUnit): string[] {
  const bucket = bucketAt(key, unit, null);
  return bucket ? listMonths(bucket) : [];
}

function dateProperty(unit: TimeUnit, { calendar }: Pick<DrilledResult, 'calendar'>): string {
  return calendar === 'clock' ? START : unit === 'week' ? WEEK : MONTH;
}

/** Every set key of a group in the result; undefined where the grouped tail hides some. */
function listKeys(name: string, result: DrilledResult): string[] | undefined {
  const lines = listLines(result);
  const { columns } = result;
  const grouped = lines.some(({ key }) => Object.hasOwn(key, name));
  if (lines.some(({ key, folded }) => folded !== undefined && Object.keys(key)[0] === name)) return undefined;
  const keys = grouped ? lines.map(({ key }) => key[name] ?? null) : columns.map(({ key }) => key);
  return [...new Set(keys.filter((key) => key !== null))];
}

function inBucket(unit: TimeUnit, key: string, result: DrilledResult): readonly Filter[] {
  const propertyName = dateProperty(unit, result);
  // The recorded week is what the service recorded, whatever day it begins on.
  if (propertyName === WEEK) return [{ propertyName, operator: 'EQ', value: key }];
  const bucket = bucketAt(key, unit, null);
  if (!bucket) throw new RangeError(`Not a ${unit}: ${key}`);
  if (propertyName === START) return startedIn(bucket, result.zone);
  return [{ propertyName, operator: 'BETWEEN', value: bucket.from, highValue: bucket.to }];
}

const [OBJECT_TYPE = '', OBJECT_ID = ''] = listProperties({ kind: 'object', name: 'object', label: '' });

function objectFilters(key: string): readonly Filter[] {
  const { type, id } = objectOfKey(key);
  return [
    { propertyName: OBJECT_TYPE, operator: 'EQ', value: type },
    { propertyName: OBJECT_ID, operator: 'EQ', value: id },
  ];
}

function unsetObject(name: string, result: DrilledResult): Alternatives {
  const keys = hasUnreadable(result) ? listKeys(name, result) : undefined;
  if (keys?.length === 0) return EVERYTHING;
  const objects = keys?.map(objectOfKey);
  return [
    [unset(OBJECT_TYPE, objects && [...new Set(objects.map(({ type }) => type))])],
    [unset(OBJECT_ID, objects && [...new Set(objects.map(({ id }) => id))])],
  ];
}

/** The grouped tail: the records of no listed group. */
function beyond(name: string, result: DrilledResult): Alternatives {
  const dimension = findDimension(name);
  const shown = [...result.subtotals, ...result.rows].flatMap(({ key, folded }) =>
    folded === undefined && Object.hasOwn(key, name) ? [key[name] ?? null] : [],
  );
  const isUnsetShown = shown.includes(null);
  const keys = [...new Set(shown.filter((key) => key !== null))];
  if (dimension?.kind === 'object') return otherObjects(keys, isUnsetShown);
  if (dimension?.kind === 'time') return otherBuckets(dimension.unit, keys, isUnsetShown, result);
  return [[...isNoneOf(name, keys), ...(isUnsetShown ? [isSet(name)] : [])]];
}

const isSet = (propertyName: string): Filter => ({ propertyName, operator: 'HAS_PROPERTY' });
/** Unset ones are in it too. */
const isNoneOf = (propertyName: string, values: string[]): Filter[] =>
  values.length === 0 ? [] : [{ propertyName, operator: 'NOT_IN', values }];

/** By type: another type may have an object with the same id. */
function otherObjects(keys: readonly string[], isUnsetShown: boolean): Alternatives {
  const byType = Map.groupBy(keys, (key) => key.slice(0, key.indexOf(':')));
  const set = isUnsetShown ? [isSet(OBJECT_TYPE), isSet(OBJECT_ID)] : [];
  const ofShownTypes = [...byType].map(([type, objects]): Filter[] => [
    { propertyName: OBJECT_TYPE, operator: 'EQ', value: type },
    ...isNoneOf(
      OBJECT_ID,
      objects.map((key) => key.slice(type.length + 1)),
    ),
    ...set,
  ]);
  return [...ofShownTypes, [...isNoneOf(OBJECT_TYPE, [...byType.keys()]), ...set]];
}

/** Before, between and after the listed buckets. */
function otherBuckets(
  unit: TimeUnit,
  keys: readonly string[],
  isUnsetShown: boolean,
  result: DrilledResult,
): Alternatives {
  const propertyName = dateProperty(unit, result);
  const none: Alternatives = isUnsetShown ? [] : [[{ propertyName, operator: 'NOT_HAS_PROPERTY' }]];
  if (propertyName === WEEK) return [[...isNoneOf(WEEK, [...keys]), ...(isUnsetShown ? [isSet(WEEK)] : [])]];
  const edge = (date: string) =>
    result.calendar === 'clock'
      ? new Date(clockBounds({ from: date, to: date }, result.zone).start).toISOString()
      : date;
  const spans = keys.toSorted().flatMap((key) => {
    const bucket = bucketAt(key, unit, null);
    return bucket ? [{ from: edge(bucket.from), after: edge(dayAfter(bucket.to)) }] : [];
  });
  const gaps = [...spans, undefined].map((span, index): Filter[] => {
    const before = index === 0 ? undefined : spans[index - 1];
    return [
      ...(before ? [{ propertyName, operator: 'GTE' as const, value: before.after }] : []),
      ...(span ? [{ propertyName, operator: 'LT' as const, value: span.from }] : []),
    ];
  });
  return [...gaps, ...none];
}

function dayAfter(date: string): string {
  return new Date(toDate(date).getTime() + DAY_MS).toISOString().slice(0, 10);
}
