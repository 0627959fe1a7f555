/**
 * Guards the ledger's figures with one digest and a count of its changes, kept in the ledger and in a note file next to it. The booked
 * requests of a key must not shrink because a bit flipped, a log lost its end, or an older file was restored.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { removeNote, openNoteFile, readNote } from '#electron/host/manifest-file.ts';

const markSchema = z.object({ changes: z.number().int().nonnegative(), digest: z.string() });
type Mark = z.output<typeof markSchema>;

export type LedgerDigest = ReturnType<typeof openLedgerDigest>;

/** All these tables are small: a row for each address and key, or for each of their days. */
const TABLES = ['salt', 'booking', 'exhaustion'];
const SEAL = `
  CREATE TABLE IF NOT EXISTS seal (only INTEGER PRIMARY KEY CHECK (only = 1), changes INTEGER NOT NULL, digest TEXT NOT NULL) STRICT;
`;

/** Reads the note file. This happens before the ledger is opened, because another process may change both in between. */
export function readMark(path: string): Mark | undefined {
  // A ledger that was moved away to start a new one takes its note along.
  if (!existsSync(path)) removeNote(path);
  try {
    return markSchema.safeParse(JSON.parse(readNote(path) ?? '')).data;
  } catch {
    return undefined;
  }
}

/** Checks the complete ledger. A ledger from an older version, which has no digest, gets one. @throws AppFailure `file-damaged` */
export function openLedgerDigest(database: DatabaseSync, path: string, notedMark: Mark | undefined) {
  const failAsDamaged = () => fail({ code: 'file-damaged', detail: path });
  const read = () => markSchema.safeParse({ ...database.prepare('SELECT changes, digest FROM seal').get() }).data;
  /** Called after a change, in its transaction. */
  const renew = () => {
    const changes = (read()?.changes ?? 0) + 1;
    const statement = database.prepare('INSERT OR REPLACE INTO seal (only, changes, digest) VALUES (1, ?, ?)');
    statement.run(changes, digestLedger(database, changes));
  };
  /** Called before a change, in its transaction. @throws AppFailure `file-damaged` */
  const check = () => {
    const mark = read();
    if (!mark || mark.digest !== digestLedger(database, mark.changes)) failAsDamaged();
  };
  database.exec('BEGIN IMMEDIATE');
  try {
    const [first] = database.prepare('PRAGMA integrity_check(1)').all();
    if (first?.['integrity_check'] !== 'ok') failAsDamaged();
    const isMarked = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'seal'").get() !== undefined;
    if (!isMarked && notedMark) failAsDamaged();
    if (!isMarked) {
      database.exec(SEAL);
      renew();
    }
    check();
    const mark = read();
    if (
      notedMark &&
      mark &&
      (mark.changes < notedMark.changes || (mark.changes === notedMark.changes && mark.digest !== notedMark.digest))
    )
      failAsDamaged();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
  const manifestFile = path === ':memory:' ? undefined : openNoteFile(path);
  /** Called after a change is durable. */
  const note = () => {
    const mark = manifestFile && read();
    // The ledger itself is synced before every request: after a power cut the note may lag behind, the ledger may not.
    if (mark) manifestFile.note(JSON.stringify(mark), false);
  };
  note();
  return { check, renew, note, close: () => manifestFile?.close() };
}

function digestLedger(database: DatabaseSync, changes: number): string {
  const rows = TABLES.map((table) => {
    const statement = database.prepare(`SELECT * FROM ${table} NOT INDEXED ORDER BY rowid`);
    statement.setReadBigInts(true);
    return statement.all().map((row) => Object.values(row).map(toDigestValue));
  });
  return hash('sha256', JSON.stringify([changes, ...rows]));
}

function toDigestValue(value: SQLOutputValue): string | null {
  if (value === null) return null;
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}
