/** Several changes of the journal as one: all of them or none, whatever happens in between. */
import type { DatabaseSync } from 'node:sqlite';

export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    // What failed for want of space has already been rolled back by SQLite itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Adds to a table of an older file the columns it does not have yet. @param columns name → type, both plain words of ours */
export function addColumns(database: DatabaseSync, table: string, columns: Readonly<Record<string, string>>): void {
  const held = new Set(
    database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name),
  );
  for (const [name, type] of Object.entries(columns)) {
    if (!held.has(name)) database.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
  }
}
