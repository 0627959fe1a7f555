/** Compiles what the directory says about records, their client and their team: looked up beside them, never copied into them. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { foldCase } from '../../src/domain/filter/text.ts';
import { CLIENT_PROPERTY } from '../../src/domain/local-properties.ts';
import { OWNER_PROPERTY, propertyOf, type Property } from '../../src/domain/properties.ts';
import { countOf, rowsOf } from './connections.ts';
import { Params } from './params.ts';
import { columnOf } from './schema.ts';

interface Place {
  /** The directory's table. */
  readonly table: string;
  /** What in the table is asked for. */
  readonly value: string;
  /** The table's keys. */
  readonly keys: readonly string[];
  /** The records' columns that hold them. */
  readonly columns: readonly string[];
}

const column = (name: string) => columnOf(propertyOf(name)).sql;

function placeOf({ name }: Pick<Property, 'name'>): Place {
  return name === CLIENT_PROPERTY
    ? {
        table: 'directory.objects',
        value: 'named.client',
        keys: ['named.type', 'named.id'],
        columns: [column('assoc_obj_type'), column('assoc_record_id')],
      }
    : { table: 'directory.owners', value: 'named.team', keys: ['named.id'], columns: [column(OWNER_PROPERTY)] };
}

/** What the directory says of the row at hand; null where it says nothing. */
export function localColumnSql(property: Pick<Property, 'name'>): string {
  const { table, value, keys, columns } = placeOf(property);
  const same = keys.map((key, index) => `${key} = ${columns[index]}`).join(' AND ');
  return `(SELECT ${value} FROM ${table} AS named WHERE ${same})`;
}

/** True for the records named so, regardless of case; for the others false or null. */
export function localEqualSql(property: Pick<Property, 'name'>, operands: readonly string[], params: Params): string {
  const { value } = placeOf(property);
  return isNamedSql(property, `lower(${value}) IN (${operands.map((each) => params.text(foldCase(each))).join(', ')})`);
}

/** Whether the directory knows one. Never null. */
export function localSetSql(property: Pick<Property, 'name'>): string {
  return `((${isNamedSql(property, `${placeOf(property).value} IS NOT NULL`)}) IS TRUE)`;
}

function isNamedSql(property: Pick<Property, 'name'>, condition: string): string {
  const { table, keys, columns } = placeOf(property);
  const left = columns.length === 1 ? columns.join() : `(${columns.join(', ')})`;
  return `${left} IN (SELECT ${keys.join(', ')} FROM ${table} AS named WHERE ${condition})`;
}

/** Every client or team the directory knows, those without a record last. `contains` ignores case. */
export async function localValues(
  connection: DuckDBConnection,
  property: Pick<Property, 'name'>,
  contains: string,
  limit: number,
): Promise<{ values: { value: string; records: number }[]; distinct: number }> {
  const { table, value, keys, columns } = placeOf(property);
  const params = new Params();
  const part = contains === '' ? '' : ` AND contains(lower(${value}), ${params.text(foldCase(contains))})`;
  const known = `${value} IS NOT NULL${part}`;
  const distinct = await countOf(
    connection,
    `SELECT count(DISTINCT ${value}) FROM ${table} AS named WHERE ${known}`,
    params,
  );
  const held = columns.map((sql, index) => `${sql} AS key${index}`).join(', ');
  const joined = keys.map((key, index) => `${key} = held.key${index}`).join(' AND ');
  const rows = await rowsOf(
    connection,
    `WITH held AS (SELECT ${held}, count(*) AS records FROM records WHERE NOT archived GROUP BY ${columns.join(', ')})
      SELECT ${value} AS value, coalesce(sum(held.records), 0) AS total
        FROM ${table} AS named LEFT JOIN held ON ${joined}
        WHERE ${known} GROUP BY ${value} ORDER BY total DESC, value LIMIT ${params.integer(limit)}`,
    params,
  );
  return { values: rows.map(([name, records]) => ({ value: String(name), records: Number(records) })), distinct };
}
