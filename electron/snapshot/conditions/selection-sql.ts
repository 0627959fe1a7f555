/** Compiles a selection to a parameterised condition. domain/filter/match applies the same rules in memory; tests compare the two. */
import { FINDS, type Filter } from '#domain/filter/model.ts';
import { queryProperties, type Selection } from '#domain/filter/match.ts';
import {
  chooseComparison,
  toMidnightUtc,
  readBoolean,
  readDay,
  readId,
  readInstant,
  readNumber,
  type Comparison,
} from '#domain/filter/operand.ts';
import { foldCase, tokenizePatterns } from '#domain/filter/text.ts';
import {
  BILLABLE_PROPERTY,
  BILLED_PROPERTY,
  MODIFIED_PROPERTY,
  requireFilterable,
  isLocal,
  isState,
} from '#domain/local-properties.ts';
import { findClockBounds, type Period } from '#domain/time/period.ts';
import { type Property, propertyNames } from '#domain/properties.ts';
import { localEqualSql, localSetSql } from './directory-sql.ts';
import { BILLED_SQL, MODIFIED_SQL } from '../database/billed-table.ts';
import { searchSql, type SearchScopes } from './search-sql.ts';
import type { Params } from '../database/parameters.ts';
import { columnSql, unreadablePropertySql } from '../database/schema.ts';

/**
 * @param scopes where the searched words occur, so that fewer records are searched
 * @returns the condition for live records of a selection, with its values added to `params`. Groups must be checked.
 */
export function selectionSql(selection: Selection, params: Params, scopes?: SearchScopes): string {
  const groups = selection.filterGroups.map((group) =>
    group.filters.map((filter) => filterSql(filter, params, scopes)).join(' AND '),
  );
  const parts = [
    'NOT archived',
    ...(groups.length === 0 ? [] : [`(${groups.map((condition) => `(${condition})`).join(' OR ')})`]),
    ...(selection.query === '' ? [] : [querySql(selection.query, params)]),
    ...(selection.period ? [periodSql(selection.period, selection.zone, params)] : []),
  ];
  return parts.join(' AND ');
}

function filterSql(filter: Filter, params: Params, scopes?: SearchScopes): string {
  if (filter.operator === FINDS) return searchSql(filter.value ?? '', params, scopes);
  const property = requireFilterable(filter.propertyName);
  const isSet = setSql(property);
  switch (filter.operator) {
    case 'HAS_PROPERTY':
      return isSet;
    case 'NOT_HAS_PROPERTY':
      return `NOT ${isSet}`;
    case 'NEQ':
    case 'NOT_IN':
      return `(${equalSql(property, listOperands(filter), params)}) IS NOT TRUE`;
    case 'NOT_CONTAINS_TOKEN':
      return `(${tokensSql(property, filter.value ?? '', params)}) IS NOT TRUE`;
    case 'EQ':
    case 'IN':
      return `(${equalSql(property, listOperands(filter), params)})`;
    case 'CONTAINS_TOKEN':
      return `(${tokensSql(property, filter.value ?? '', params)})`;
    case 'LT':
      return rangeSql(property, [['<', filter.value]], params);
    case 'LTE':
      return rangeSql(property, [['<=', filter.value]], params);
    case 'GT':
      return rangeSql(property, [['>', filter.value]], params);
    case 'GTE':
      return rangeSql(property, [['>=', filter.value]], params);
    case 'BETWEEN':
      return rangeSql(
        property,
        [
          ['>=', filter.value],
          ['<=', filter.highValue],
        ],
        params,
      );
  }
}

function setSql(property: Property): string {
  if (isState(property)) return 'true';
  if (isLocal(property)) return localSetSql(property);
  return `(${columnSql(property.name)} IS NOT NULL OR ${unreadablePropertySql(property)})`;
}

/** Compiles the value that a filter compares. @param name a property that is neither client nor team */
export function filteredSql(name: string): string {
  if (name === BILLED_PROPERTY) return BILLED_SQL;
  if (name === MODIFIED_PROPERTY) return MODIFIED_SQL;
  if (name !== BILLABLE_PROPERTY) return columnSql(name);
  return `(coalesce(${columnSql(propertyNames.billableMinutes)}, ${columnSql(propertyNames.billableHours)}, 0) <> 0)`;
}

