/**
 * What is another at one moment than at an earlier one, over the records of one selection. Each record counts as it was (`a`), as it was by
 * the names, the settings and what was billed of the later moment (`x`), and as it is then (`b`): from `a` to `x` it was relabelled, from
 * `x` to `b` it changed itself, so the parts add up to the difference of the sums, whatever they are grouped by.
 */
import { VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { Selection } from '#domain/filter/match.ts';
import { foldCase } from '#domain/filter/text.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { BILLABLE, LOGGED, VALUE } from '#domain/reports/definition/counted.ts';
import type { ChangedRecord } from '#contract/memory.ts';
import { changeParts, type ChangePart } from '#domain/reports/bridge/split.ts';
import type { AmountSource } from '#domain/settings.ts';
import { findSearchPlaces } from './conditions/search-sql.ts';
import { selectionSql } from './conditions/selection-sql.ts';
import { writeBilled } from './database/billed-table.ts';
import { readCount, readRows, type Connections } from './database/connections.ts';
import { replaceDirectory } from './database/directory-tables.ts';
import { Params, toText } from './database/parameters.ts';
import { columnSql, readableSql, storedColumns, toColumnName } from './database/schema.ts';
import { listSql, readCells, type RecordCells } from './differences.ts';
import { buildKept, buildPast, mainSql, openBuilt, type KeptRecords, type PastMoment } from './past.ts';
import { valueSql } from './report/aggregates.ts';

/** The records of a moment, which of them are asked about, and by which settings they count. */
export interface ChangesSide<Moment = PastMoment> {
  readonly moment: Moment;
  readonly selection: Selection;
  readonly amounts: AmountSource;
  /** Of objects without one of their own; empty for none. */
  readonly currency: string;
}

export interface ChangesQuestion {
  /** The moment, or all records of then that are known of. */
  readonly from: ChangesSide<PastMoment | KeptRecords>;
  readonly to: ChangesSide;
  /** Whether names, settings or what is billed may differ, so that records count otherwise that are the same. */
  readonly isRelabelled: boolean;
}

/** Times in minutes, which are exact for thirds of an hour. */
export interface ChangeSums {
  readonly logged: bigint;
  readonly billable: bigint;
  readonly value: bigint;
}

export type ChangeGroup = 'client' | 'person';

/** A sum of one currency's records: at a moment, or what one part moved it by. */
export interface SumLine extends ChangeSums {
  readonly part: ChangePart | 'before' | 'after';
  readonly key: string | null;
  /** Empty for none. */
  readonly currency: string;
  readonly records: number;
}

/** How a record counts. */
export interface Counted extends ChangeSums {
  readonly isSelected: boolean;
  readonly client: string | null;
  readonly person: string | null;
  readonly currency: string;
}

export interface ListedChange extends Readonly<Pick<ChangedRecord, 'id' | 'kind' | 'isRelabelled' | 'title'>> {
  /** How much it moved the sum by which the list is ordered. */
  readonly moved: string;
  /** Null where there was no such record. */
  readonly was: Counted | null;
  readonly is: Counted | null;
  /** Every value that is set. */
  readonly cells: { readonly before: RecordCells | null; readonly after: RecordCells | null };
}

export interface ListedQuestion {
  readonly part?: ChangePart | undefined;
  readonly group?: { readonly by: ChangeGroup; readonly key: string | null } | undefined;
  /** The sum by whose movement they are ordered, the largest first. */
  readonly order: keyof ChangeSums;
  /** Whose values count; empty for none. */
  readonly currency: string;
  readonly offset: number;
  /** Only those that come after this one, however many come before it. */
  readonly after?: Pick<ListedChange, 'moved' | 'id'> | undefined;
  readonly limit: number;
}

export interface ChangesReading {
  /** Sums before and after, and by part, of each group and currency. */
  sums(by: ChangeGroup, signal?: AbortSignal): Promise<SumLine[]>;
  /** How many records each part is about. */
  counts(signal?: AbortSignal): Promise<Readonly<Record<ChangePart, number>>>;
  list(
    question: ListedQuestion,
    signal?: AbortSignal,
  ): Promise<{ readonly changes: ListedChange[]; readonly total: number }>;
  /** Ends what is being read (`cancelled`). */
  close(): Promise<void>;
}

export function openChanges(connections: Connections, { from, to, isRelabelled }: ChangesQuestion): ChangesReading {
  const { connections: built, close } = openBuilt(connections, to.moment.merge, async (connection, last) => {
    const isKept = 'ids' in from.moment;
    if ('ids' in from.moment) await buildKept(connection, from.moment);
    else await buildPast(connection, from.moment, last);
    await replace(connection, 'was', 'SELECT * FROM past WHERE NOT archived');
    const isWhole = isRelabelled || isKept;
    await count(connection, 'a', from, isWhole ? 'true' : 'records.id IN (SELECT id FROM touched)');
    if (isRelabelled) {
      await replaceDirectory(connection, { directory: to.moment.directory }, 'TEMP TABLE');
      await writeBilled(connection, (await mainSql(connection))('billings'), to.moment.billed());
      await count(connection, 'x', to, 'true');
    } else await replace(connection, 'step_x', 'SELECT * FROM step_a');
    await replace(connection, 'asked', 'SELECT id FROM touched');
    await buildPast(connection, to.moment, last);
    await count(connection, 'b', to, isWhole ? 'true' : 'records.id IN (SELECT id FROM asked)');
    await replace(connection, 'edited', EDITED);
    await replace(connection, 'listed', LISTED);
    await replace(connection, 'moves', MOVES);
  });
  return {
    close,
    sums: (by, signal) => built.survey((connection) => readSums(connection, by), signal),
    counts: (signal) => built.survey(readCounts, signal),
    list: (question, signal) => built.survey((connection) => readListed(connection, question), signal),
  };
}

async function replace(connection: DuckDBConnection, name: string, sql: string, params = new Params()): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${sql}`, params.values, params.types);
}

const exactSql = (sql: string) => `CAST(coalesce(${sql}, 0) AS DECIMAL(38, 8))`;
const summed = ['logged', 'billable', 'value'] as const;

/** How the records count at a step, one by one as far as they may differ, and all of them together by client, person and currency. */
async function count(connection: DuckDBConnection, step: 'a' | 'x' | 'b', side: ChangesSide<unknown>, among: string) {
  const { selection, amounts, currency } = side;
  const params = new Params();
  const selected = selectionSql(selection, params, await findSearchPlaces(connection, selection.filterGroups));
  const counted = `SELECT id, {
      sel: coalesce(${selected}, false), client: object.client, person: ${columnSql(OWNER_PROPERTY)},
      currency: coalesce(object.currency, ${params.text(currency)}),
      logged: ${exactSql(valueSql(LOGGED, amounts))}, billable: ${exactSql(valueSql(BILLABLE, amounts))},
      value: ${exactSql(valueSql(VALUE, amounts))} } AS f
    FROM (SELECT * FROM records WHERE NOT archived AND ${among}) AS records
    LEFT JOIN (SELECT type AS object_type, id AS object_id, client, currency FROM directory_objects) AS object
      ON object_type = ${columnSql(propertyNames.objectType)} AND object_id = ${columnSql(propertyNames.objectId)}`;
  await replace(connection, `step_${step}`, counted, params);
  if (step === 'x') return;
  const all = counted.replace(among, 'true');
  const sums = summed.map((name) => `sum(f.${name}) AS ${name}`).join(', ');
  await replace(
    connection,
    `sums_${step}`,
    `SELECT f.client AS client, f.person AS person, f.currency AS currency, count(*) AS n, ${sums}
      FROM (${among === 'true' ? `SELECT * FROM step_${step}` : all}) WHERE f.sel GROUP BY ALL`,
    among === 'true' ? new Params() : params,
  );
}

/** What the store keeps for itself is no news about a record. */
const own = new Set(['id', 'archived', 'searched', 'rounded', 'anomalies', 'extra']);
const comparedColumns = storedColumns.filter((column) => !own.has(toColumnName(column)));

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
    ${summed.map((name) => `${sign}${step}.${name} AS ${name}`).join(', ')} FROM listed WHERE ${where} AND ${step}.sel`;

const MOVES = [
  moveSql("'relabelled'", 'a', '-', 'relabelled'),
  moveSql("'relabelled'", 'x', '', 'relabelled'),
  moveSql('kind', 'x', '-', 'kind IS NOT NULL AND a IS NOT NULL'),
  moveSql('kind', 'b', '', 'kind IS NOT NULL AND b IS NOT NULL'),
].join(' UNION ALL ');

async function readSums(connection: DuckDBConnection, by: ChangeGroup): Promise<SumLine[]> {
  const columns = summed.map((name) => `sum(${name})`).join(', ');
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

/** The store's decimals have as many places as ours. */
const toAmount = (value: DuckDBValue | undefined) =>
  typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'bigint' ? value.value : 0n;

async function readCounts(connection: DuckDBConnection): Promise<Record<ChangePart, number>> {
  const counts = changeParts.map((part) => `count(*) FILTER (WHERE ${partSql(part)})`);
  const [row = []] = await readRows(connection, `SELECT ${counts.join(', ')} FROM listed`);
  const entries = changeParts.map((part, at) => [part, Number(row[at])] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each part
  return Object.fromEntries(entries) as Record<ChangePart, number>;
}

const partSql = (part: ChangePart) => (part === 'relabelled' ? 'relabelled' : `kind = '${part}'`);

async function readListed(
  connection: DuckDBConnection,
  { part, group, order, currency, offset, after, limit }: ListedQuestion,
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
    ['sel', 'client', 'person', 'currency', ...summed].map((name) => `page.${step}.${name}`).join(', ');
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
  const [was, is] = [toCounted(rest.slice(0, 7)), toCounted(rest.slice(7, 14))];
  const [before, after] = [readCells(rest[14]), readCells(rest[15])];
  const part = changeParts.find((name) => name === kind);
  return {
    id: String(id),
    kind: part === undefined || part === 'relabelled' ? null : part,
    isRelabelled: isRelabelled === true,
    title: toText(title),
    moved: String(moved),
    was,
    is,
    // Of what nothing touched, only the later side is read.
    cells: { before: was && (before ?? after), after: is && after },
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
