/**
 * Converts a line or cell of a report to the selection of exactly its records: filters and a period, as used by the Records screen, the store
 * and files. What a period alone cannot express (a clock calendar over full months) becomes filters.
 */
import { parseObjectKey } from '#domain/people/directory.ts';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { findClockBounds, findCalendar, listMonths } from '#domain/time/period.ts';
import type { Weekday } from '#domain/time/weeks.ts';
import { findBucket } from '../definition/buckets.ts';
import { listLines } from '../print/broken-lines.ts';
import { findDimension, listProperties, type Dimension, type TimeUnit } from '../definition/dimensions.ts';
import type { Report, ReportResult, ReportRow } from '../definition/report.ts';
import { DAY_MS } from '#domain/time/utc.ts';
import { propertyNames } from '#domain/properties.ts';

export interface DrillDown {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  /** The period as text with the same meaning on any day; undefined for all of time. */
  readonly period: string | undefined;
}

/** The line by its key, outermost group first, or the total if undefined; the column by its index, or the entire line if undefined. */
export interface LinePlace {
  readonly row?: Pick<ReportRow, 'key' | 'folded'> | undefined;
  readonly column?: number | undefined;
}

export type DrilledReport = Pick<Report, 'columns' | 'filterGroups' | 'query'>;
type DrilledResult = Pick<
  ReportResult,
  'rows' | 'subtotals' | 'columns' | 'period' | 'calendar' | 'zone' | 'recordedWeeks'
> &
  Partial<Pick<ReportResult, 'notes' | 'breakdowns'>>;

/** An OR of ANDs; one empty AND selects everything. */
type Alternatives = readonly (readonly Filter[])[];

const EVERYTHING: Alternatives = [[]];
const START = propertyNames.firstStart;
const WEEK = propertyNames.week;
const MONTH = propertyNames.month;

export function drillDown(report: DrilledReport, result: DrilledResult, { row, column }: LinePlace): DrillDown {
  const reportFilters: Alternatives =
    report.filterGroups.length === 0 ? EVERYTHING : report.filterGroups.map(({ filters }) => filters);
  const selectedColumn = column === undefined ? undefined : result.columns[column];
  const period = toPeriodPart(result);
  const parts = [
    reportFilters,
    period.filters,
    ...Object.entries(row?.key ?? {}).map(([name, key], depth) =>
      depth === 0 && row?.folded !== undefined ? selectTail(name, result) : selectGroup(name, key, result),
    ),
    ...(selectedColumn && report.columns !== undefined
      ? [selectGroup(report.columns, selectedColumn.key, result)]
      : []),
  ];
  const all = parts.reduce(intersect);
  const filterGroups = all.every((filters) => filters.length === 0)
    ? []
    : all.map((filters) => ({ filters: [...filters] }));
  return { filterGroups, query: report.query, period: period.text };
}

function intersect(left: Alternatives, right: Alternatives): Alternatives {
  return left.flatMap((one) => right.map((other) => [...one, ...other.filter((filter) => !one.includes(filter))]));
}

/**
 * Splits off what a period text can express. Full months and weeks written as dates mean recorded ones, so the start time is filtered for a
 * clock calendar.
 */
function toPeriodPart({ period, zone, recordedWeeks }: DrilledResult): {
  readonly text: string | undefined;
  readonly filters: Alternatives;
} {
  if (!period) return { text: undefined, filters: EVERYTHING };
  const text = /^\d/.test(period.text) && period.calendar !== 'clock' ? period.text : `${period.from}..${period.to}`;
  if (period.calendar !== 'clock' || isOnClock(period, recordedWeeks)) return { text, filters: EVERYTHING };
  return { text: undefined, filters: [createStartFilters(period, zone)] };
}

const toDate = (text: string) => new Date(`${text}T00:00:00Z`);

/** Returns whether a period of these dates uses the clock, because they are neither full months nor full recorded weeks. */
function isOnClock({ from, to }: { readonly from: string; readonly to: string }, recordedWeeks?: Weekday): boolean {
  return findCalendar({ from, to }, recordedWeeks ?? 'monday') === 'clock';
}

