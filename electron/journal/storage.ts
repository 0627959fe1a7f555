/** Writes every row with its digest and every change with its manifest, in one place, so that no store can forget them. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { fail } from '#contract/errors.ts';
import { inTransaction, nameSqliteFaults } from '#electron/host/sqlite-errors.ts';
import { digestRow, moveTally, NO_ROWS, toStorableRow, findTally, type Tally } from './digest.ts';
import { listColumns, toCreateStatement, DIGEST, type JournalTable, type Row } from './table.ts';
import {
  readManifestRow,
  SCHEMA,
  digestSchema,
  MANIFEST_TABLE,
  toManifestRow,
  type StoreManifest,
} from './manifest.ts';

export type Storage = ReturnType<typeof createStorage>;

export type RowWriter = ReturnType<typeof createRowWriter>;

interface OpenChange {
  readonly manifest: StoreManifest;
  readonly tallies: Map<string, Tally>;
  isChanged: boolean;
}

/** Lets the stores read with their own SQL, and write rows only inside a change. @param onChanged called with the file's manifest once a change is durable */
export function createStorage(database: DatabaseSync, path: string, onChanged: (manifest: StoreManifest) => void) {
  const statements = new Map<JournalTable, TableStatements>();
  const prepareOnce = (table: JournalTable): TableStatements => {
    const prepared = statements.get(table) ?? prepareTable(database, table);
    statements.set(table, prepared);
    return prepared;
  };
  const readManifest = () => readCurrentManifest(database) ?? fail({ code: 'file-damaged', detail: path });
  return {
    select: (sql: string) => {
      const statement = database.prepare(sql);
      // Errors are translated here, because a statement may outlive the method that prepared it.
      return {
        get: (...values: SQLInputValue[]) => nameSqliteFaults(path, () => statement.get(...values)),
        all: (...values: SQLInputValue[]) => nameSqliteFaults(path, () => statement.all(...values)),
      };
    },
    /** Changes whenever the content of these tables does. */
    version: (...tables: readonly JournalTable[]) => {
      const { tallies } = readManifest();
      return tables.map(({ name }) => Object.values(findTally(tallies, name)).join('-')).join(' ');
    },
    /** Applies all of the work or nothing, and is durable when it returns. */
    change: <T>(work: (writing: RowWriter) => T): T => {
      let next: StoreManifest | undefined;
      const value = inTransaction(database, () => {
        const manifest = readManifest();
        const sheet: OpenChange = { manifest, tallies: new Map(Object.entries(manifest.tallies)), isChanged: false };
        const result = work(createRowWriter(prepareOnce, sheet));
        if (sheet.isChanged) {
          next = { commits: manifest.commits + 1, tallies: Object.fromEntries(sheet.tallies) };
          saveManifestRow(database, next);
        }
        return result;
      });
      if (next) onChanged(next);
      return value;
    },
  };
}

type TableStatements = Readonly<Record<'find' | 'put' | 'drop', StatementSync>>;

function prepareTable(database: DatabaseSync, table: JournalTable): TableStatements {
  const { name, key } = table;
  const columns = [...listColumns(table), DIGEST];
  return {
    find: database.prepare(`SELECT ${DIGEST} FROM ${name} WHERE ${keyConditionSql(table)}`),
    // OR REPLACE is avoided, because it would silently remove a row with a different key.
    put: database.prepare(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
        ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    ),
    drop: database.prepare(`DELETE FROM ${name} WHERE ${keyConditionSql(table)}`),
  };
}

