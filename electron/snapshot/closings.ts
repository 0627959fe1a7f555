/** Reads the billable records of a period for closings: today's records to freeze, and their differences from frozen ones. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { DriftLine } from '#domain/closing-ledger.ts';
import { driftKinds, type Figures, type ProblemKind, type RecordState } from '#domain/closing-steps.ts';
import type { ClosingDrift } from '#contract/closings.ts';
import { fail } from '#contract/errors.ts';
import { propertyNames as names } from '#domain/properties.ts';
import { BILLABLE, VALUE } from '#domain/records/counted.ts';
import type { AmountSource } from '#domain/settings.ts';
import type { Period } from '#domain/time/period.ts';
import { selectionSql } from './conditions/selection-sql.ts';
import { readRows, type Connections } from './database/connections.ts';
import { MERGE, readMerge, readMeta, STATE } from './database/metadata.ts';
import { Params, toText } from './database/parameters.ts';
import { columnSql } from './database/schema.ts';
import { unreadableSql, valueSql } from './report/aggregates.ts';

export interface ClosingQuery {
  readonly period: Period;
  readonly zone: string;
  readonly amounts: AmountSource;
  /** The currency of objects without one. */
  readonly currency: string | null;
}

/** Which closing holds which records. */
export interface HeldIds {
  readonly numbers: readonly number[];
  /** For each of them a JSON list of ids. */
  readonly ids: readonly string[];
}

export interface PreparedClient {
  readonly client: string | null;
  readonly totals: readonly Figures[];
  /** The number of records with an unreadable value. */
  readonly unreadable: number;
  /** The records' values, column by column, as JSON lists in the order of ids. */
  readonly columns: Readonly<Record<string, string>>;
}

export interface Prepared {
  readonly clients: readonly PreparedClient[];
  readonly problems: Readonly<Record<Exclude<ProblemKind, 'billed'>, number>>;
  /** The records that another closing holds, which `clients` leaves out. */
  readonly held: readonly { readonly closing: number; readonly id: string; readonly client: string | null }[];
  /** Values of `record_id` that more than one record has. */
  readonly duplicates: readonly { readonly recordId: string; readonly ids: string[] }[];
  readonly state: string | undefined;
  readonly merge: number | undefined;
}

/** Closings of one period, with the frozen values to compare. */
export interface CompareQuery extends ClosingQuery {
  readonly closings: readonly { readonly number: number; readonly client: string | null }[];
  /** The frozen columns of each of them, in the same order. */
  readonly columns: Readonly<Record<ComparedColumn, readonly string[]>>;
  /** Decisions on single records, which replace their frozen values. */
  readonly decided: readonly { readonly number: number; readonly id: string; readonly state: RecordState | null }[];
  readonly held: HeldIds;
}

export type ComparedLine = DriftLine & Readonly<Pick<ClosingDrift, 'title' | 'person' | 'month' | 'client'>>;

export interface Compared {
  readonly lines: readonly ComparedLine[];
  /** Today's records of each closing's period and client, with those that another closing holds counted separately. */
  readonly today: readonly (Figures & { readonly number: number; readonly belongsToOther: boolean })[];
  readonly state: string | undefined;
}

export interface PrepareQuery extends ClosingQuery {
  readonly held: HeldIds;
  /** The client whose problems are counted; undefined for all clients. */
  readonly client?: string | null | undefined;
}

export const comparedColumns = ['id', 'minutes', 'value', 'currency', 'type', 'object', 'title', 'person'] as const;
type ComparedColumn = (typeof comparedColumns)[number];

/** The frozen values of each record, as text. */
const frozenSql = {
  id: 'CAST(id AS VARCHAR)',
  version: 'CAST(version AS VARCHAR)',
  minutes: 'CAST(minutes AS VARCHAR)',
  value: 'CAST(value AS VARCHAR)',
  currency: 'currency',
  type: 'type',
  object: 'object',
  objectName: 'object_name',
  person: 'coalesce(person, owner)',
  month: 'CAST(month AS VARCHAR)',
  start: 'CAST(start AS VARCHAR)',
  service: 'service',
  title: 'title',
  rate: 'CAST(rate AS VARCHAR)',
} as const;

/** The frozen columns of a closing without records. */
export const noColumns: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(frozenSql).map((name) => [name, '[]']),
);

/**
 * Selects every live record with the values that closings need; `inside` is true in the period. A record with billable time or either amount
 * is billable, so that a record stays in its closing when the setting for amounts changes; its frozen value follows the current setting.
 */