function createStartFilters(dates: { readonly from: string; readonly to: string }, zone: string): readonly Filter[] {
  const { start, end } = findClockBounds(dates, zone);
  const formatInstant = (instant: number) => new Date(instant).toISOString();
  return [
    { propertyName: START, operator: 'GTE', value: formatInstant(start) },
    { propertyName: START, operator: 'LT', value: formatInstant(end) },
  ];
}

function selectGroup(name: string, key: string | null, result: DrilledResult): Alternatives {
  const dimension = findDimension(name);
  if (!dimension) throw new RangeError(`No report is grouped by ${name}`);
  if (dimension.kind === 'object') return key === null ? selectUnsetObject(name, result) : [createObjectFilters(key)];
  if (dimension.kind === 'time')
    return [key === null ? [createUndatedFilter(dimension, result)] : createBucketFilters(dimension.unit, key, result)];
  const propertyName = dimension.name;
  if (key !== null) return [[{ propertyName, operator: 'EQ', value: key }]];
  // A person or object that is unknown to the directory matches no client or team, so only unset values are selected.
  if (dimension.kind !== 'property') return [[createUnsetFilter(propertyName, undefined)]];
  const isText = dimension.property.type === 'string' || dimension.property.type === 'enumeration';
  const others = isText && !hasUnreadable(result) ? undefined : listKeys(propertyName, result);
  // No record of the report has a readable value.
  if (others?.length === 0 && hasUnreadable(result)) return EVERYTHING;
  return [[createUnsetFilter(propertyName, others)]];
}

/** Texts are hardly ever unreadable, so the long list of all other values is written only if one is. */
function hasUnreadable({ notes = [] }: DrilledResult): boolean {
  return notes.some(({ kind }) => kind === 'unreadable');
}

/** Selects the unset group with its unreadable values, which match only a filter that excludes all other (known) values. */
function createUnsetFilter(propertyName: string, others: string[] | undefined): Filter {
  if (others === undefined || others.length === 0) return { propertyName, operator: 'NOT_HAS_PROPERTY' };
  return { propertyName, operator: 'NOT_IN', values: others };
}

/** No list contains all start times, so unreadable ones cannot be selected on the clock. */
function createUndatedFilter({ name, unit }: Extract<Dimension, { kind: 'time' }>, result: DrilledResult): Filter {
  const propertyName = chooseDateProperty(unit, result);
  const keys = propertyName === START ? undefined : listKeys(name, result);
  return createUnsetFilter(propertyName, unit === 'week' ? keys : keys?.flatMap((key) => listBucketMonths(key, unit)));
}

function listBucketMonths(key: string, unit: TimeUnit): string[] {
  const bucket = findBucket(key, unit, null);
  return bucket ? listMonths(bucket) : [];
}

function chooseDateProperty(unit: TimeUnit, { calendar }: Pick<DrilledResult, 'calendar'>): string {
  return calendar === 'clock' ? START : unit === 'week' ? WEEK : MONTH;
}

/** Lists every set key of a group in the result; undefined if the grouped tail hides some. */
function listKeys(name: string, result: DrilledResult): string[] | undefined {
  const lines = listLines(result);
  const { columns } = result;
  const grouped = lines.some(({ key }) => Object.hasOwn(key, name));
  if (lines.some(({ key, folded }) => folded !== undefined && Object.keys(key)[0] === name)) return undefined;
  const keys = grouped ? lines.map(({ key }) => key[name] ?? null) : columns.map(({ key }) => key);
  return [...new Set(keys.filter((key) => key !== null))];
}

function createBucketFilters(unit: TimeUnit, key: string, result: DrilledResult): readonly Filter[] {
  const propertyName = chooseDateProperty(unit, result);
  // The recorded week is used as recorded, regardless of the day on which it begins.
  if (propertyName === WEEK) return [{ propertyName, operator: 'EQ', value: key }];
  const bucket = findBucket(key, unit, null);
  if (!bucket) throw new RangeError(`Not a ${unit}: ${key}`);
  if (propertyName === START) return createStartFilters(bucket, result.zone);
  return [{ propertyName, operator: 'BETWEEN', value: bucket.from, highValue: bucket.to }];
}

