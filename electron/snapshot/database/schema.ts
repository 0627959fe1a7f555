/** The snapshot's one table: a typed column for every declared property, derived from the catalogue, so that sums are exact. */
import { BIGINT, BOOLEAN, DATE, DECIMAL, TIMESTAMP, VARCHAR, type DuckDBType } from '@duckdb/node-api';
import { SCALE } from '../../../src/domain/decimal.ts';
import {
  declaredProperties,
  ID_PROPERTY,
  requireProperty,
  type Property,
  type PropertyType,
} from '../../../src/domain/properties.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';

/** Raised when the meaning of a file changes; a newer file is refused, an older one migrated. New properties need no raise. */
export const SCHEMA_VERSION = 2;

export interface Column {
  /** As written in SQL, quoted. */
  readonly sql: string;
  readonly type: DuckDBType;
}

const WIDTH = 18;
export const decimalType = DECIMAL(WIDTH, SCALE);

const typeOf: Readonly<Record<PropertyType, DuckDBType>> = {
  string: VARCHAR,
  enumeration: VARCHAR,
  boolean: BOOLEAN,
  number: decimalType,
  date: DATE,
  datetime: TIMESTAMP,
};

/** The columns of every record. Times are UTC; the last three hold what `received-values.ts` writes, null where they would be empty. */
export const ownColumns = {
  id: { sql: 'id', type: BIGINT },
  createdAt: { sql: 'created_at', type: TIMESTAMP },
  updatedAt: { sql: 'updated_at', type: TIMESTAMP },
  archived: { sql: 'archived', type: BOOLEAN },
  anomalies: { sql: 'anomalies', type: VARCHAR },
  rounded: { sql: 'rounded', type: VARCHAR },
  extra: { sql: 'extra', type: VARCHAR },
} as const satisfies Record<string, Column>;

/** Property names are plain words of the catalogue; the quotes are a habit, not a defence. */
const propertyColumns = new Map<string, Column>([
  ...declaredProperties.map(({ name, type }) => [name, { sql: `"${name}"`, type: typeOf[type] }] as const),
  [ID_PROPERTY, ownColumns.id],
  [propertyNames.created, ownColumns.createdAt],
  [propertyNames.modified, ownColumns.updatedAt],
]);

/** What a record consists of: the own columns, then the declared properties. */
export const tableColumns: readonly Column[] = [...Object.values(ownColumns), ...declaredProperties.map(findColumn)];

/**
 * What of a record is searched, as `searchedText` writes it: beside what was received and in no saved workspace, since it follows from
 * that. Where its rule changes, `SCHEMA_VERSION` is raised and every row's text written anew.
 */
export const searchedColumn: Column = { sql: 'searched', type: VARCHAR };

/** In the order a staged row gives its values. */
export const storedColumns: readonly Column[] = [...tableColumns, searchedColumn];

/** The column that holds a property of the catalogue, the built-in ones included. */
export function findColumn(property: Pick<Property, 'name'>): Column {
  const column = propertyColumns.get(property.name);
  if (!column) throw new RangeError(`No column holds ${property.name}`);
  return column;
}

/** The column of a property as it stands in SQL. @param name with or without prefix */
export function columnSql(name: string): string {
  return findColumn(requireProperty(name)).sql;
}

/** A column's bare name, as the store lists it. */
export function columnName({ sql }: Column): string {
  return sql.replaceAll('"', '');
}

/**
 * SQL expression that reads a column unchanged. The binding drops a U+FEFF at the start of every text it returns, so a text that starts
 * with one is returned with two.
 */
export function readableSql({ sql, type }: Column): string {
  return type === VARCHAR ? `CASE WHEN starts_with(${sql}, chr(65279)) THEN chr(65279) || ${sql} ELSE ${sql} END` : sql;
}

/** SQL condition: the property was received but could not be read. Never null. */
export function isUnreadable(property: Pick<Property, 'name'>): string {
  return `coalesce(json_exists(anomalies, '$."${property.name}"'), false)`;
}

const columnList = storedColumns.map(({ sql, type }) => `${sql} ${type.toString()}`).join(', ');

/**
 * `records` is what reports see. `waiting` and `removed` hold an incomplete refresh, durably. No primary keys: their indexes would grow
 * with the table and slow every commit. Ids are unique because `writer.ts`, the only writer, deletes what it is about to insert, in one
 * transaction.
 */
export const createStatements: readonly string[] = [
  `CREATE TABLE records (${columnList})`,
  `CREATE TABLE waiting (${columnList})`,
  'CREATE TABLE removed (id BIGINT)',
  'CREATE TABLE meta (key VARCHAR, value VARCHAR)',
];