function listOperands(filter: Filter): readonly string[] {
  return filter.values ?? [filter.value ?? ''];
}

/** Compiles the condition for values equal to one of the operands; null for unset and unreadable values, as usual in SQL. */
function equalSql(property: Property, operands: readonly string[], params: Params): string {
  if (isLocal(property)) return localEqualSql(property, operands, params);
  const sql = filteredSql(property.name);
  const comparison = chooseComparison(property);
  // No letter's lower case is a digit, so ids are compared as they are, which takes half as long.
  const isNumber = operands.every((operand) => /^\d+$/.test(operand));
  const text = comparison === 'string' && !isNumber ? `lower(${sql})` : sql;
  if (operands.length <= FEW_OPERANDS)
    return `${text} IN (${operands.map((operand) => operandSql(comparison, operand, params)).join(', ')})`;
  // A long list is looked up in a hash table, because comparing 40 texts one by one takes seven times as long for 1,000,000 records.
  const isText = comparison === 'string' || comparison === 'enumeration';
  const list = isText
    ? params.texts(comparison === 'string' ? operands.map(foldCase) : operands)
    : `[${operands.map((operand) => operandSql(comparison, operand, params)).join(', ')}]`;
  return `${text} IN (SELECT unnest(${list}))`;
}

const FEW_OPERANDS = 8;

type Bound = readonly [sign: string, operand: string | undefined];

function rangeSql(property: Property, bounds: readonly Bound[], params: Params): string {
  const sql = columnSql(property.name);
  const comparison = chooseComparison(property);
  const parts = bounds.map(([sign, operand]) => `${sql} ${sign} ${operandSql(comparison, operand ?? '', params)}`);
  return `(${parts.join(' AND ')})`;
}

/** @returns the placeholder of a typed operand; null, which matches nothing, if it cannot be read (checked operands always can) */
function operandSql(comparison: Comparison, text: string, params: Params): string {
  const bindOrNull = <T>(value: T | undefined, add: (value: T) => string) =>
    value === undefined ? 'NULL' : add(value);
  switch (comparison) {
    case 'number':
      return bindOrNull(readNumber(text), (units) => params.decimal(units));
    case 'boolean':
      return bindOrNull(readBoolean(text), (value) => params.boolean(value));
    case 'date':
      return bindOrNull(readDay(text), (midnight) => params.date(midnight));
    case 'datetime':
      return bindOrNull(readInstant(text), (instant) => params.timestamp(instant));
    case 'id':
      return bindOrNull(readId(text), (id) => params.integer(id));
    case 'string':
      return params.text(foldCase(text));
    case 'enumeration':
      return params.text(text);
  }
}

const TOKEN = String.raw`[\p{L}\p{N}]`;
const GAP = String.raw`[^\p{L}\p{N}]`;

/** Compiles the condition that every word is a token of the text. Words have only letters, digits and `*`, so none is a pattern by accident. */
function tokensSql(property: Property, operand: string, params: Params): string {
  const text = `lower(${columnSql(property.name)})`;
  const words = tokenizePatterns(operand).map((word) => {
    const body = /^\*+$/.test(word) ? `${TOKEN}+` : word.replace(/\*+/g, `${TOKEN}*`);
    return `regexp_matches(${text}, ${params.text(`(^|${GAP})${body}(${GAP}|$)`)})`;
  });
  return words.length === 0 ? 'false' : words.join(' AND ');
}

function querySql(query: string, params: Params): string {
  const part = params.text(foldCase(query));
  return `(${queryProperties.map((name) => `contains(lower(${columnSql(name)}), ${part})`).join(' OR ')})`;
}

export function periodSql(period: Period, zone: string, params: Params): string {
  if (period.calendar === 'clock') {
    const { start, end } = findClockBounds(period, zone);
    const sql = columnSql(propertyNames.firstStart);
    return `(${sql} >= ${params.timestamp(start)} AND ${sql} < ${params.timestamp(end)})`;
  }
  const sql = columnSql(period.calendar === 'recorded-month' ? propertyNames.month : propertyNames.week);
  return `${sql} BETWEEN ${params.date(toMidnightUtc(period.from))} AND ${params.date(toMidnightUtc(period.to))}`;
}
