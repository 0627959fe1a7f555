/** A table of the journal. All its values are text, and its last column is the row's digest. */

export interface JournalTable {
  readonly name: string;
  readonly key: readonly [string, ...string[]];
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly unique?: string;
}

export type Row = Readonly<Record<string, string | null>>;

/** The column that follows a row's other columns. */
export const DIGEST = 'row_digest';

const columns = new WeakMap<JournalTable, readonly string[]>();

/** Lists the key first, which is the order in which a row is digested. */
export function listColumns(table: JournalTable): readonly string[] {
  const names = columns.get(table) ?? [...table.key, ...table.required, ...table.optional];
  columns.set(table, names);
  return names;
}

export function toKey({ key }: JournalTable, row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(key.map((column) => row[column] ?? null));
}

/** Writes a statement without the digest column, which is added like any column that an older file lacks. */
export function toCreateStatement(table: JournalTable): string {
  const { name, key, required, optional, unique } = table;
  const columns = [
    ...[...key, ...required].map((column) => `${column} TEXT NOT NULL`),
    ...optional.map((column) => `${column} TEXT`),
    `PRIMARY KEY (${key.join(', ')})`,
    ...(unique === undefined ? [] : [`UNIQUE (${unique})`]),
  ];
  return `CREATE TABLE IF NOT EXISTS ${name} (${columns.join(', ')}) STRICT`;
}
