/**
 * Reads a complete journal row by row and compares each row with its digest, to find the verified rows, the changed rows, and whether the file is
 * sound.
 */
import type { DatabaseSync } from 'node:sqlite';
import { readSqliteCode, isComputerFault } from '#electron/host/sqlite-errors.ts';
import { digestRow, tallyDigests, type TallySheet } from './digest.ts';
import { DIGEST, toKey, type JournalTable, type Row } from './table.ts';
import { readManifestRow, SCHEMA, digestSchema, MANIFEST_TABLE, type StoreManifest } from './manifest.ts';

type RawRow = Readonly<Record<string, unknown>>;

export interface Survey {
  /** False for a file from before digests existed, or one with nothing in it yet. */
  readonly isDigested: boolean;
  readonly manifest: StoreManifest | undefined;
  /** The rows by table and key that are unchanged since they were written. Without digests these are all rows that can be read. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, Row>>;
  /** The digests of these rows and of the schema. */
  readonly tallies: TallySheet;
  /** The rows by table that exist but have changed. */
  readonly suspects: ReadonlyMap<string, readonly RawRow[]>;
  /** True when SQLite finds nothing wrong and every row is unchanged. */
  readonly isSound: boolean;
}

/** The survey of a file that does not exist. */
export const emptySurvey: Survey = {
  isDigested: false,
  manifest: undefined,
  rows: new Map(),
  tallies: {},
  suspects: new Map(),
  isSound: true,
};

/** Reads one state of the file. @throws errors of the computer, not of the file: it is locked, or the disk is full. */
export function surveyDatabase(database: DatabaseSync, tables: readonly JournalTable[]): Survey {
  database.exec('BEGIN');
  try {
    return surveyRows(database, tables);
  } finally {
    if (database.isTransaction) attempt(() => database.exec('ROLLBACK'));
  }
}

function surveyRows(database: DatabaseSync, tables: readonly JournalTable[]): Survey {
  const intact = attempt(() => isIntact(database)) ?? false;
  const schema = attempt(() => digestSchema(database));
  const columns = new Map(
    [...tables, MANIFEST_TABLE].map(({ name }) => [
      name,
      attempt(() => listColumnNames(database, name)) ?? new Set<string>(),
    ]),
  );
  const isDigested = [...columns.values()].some((names) => names.has(DIGEST));
  const rows = new Map<string, Map<string, Row>>();
  const digests = new Map<string, Map<string, string>>();
  const suspects = new Map<string, RawRow[]>();
  let isTruncated = schema === undefined;
  for (const table of tables) {
    const validRows = new Map<string, Row>();
    const changedRows: RawRow[] = [];
    const digestsByKey = new Map<string, string>();
    rows.set(table.name, validRows);
    digests.set(table.name, digestsByKey);
    suspects.set(table.name, changedRows);
    if (columns.get(table.name)?.size === 0) continue;
    const isComplete = readAll(database, table.name, (raw) => {
      const row = isTextRow(table, raw) ? raw : undefined;
      const digest = row && digestRow(table, row);
      if (!row || !digest || (isDigested && raw[DIGEST] !== digest)) {
        changedRows.push(raw);
      } else {
        validRows.set(toKey(table, row), row);
        digestsByKey.set(toKey(table, row), digest);
      }
    });
    isTruncated ||= !isComplete;
  }
  const manifestRows: RawRow[] = [];
  if (columns.get(MANIFEST_TABLE.name)?.size !== 0)
    readAll(database, MANIFEST_TABLE.name, (raw) => manifestRows.push(raw));
  const isSuspect = [...suspects.values()].some((rows) => rows.length > 0);
  return {
    isDigested,
    manifest: manifestRows.map(readManifestRow).find((manifest) => manifest !== undefined),
    rows,
    tallies: tallyTables(digests, schema),
    suspects,
    isSound: intact && !isTruncated && !isSuspect,
  };
}

function tallyTables(
  digests: ReadonlyMap<string, ReadonlyMap<string, string>>,
  schema: string | undefined,
): TallySheet {
  const tallyEntries = [...digests].map(
    ([table, digestsByKey]) => [table, tallyDigests(digestsByKey.values())] as const,
  );
  return { ...Object.fromEntries(tallyEntries), ...(schema !== undefined && { [SCHEMA]: { rows: 1, sum: schema } }) };
}

/** Checks every page, and every index against its table. */
function isIntact(database: DatabaseSync): boolean {
  const [first, ...more] = database.prepare('PRAGMA integrity_check(1)').all();
  return more.length === 0 && first?.['integrity_check'] === 'ok';
}

function listColumnNames(database: DatabaseSync, table: string): Set<unknown> {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  return new Set(columns.map(({ name }) => name));
}

/** Reads in the order of the file and, if that breaks off, also from its end. @returns false if rows in between may be missing */
function readAll(database: DatabaseSync, table: string, visit: (row: RawRow) => void): boolean {
  for (const order of ['ASC', 'DESC']) {
    const isComplete = attempt(() => {
      const statement = database.prepare(`SELECT * FROM ${table} NOT INDEXED ORDER BY rowid ${order}`);
      // Damage may turn a text into an integer that is larger than a number holds.
      statement.setReadBigInts(true);
      for (const row of statement.iterate()) visit(row);
      return true;
    });
    if (isComplete === true) return order === 'ASC';
  }
  return false;
}

function isTextRow({ key, required, optional }: JournalTable, raw: RawRow): raw is Row {
  const isSet = (column: string) => typeof raw[column] === 'string';
  return key.every(isSet) && required.every(isSet) && optional.every((column) => isSet(column) || raw[column] == null);
}

/** @returns undefined if the file is too damaged for it. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (cause) {
    if (isComputerFault(readSqliteCode(cause))) throw cause;
    return undefined;
  }
}
