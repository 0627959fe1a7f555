/** The one place that writes the journal: every row with its digest, every change with its testimony, so that no writer can forget them. */
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { fail } from '../../../src/contract/errors.ts';
import { digestOfRow, moveTally, NO_ROWS, storable, type Tally } from './digest.ts';
import { columnsOf, creationOf, DIGEST, type JournalTable, type Row } from './table.ts';
import { readTestimony, SCHEMA, schemaDigest, TESTIMONY, testimonyRow, type Testimony } from './testimony.ts';
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
  readonly testimony: Testimony;
  readonly tallies: Map<string, Tally>;
  isChanged: boolean;
}

/** @param noted called with what stands in the file when a change is durable */
export function storageOf(database: DatabaseSync, path: string, noted: (testimony: Testimony) => void): Storage {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    select: (sql) => database.prepare(sql),
    change(work) {
      let next: Testimony | undefined;
      const value = inTransaction(database, () => {
        const testimony = currentTestimony(database) ?? fail({ code: 'file-damaged', detail: path });
        const sheet: Sheet = { testimony, tallies: new Map(Object.entries(testimony.tallies)), isChanged: false };
        const done = work(writingOf(prepared, sheet));
        if (sheet.isChanged) {
          next = { commits: testimony.commits + 1, tallies: Object.fromEntries(sheet.tallies) };
          keepTestimony(database, next);
        }
        return done;
      });
      if (next) noted(next);
      return value;
    },
  };
}

function writingOf(prepared: (sql: string) => StatementSync, sheet: Sheet): Writing {
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
      const columns = [...columnsOf(table), DIGEST];
      // Never OR REPLACE: that would take out a row with another key unseen.
      prepared(
        `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
           ON CONFLICT (${table.key.join(', ')}) DO UPDATE SET ${columns.map((each) => `${each} = excluded.${each}`).join(', ')}`,
      ).run(...columnsOf(table).map((column) => row[column] ?? null), digest);
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

export function currentTestimony(database: DatabaseSync): Testimony | undefined {
  return readTestimony(database.prepare(`SELECT * FROM ${TESTIMONY.name}`).get());
}

function keepTestimony(database: DatabaseSync, testimony: Testimony): void {
  const row = testimonyRow(testimony);
  database
    .prepare(`INSERT OR REPLACE INTO ${TESTIMONY.name} (only, body, ${DIGEST}) VALUES (?, ?, ?)`)
    .run(row['only'] ?? '', row['body'] ?? '', row[DIGEST] ?? '');
}

/**
 * Lays out what the file lacks of the tables. A file from before there were digests gets those of the rows it holds.
 * @param atLeast the testimony counts on from here
 * @returns what it says of itself now
 */
export function bringUpToDate(database: DatabaseSync, tables: readonly JournalTable[], atLeast = 0): Testimony {
  return inTransaction(database, () => {
    for (const table of [...tables, TESTIMONY]) {
      database.exec(creationOf(table));
      const others = [...table.optional, DIGEST];
      addColumns(database, table.name, Object.fromEntries(others.map((column) => [column, 'TEXT'])));
    }
    const said = currentTestimony(database);
    const schema: Tally = { rows: 1, sum: schemaDigest(database) };
    if (said && said.tallies[SCHEMA]?.sum === schema.sum && said.commits >= atLeast) return said;
    const counted =
      said?.tallies ?? Object.fromEntries(tables.map((table) => [table.name, digestAll(database, table)]));
    const commits = Math.max((said?.commits ?? 0) + 1, atLeast);
    const testimony = { commits, tallies: { ...counted, [SCHEMA]: schema } };
    keepTestimony(database, testimony);
    return testimony;
  });
}

function digestAll(database: DatabaseSync, table: JournalTable): Tally {
  const write = database.prepare(`UPDATE ${table.name} SET ${DIGEST} = ? WHERE ${whereKey(table)}`);
  let tally = NO_ROWS;
  for (const held of database.prepare(`SELECT * FROM ${table.name}`).all()) {
    const row = Object.fromEntries(
      columnsOf(table).map((column) => [column, typeof held[column] === 'string' ? held[column] : null]),
    );
    const digest = digestOfRow(table, row);
    write.run(digest, ...keyValues(table, row));
    tally = moveTally(tally, undefined, digest);
  }
  return tally;
}
