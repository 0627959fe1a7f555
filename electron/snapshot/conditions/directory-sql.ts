/**
 * Compiles conditions on what the directory says about records, their client and their team: looked up beside the records, never copied
 * into them.
 */
import { foldCase } from '../../../src/domain/filter/text.ts';
import { CLIENT_PROPERTY } from '../../../src/domain/local-properties.ts';
import { OWNER_PROPERTY, type Property } from '../../../src/domain/properties.ts';
import type { Params } from '../database/parameters.ts';
import { columnSql } from '../database/schema.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';

interface Place {
  /** The directory's table. */
  readonly table: string;
  /** The column of that table. */
  readonly value: string;
  /** The table's keys. */
  readonly keys: readonly string[];
  /** The records' columns that hold them. */
  readonly columns: readonly string[];
}

function findPlace({ name }: Pick<Property, 'name'>): Place {
  return name === CLIENT_PROPERTY
    ? {
        table: 'directory.objects',
        value: 'named.client',
        keys: ['named.type', 'named.id'],
        columns: [columnSql(propertyNames.objectType), columnSql(propertyNames.objectId)],
      }
    : { table: 'directory.owners', value: 'named.team', keys: ['named.id'], columns: [columnSql(OWNER_PROPERTY)] };
}

/** What the directory says of the current row; null where it says nothing. */
export function localColumnSql(property: Pick<Property, 'name'>): string {
  const { table, value, keys, columns } = findPlace(property);
  const same = keys.map((key, index) => `${key} = ${columns[index]}`).join(' AND ');
  return `(SELECT ${value} FROM ${table} AS named WHERE ${same})`;
}

/** True for the records with this name, regardless of case; for the others false or null. */
export function localEqualSql(property: Pick<Property, 'name'>, operands: readonly string[], params: Params): string {
  const { value } = findPlace(property);
  return isNamedSql(property, `lower(${value}) IN (${operands.map((each) => params.text(foldCase(each))).join(', ')})`);
}

/** Whether the directory knows one. Never null. */
export function localSetSql(property: Pick<Property, 'name'>): string {
  return `((${isNamedSql(property, `${findPlace(property).value} IS NOT NULL`)}) IS TRUE)`;
}

function isNamedSql(property: Pick<Property, 'name'>, condition: string): string {
  const { table, keys, columns } = findPlace(property);
  const left = columns.length === 1 ? columns.join() : `(${columns.join(', ')})`;
  return `${left} IN (SELECT ${keys.join(', ')} FROM ${table} AS named WHERE ${condition})`;
}

/** Every client or team of the directory, as spelled there, and how many records it has. @param part of its lower case */
export function localValuesSql(property: Pick<Property, 'name'>, part: string | undefined): string {
  const { table, value, keys, columns } = findPlace(property);
  const only = part === undefined ? '' : ` AND contains(lower(${value}), ${part})`;
  const held = columns.map((sql, index) => `${sql} AS key${index}`).join(', ');
  const joined = keys.map((key, index) => `${key} = held.key${index}`).join(' AND ');
  return `WITH held AS (SELECT ${held}, count(*) AS records FROM records WHERE NOT archived GROUP BY ${columns.join(', ')})
    SELECT ${value} AS value, coalesce(sum(held.records), 0) AS n
      FROM ${table} AS named LEFT JOIN held ON ${joined}
      WHERE ${value} IS NOT NULL${only} GROUP BY ${value}`;
}

/** One list of those among some names, in lower case, that any live record has. */
export function localClassesSql(property: Pick<Property, 'name'>, names: readonly string[], params: Params): string {
  const { table, value, keys, columns } = findPlace(property);
  const left = keys.length === 1 ? keys.join() : `(${keys.join(', ')})`;
  return `SELECT list(DISTINCT lower(${value})) FROM ${table} AS named
    WHERE lower(${value}) IN (SELECT unnest(${params.texts(names.map(foldCase))}))
      AND ${left} IN (SELECT ${columns.length === 1 ? columns.join() : `(${columns.join(', ')})`} FROM records WHERE NOT archived)`;
}