const [OBJECT_TYPE = '', OBJECT_ID = ''] = listProperties({ kind: 'object', name: 'object', label: '' });

function createObjectFilters(key: string): readonly Filter[] {
  const { type, id } = parseObjectKey(key);
  return [
    { propertyName: OBJECT_TYPE, operator: 'EQ', value: type },
    { propertyName: OBJECT_ID, operator: 'EQ', value: id },
  ];
}

function selectUnsetObject(name: string, result: DrilledResult): Alternatives {
  const keys = hasUnreadable(result) ? listKeys(name, result) : undefined;
  if (keys?.length === 0) return EVERYTHING;
  const objects = keys?.map(parseObjectKey);
  return [
    [createUnsetFilter(OBJECT_TYPE, objects && [...new Set(objects.map(({ type }) => type))])],
    [createUnsetFilter(OBJECT_ID, objects && [...new Set(objects.map(({ id }) => id))])],
  ];
}

/** Selects the grouped tail: the records of no listed group. */
function selectTail(name: string, result: DrilledResult): Alternatives {
  const dimension = findDimension(name);
  const listedKeys = [...result.subtotals, ...result.rows].flatMap(({ key, folded }) =>
    folded === undefined && Object.hasOwn(key, name) ? [key[name] ?? null] : [],
  );
  const isUnsetListed = listedKeys.includes(null);
  const keys = [...new Set(listedKeys.filter((key) => key !== null))];
  if (dimension?.kind === 'object') return selectOtherObjects(keys, isUnsetListed);
  if (dimension?.kind === 'time') return selectOtherBuckets(dimension.unit, keys, isUnsetListed, result);
  return [[...createNoneOfFilters(name, keys), ...(isUnsetListed ? [createSetFilter(name)] : [])]];
}

const createSetFilter = (propertyName: string): Filter => ({ propertyName, operator: 'HAS_PROPERTY' });
/** Creates filters that also select unset values. */
const createNoneOfFilters = (propertyName: string, values: string[]): Filter[] =>
  values.length === 0 ? [] : [{ propertyName, operator: 'NOT_IN', values }];

/** Filters by type, because objects of different types may have the same id. */
function selectOtherObjects(keys: readonly string[], isUnsetListed: boolean): Alternatives {
  const byType = Map.groupBy(keys, (key) => key.slice(0, key.indexOf(':')));
  const set = isUnsetListed ? [createSetFilter(OBJECT_TYPE), createSetFilter(OBJECT_ID)] : [];
  const ofListedTypes = [...byType].map(([type, objects]): Filter[] => [
    { propertyName: OBJECT_TYPE, operator: 'EQ', value: type },
    ...createNoneOfFilters(
      OBJECT_ID,
      objects.map((key) => key.slice(type.length + 1)),
    ),
    ...set,
  ]);
  return [...ofListedTypes, [...createNoneOfFilters(OBJECT_TYPE, [...byType.keys()]), ...set]];
}

/** Selects the records before, between and after the listed buckets. */
function selectOtherBuckets(
  unit: TimeUnit,
  keys: readonly string[],
  isUnsetListed: boolean,
  result: DrilledResult,
): Alternatives {
  const propertyName = chooseDateProperty(unit, result);
  const none: Alternatives = isUnsetListed ? [] : [[{ propertyName, operator: 'NOT_HAS_PROPERTY' }]];
  if (propertyName === WEEK)
    return [[...createNoneOfFilters(WEEK, [...keys]), ...(isUnsetListed ? [createSetFilter(WEEK)] : [])]];
  const toEdge = (date: string) =>
    result.calendar === 'clock'
      ? new Date(findClockBounds({ from: date, to: date }, result.zone).start).toISOString()
      : date;
  const spans = keys.toSorted().flatMap((key) => {
    const bucket = findBucket(key, unit, null);
    return bucket ? [{ from: toEdge(bucket.from), after: toEdge(findDayAfter(bucket.to)) }] : [];
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

function findDayAfter(date: string): string {
  return new Date(toDate(date).getTime() + DAY_MS).toISOString().slice(0, 10);
}
