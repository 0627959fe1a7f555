/**
 * Reads the values to offer for a filter, which are those that records have. Spellings that a filter treats as equal are merged.
 * It also finds which of the given values no record has.
 */
import { DuckDBListValue, VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { Output } from '#contract/api.ts';
import type { Selection } from '#domain/filter/match.ts';
import type { Filter } from '#domain/filter/model.ts';
import { chooseComparison } from '#domain/filter/operand.ts';
import { foldCase } from '#domain/filter/text.ts';
import { isLocal, requireFilterable, requireReadable } from '#domain/local-properties.ts';
import { ID_PROPERTY, type Property, propertyNames } from '#domain/properties.ts';
import { readRows } from './database/connections.ts';
import { COMMITS, readMeta } from './database/metadata.ts';
import { computeOnce, getSignal } from './database/shared-answers.ts';
import { findSearchScopes } from './conditions/search-sql.ts';
import { filteredSql, selectionSql } from './conditions/selection-sql.ts';
import { localClassesSql, localValuesSql } from './conditions/directory-sql.ts';
import { Params, toText } from './database/parameters.ts';
import { findColumn, columnSql, readableSql } from './database/schema.ts';

/**
 * Lists values by how many of the selected records have them, then by the first spelling. Values of other records come last, with 0.
 * Unset values are left out. `contains` ignores case and accents.
 * @returns `value` is the spelling of most records, of equally frequent ones the first by code points; `records` counts the selected
 * records with any of its spellings; `others` are the other spellings, the most frequent first
 */
export async function readDistinctValues(
  connection: DuckDBConnection,
  propertyName: string,
  contains: string,
  limit: number,
  selection?: Selection,
) {
  const property = requireFilterable(propertyName);
  const params = new Params();
  const part = contains === '' ? undefined : params.text(contains);
  const toCondition = (sql: string) =>
    part === undefined ? '' : ` AND contains(strip_accents(lower(${sql})), strip_accents(lower(${part})))`;
  const countedSql = selection
    ? selectionSql(selection, params, await findSearchScopes(connection, selection.filterGroups))
    : 'true';
  const isText = isLocal(property) || chooseComparison(property) === 'string';
  const spellingsSql = isLocal(property)
    ? localValuesSql(property, toCondition, countedSql)
    : heldValuesSql(property, toCondition, countedSql);
  const valueSql = isText ? readableSql({ sql: 'value', type: VARCHAR }) : 'value';
  const folded = isText ? 'lower(value)' : 'value';
  // Distinct values are few compared with records, so only they are folded, and spellings are listed only for the returned ones.
  const rows = await readRows(
    connection,
    `WITH spelt AS MATERIALIZED (${spellingsSql}),
      listed AS (SELECT ${folded} AS class, sum(n)::BIGINT AS held, min(value) AS least, count(*) OVER () AS classes FROM spelt
        GROUP BY class ORDER BY held DESC, least LIMIT ${params.integer(limit)})
      SELECT list(${valueSql} ORDER BY n DESC, value), held, classes FROM spelt JOIN listed ON ${folded} = class
      GROUP BY class, held, least, classes ORDER BY held DESC, least`,
    params,
  );
  return {
    values: rows.map(([spellings, records]) => {
      const [value = '', ...others] = toTexts(spellings);
      return { value, records: Number(records), others };
    }),
    distinct: Number(rows[0]?.[2] ?? 0),
  };
}

/** Selects each value as received, and how many of the counted records have it. */
function heldValuesSql({ name }: Property, toCondition: (sql: string) => string, countedSql: string): string {
  const sql = filteredSql(name);
  return `SELECT ${sql} AS value, count(*) FILTER (WHERE ${countedSql}) AS n FROM records
    WHERE NOT archived AND ${sql} IS NOT NULL${toCondition(`CAST(${sql} AS VARCHAR)`)} GROUP BY value`;
}

function toTexts(list: DuckDBValue | undefined): string[] {
  return list instanceof DuckDBListValue ? list.items.map((item) => toText(item) ?? '') : [];
}

type HeldValues = ReadonlySet<string | null>;

/** The values of properties with short lists in one state of the store; undefined for one with many. */
export class HeldValuesMemory {
  #commits: string | undefined;
  #values = new Map<string, Promise<HeldValues | undefined>>();

  /** Called within a read transaction, and valid for the state it sees. */
  async getValues(connection: DuckDBConnection, property: Property): Promise<HeldValues | undefined> {
    const commits = await readMeta(connection, COMMITS);
    if (this.#commits !== commits) [this.#commits, this.#values] = [commits, new Map()];
    const read = async () => {
      const sql = `SELECT DISTINCT ${classSql(property)} FROM records WHERE NOT archived LIMIT ${MAX_HELD + 1}`;
      const rows = await readRows(connection, sql);
      return rows.length > MAX_HELD ? undefined : new Set(rows.map(([value]) => toText(value)));
    };
    return computeOnce(this.#values, property.name, read, getSignal(connection));
  }
}

const MAX_HELD = 5_000;
/** Other texts may be as many as records, and long. */
const shortLists: ReadonlySet<string> = new Set([
  propertyNames.owner,
  propertyNames.objectType,
  propertyNames.category,
  propertyNames.service,
]);

/** @param values of a text or an enumeration, as a filter has them. @returns those that no live record has. */
export async function findUnheldValues(
  connection: DuckDBConnection,
  propertyName: string,
  values: readonly string[],
  memory: HeldValuesMemory,
): Promise<string[]> {
  const property = requireReadable(propertyName);
  const params = new Params();
  // The directory may change while the records stay as they are, so values that it names are read each time.
  const isCached = !isLocal(property) && shortLists.has(property.name);
  const heldValues = isCached ? await memory.getValues(connection, property) : undefined;
  const readHeld = async () =>
    toTexts((await readRows(connection, classesSql(property, values, params), params))[0]?.[0]);
  const knownValues = heldValues ?? new Set(await readHeld());
  const fold = chooseComparison(property) === 'enumeration' ? (text: string) => text : foldCase;
  return values.filter((value) => !knownValues.has(fold(value)));
}

/** Selects one list of the values that records have, compared as a filter does. */
function classesSql(property: Property, values: readonly string[], params: Params): string {
  if (isLocal(property)) return localClassesSql(property, values, params);
  const filter: Filter = { propertyName: property.name, operator: 'IN', values };
  const where = selectionSql({ filterGroups: [{ filters: [filter] }], query: '', zone: 'UTC' }, params);
  return `SELECT list(DISTINCT ${classSql(property)}) FROM records WHERE ${where}`;
}

/** Compiles a value as filters compare it. */
function classSql(property: Property): string {
  const { sql } = findColumn(property);
  const isText = chooseComparison(property) === 'string';
  return readableSql({ sql: isText ? `lower(${sql})` : `CAST(${sql} AS VARCHAR)`, type: VARCHAR });
}

/** @returns which of the numbers are ids of records, of their owners or of their objects, and the lengths that ids of records have. */
export async function findKnownNumbers(
  connection: DuckDBConnection,
  numbers: readonly string[],
): Promise<Output<'lookup.known'>> {
  const params = new Params();
  const ids = `CAST(${columnSql(ID_PROPERTY)} AS VARCHAR)`;
  const knownAsSql = (sql: string) => `(SELECT list(number) FROM numbers WHERE number IN (SELECT ${sql} FROM records))`;
  const [row = []] = await readRows(
    connection,
    `WITH numbers AS MATERIALIZED (SELECT unnest(${params.texts(numbers)}) AS number)
      SELECT ${[ids, columnSql(propertyNames.owner), columnSql(propertyNames.objectId)].map(knownAsSql).join(', ')},
        (SELECT list(DISTINCT length(${ids})) FROM records)`,
    params,
  );
  const [records = [], owners = [], objects = [], lengths = []] = row.map(toTexts);
  return { records, owners, objects, lengths: lengths.map(Number) };
}
