/** The one place that writes the journal: every row with its digest, every change with its manifest, so that no writer can forget them. */
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { fail } from '../../../src/contract/errors.ts';
import { digestOfRow, moveTally, NO_ROWS, storable, type Tally } from './digest.ts';
import { listColumns, toCreateStatement, DIGEST, type JournalTable, type Row } from './table.ts';
import {
  readManifestRow,
  SCHEMA,
  schemaDigest,
  MANIFEST_TABLE,
  toManifestRow,
  type StoreManifest,
} from './manifest-row.ts';
import { addColumns, inTransaction } from './transaction.ts';

/** What the stores work with: they read with SQL of their own, and write rows only inside a change. */
export interface Storage {
  readonly select: (sql: string) => Pick<StatementSync, 'get' | 'all'>;
  /** All of it or nothing; durable when it returns. */
  readonly change: <T>(work: (writing: Writing) => T) => T;
}

export interface Writing {
  /** Adds the row, or replaces the one with its key. */
  readonly put: (table: JournalTable, row: Row) => void;
  /** @param key its columns. @returns whether there was such a row. */
  readonly drop: (table: JournalTable, key: Readonly<Record<string, string>>) => boolean;
}

interface Sheet {
  readonly manifest: StoreManifest;
  readonly tallies: Map<string, Tally>;
  isChanged: boolean;
}

/** @param noted called with the file's manifest when a change is durable */
export function createStorage(database: DatabaseSync, path: string, noted: (manifest: StoreManifest) => void): Storage {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    select: (sql) => database.prepare(sql),
    change(work) {
      let next: StoreManifest | undefined;
      const value = inTransaction(database, () => {
        const manifest = currentManifest(database) ?? fail({ code: 'file-damaged', detail: path });
        const sheet: Sheet = { manifest, tallies: new Map(Object.entries(manifest.tallies)), isChanged: false };
        const done = work(createWriting(prepared, sheet));
        if (sheet.isChanged) {
          next = { commits: manifest.commits + 1, tallies: Object.fromEntries(sheet.tallies) };
          saveManifestRow(database, next);
        }
        return done;
      });
      if (next) noted(next);
      return value;
    },
  };
}

function createWriting(prepared: (sql: string) => StatementSync, sheet: Sheet): Writing {
  const digestAt = (table: JournalTable, key: readonly string[]): string | undefined => {
    const row: Record<string, SQLOutputValue> | undefined = prepared(
      `SELECT ${DIGEST} FROM ${table.name} WHERE ${whereKey(table)}`,
    ).get(...key);
    return row && String(row[DIGEST]);
  };
  const move = (table: JournalTable, gone: string | undefined, come: string | undefined) => {
    const before = sheet.tallies.get(table.name) ?? NO_ROWS;
    sheet.tallies.set(table.name, moveTally(before, gone, come));
    sheet.isChanged = true;
  };
  return {
    put(table, given) {
      const row = storable(table, given);
      const digest = digestOfRow(table, row);
      const gone = digestAt(table, keyValues(table, row));
      if (gone === digest) return;
      const columns = [...listColumns(table), DIGEST];
      // Never OR REPLACE: that would silently remove a row with another key.
      prepared(
        `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
           ON CONFLICT (${table.key.join(', ')}) DO UPDATE SET ${columns.map((each) => `${each} = excluded.${each}`).join(', ')}`,
      ).run(...listColumns(table).map((column) => row[column] ?? null), digest);
      move(table, gone, digest);
    },
    drop(table, key) {
      const values = keyValues(table, storable(table, key));
      const gone = digestAt(table, values);
      if (gone === undefined) return false;
      prepared(`DELETE FROM ${table.name} WHERE ${whereKey(table)}`).run(...values);
      move(table, gone, undefined);
      return true;
    },
  };
}

function whereKey({ key }: JournalTable): string {
  return key.map((column) => `${column} = ?`).join(' AND ');
}

function keyValues({ key }: JournalTable, row: Row): string[] {
  return key.map((column) => row[column] ?? '');
}

export function currentManifest(database: DatabaseSync): StoreManifest | undefined {
  return readManifestRow(database.prepare(`SELECT * FROM ${MANIFEST_TABLE.name}`).get());
}

function saveManifestRow(database: DatabaseSync, manifest: StoreManifest): void {
  const row = toManifestRow(manifest);
  database
    .prepare(`INSERT OR REPLACE INTO ${MANIFEST_TABLE.name} (only, body, ${DIGEST}) VALUES (?, ?, ?)`)
    .run(row['only'] ?? '', row['body'] ?? '', row[DIGEST] ?? '');
}

/**
 * Creates the tables that the file lacks. A file from before digests gets those of its rows.
 * @param atLeast the count of changes continues from here
 * @returns the file's manifest now
 */
export function bringUpToDate(database: DatabaseSync, tables: readonly JournalTable[], atLeast = 0): StoreManifest {
  return inTransaction(database, () => {
    for (const table of [...tables, MANIFEST_TABLE]) {
      database.exec(toCreateStatement(table));
      const others = [...table.optional, DIGEST];
      addColumns(database, table.name, Object.fromEntries(others.map((column) => [column, 'TEXT'])));
    }
    const said = currentManifest(database);
    const schema: Tally = { rows: 1, sum: schemaDigest(database) };
    if (said && said.tallies[SCHEMA]?.sum === schema.sum && said.commits >= atLeast) return said;
    const counted =
      said?.tallies ?? Object.fromEntries(tables.map((table) => [table.name, digestAll(database, table)]));
    const commits = Math.max((said?.commits ?? 0) + 1, atLeast);
    const manifest = { commits, tallies: { ...counted, [SCHEMA]: schema } };
    saveManifestRow(database, manifest);
    return manifest;
  });
}

function digestAll(database: DatabaseSync, table: JournalTable): Tally {
  const write = database.prepare(`UPDATE ${table.name} SET ${DIGEST} = ? WHERE ${whereKey(table)}`);
  let tally = NO_ROWS;
  for (const held of database.prepare(`SELECT * FROM ${table.name}`).all()) {
    const row = Object.fromEntries(
      listColumns(table).map((column) => [column, typeof held[column] === 'string' ? held[column] : null]),
    );
    const digest = digestOfRow(table, row);
    write.run(digest, ...keyValues(table, row));
    tally = moveTally(tally, undefined, digest);
  }
  return tally;
}