function createRowWriter(prepareOnce: (table: JournalTable) => TableStatements, change: OpenChange) {
  const findDigest = (table: JournalTable, key: readonly string[]): string | undefined => {
    const row: Record<string, SQLOutputValue> | undefined = prepareOnce(table).find.get(...key);
    return row && String(row[DIGEST]);
  };
  const recordChange = (table: JournalTable, removed: string | undefined, added: string | undefined) => {
    const previousTally = change.tallies.get(table.name) ?? NO_ROWS;
    change.tallies.set(table.name, moveTally(previousTally, removed, added));
    change.isChanged = true;
  };
  return {
    /** Adds the row, or replaces the one with its key. */
    put: (table: JournalTable, newRow: Row) => {
      const row = toStorableRow(table, newRow);
      const digest = digestRow(table, row);
      const previousDigest = findDigest(table, listKeyValues(table, row));
      if (previousDigest === digest) return;
      prepareOnce(table).put.run(...listColumns(table).map((column) => row[column] ?? null), digest);
      recordChange(table, previousDigest, digest);
    },
    /** @param key the key columns. @returns whether there was such a row. */
    drop: (table: JournalTable, key: Readonly<Record<string, string>>): boolean => {
      const values = listKeyValues(table, toStorableRow(table, key));
      const previousDigest = findDigest(table, values);
      if (previousDigest === undefined) return false;
      prepareOnce(table).drop.run(...values);
      recordChange(table, previousDigest, undefined);
      return true;
    },
  };
}

function keyConditionSql({ key }: JournalTable): string {
  return key.map((column) => `${column} = ?`).join(' AND ');
}

function listKeyValues({ key }: JournalTable, row: Row): string[] {
  return key.map((column) => row[column] ?? '');
}

export function readCurrentManifest(database: DatabaseSync): StoreManifest | undefined {
  return readManifestRow(database.prepare(`SELECT * FROM ${MANIFEST_TABLE.name}`).get());
}

function saveManifestRow(database: DatabaseSync, manifest: StoreManifest): void {
  const row = toManifestRow(manifest);
  database
    .prepare(`INSERT OR REPLACE INTO ${MANIFEST_TABLE.name} (only, body, ${DIGEST}) VALUES (?, ?, ?)`)
    .run(row['only'] ?? '', row['body'] ?? '', row[DIGEST] ?? '');
}

/**
 * Creates missing tables. A file from before digests gets digests for its rows.
 * @param atLeast the count of changes continues from here
 * @returns the file's new manifest
 */
export function bringUpToDate(database: DatabaseSync, tables: readonly JournalTable[], atLeast = 0): StoreManifest {
  return inTransaction(database, () => {
    for (const table of [...tables, MANIFEST_TABLE]) {
      database.exec(toCreateStatement(table));
      const addedColumns = [...table.optional, DIGEST];
      addColumns(database, table.name, Object.fromEntries(addedColumns.map((column) => [column, 'TEXT'])));
    }
    const current = readCurrentManifest(database);
    const schema: Tally = { rows: 1, sum: digestSchema(database) };
    if (current && current.tallies[SCHEMA]?.sum === schema.sum && current.commits >= atLeast) return current;
    const tallies =
      current?.tallies ?? Object.fromEntries(tables.map((table) => [table.name, digestAllRows(database, table)]));
    const commits = Math.max((current?.commits ?? 0) + 1, atLeast);
    const manifest = { commits, tallies: { ...tallies, [SCHEMA]: schema } };
    saveManifestRow(database, manifest);
    return manifest;
  });
}

function digestAllRows(database: DatabaseSync, table: JournalTable): Tally {
  const write = database.prepare(`UPDATE ${table.name} SET ${DIGEST} = ? WHERE ${keyConditionSql(table)}`);
  let tally = NO_ROWS;
  for (const storedRow of database.prepare(`SELECT * FROM ${table.name}`).all()) {
    const row = Object.fromEntries(
      listColumns(table).map((column) => [column, typeof storedRow[column] === 'string' ? storedRow[column] : null]),
    );
    const digest = digestRow(table, row);
    write.run(digest, ...listKeyValues(table, row));
    tally = moveTally(tally, undefined, digest);
  }
  return tally;
}

/** Adds missing columns to a table of an older file. @param columns name → type, both constants of the program */
function addColumns(database: DatabaseSync, table: string, columns: Readonly<Record<string, string>>): void {
  const existing = new Set(
    database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name),
  );
  for (const [name, type] of Object.entries(columns)) {
    if (!existing.has(name)) database.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
  }
}
