/** Finds what publishing the records that are set aside would change, before it is done, in the transaction that does it. */
import { BOOLEAN, TIMESTAMP, VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { storedColumns, toColumnName, type Column } from './database/schema.ts';

/** Values of a record by column, as `CAST` reads them back; null is unset. */
export type RecordCells = Readonly<Record<string, string | null>>;

/** The id, and the values that differ; null on the side where there is no such record, with every set value on the other. */
export type RecordDifference = readonly [id: string, before: RecordCells | null, after: RecordCells | null];

const names = storedColumns.map(toColumnName);

/** A cell as text, so that decimals never become numbers of JavaScript. */
function cellSql({ sql, type }: Column, table: string): string {
  const column = `${table}.${sql}`;
  if (type === VARCHAR) return column;
  return type === TIMESTAMP ? `CAST(epoch_us(${column}) AS VARCHAR)` : `CAST(${column} AS VARCHAR)`;
}

/** Reads back what `cellSql` wrote. */
export function readCellSql({ type }: Column, text: string): string {
  if (type === VARCHAR) return text;
  if (type === TIMESTAMP) return `make_timestamp(CAST(${text} AS BIGINT))`;
  return type === BOOLEAN ? `CAST(${text} AS BOOLEAN)` : `CAST(${text} AS ${type.toString()})`;
}

const listSql = (table: string) => `json_array(${storedColumns.map((column) => cellSql(column, table)).join(', ')})`;
const differsSql = storedColumns.map(({ sql }) => `waiting.${sql} IS DISTINCT FROM records.${sql}`).join(' OR ');

const CHANGED = `SELECT CAST(waiting.id AS VARCHAR), CASE WHEN records.id IS NULL THEN NULL ELSE ${listSql('records')} END, ${listSql('waiting')}
  FROM waiting LEFT JOIN records ON waiting.id = records.id WHERE ${differsSql}`;
const REMOVED = `SELECT CAST(records.id AS VARCHAR), ${listSql('records')}, NULL
  FROM records SEMI JOIN removed ON records.id = removed.id`;

/** @param onFound gets them piece by piece, because a full download may have changed every record. */
export async function findDifferences(
  connection: DuckDBConnection,
  onFound: (differences: readonly RecordDifference[]) => void,
): Promise<void> {
  for (const sql of [CHANGED, REMOVED]) {
    const result = await connection.stream(sql);
    for await (const rows of result.yieldRows()) onFound(rows.map(toDifference));
  }
}

function toDifference([id, before, after]: readonly DuckDBValue[]): RecordDifference {
  const old = readCells(before);
  const now = readCells(after);
  const columns = names.map((name, index) => [name, old?.[index] ?? null, now?.[index] ?? null] as const);
  const changed = columns.filter(([, was, is]) => was !== is);
  return [
    String(id),
    old ? Object.fromEntries(changed.map(([name, was]) => [name, was])) : null,
    now ? Object.fromEntries(changed.map(([name, , is]) => [name, is])) : null,
  ];
}

function readCells(text: DuckDBValue | undefined): (string | null)[] | undefined {
  if (typeof text !== 'string') return undefined;
  const cells: unknown = JSON.parse(text);
  if (!Array.isArray(cells)) throw new TypeError('The store lists the cells of a record');
  return cells.map((cell: unknown) => (typeof cell === 'string' ? cell : null));
}
