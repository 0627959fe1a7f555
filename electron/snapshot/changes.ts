/**
 * Finds what changed between two moments in the records of one selection. Each record has three states: its earlier one (`a`), the earlier
 * record with the names, settings and billings of the later moment (`x`), and its later one (`b`). From `a` to `x` it was relabelled, from
 * `x` to `b` the record itself changed, so the parts add up to the difference of the sums, however they are grouped.
 */
import { VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { Selection } from '#domain/filter/match.ts';
import { foldCase } from '#domain/filter/text.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { BILLABLE, LOGGED, VALUE } from '#domain/records/counted.ts';
import type { ChangedRecord } from '#contract/memory.ts';
import { changeParts, type ChangePart } from '#domain/reports/bridge/split.ts';
import type { AmountSource } from '#domain/settings.ts';
import { findSearchScopes } from './conditions/search-sql.ts';
import { selectionSql } from './conditions/selection-sql.ts';
import { writeBilled } from './database/billed-table.ts';
import { readCount, readRows, type Connections } from './database/connections.ts';
import { replaceDirectory } from './database/directory-tables.ts';
import { Params, toText } from './database/parameters.ts';
import { columnSql, readableSql, storedColumns, toColumnName } from './database/schema.ts';
import { listSql, readCells, type RecordCells } from './differences.ts';
import { buildKnown, buildPast, findMainTables, openBuilt, type KnownRecords, type PastMoment } from './past.ts';
import { valueSql } from './report/aggregates.ts';

/** A moment, the selected records, and the settings by which they count. */
export interface ChangesSide<Moment = PastMoment> {
  readonly moment: Moment;
  readonly selection: Selection;
  readonly amounts: AmountSource;
  /** The currency of objects without one; empty for none. */
  readonly currency: string;
}

export interface ChangesQuery {
  /** The earlier moment, or all its records that are known. */
  readonly from: ChangesSide<PastMoment | KnownRecords>;
  readonly to: ChangesSide;
  /** True when names, settings or billings may differ, so that unchanged records may count differently. */
  readonly isRelabelled: boolean;
}

/** Sums with times in minutes, because thirds of an hour are exact in minutes. */
export interface ChangeSums {
  readonly logged: bigint;
  readonly billable: bigint;
  readonly value: bigint;
}

export type ChangeGroup = 'client' | 'person';

/** The sum of one currency's records at a moment, or one part's change of it. */
export interface SumLine extends ChangeSums {
  readonly part: ChangePart | 'before' | 'after';
  readonly key: string | null;
  /** Empty for none. */
  readonly currency: string;
  readonly records: number;
}

/** A record's figures and groups. */
export interface Counted extends ChangeSums {
  readonly isSelected: boolean;
  readonly client: string | null;
  readonly person: string | null;
  readonly currency: string;
}

export interface ListedChange extends Readonly<Pick<ChangedRecord, 'id' | 'kind' | 'isRelabelled' | 'title'>> {
  /** The change of the sum by which the list is ordered. */
  readonly moved: string;
  /** Null if there was no such record. */
  readonly before: Counted | null;
  readonly after: Counted | null;
  /** Every value that is set. */
  readonly cells: { readonly before: RecordCells | null; readonly after: RecordCells | null };
}

export interface ChangesListQuery {
  readonly part?: ChangePart | undefined;
  readonly group?: { readonly by: ChangeGroup; readonly key: string | null } | undefined;
  /** The sum whose change orders the list, largest first. */
  readonly order: keyof ChangeSums;
  /** The currency whose values count; empty for none. */
  readonly currency: string;
  readonly offset: number;
  /** Lists only changes after this one in the order. */
  readonly after?: Pick<ListedChange, 'moved' | 'id'> | undefined;
  readonly limit: number;
}

export type ChangesReading = ReturnType<typeof openChanges>;

export function openChanges(connections: Connections, { from, to, isRelabelled }: ChangesQuery) {
  const { connections: built, close } = openBuilt(connections, to.moment.merge, async (connection, lastMerge) => {
    const isStored = 'ids' in from.moment;
    if ('ids' in from.moment) await buildKnown(connection, from.moment);
    else await buildPast(connection, from.moment, lastMerge);
    await createTable(connection, 'was', 'SELECT * FROM past WHERE NOT archived');
    const comparesAll = isRelabelled || isStored;
    await addStep(connection, 'a', from, comparesAll ? 'true' : 'records.id IN (SELECT id FROM touched)');
    if (isRelabelled) {
      await replaceDirectory(connection, { directory: to.moment.directory }, 'TEMP TABLE');
      await writeBilled(connection, (await findMainTables(connection))('billings'), to.moment.billed());
      await addStep(connection, 'x', to, 'true');
    } else await createTable(connection, 'step_x', 'SELECT * FROM step_a');
    await createTable(connection, 'asked', 'SELECT id FROM touched');
    await buildPast(connection, to.moment, lastMerge);
    await addStep(connection, 'b', to, comparesAll ? 'true' : 'records.id IN (SELECT id FROM asked)');
    await createTable(connection, 'edited', EDITED);
    await createTable(connection, 'listed', LISTED);
    await createTable(connection, 'moves', MOVES);
  });
  return {
    /** Cancels the running query (`cancelled`). */
    close,
    /** Reads the sums before, after, and by part, of each group and currency. */
    sums: (by: ChangeGroup, signal?: AbortSignal) => built.survey((connection) => readSums(connection, by), signal),
    counts: (signal?: AbortSignal) => built.survey(readCounts, signal),
    list: (query: ChangesListQuery, signal?: AbortSignal) =>
      built.survey((connection) => readListed(connection, query), signal),
  };
}

async function createTable(connection: DuckDBConnection, name: string, sql: string, params = new Params()) {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${sql}`, params.values, params.types);
}

const exactSql = (sql: string) => `CAST(coalesce(${sql}, 0) AS DECIMAL(38, 8))`;
const summedFields = ['logged', 'billable', 'value'] as const;

/** Creates a step's tables: the records that may differ, one by one, and the sums of all records by client, person and currency. */
async function addStep(connection: DuckDBConnection, step: 'a' | 'x' | 'b', side: ChangesSide<unknown>, among: string) {
  const { selection, amounts, currency } = side;
  const params = new Params();
  const selected = selectionSql(selection, params, await findSearchScopes(connection, selection.filterGroups));
  const counted = `SELECT id, {
      sel: coalesce(${selected}, false), client: object.client, person: ${columnSql(OWNER_PROPERTY)},
      currency: coalesce(object.currency, ${params.text(currency)}),
      logged: ${exactSql(valueSql(LOGGED, amounts))}, billable: ${exactSql(valueSql(BILLABLE, amounts))},
      value: ${exactSql(valueSql(VALUE, amounts))} } AS f
    FROM (SELECT * FROM records WHERE NOT archived AND ${among}) AS records
    LEFT JOIN (SELECT type AS object_type, id AS object_id, client, currency FROM directory_objects) AS object
      ON object_type = ${columnSql(propertyNames.objectType)} AND object_id = ${columnSql(propertyNames.objectId)}`;
  await createTable(connection, `step_${step}`, counted, params);
  if (step === 'x') return;
  const all = counted.replace(among, 'true');
  const sums = summedFields.map((name) => `sum(f.${name}) AS ${name}`).join(', ');
  await createTable(
    connection,
    `sums_${step}`,
    `SELECT f.client AS client, f.person AS person, f.currency AS currency, count(*) AS n, ${sums}
      FROM (${among === 'true' ? `SELECT * FROM step_${step}` : all}) WHERE f.sel GROUP BY ALL`,
    among === 'true' ? new Params() : params,
  );
}

/** Columns for the store's own use, whose changes are not changes of a record. */
const internalColumns = new Set(['id', 'archived', 'searched', 'rounded', 'anomalies', 'extra']);
const comparedColumns = storedColumns.filter((column) => !internalColumns.has(toColumnName(column)));

const EDITED = `SELECT was.id FROM was JOIN records ON was.id = records.id
  WHERE ${comparedColumns.map(({ sql }) => `was.${sql} IS DISTINCT FROM records.${sql}`).join(' OR ')}`;

const LISTED = `SELECT * FROM (
  SELECT coalesce(a.id, b.id) AS id, a.f AS a, b.f AS b,
    CASE WHEN b.id IS NULL THEN a.f ELSE x.f END AS x,
    CASE WHEN a.id IS NULL THEN CASE WHEN b.f.sel THEN 'appeared' END
      WHEN b.id IS NULL THEN CASE WHEN a.f.sel THEN 'vanished' END
      WHEN x.f.sel AND NOT b.f.sel THEN 'moved-out'
      WHEN b.f.sel AND NOT x.f.sel THEN 'moved-in'
      WHEN b.f.sel AND edited.id IS NOT NULL THEN 'changed' END AS kind,
    a.id IS NOT NULL AND b.id IS NOT NULL AND (a.f.sel OR x.f.sel) AND a.f IS DISTINCT FROM x.f AS relabelled
  FROM step_a AS a FULL JOIN step_b AS b ON a.id = b.id
    LEFT JOIN step_x AS x ON x.id = a.id LEFT JOIN edited ON edited.id = a.id
) WHERE kind IS NOT NULL OR relabelled`;

const moveSql = (part: string, step: string, sign: '' | '-', where: string) =>
  `SELECT id, ${part} AS part, ${step}.client AS client, ${step}.person AS person, ${step}.currency AS currency,
    ${summedFields.map((name) => `${sign}${step}.${name} AS ${name}`).join(', ')} FROM listed WHERE ${where} AND ${step}.sel`;

const MOVES = [
  moveSql("'relabelled'", 'a', '-', 'relabelled'),
  moveSql("'relabelled'", 'x', '', 'relabelled'),
  moveSql('kind', 'x', '-', 'kind IS NOT NULL AND a IS NOT NULL'),
  moveSql('kind', 'b', '', 'kind IS NOT NULL AND b IS NOT NULL'),
].join(' UNION ALL ');

async function readSums(connection: DuckDBConnection, by: ChangeGroup): Promise<SumLine[]> {
  const columns = summedFields.map((name) => `sum(${name})`).join(', ');
  const rows = await readRows(
    connection,
    `SELECT 'before', ${by}, currency, sum(n)::BIGINT, ${columns} FROM sums_a GROUP BY ALL
    UNION ALL SELECT 'after', ${by}, currency, sum(n)::BIGINT, ${columns} FROM sums_b GROUP BY ALL
    UNION ALL SELECT part, ${by}, currency, count(DISTINCT id), ${columns} FROM moves GROUP BY ALL`,
  );
  return rows.map(([part, key, currency, records, ...sums]) => ({
    part: toPart(part),
    key: toText(key),
    currency: String(currency),
    records: Number(records),
    ...toSums(sums),
  }));
}

const toPart = (text: DuckDBValue | undefined): SumLine['part'] =>
  text === 'before' || text === 'after' ? text : (changeParts.find((part) => part === text) ?? 'changed');

function toSums([logged, billable, value]: readonly DuckDBValue[]): ChangeSums {
  return { logged: toAmount(logged), billable: toAmount(billable), value: toAmount(value) };
}

/** Converts the store's decimals, which have the same scale as `Units`. */
const toAmount = (value: DuckDBValue | undefined) =>
  typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'bigint' ? value.value : 0n;

async function readCounts(connection: DuckDBConnection): Promise<Record<ChangePart, number>> {
  const counts = changeParts.map((part) => `count(*) FILTER (WHERE ${partSql(part)})`);
  const [row = []] = await readRows(connection, `SELECT ${counts.join(', ')} FROM listed`);
  const entries = changeParts.map((part, index) => [part, Number(row[index])] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each part
  return Object.fromEntries(entries) as Record<ChangePart, number>;
}

const partSql = (part: ChangePart) => (part === 'relabelled' ? 'relabelled' : `kind = '${part}'`);

async function readListed(
  connection: DuckDBConnection,
  { part, group, order, currency, offset, after, limit }: ChangesListQuery,
) {
  const params = new Params();
  const conditions = [
    ...(part ? [partSql(part)] : []),
    ...(group ? [`(${['a', 'x', 'b'].map((step) => groupSql(step, group, params)).join(' OR ')})`] : []),
  ];
  const where = conditions.length === 0 ? 'true' : conditions.join(' AND ');
  const total = await readCount(connection, `SELECT count(*) FROM listed WHERE ${where}`, params);
  const amount = (step: string) =>
    `CASE WHEN ${step}.sel${order === 'value' ? ` AND ${step}.currency = ${params.text(currency)}` : ''} THEN ${step}.${order} ELSE 0 END`;
  const moved = `abs(coalesce(${amount('b')}, 0) - coalesce(${amount('a')}, 0))`;
  const from = after
    ? `(-moved, id) > (-CAST(${params.text(after.moved)} AS DECIMAL(38, 8)), CAST(${params.text(after.id)} AS BIGINT))`
    : 'true';
  const counted = (step: string) =>
    ['sel', 'client', 'person', 'currency', ...summedFields].map((name) => `page.${step}.${name}`).join(', ');
  const title = columnSql(propertyNames.title);
  const rows = await readRows(
    connection,
    `WITH page AS MATERIALIZED (SELECT * FROM (SELECT *, ${moved} AS moved FROM listed WHERE ${where}) WHERE ${from}
        ORDER BY moved DESC, id LIMIT ${params.integer(limit)} OFFSET ${params.integer(offset)})
      SELECT page.id, page.kind, page.relabelled,
        ${readableSql({ sql: `coalesce(records.${title}, was.${title})`, type: VARCHAR })}, page.moved::VARCHAR,
        ${counted('a')}, ${counted('b')},
        CASE WHEN was.id IS NOT NULL THEN ${listSql('was')} END, CASE WHEN records.id IS NOT NULL THEN ${listSql('records')} END
      FROM page LEFT JOIN was ON was.id = page.id
        LEFT JOIN (SELECT * FROM records WHERE NOT archived AND id IN (SELECT id FROM page)) AS records ON records.id = page.id
      ORDER BY page.moved DESC, page.id`,
    params,
  );
  return { changes: rows.map(toListed), total };
}

function groupSql(
  step: string,
  { by, key }: { readonly by: ChangeGroup; readonly key: string | null },
  params: Params,
) {
  const column = `${step}.${by}`;
  if (key === null) return `(${step}.sel AND ${column} IS NULL)`;
  return by === 'client'
    ? `(${step}.sel AND lower(${column}) = ${params.text(foldCase(key))})`
    : `(${step}.sel AND ${column} = ${params.text(key)})`;
}

function toListed([id, kind, isRelabelled, title, moved, ...rest]: readonly DuckDBValue[]): ListedChange {
  const [before, after] = [toCounted(rest.slice(0, 7)), toCounted(rest.slice(7, 14))];
  const [cellsBefore, cellsAfter] = [readCells(rest[14]), readCells(rest[15])];
  const part = changeParts.find((name) => name === kind);
  return {
    id: String(id),
    kind: part === undefined || part === 'relabelled' ? null : part,
    isRelabelled: isRelabelled === true,
    title: toText(title),
    moved: String(moved),
    before,
    after,
    // For untouched records, only the later side is read.
    cells: { before: before && (cellsBefore ?? cellsAfter), after: after && cellsAfter },
  };
}

function toCounted([selected, client, person, currency, ...sums]: readonly DuckDBValue[]): Counted | null {
  if (selected === null) return null;
  return {
    isSelected: selected === true,
    client: toText(client),
    person: toText(person),
    currency: String(currency),
    ...toSums(sums),
  };
}
