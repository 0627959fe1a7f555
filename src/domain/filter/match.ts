/** Evaluates a filter on one record in memory. This is the reference for the filter rules; the store's SQL must agree with it. */
import { findClient, emptyDirectory, findTeam, type Directory } from '../people/directory.ts';
import {
  BILLABLE_PROPERTY,
  BILLED_PROPERTY,
  MODIFIED_PROPERTY,
  CLIENT_PROPERTY,
  requireFilterable,
  TEAM_PROPERTY,
} from '../local-properties.ts';
import { findClockBounds, type Period } from '../time/period.ts';
import { ID_PROPERTY, OWNER_PROPERTY, RECORD_ID_PROPERTY, propertyNames } from '../properties.ts';
import type { TimeLogRecord, Value } from '../record.ts';
import { FINDS, type Filter, type FilterGroups } from './model.ts';
import {
  chooseComparison,
  toMidnightUtc,
  readBoolean,
  readDay,
  readId,
  readInstant,
  readNumber,
  type Comparison,
} from './operand.ts';
import { createSearchTest } from './search.ts';
import { foldCase, isTokenMatch, tokenizePatterns, tokenize } from './text.ts';

/** When each billed record was last modified before it was billed, by id, in epoch milliseconds; null if unknown. */
export type BilledRecords = ReadonlyMap<string, number | null>;

/** Selects records by checked filter groups, a free text, and a period in a zone (which matters only for clock periods). */
export interface Selection {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly period?: Period | undefined;
  readonly zone: string;
}

export type Predicate = (record: TimeLogRecord) => boolean;

export const queryProperties: readonly string[] = [
  propertyNames.title,
  propertyNames.description,
  propertyNames.category,
  propertyNames.service,
  RECORD_ID_PROPERTY,
];

/**
 * Compiles a selection once for many records. `filterGroups` must have passed `checkFilterGroups`. The caller decides whether archived
 * records count.
 *
 * House rules: groups are ORed, filters in one are ANDed. NEQ, NOT_IN and NOT_CONTAINS_TOKEN match an unset value; of the others only
 * NOT_HAS_PROPERTY does. An unreadable value is set, but equal to nothing and in no range. Ranges include their bounds.
 *
 * @param directory of clients and teams; without it, records have none
 * @param isInTexts see `createSearchTest`
 * @param billed the billed records
 */
export function createMatcher(
  selection: Selection,
  directory: Directory = emptyDirectory,
  isInTexts?: (word: string) => boolean,
  billed: BilledRecords = new Map(),
): Predicate {
  const groups = selection.filterGroups.map((group) =>
    group.filters.map((filter) => createFilterPredicate(filter, directory, isInTexts, billed)),
  );
  const isInGroups: Predicate = (record) => groups.some((filters) => filters.every((isMatch) => isMatch(record)));
  const parts = [
    ...(groups.length === 0 ? [] : [isInGroups]),
    ...createQueryPredicates(selection.query),
    ...(selection.period ? [createPeriodPredicate(selection.period, selection.zone)] : []),
  ];
  return (record) => parts.every((isMatch) => isMatch(record));
}

/** Reads the value of any property, including built-in ones; undefined if it is unset or unreadable. */
export function readValue(record: TimeLogRecord, propertyName: string): Value | undefined {
  switch (propertyName) {
    case ID_PROPERTY:
      return record.id;
    case propertyNames.created:
      return record.createdAt;
    case propertyNames.modified:
      return record.updatedAt;
    default:
      return record.values.get(propertyName);
  }
}

type Reader = (record: TimeLogRecord) => Value | undefined;

/** Creates a reader of a property of the record, or of its object or person in the directory. */
function chooseReader(name: string, directory: Directory, billed: BilledRecords): Reader {
  const readText = (record: TimeLogRecord, property: string) => {
    const value = record.values.get(property);
    return typeof value === 'string' ? value : undefined;
  };
  if (name === CLIENT_PROPERTY) {
    return (record) =>
      findClient(directory, readText(record, propertyNames.objectType), readText(record, propertyNames.objectId));
  }
  if (name === BILLABLE_PROPERTY) return isBillable;
  if (name === BILLED_PROPERTY) return ({ id }) => billed.has(id);
  if (name === MODIFIED_PROPERTY) return ({ id, updatedAt }) => (billed.get(id) ?? updatedAt) !== updatedAt;
  if (name === TEAM_PROPERTY) return (record) => findTeam(directory, readText(record, OWNER_PROPERTY));
  return (record) => readValue(record, name);
}

/** Returns whether a record has billable time, counted as in figures: minutes, or hours if the minutes are unset or unreadable. */
function isBillable(record: TimeLogRecord): boolean {
  const time = record.values.get(propertyNames.billableMinutes) ?? record.values.get(propertyNames.billableHours);
  return time !== undefined && time !== 0n;
}

