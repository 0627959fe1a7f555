/**
 * Compiles one statement of a report: records are grouped by their own values and mapped to the directory's, and the cells of a row are
 * gathered into one list, so that a row's keys are transferred once.
 */
import { VARCHAR } from '@duckdb/node-api';
import type { Selection } from '#domain/filter/match.ts';
import { rowsSql, type RowRange } from '../conditions/order-sql.ts';
import type { Params } from '../database/parameters.ts';
import { readableSql } from '../database/schema.ts';
import {
  aggregateSql,
  expectableJoinSql,
  needsExpectable,
  regroupSql,
  type StoreAggregate,
  type Terms,
} from './aggregates.ts';
import { NO_KEY, type KeySql } from './dimensions.ts';

export interface Statement {
  readonly rows: readonly KeySql[];
  readonly column?: KeySql | undefined;
  readonly aggregates: readonly StoreAggregate[];
  readonly terms: Terms;
  /** Selects distinct values of this key instead of figures. */
  readonly values?: KeySql | undefined;
  /** Limits the selection to these rows. */
  readonly among?: RowRange | undefined;
  readonly condition?: string | undefined;
}

/**
 * The answer's columns are the row keys, with unset numbers as `NO_KEY`, then the record count and the aggregates or, with a column, one list of
 * `{c: column key, n: record count, a0, a1, …}`. With values, they are the row keys and one list of `{v: number of the value, c: column key}`.
 */
export function reportSql(statement: Statement, selection: Selection, params: Params): string {
  const { rows, column, values, aggregates, terms, among, condition } = statement;
  const keys = [...rows, ...(column ? [column] : []), ...(values ? [values] : [])];
  const raw = [...new Set(keys.flatMap((key) => key.raw))];
  const namesBySql = new Map(raw.map((sql, index) => [sql, `r${index}`]));
  const foundSql = `WITH found AS (SELECT ${[
    ...raw.map((sql, index) => `${sql} AS r${index}`),
    'count(*)::INTEGER AS n',
    ...aggregates.map((aggregate, index) => `${aggregateSql(aggregate, terms)} AS a${index}`),
  ].join(
    ', ',
  )} FROM records${aggregates.some(needsExpectable) ? expectableJoinSql(terms.expectable, params) : ''} WHERE ${rowsSql(selection, among, params)}${condition === undefined ? '' : ` AND ${condition}`}${groupBy(raw.map((_, index) => `r${index}`))})`;

  const mapped = keys.map((key) => {
    const rawNames = key.raw.map((sql) => namesBySql.get(sql) ?? sql);
    return key.mapSql ? key.mapSql(rawNames, params) : { key: rawNames[0] ?? 'NULL' };
  });
  const parts = mapped.map(({ key }, index) => `${key} AS k${index}`);
  const joins = [...new Set(mapped.flatMap(({ join }) => join ?? []))].join(' ');
  const isMapped = keys.some((key) => key.mapSql);
  const figures = isMapped
    ? [
        'sum(n)::INTEGER AS n',
        ...aggregates.map((aggregate, index) => `${regroupSql(aggregate, `a${index}`)} AS a${index}`),
      ]
    : ['n', ...aggregates.map((_, index) => `a${index}`)];
  const groups = isMapped ? groupBy(keys.map((_, index) => `k${index}`)) : '';
  const fineSql = `fine AS (SELECT ${[...parts, ...figures].join(', ')} FROM found ${joins}${groups})`;

  const readableKeys = keys.map((key, index) =>
    key.encoding === 'text' ? readableSql({ sql: `k${index}`, type: VARCHAR }) : `coalesce(k${index}, ${NO_KEY})`,
  );
  const rowKeys = readableKeys.slice(0, rows.length);
  const groupByRow = groupBy(rows.map((_, index) => `k${index}`));
  if (values) {
    const value = `k${keys.length - 1}`;
    // Numbers leave the store much faster than texts.
    const numberedSql = `numbered AS (SELECT value, (row_number() OVER ())::INTEGER AS v FROM (SELECT DISTINCT ${value} AS value FROM fine))`;
    const entry = column ? `{v: v, c: ${readableKeys[rows.length]}}` : '{v: v}';
    return `${foundSql}, ${fineSql}, ${numberedSql} SELECT ${[...rowKeys, `coalesce(list(${entry}), [])`].join(', ')}
      FROM fine JOIN numbered ON value = ${value}${groupByRow}`;
  }
  const names = ['n', ...aggregates.map((_, index) => `a${index}`)];
  if (!column) return `${foundSql}, ${fineSql} SELECT ${[...rowKeys, ...names].join(', ')} FROM fine`;
  const cell = [`c: ${readableKeys[rows.length]}`, ...names.map((name) => `${name}: ${name}`)].join(', ');
  return `${foundSql}, ${fineSql} SELECT ${[...rowKeys, `coalesce(list({${cell}}), [])`].join(', ')} FROM fine${groupByRow}`;
}

function groupBy(names: readonly string[]): string {
  return names.length === 0 ? '' : ` GROUP BY ${names.join(', ')}`;
}
