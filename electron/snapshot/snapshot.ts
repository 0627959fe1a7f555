/** The snapshot is one DuckDB file per workspace with one owner, and holds only what can be fetched again. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { type DuckDBConnection, VARCHAR } from '@duckdb/node-api';
import { AppFailure, fail } from '#contract/errors.ts';
import { PERSON, OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { createClosingsReading } from './closings.ts';
import { createChecksReading } from './checks/review-queue.ts';
import { createBilled, replaceBilled, type BilledSource } from './database/billed-table.ts';
import { openConnections, readRows, type Connections } from './database/connections.ts';
import { createDirectory, replaceDirectory, type DirectorySource } from './database/directory-tables.ts';
import { toStoreFailure } from './database/errors.ts';
import {
  checkManifest,
  readFigures,
  openManifest,
  readManifest,
  type ManifestWriter,
  getManifestPath,
} from './database/manifest.ts';
import { COMMITS, dropMeta, saveMeta, readMeta, STATE } from './database/metadata.ts';
import { hasCurrentColumns, migrate, readColumns, rewriteSince } from './database/migrate.ts';
import { createStatements, SCHEMA_VERSION, columnSql, readableSql } from './database/schema.ts';
import { toText } from './database/parameters.ts';
import { createExtractReading } from './extract.ts';
import { createRecordsReading } from './reader.ts';
import { RecordedWeeksMemory } from './recorded-weeks.ts';
import { openChanges, type ChangesQuery, type ChangesReading } from './changes.ts';
import { openPast, type PastMoment } from './past.ts';
import { openHolding, type MergeLog } from './sync-store.ts';
import { createContentReading, type ContentReading } from './whole.ts';
import { createReportReading } from './report/report-reader.ts';

export type { Selection } from '#domain/filter/match.ts';
export type { RecordPageQuery } from './reader.ts';

type Holding = Awaited<ReturnType<typeof openHolding>>;

/** `Holding` is for sync (everything committed), the readings are for all other callers (what is published). */
export interface Snapshot extends Holding, Readings, ContentReading, Pick<Connections, 'look'> {
  /** Reads a small text that a caller stored in this file under this key. */
  meta(key: string): Promise<string | undefined>;
  saveMeta(key: string, value: string): Promise<void>;
  /**
   * Puts names, clients and teams next to the records, replacing the previous ones. They are written at the next query if the file has a
   * different version.
   */
  setDirectory(directory: DirectorySource['directory'], version?: DirectorySource['version']): Promise<void>;
  /** Puts the ids of billed records next to the records, also at the next query. */
  setBilled(source: BilledSource): void;
  /**
   * Reads the records as they were at a past moment, by the same statements. The caller must close the result. Counts of the store itself
   * (held records, waiting changes) are today's.
   */
  asKnown(moment: PastMoment): Snapshot;
  /** Reads what differs between two moments. The caller must close the result. */
  changes(query: ChangesQuery): ChangesReading;
  /** Waits for the running change and interrupts everything else. */
  close(): Promise<void>;
}

const VERSION = 'schema-version';

/** Returns the part of the sync state that is still valid when all records lack a property; undefined when nothing is. */
export type KeepValidState = (state: string) => string | undefined;

export interface SnapshotOptions {
  readonly keepValidState?: KeepValidState | undefined;
  /** Logs every change of what reports see. */
  readonly log?: MergeLog | undefined;
}

/**
 * Opens a workspace's store, creating it if there is none. The folder must exist.
 * @throws AppFailure `store-in-use` (another owner, in this process or another), `store-newer`, `store-damaged` (also for a file that holds
 * less than its manifest says), `disk-full`.
 */
export async function openSnapshot(path: string, { keepValidState, log }: SnapshotOptions = {}): Promise<Snapshot> {
  const isNew = !existsSync(path);
  try {
    return await openFile(path, isNew, { keepValidState, log });
  } catch (cause) {
    const code = cause instanceof AppFailure ? cause.error.code : undefined;
    // A file that was only half created on a full disk would be taken for a damaged store once there is room.
    if (isNew && code === 'disk-full') removeStoreFiles(path);
    if (code !== 'store-damaged' || !isUnfinishedFile(path)) throw cause;
    removeStoreFiles(path);
    return openFile(path, true, { keepValidState, log });
  }
}

