/**
 * Reads a whole journal row by row and compares each with its digest: which rows are verified, which others exist, and whether the file is
 * sound.
 */
import type { DatabaseSync } from 'node:sqlite';
import { sqliteCode, isOfTheMachine } from '../../host/sqlite-errors.ts';
import { digestOfRow, tallyDigests, type TallySheet } from '../tables/digest.ts';
import { listColumns, DIGEST, toKey, type JournalTable, type Row } from '../tables/table.ts';
import { readManifestRow, SCHEMA, schemaDigest, MANIFEST_TABLE, type StoreManifest } from '../tables/manifest-row.ts';

type RawRow = Readonly<Record<string, unknown>>;

export interface Survey {
  /** False: a file from before there were digests, or one with nothing in it yet. */
  readonly isDigested: boolean;
  readonly manifest: StoreManifest | undefined;
  /** By table and key: the rows that are unchanged since they were written. Without digests, every row that can be read. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, Row>>;
  /** Digests of these rows and of the schema. */
  readonly tallies: TallySheet;
  /** By table: the rows that exist but have changed. */
  readonly suspects: ReadonlyMap<string, readonly RawRow[]>;
  /** SQLite finds nothing wrong, and every row is unchanged. */
  readonly isSound: boolean;
}

/** The survey of a file that does not exist. */
export const nothingFound: Survey = {
  isDigested: false,
  manifest: undefined,
  rows: new Map(),
  tallies: {},
  suspects: new Map(),
  isSound: true,
};

/** Reads one state of the file. @throws faults that are not the file's: it is locked, or the disk is full. */
export function survey(database: DatabaseSync, tables: readonly JournalTable[]): Survey {
  database.exec('BEGIN');
  try {
    return surveyed(database, tables);
  } finally {
    if (database.isTransaction) attempt(() => database.exec('ROLLBACK'));
  }
}

function surveyed(database: DatabaseSync, tables: readonly JournalTable[]): Survey {
  const intact = attempt(() => isIntact(database)) ?? false;
  const schema = attempt(() => schemaDigest(database));
  const columns = new Map(
    [...tables, MANIFEST_TABLE].map(({ name }) => [
      name,
      attempt(() => columnNames(database, name)) ?? new Set<string>(),
    ]),
  );
  const isDigested = [...columns.values()].some((names) => names.has(DIGEST));
  const rows = new Map<string, Map<string, Row>>();
  const digests = new Map<string, Map<string, string>>();
  const suspects = new Map<string, RawRow[]>();
  let isCut = schema === undefined;
  for (const table of tables) {
    const good = new Map<string, Row>();
    const bad: RawRow[] = [];
    const written = new Map<string, string>();
    rows.set(table.name, good);
    digests.set(table.name, written);
    suspects.set(table.name, bad);
    if (columns.get(table.name)?.size === 0) continue;
    const found = readAll(database, table.name);
    isCut ||= found.isCut;
    for (const raw of found.rows) {
      const digest = isDigested ? digestOfRow(table, raw) : undefined;
      const isGood = digest === undefined ? isText(table, raw) : raw[DIGEST] === digest;
      if (!isGood) {
        bad.push(raw);
        continue;
      }
      const [key, row] = [toKey(table, raw), toRow(table, raw)];
      good.set(key, row);
      written.set(key, digest ?? digestOfRow(table, row));
    }
  }
  const told = columns.get(MANIFEST_TABLE.name)?.size === 0 ? [] : readAll(database, MANIFEST_TABLE.name).rows;
  const isSuspect = [...suspects.values()].some((each) => each.length > 0);
  return {
    isDigested,
    manifest: told.map(readManifestRow).find((each) => each !== undefined),
    rows,
    tallies: tallyTables(digests, schema),
    suspects,
    isSound: intact && !isCut && !isSuspect,
  };
}

function tallyTables(
  digests: ReadonlyMap<string, ReadonlyMap<string, string>>,
  schema: string | undefined,
): TallySheet {
  const counted = [...digests].map(([table, held]) => [table, tallyDigests(held.values())] as const);
  return { ...Object.fromEntries(counted), ...(schema !== undefined && { [SCHEMA]: { rows: 1, sum: schema } }) };
}

/** Every page, every index against its table. */
function isIntact(database: DatabaseSync): boolean {
  const [first, ...more] = database.prepare('PRAGMA integrity_check(1)').all();
  return more.length === 0 && first?.['integrity_check'] === 'ok';
}

function columnNames(database: DatabaseSync, table: string): Set<unknown> {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  return new Set(columns.map(({ name }) => name));
}

/** In the order of the file; where that breaks off, also from its end. */
function readAll(database: DatabaseSync, table: string): { readonly rows: readonly RawRow[]; readonly isCut: boolean } {
  const rows: RawRow[] = [];
  for (const order of ['ASC', 'DESC']) {
    const isWhole = attempt(() => {
      const statement = database.prepare(`SELECT * FROM ${table} NOT INDEXED ORDER BY rowid ${order}`);
      // An integer that rot made out of a text may be larger than a number holds.
      statement.setReadBigInts(true);
      for (const row of statement.iterate()) rows.push(row);
      return true;
    });
    if (isWhole === true) return { rows, isCut: order === 'DESC' };
  }
  return { rows, isCut: true };
}

function isText(table: JournalTable, raw: RawRow): boolean {
  const isSet = (column: string) => typeof raw[column] === 'string';
  const isUnset = (column: string) => (raw[column] ?? null) === null;
  return [...table.key, ...table.required].every(isSet) && table.optional.every((each) => isSet(each) || isUnset(each));
}

function toRow(table: JournalTable, raw: RawRow): Row {
  const row: Record<string, string | null> = {};
  for (const column of listColumns(table)) row[column] = typeof raw[column] === 'string' ? raw[column] : null;
  return row;
}

/** @returns undefined where the file does not allow it. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (cause) {
    if (isOfTheMachine(sqliteCode(cause))) throw cause;
    return undefined;
  }
}