function createFilterPredicate(
  filter: Filter,
  directory: Directory,
  isInTexts: ((word: string) => boolean) | undefined,
  billed: BilledRecords,
): Predicate {
  if (filter.operator === FINDS) return createSearchTest(filter.value ?? '', directory, isInTexts);
  const name = filter.propertyName;
  const readProperty = chooseReader(name, directory, billed);
  const isSet: Predicate = (record) => readProperty(record) !== undefined || record.anomalies.has(name);
  switch (filter.operator) {
    case 'HAS_PROPERTY':
      return isSet;
    case 'NOT_HAS_PROPERTY':
      return (record) => !isSet(record);
    case 'NEQ':
      return negate(createValuePredicate({ ...filter, operator: 'EQ' }, readProperty));
    case 'NOT_IN':
      return negate(createValuePredicate({ ...filter, operator: 'IN' }, readProperty));
    case 'NOT_CONTAINS_TOKEN':
      return negate(createValuePredicate({ ...filter, operator: 'CONTAINS_TOKEN' }, readProperty));
    case 'EQ':
    case 'LT':
    case 'LTE':
    case 'GT':
    case 'GTE':
    case 'BETWEEN':
    case 'IN':
    case 'CONTAINS_TOKEN':
      return createValuePredicate(filter, readProperty);
  }
}

const negate =
  (predicate: Predicate): Predicate =>
  (record) =>
    !predicate(record);

/** Positive operators match readable values only. */
function createValuePredicate(filter: Filter, readProperty: Reader): Predicate {
  const isMatch = createValueTest(filter, chooseComparison(requireFilterable(filter.propertyName)));
  return (record) => {
    const value = readProperty(record);
    return value !== undefined && isMatch(value);
  };
}

function createValueTest(filter: Filter, comparison: Comparison): (value: Value) => boolean {
  const { operator, value: operand = '', highValue = '', values = [] } = filter;
  if (operator === 'CONTAINS_TOKEN') return createTokenTest(operand);
  if (operator === 'EQ') return createEqualityTest([operand], comparison);
  if (operator === 'IN') return createEqualityTest(values, comparison);
  const bound = toOrderOperand(comparison, operand);
  const high = toOrderOperand(comparison, highValue);
  return (value) => isInRange(operator, toOrderValue(comparison, value), bound, high);
}

type OrderValue = bigint | number;

function isInRange(operator: Filter['operator'], value: OrderValue, bound: OrderValue, high: OrderValue): boolean {
  if (operator === 'LT') return value < bound;
  if (operator === 'LTE') return value <= bound;
  if (operator === 'GT') return value > bound;
  if (operator === 'GTE') return value >= bound;
  return operator === 'BETWEEN' && value >= bound && value <= high;
}

function createTokenTest(operand: string): (value: Value) => boolean {
  const patterns = tokenizePatterns(operand);
  return (value) => {
    const tokens = tokenize(String(value));
    return patterns.every((pattern) => tokens.some((token) => isTokenMatch(token, pattern)));
  };
}

function createEqualityTest(operands: readonly string[], comparison: Comparison): (value: Value) => boolean {
  if (comparison === 'string') {
    const folded = new Set(operands.map(foldCase));
    return (value) => folded.has(foldCase(String(value)));
  }
  const comparable = new Set(operands.map((operand) => toEqualityOperand(comparison, operand)));
  return (value) => comparable.has(toEqualityValue(comparison, value));
}

function toEqualityOperand(comparison: Comparison, text: string): Value {
  if (comparison === 'boolean') return readBoolean(text) ?? text;
  return comparison === 'enumeration' ? text : toOrderOperand(comparison, text);
}

function toEqualityValue(comparison: Comparison, value: Value): Value {
  return comparison === 'date' || comparison === 'id' ? toOrderValue(comparison, value) : value;
}

/**
 * Converts an operand for ordering: numbers to units, ids to integers, times to milliseconds. Unreadable values become NaN, which matches no
 * comparison.
 */
function toOrderOperand(comparison: Comparison, text: string): OrderValue {
  if (comparison === 'number') return readNumber(text) ?? NaN;
  if (comparison === 'id') return readId(text) ?? NaN;
  return (comparison === 'date' ? readDay(text) : readInstant(text)) ?? NaN;
}

function toOrderValue(comparison: Comparison, value: Value): OrderValue {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  if (comparison === 'date' && typeof value === 'string') return toMidnightUtc(value);
  return readId(String(value)) ?? NaN;
}

function createQueryPredicates(query: string): Predicate[] {
  if (query === '') return [];
  const searchedText = foldCase(query);
  return [
    (record) =>
      queryProperties.some((name) => {
        const value = record.values.get(name);
        return value !== undefined && foldCase(String(value)).includes(searchedText);
      }),
  ];
}

function createPeriodPredicate(period: Period, zone: string): Predicate {
  if (period.calendar === 'clock') {
    const { start, end } = findClockBounds(period, zone);
    return (record) => {
      const startedAt = record.values.get(propertyNames.firstStart);
      return typeof startedAt === 'number' && startedAt >= start && startedAt < end;
    };
  }
  const name = period.calendar === 'recorded-month' ? propertyNames.month : propertyNames.week;
  return (record) => {
    const date = record.values.get(name);
    return typeof date === 'string' && date >= period.from && date <= period.to;
  };
}