async function openFile(
  path: string,
  isNew: boolean,
  { keepValidState = () => undefined, log }: SnapshotOptions,
): Promise<Snapshot> {
  const notedManifest = readManifest(path);
  const connections = await openConnections(path, undefined, (connection) => readMeta(connection, COMMITS));
  try {
    // Listing all that a store could hold takes longer than creating one.
    if (!isNew) await connections.read(rejectForeignCatalogue);
    await connections.write((connection) => prepareSchema(connection, keepValidState));
    await connections.write(createDirectory);
    await connections.write(createBilled);
    const commits = Number((await connections.read((connection) => readMeta(connection, COMMITS))) ?? 0);
    // One pass needs no block twice. With the memory of surveys it would keep what it reads: 1.1 GB over ten million records, three times as slow.
    await checkManifest(notedManifest, commits, () => connections.read(readFigures));
    const holding = await openHolding(connections, {
      commits,
      onCommit: (number) => manifestFile.noteCommit(number),
      log,
    });
    const manifestFile = openManifest(path, notedManifest, commits);
    const { joined, setDirectory, setBilled } = joinSources(connections);
    const snapshot: Snapshot = {
      ...holding,
      ...createReadings(joined),
      ...createContentReading(connections),
      ...createUpkeep(connections, manifestFile),
      look: connections.look,
      setDirectory,
      setBilled,
      asKnown(moment) {
        const pastStore = openPast(connections, moment);
        return { ...snapshot, ...createReadings(pastStore.connections), close: pastStore.close };
      },
      changes: (query) => openChanges(connections, query),
    };
    return snapshot;
  } catch (cause) {
    await connections.close();
    throw toStoreFailure(cause);
  }
}

type Readings = ReturnType<typeof createReadings>;

function createReadings(connections: Connections) {
  const weeks = new RecordedWeeksMemory();
  return {
    ...createRecordsReading(connections, weeks),
    ...createReportReading(connections, weeks),
    ...createExtractReading(connections),
    ...createChecksReading(connections, weeks),
    ...createClosingsReading(connections),
    recordedIds: () => connections.survey(readRecordedIds),
  };
}

/** Returns the same connections with readers that see the directory and the billed records that were set last. */
function joinSources(
  connections: Connections,
): Pick<Snapshot, 'setDirectory' | 'setBilled'> & { readonly joined: Connections } {
  const unwritten = new Map<'directory' | 'billed', (connection: DuckDBConnection) => Promise<void>>();
  let writing = Promise.resolve();
  const writePending = async () => {
    for (const [name, write] of unwritten) {
      unwritten.delete(name);
      try {
        // oxlint-disable-next-line no-await-in-loop -- changes are written one after the other
        await connections.write(write);
        // A query that joins neither may have begun a look meanwhile.
        connections.endLooks();
      } catch (cause) {
        // The next query tries again, because no query may use the previous directory or billed records.
        if (!unwritten.has(name)) unwritten.set(name, write);
        throw cause;
      }
    }
  };
  // Writes happen one after the other, so a query that comes meanwhile waits for them too.
  const writeSources = () => (writing = writing.catch(() => {}).then(writePending));
  return {
    setDirectory: async (directory, version) => {
      unwritten.set('directory', (connection) => replaceDirectory(connection, { directory, version }));
      connections.endLooks();
    },
    setBilled: (source) => {
      unwritten.set('billed', (connection) => replaceBilled(connection, source));
      connections.endLooks();
    },
    joined: {
      ...connections,
      read: (work) => writeSources().then(() => connections.read(work)),
      survey: (work, signal) => writeSources().then(() => connections.survey(work, signal)),
      lend: () => writeSources().then(() => connections.lend()),
    },
  };
}

function createUpkeep(
  connections: Connections,
  manifestFile: ManifestWriter,
): Pick<Snapshot, 'meta' | 'saveMeta' | 'close'> {
  let closing: Promise<void> | undefined;
  return {
    meta: (key) => connections.read((connection) => readMeta(connection, `app:${key}`)),
    saveMeta: (key, value) => connections.write((connection) => saveMeta(connection, { [`app:${key}`]: value })),
    close: () => (closing ??= closeAll(connections, manifestFile)),
  };
}

async function closeAll(connections: Connections, manifestFile: ManifestWriter): Promise<void> {
  try {
    // This waits for every change that was begun, because the figures belong to the number of changes.
    await connections.write(async (connection) => {
      const commits = Number((await readMeta(connection, COMMITS)) ?? 0);
      if (manifestFile.getFigureCommits() !== commits) manifestFile.noteFigures(commits, await readFigures(connection));
    });
  } catch {
    // A store that broke meanwhile is reported at its next opening; closing must still succeed.
  }
  await connections.close();
  manifestFile.close();
}