function todaySql({ period, zone, amounts, currency }: ClosingQuery, params: Params): string {
  const inside = selectionSql({ filterGroups: [], query: '', period, zone }, params);
  const widenSql = (sql: string) => `coalesce(CAST(${sql} AS DECIMAL(38, 8)), 0)`;
  const amountSql = (source: AmountSource) => widenSql(valueSql(VALUE, source));
  const unreadable = `(${unreadableSql(BILLABLE, amounts)} OR ${unreadableSql(VALUE, amounts)})`;
  const date = { 'recorded-month': names.month, 'recorded-week': names.week, clock: names.firstStart }[period.calendar];
  const defaultCurrency = currency === null ? 'NULL' : params.text(currency);
  return `SELECT *, (minutes <> 0 OR has_amount OR is_unreadable) AS billable FROM (
    SELECT id, epoch_ms(updated_at) AS version, coalesce(${inside}, false) AS inside, ${columnSql(date)} IS NULL AS is_undated,
      ${unreadable} AS is_unreadable, ${widenSql(valueSql(BILLABLE, amounts))} AS minutes, ${amountSql(amounts)} AS value,
      (${amountSql('recorded')} <> 0 OR ${amountSql('auto')} <> 0) AS has_amount,
      coalesce(named.currency, ${defaultCurrency}) AS currency, named.client AS client, named.name AS object_name,
      ${columnSql(names.objectType)} AS type, ${columnSql(names.objectId)} AS object, ${columnSql(names.owner)} AS owner,
      people.name AS person, ${columnSql(names.month)} AS month, ${columnSql(names.firstStart)} AS start,
      ${columnSql(names.service)} AS service, ${columnSql(names.title)} AS title, ${columnSql(names.billableRate)} AS rate,
      ${columnSql(names.recordId)} AS record_id
    FROM records
      LEFT JOIN (SELECT type AS named_type, id AS named_id, name, client, currency FROM directory_objects) AS named
        ON named_type = ${columnSql(names.objectType)} AND named_id = ${columnSql(names.objectId)}
      LEFT JOIN (SELECT id AS person_id, name FROM directory_owners) AS people ON person_id = ${columnSql(names.owner)}
    WHERE NOT archived)`;
}

const toList = (texts: readonly string[]) => `[${texts.join(',')}]`;
/** Compiles rows from a list of lists, one for each closing. */
const listsSql = (json: string, type: string) => `unnest(from_json(${json}, '[["${type}"]]'))`;
const unnestSql = (json: string, type: string) => `unnest(from_json(${json}, '["${type}"]'))`;

function heldSql({ numbers, ids }: HeldIds, params: Params): string {
  return `SELECT number, unnest(ids) AS id FROM (SELECT ${unnestSql(params.text(JSON.stringify(numbers)), 'BIGINT')} AS number,
    ${listsSql(params.text(toList(ids)), 'BIGINT')} AS ids)`;
}

const figuresSql = 'count(*), CAST(sum(minutes) AS DECIMAL(38, 8)), CAST(sum(value) AS DECIMAL(38, 8))';

export function createClosingsReading(connections: Connections) {
  return {
    prepareClosing: (query: PrepareQuery, signal?: AbortSignal) =>
      connections.survey((connection) => withTodayTable(connection, query, () => prepare(connection, query)), signal),
    compareClosings: (query: CompareQuery, signal?: AbortSignal) =>
      connections.survey((connection) => withTodayTable(connection, query, () => compare(connection, query)), signal),
    billableRows: (query: ClosingQuery, signal?: AbortSignal) =>
      connections.survey(async (connection) => {
        const params = new Params();
        const rows = await readRows(
          connection,
          `SELECT CAST(id AS VARCHAR), client, currency, minutes, value FROM (${todaySql(query, params)})
            WHERE inside AND billable ORDER BY id`,
          params,
        );
        return rows.map(([id, client, ...rest]) => ({
          id: String(id),
          client: toText(client),
          state: toState([client, ...rest]) ?? fail({ code: 'unexpected' }),
        }));
      }, signal),
  };
}

/**
 * Creates the table `today` once for several statements, because creating it takes longer than reading it. A dropped table is freed only when
 * the transaction ends, which is later for a query in a look.
 */
async function withTodayTable<T>(
  connection: DuckDBConnection,
  query: ClosingQuery,
  work: () => Promise<T>,
): Promise<T> {
  const params = new Params();
  const sql = `CREATE OR REPLACE TEMP TABLE today AS ${todaySql(query, params)}`;
  await connection.run(sql, params.values, params.types);
  const answer = await work();
  await connection.run('DROP TABLE today');
  return answer;
}

