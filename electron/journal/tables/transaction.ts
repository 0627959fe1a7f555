/** Groups changes of the journal: all of them or none, whatever happens in between. */
import type { DatabaseSync } from 'node:sqlite';

export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    // SQLite has already rolled back what failed for lack of space.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Adds to an older file's table the columns it lacks. @param columns name → type, both constants of the program */
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
