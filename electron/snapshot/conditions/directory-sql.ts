/**
 * Compiles conditions on the client and the team that the directory has for a record. They are looked up next to the records and never
 * copied into them.
 */
import { foldCase } from '#domain/filter/text.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { OWNER_PROPERTY, type Property, propertyNames } from '#domain/properties.ts';
import type { Params } from '../database/parameters.ts';
import { columnSql } from '../database/schema.ts';

/** Finds where the directory has the value: its table and column, the key columns, and the columns of the records that hold those keys. */
function findDirectoryColumn({ name }: Pick<Property, 'name'>) {
  return name === CLIENT_PROPERTY
    ? {
        table: 'directory_objects',
        value: 'named.client',
        keys: ['named.type', 'named.id'],
        columns: [columnSql(propertyNames.objectType), columnSql(propertyNames.objectId)],
      }
    : { table: 'directory_owners', value: 'named.team', keys: ['named.id'], columns: [columnSql(OWNER_PROPERTY)] };
}

/** Selects the current row's value in the directory; null if the directory has none. */
export function localColumnSql(property: Pick<Property, 'name'>): string {
  const { table, value, keys, columns } = findDirectoryColumn(property);
  const same = keys.map((key, index) => `${key} = ${columns[index]}`).join(' AND ');
  return `(SELECT ${value} FROM ${table} AS named WHERE ${same})`;
}

/** Compiles the condition for records with one of these names, regardless of case; false or null for others. */
export function localEqualSql(property: Pick<Property, 'name'>, operands: readonly string[], params: Params): string {
  const { value } = findDirectoryColumn(property);
  return isNamedSql(
    property,
    `lower(${value}) IN (${operands.map((operand) => params.text(foldCase(operand))).join(', ')})`,
  );
}

/** Compiles the condition that the directory has a value. Never null. */
export function localSetSql(property: Pick<Property, 'name'>): string {
  return `((${isNamedSql(property, `${findDirectoryColumn(property).value} IS NOT NULL`)}) IS TRUE)`;
}

function isNamedSql(property: Pick<Property, 'name'>, condition: string): string {
  const { table, keys, columns } = findDirectoryColumn(property);
  const keyTuple = columns.length === 1 ? columns.join() : `(${columns.join(', ')})`;
  return `${keyTuple} IN (SELECT ${keys.join(', ')} FROM ${table} AS named WHERE ${condition})`;
}

/**
 * Lists every client or team of the directory, as spelled there, and how many records it has.
 * @param toCondition compiles a further condition on the names that are listed
 * @param countedSql the condition for the records that are counted
 */
export function localValuesSql(
  property: Pick<Property, 'name'>,
  toCondition: (sql: string) => string,
  countedSql: string,
): string {
  const { table, value, keys, columns } = findDirectoryColumn(property);
  const keyColumns = columns.map((sql, index) => `${sql} AS key${index}`).join(', ');
  const joined = keys.map((key, index) => `${key} = held.key${index}`).join(' AND ');
  return `WITH held AS (SELECT ${keyColumns}, count(*) FILTER (WHERE ${countedSql}) AS records FROM records WHERE NOT archived GROUP BY ${columns.join(', ')})
    SELECT ${value} AS value, coalesce(sum(held.records), 0) AS n
      FROM ${table} AS named LEFT JOIN held ON ${joined}
      WHERE ${value} IS NOT NULL${toCondition(value)} GROUP BY ${value}`;
}

/** Selects the names, in lower case, that any live record has, as one list. */
export function localClassesSql(property: Pick<Property, 'name'>, names: readonly string[], params: Params): string {
  const { table, value, keys, columns } = findDirectoryColumn(property);
  const keyTuple = keys.length === 1 ? keys.join() : `(${keys.join(', ')})`;
  return `SELECT list(DISTINCT lower(${value})) FROM ${table} AS named
    WHERE lower(${value}) IN (SELECT unnest(${params.texts(names.map(foldCase))}))
      AND ${keyTuple} IN (SELECT ${columns.length === 1 ? columns.join() : `(${columns.join(', ')})`} FROM records WHERE NOT archived)`;
}