/** Creates the tables in a new file and migrates an older one; a file with other tables is rejected. */
async function prepareSchema(connection: DuckDBConnection, keepValidState: KeepValidState): Promise<void> {
  const tables = (await readRows(connection, 'SELECT table_name FROM duckdb_tables() WHERE NOT temporary')).flat();
  if (tables.length === 0) {
    for (const sql of createStatements) await connection.run(sql);
    await saveMeta(connection, { [VERSION]: String(SCHEMA_VERSION) });
    return;
  }
  const version = tables.includes('meta') ? Number((await readMeta(connection, VERSION)) ?? NaN) : NaN;
  if (version > SCHEMA_VERSION) fail({ code: 'store-newer' });
  if (Number.isNaN(version) || !tables.includes('records')) fail({ code: 'store-damaged' });
  if (!(await hasCurrentColumns(connection, tables))) {
    const { complete } = await migrate(connection, tables);
    // A property that was never fetched is in no row, so the records stay and a download may complete them.
    if (!complete) {
      const state = await readMeta(connection, STATE);
      const validState = state === undefined ? undefined : keepValidState(state);
      await (validState === undefined ? dropMeta(connection, STATE) : saveMeta(connection, { [STATE]: validState }));
    }
  }
  if (version === SCHEMA_VERSION) return;
  await rewriteSince(connection, version);
  await saveMeta(connection, { [VERSION]: String(SCHEMA_VERSION) });
}

/** The size of DuckDB's three header blocks, which come before the records. */
const HEADER_BYTES = 3 * 4096;
/** Another process may still be creating a younger file. */
const SETTLED_MS = 1_000;

/** True when this file, which cannot be opened, never held anything: it has no log, no manifest and no room for a record. */
function isUnfinishedFile(path: string): boolean {
  if (existsSync(`${path}.wal`) || existsSync(getManifestPath(path))) return false;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && stats.size < HEADER_BYTES && Date.now() - stats.mtimeMs > SETTLED_MS;
}

function removeStoreFiles(path: string): void {
  for (const file of [`${path}.wal`, path, getManifestPath(path)]) rmSync(file, { force: true });
}

/** An id of a person or an object that records have, with the title of its newest record. Lists of names are compared with these. */
interface RecordedId {
  readonly kind: string;
  readonly id: string;
  readonly title: string | null;
}

async function readRecordedIds(connection: DuckDBConnection): Promise<RecordedId[]> {
  const selectIdsSql = (kind: string, property: string, condition = 'true') => {
    const id = columnSql(property);
    const title = `max_by(${columnSql(propertyNames.title)}, id)`;
    return `SELECT ${kind}, ${id}, ${readableSql({ sql: title, type: VARCHAR })} FROM records WHERE NOT archived AND ${id} IS NOT NULL AND ${condition} GROUP BY ALL`;
  };
  const type = columnSql(propertyNames.objectType);
  const objects = selectIdsSql(`CAST(${type} AS VARCHAR)`, propertyNames.objectId, `${type} IS NOT NULL`);
  const people = selectIdsSql(`'${PERSON}'`, OWNER_PROPERTY);
  const rows = await readRows(connection, `${people} UNION ALL ${objects} ORDER BY 1, 2`);
  return rows.map(([kind, id, title]) => ({
    kind: toText(kind) ?? '',
    id: toText(id) ?? '',
    title: toText(title) ?? null,
  }));
}

/** Each statement returns a row for every object that does not belong in a store. */
const foreignObjectQueries = [
  'SELECT function_name FROM system.main.duckdb_functions() WHERE NOT internal',
  'SELECT view_name FROM system.main.duckdb_views() WHERE NOT internal',
  'SELECT schema_name FROM system.main.duckdb_schemas() WHERE NOT internal',
  'SELECT type_name FROM system.main.duckdb_types() WHERE NOT internal',
  'SELECT sequence_name FROM system.main.duckdb_sequences()',
  'SELECT index_name FROM system.main.duckdb_indexes()',
  // Columns of the other tables are read by name, and planning that would already evaluate parts of a computed column.
  `SELECT table_name FROM system.main.duckdb_tables() WHERE NOT internal
    AND (system.main.contains(sql, ' GENERATED ALWAYS AS') OR NOT system.main.regexp_full_match(table_name, '\\w+'))`,
];
const TABLES = 'SELECT table_name, sql FROM system.main.duckdb_tables() WHERE NOT internal';

/**
 * Rejects a store that contains anything executable: a macro called `sum` in it would falsify every report. The check runs before anything
 * else, with statements that nothing in the file can override: built-in functions by their full names, and no operator.
 * @throws AppFailure `store-damaged` for a file with macros, views, other schemas, or columns that are more than a name and a type.
 */
async function rejectForeignCatalogue(connection: DuckDBConnection): Promise<void> {
  for (const sql of foreignObjectQueries) {
    if ((await readRows(connection, sql)).length > 0) fail({ code: 'store-damaged' });
  }
  for (const [table = '', sql] of (await readRows(connection, TABLES)).map((row) => row.map(String))) {
    const tableColumns = [...(await readColumns(connection, table))].map((column) => column.join(' '));
    // The store itself writes a table without defaults, computed columns and constraints like this.
    if (sql?.replaceAll('"', '') !== `CREATE TABLE ${table}(${tableColumns.join(', ')});`)
      fail({ code: 'store-damaged' });
  }
}
