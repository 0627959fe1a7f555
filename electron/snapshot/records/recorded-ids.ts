/** Every id of a person or an object that records have, each with the title of its newest record: what a list of names is held against. */
import { VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import { PERSON } from '../../../src/domain/people/names-line.ts';
import { OWNER_PROPERTY } from '../../../src/domain/properties.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';
import { readRows } from '../database/connections.ts';
import { columnSql, readableSql } from '../database/schema.ts';
import { toText } from '../database/values.ts';

export interface RecordedId {
  readonly kind: string;
  readonly id: string;
  readonly title: string | null;
}

export async function readRecordedIds(connection: DuckDBConnection): Promise<RecordedId[]> {
  const read = (kind: string, property: string, only = 'true') => {
    const id = columnSql(property);
    const title = `max_by(${columnSql(propertyNames.title)}, id)`;
    return `SELECT ${kind}, ${id}, ${readableSql({ sql: title, type: VARCHAR })} FROM records WHERE NOT archived AND ${id} IS NOT NULL AND ${only} GROUP BY ALL`;
  };
  const type = columnSql(propertyNames.objectType);
  const objects = read(`CAST(${type} AS VARCHAR)`, propertyNames.objectId, `${type} IS NOT NULL`);
  const rows = await readRows(connection, `${read(`'${PERSON}'`, OWNER_PROPERTY)} UNION ALL ${objects}`);
  return rows.map(([kind, id, text]) => ({
    kind: toText(kind) ?? '',
    id: toText(id) ?? '',
    title: toText(text) ?? null,
  }));
}