/** Reads the table `today`. */
async function prepare(connection: DuckDBConnection, { held, client: onlyClient }: PrepareQuery): Promise<Prepared> {
  const params = new Params();
  const isRequested =
    onlyClient === undefined
      ? 'true'
      : `lower(client) IS NOT DISTINCT FROM ${onlyClient === null ? 'NULL' : `lower(${params.text(onlyClient)})`}`;
  const withClause = `WITH held AS (${heldSql(held, params)}),
    free AS (SELECT * FROM today WHERE inside AND billable AND id NOT IN (SELECT id FROM held)),
    asked AS (SELECT * FROM today WHERE ${isRequested})`;
  const columns = Object.entries(frozenSql);
  const read = (sql: string) => readRows(connection, `${withClause} ${sql}`, params);
  const frozen = await read(
    `SELECT lower(client), min(client), count(*) FILTER (WHERE is_unreadable), ${columns
      .map(([, sql]) => `CAST(to_json(list(${sql} ORDER BY id)) AS VARCHAR)`)
      .join(', ')} FROM free GROUP BY lower(client) ORDER BY lower(client) NULLS LAST`,
  );
  const totals = await read(
    `SELECT lower(client), currency, ${figuresSql} FROM free GROUP BY lower(client), currency
      ORDER BY lower(client) NULLS LAST, currency NULLS LAST`,
  );
  const [counts = []] = await read(`SELECT count(*) FILTER (WHERE is_undated AND billable),
    count(*) FILTER (WHERE inside AND is_unreadable), count(*) FILTER (WHERE inside AND billable AND client IS NULL) FROM asked`);
  const claimed =
    await read(`SELECT held.number, CAST(today.id AS VARCHAR), today.client FROM held JOIN today ON held.id = today.id
    WHERE inside AND billable ORDER BY held.number, today.id`);
  const duplicates = await read(`SELECT record_id, string_agg(CAST(id AS VARCHAR), ',' ORDER BY id) FROM today
    WHERE billable AND record_id IS NOT NULL GROUP BY record_id HAVING count(*) > 1 AND bool_or(inside) ORDER BY record_id LIMIT 100`);
  const [undated = 0, unreadable = 0, unassigned = 0] = counts.map(Number);
  return {
    clients: frozen.map(([key, client, unreadable, ...texts]) => ({
      client: toText(client),
      unreadable: Number(unreadable),
      totals: totals.flatMap(([clientKey, ...figures]) => (clientKey === key ? [toFigures(figures)] : [])),
      columns: Object.fromEntries(columns.map(([name], index) => [name, String(texts[index])])),
    })),
    problems: { undated, unreadable, unassigned },
    held: claimed.map(([closing, id, client]) => ({
      closing: Number(closing),
      id: String(id),
      client: toText(client),
    })),
    duplicates: duplicates.map(([recordId, ids]) => ({
      recordId: String(recordId),
      ids: String(ids).split(','),
    })),
    state: await readMeta(connection, STATE),
    merge: readMerge(await readMeta(connection, MERGE)),
  };
}

