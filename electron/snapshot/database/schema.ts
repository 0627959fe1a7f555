/** Defines the snapshot's tables, with a typed column for every declared property of the catalogue, so that sums are exact. */
import { BIGINT, BOOLEAN, DATE, DECIMAL, TIMESTAMP, VARCHAR, type DuckDBType } from '@duckdb/node-api';
import { SCALE } from '#domain/decimal.ts';
import {
  declaredProperties,
  ID_PROPERTY,
  requireProperty,
  type Property,
  type PropertyType,
  propertyNames,
} from '#domain/properties.ts';

/** Must be raised when the meaning of stored values changes. A newer file is rejected, an older one migrated. New properties need no raise. */
export const SCHEMA_VERSION = 2;

export interface Column {
  /** The column as written in SQL, quoted. */
  readonly sql: string;
  readonly type: DuckDBType;
}

const WIDTH = 18;
export const decimalType = DECIMAL(WIDTH, SCALE);

const columnTypes: Readonly<Record<PropertyType, DuckDBType>> = {
  string: VARCHAR,
  enumeration: VARCHAR,
  boolean: BOOLEAN,
  number: decimalType,
  date: DATE,
  datetime: TIMESTAMP,
};

/** The columns of every record. Times are UTC; the last three hold what `received-values.ts` writes, or null instead of an empty value. */
export const recordColumns = {
  id: { sql: 'id', type: BIGINT },
  createdAt: { sql: 'created_at', type: TIMESTAMP },
  updatedAt: { sql: 'updated_at', type: TIMESTAMP },
  archived: { sql: 'archived', type: BOOLEAN },
  anomalies: { sql: 'anomalies', type: VARCHAR },
  rounded: { sql: 'rounded', type: VARCHAR },
  extra: { sql: 'extra', type: VARCHAR },
} as const satisfies Record<string, Column>;

/** Names are quoted by convention only, because property names of the catalogue are plain words. */
const propertyColumns = new Map<string, Column>([
  ...declaredProperties.map(({ name, type }) => [name, { sql: `"${name}"`, type: columnTypes[type] }] as const),
  [ID_PROPERTY, recordColumns.id],
  [propertyNames.created, recordColumns.createdAt],
  [propertyNames.modified, recordColumns.updatedAt],
]);

/** The columns that make a record: those of every record, then the declared properties. */
export const tableColumns: readonly Column[] = [...Object.values(recordColumns), ...declaredProperties.map(findColumn)];

/**
 * The searched text of a record, as `toSearchText` writes it. It is derived from received values, so no saved workspace contains it.
 * When the derivation changes, `SCHEMA_VERSION` is raised and every row's text is rewritten.
 */
export const searchedColumn: Column = { sql: 'searched', type: VARCHAR };

/** The columns in the order in which a staged row gives its values. */
export const storedColumns: readonly Column[] = [...tableColumns, searchedColumn];

/** Finds the column that holds a property of the catalogue, built-in ones included. */
export function findColumn(property: Pick<Property, 'name'>): Column {
  const column = propertyColumns.get(property.name);
  if (!column) throw new RangeError(`No column holds ${property.name}`);
  return column;
}

/** Writes the column of a property for SQL. @param name with or without prefix */
export function columnSql(name: string): string {
  return findColumn(requireProperty(name)).sql;
}

/** Returns a column's bare name, as the store lists it. */
export function toColumnName({ sql }: Column): string {
  return sql.replaceAll('"', '');
}

/**
 * Compiles an expression that reads a column unchanged. The binding drops a U+FEFF at the start of every text it returns, so a text that
 * starts with one is returned with two.
 */
export function readableSql({ sql, type }: Column): string {
  return type === VARCHAR ? `CASE WHEN starts_with(${sql}, chr(65279)) THEN chr(65279) || ${sql} ELSE ${sql} END` : sql;
}

/** Compiles the condition that the property was received but could not be read. Never null. */
export function unreadablePropertySql(property: Pick<Property, 'name'>): string {
  return `coalesce(json_exists(anomalies, '$."${property.name}"'), false)`;
}

const columnList = storedColumns.map(({ sql, type }) => `${sql} ${type.toString()}`).join(', ');

/**
 * `records` is what reports see. `waiting` and `removed` hold an incomplete refresh, durably. There are no primary keys, because their
 * indexes would grow with the table and slow every commit. Ids are unique because `writer.ts`, the only writer, deletes what it is about to
 * insert, in one transaction.
 */
export const createStatements: readonly string[] = [
  `CREATE TABLE records (${columnList})`,
  `CREATE TABLE waiting (${columnList})`,
  'CREATE TABLE removed (id BIGINT)',
  'CREATE TABLE meta (key VARCHAR, value VARCHAR)',
];