/** Reads the table `today`. */
async function compare(
  connection: DuckDBConnection,
  { closings, columns, decided, held }: CompareQuery,
): Promise<Compared> {
  const params = new Params();
  const numbers = params.text(JSON.stringify(closings.map(({ number }) => number)));
  const clients = params.text(JSON.stringify(closings.map(({ client }) => client)));
  const frozen = comparedColumns.map((name) => `unnest(${name}) AS ${name}`).join(', ');
  const lists = comparedColumns.map((name) => `${listsSql(params.text(toList(columns[name])), 'VARCHAR')} AS ${name}`);
  const decidedList = (cell: (line: (typeof decided)[number]) => unknown, type = 'VARCHAR') =>
    unnestSql(params.text(JSON.stringify(decided.map(cell))), type);
  const withClause = `WITH held AS (${heldSql(held, params)}),
    scope AS (SELECT ${unnestSql(numbers, 'BIGINT')} AS number, ${unnestSql(clients, 'VARCHAR')} AS client),
    frozen AS (SELECT number, ${frozen} FROM (SELECT ${unnestSql(numbers, 'BIGINT')} AS number, ${lists.join(', ')})),
    decided AS (SELECT ${decidedList(({ number }) => number, 'BIGINT')} AS number, ${decidedList(({ id }) => id)} AS id,
      ${decidedList(({ state }) => state?.minutes ?? null)} AS minutes, ${decidedList(({ state }) => state?.value ?? null)} AS value,
      ${decidedList(({ state }) => state?.currency ?? null)} AS currency),
    base AS (
      SELECT frozen.number, CAST(frozen.id AS BIGINT) AS id, coalesce(decided.minutes, frozen.minutes)::DECIMAL(38, 8) AS minutes,
        coalesce(decided.value, frozen.value)::DECIMAL(38, 8) AS value,
        CASE WHEN decided.id IS NULL THEN frozen.currency ELSE decided.currency END AS currency, type, object, title, person
      FROM frozen LEFT JOIN decided ON decided.number = frozen.number AND decided.id = frozen.id
      WHERE decided.id IS NULL OR decided.minutes IS NOT NULL
      UNION ALL
      SELECT decided.number, CAST(decided.id AS BIGINT), minutes::DECIMAL(38, 8), value::DECIMAL(38, 8), currency, NULL, NULL, NULL, NULL
      FROM decided ANTI JOIN frozen ON decided.number = frozen.number AND decided.id = frozen.id WHERE decided.minutes IS NOT NULL),
    inside AS (SELECT scope.number, scope.client AS own_client, today.* FROM today
      JOIN scope ON lower(today.client) IS NOT DISTINCT FROM lower(scope.client) WHERE today.inside),
    placed AS (SELECT inside.*, EXISTS (SELECT 1 FROM held WHERE held.id = inside.id AND held.number <> inside.number) AS is_elsewhere
      FROM inside),
    own AS (SELECT * FROM placed WHERE NOT is_elsewhere)`;
  const rows = await readRows(
    connection,
    `${withClause}
    SELECT coalesce(base.number, own.number) AS number, CAST(coalesce(base.id, own.id) AS VARCHAR) AS id,
      CASE WHEN base.id IS NULL THEN 'appeared' WHEN own.id IS NOT NULL THEN
          CASE WHEN base.minutes = own.minutes AND base.value = own.value THEN 'relabelled' ELSE 'changed' END
        WHEN now.id IS NULL THEN 'vanished'
        WHEN now.inside AND base.type IS NOT DISTINCT FROM now.type AND base.object IS NOT DISTINCT FROM now.object THEN 'relabelled'
        ELSE 'moved' END AS kind,
      base.currency, base.minutes, base.value, own.currency, own.minutes, own.value, base.id IS NULL, own.id IS NULL,
      coalesce(own.title, now.title, base.title), coalesce(own.person, now.person, own.owner, now.owner, base.person),
      CAST(coalesce(own.month, now.month) AS VARCHAR), CASE WHEN own.id IS NULL THEN now.client ELSE own.client END
    FROM base FULL JOIN own ON base.number = own.number AND base.id = own.id
      LEFT JOIN today AS now ON own.id IS NULL AND now.id = base.id
    WHERE (base.id IS NULL AND own.billable) OR (base.id IS NOT NULL AND own.id IS NULL)
      OR base.minutes <> own.minutes OR base.value <> own.value
      OR (base.id IS NOT NULL AND own.id IS NOT NULL AND base.currency IS DISTINCT FROM own.currency)
    ORDER BY number, coalesce(base.id, own.id)`,
    params,
  );
  const sums = await readRows(
    connection,
    `${withClause} SELECT number, is_elsewhere, currency, ${figuresSql} FROM placed WHERE billable
      GROUP BY number, is_elsewhere, currency ORDER BY number`,
    params,
  );
  const clientsByNumber = new Map(closings.map(({ number, client }) => [number, client]));
  return {
    lines: rows.map(([number, id, kind, ...cells]) => {
      const client = clientsByNumber.get(Number(number)) ?? null;
      const [before, after] = [cells.slice(0, 3), cells.slice(3, 6)];
      const [isNew, isGone, title, person, month, now] = cells.slice(6);
      return {
        closing: Number(number),
        id: String(id),
        kind: driftKinds.find((driftKind) => driftKind === kind) ?? fail({ code: 'unexpected' }),
        before: isNew === true ? null : toState([client, ...before]),
        after: isGone === true ? null : toState([client, ...after]),
        title: toText(title),
        person: toText(person),
        month: toText(month)?.slice(0, 7) ?? null,
        client: toText(now),
      };
    }),
    today: sums.map(([number, belongsToOther, ...figures]) => ({
      number: Number(number),
      belongsToOther: belongsToOther === true,
      ...toFigures(figures),
    })),
    state: await readMeta(connection, STATE),
  };
}

function toFigures([currency, records, minutes, value]: readonly (DuckDBValue | undefined)[]): Figures {
  return {
    currency: toText(currency),
    records: Number(records),
    minutes: toText(minutes) ?? '0',
    value: toText(value) ?? '0',
  };
}

function toState([client, currency, minutes, value]: readonly (
  DuckDBValue | string | null | undefined
)[]): RecordState {
  return {
    client: toText(client),
    currency: toText(currency),
    minutes: toText(minutes) ?? '0',
    value: toText(value) ?? '0',
  };
}
