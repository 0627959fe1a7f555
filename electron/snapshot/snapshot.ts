/** The snapshot: one DuckDB file per workspace, one owner, holding only what can be fetched again. */
import { existsSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AppFailure, fail } from '../../src/contract/errors.ts';
import type { Directory } from '../../src/domain/people/directory.ts';
import type { ChecksReading } from './checks/model.ts';
import { createChecksReading } from './checks/review-queue.ts';
import { openConnections, readRows, type Connections } from './database/connections.ts';
import { attachDirectory, replaceDirectory } from './database/directory-tables.ts';
import { refuseForeignCatalogue } from './database/foreign-catalogue.ts';
import { storeFault } from './database/errors.ts';
import { COMMITS, openHolding, type SnapshotHolding } from './records/sync-store.ts';
import { dropMeta, saveMeta, readMeta, STATE } from './database/metadata.ts';
import { isCurrent, migrate, rewriteSince } from './database/migrate.ts';
import { createExtractReading, type ExtractReading } from './extract.ts';
import { createRecordsReading, type RecordsReading } from './records/reader.ts';
import { RecordedWeeksMemory } from './records/recorded-weeks.ts';
import { readRecordedIds, type RecordedId } from './records/recorded-ids.ts';
import { createReportReading, type ReportReading } from './report/report-reader.ts';
import { createStatements, SCHEMA_VERSION } from './database/schema.ts';
import { isUnfinishedFile, throwAway } from './database/unfinished-file.ts';
import { createWholeReading, type SnapshotWhole } from './records/whole.ts';
import { checkManifest, readFigures, openManifest, readManifest, type ManifestWriter } from './database/manifest.ts';

export type { Selection } from '../../src/domain/filter/match.ts';
export type { PageQuestion } from './records/reader.ts';

/** `SnapshotHolding` is sync's side (everything committed), the readings are for everything else (what is published). */
export interface Snapshot
  extends
    SnapshotHolding,
    RecordsReading,
    ReportReading,
    ExtractReading,
    ChecksReading,
    SnapshotWhole,
    Pick<Connections, 'look'> {
  /** Of persons and objects. */
  recordedIds(): Promise<RecordedId[]>;
  /** A small text stored in this file under a name of the caller's. */
  meta(key: string): Promise<string | undefined>;
  saveMeta(key: string, value: string): Promise<void>;
  /**
   * Puts names, clients and teams beside the records, replacing those before. They are in no file: the opener supplies them, and they are
   * read only where a question comes that may join them.
   */
  setDirectory(directory: Directory | (() => Directory)): Promise<void>;
  /** Waits for the running change; everything else that runs is interrupted. */
  close(): Promise<void>;
}

const VERSION = 'schema-version';

/**
 * Opens a workspace's store, creating it where there is none. The folder must exist.
 * @throws AppFailure `store-in-use` (another owner, in this process or another), `store-newer`, `store-damaged` (also for a file
 * that holds less than its manifest says), `disk-full`.
 */
export async function openSnapshot(path: string): Promise<Snapshot> {
  const isNew = !existsSync(path);
  try {
    return await openFile(path, isNew);
  } catch (cause) {
    const code = cause instanceof AppFailure ? cause.error.code : undefined;
    // A file that was only half created on a full disk would be taken for a damaged store once there is room.
    if (isNew && code === 'disk-full') throwAway(path);
    if (code !== 'store-damaged' || !isUnfinishedFile(path)) throw cause;
    throwAway(path);
    return openFile(path, true);
  }
}

async function openFile(path: string, isNew: boolean): Promise<Snapshot> {
  const noted = readManifest(path);
  const connections = await openConnections(path, undefined, (connection) => readMeta(connection, COMMITS));
  try {
    // Listing all that a store could hold takes longer than creating one.
    if (!isNew) await connections.read(refuseForeignCatalogue);
    await connections.write(prepareSchema);
    await connections.write(attachDirectory);
    const commits = Number((await connections.read((connection) => readMeta(connection, COMMITS))) ?? 0);
    await checkManifest(noted, commits, () => connections.survey(readFigures));
    const holding = await openHolding(connections, { commits, onCommit: (number) => manifestFile.noteCommit(number) });
    const manifestFile = openManifest(path, noted, commits);
    const weeks = new RecordedWeeksMemory();
    const { joined, setDirectory } = joinDirectory(connections);
    return {
      ...holding,
      ...createRecordsReading(joined, weeks),
      ...createReportReading(joined, weeks),
      ...createExtractReading(joined),
      ...createChecksReading(joined, weeks),
      ...createWholeReading(connections),
      ...createUpkeep(connections, manifestFile),
      look: connections.look,
      recordedIds: () => connections.survey(readRecordedIds),
      setDirectory,
    };
  } catch (cause) {
    await connections.close();
    throw storeFault(cause);
  }
}

/** The same connections, whose readers find the last directory that was set. */
function joinDirectory(connections: Connections): Pick<Snapshot, 'setDirectory'> & { readonly joined: Connections } {
  let unwritten: (() => Directory) | undefined;
  let writing = Promise.resolve();
  const write = async () => {
    const read = unwritten;
    if (!read) return;
    unwritten = undefined;
    try {
      await connections.write((connection) => replaceDirectory(connection, read()));
    } catch (cause) {
      // No question may be answered by the directory before.
      unwritten ??= read;
      throw cause;
    }
  };
  // One after the other: a question that comes meanwhile waits for it too.
  const settle = () => (writing = writing.catch(() => {}).then(write));
  return {
    setDirectory: async (directory) => {
      unwritten = typeof directory === 'function' ? directory : () => directory;
      connections.endLooks();
    },
    joined: {
      ...connections,
      read: (work) => settle().then(() => connections.read(work)),
      survey: (work, signal) => settle().then(() => connections.survey(work, signal)),
      lend: () => settle().then(() => connections.lend()),
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
    // After every begun change: figures and number belong together.
    await connections.write(async (connection) => {
      const commits = Number((await readMeta(connection, COMMITS)) ?? 0);
      if (manifestFile.figuresAt() !== commits) manifestFile.noteFigures(commits, await readFigures(connection));
    });
  } catch {
    // A store that broke meanwhile is reported at its next opening; closing must still succeed.
  }
  await connections.close();
  manifestFile.close();
}

/** A file without any table is new; one without our tables is refused. */
async function prepareSchema(connection: DuckDBConnection): Promise<void> {
  const tables = (await readRows(connection, 'SELECT table_name FROM duckdb_tables() WHERE NOT temporary')).flat();
  if (tables.length === 0) {
    for (const sql of createStatements) await connection.run(sql);
    await saveMeta(connection, { [VERSION]: String(SCHEMA_VERSION) });
    return;
  }
  const version = tables.includes('meta') ? Number((await readMeta(connection, VERSION)) ?? NaN) : NaN;
  if (version > SCHEMA_VERSION) fail({ code: 'store-newer' });
  if (Number.isNaN(version) || !tables.includes('records')) fail({ code: 'store-damaged' });
  if (!(await isCurrent(connection))) {
    const { whole } = await migrate(connection);
    // A property that was never fetched is in no row: the records stay, and a download may complete them.
    if (!whole) await dropMeta(connection, STATE);
  }
  if (version === SCHEMA_VERSION) return;
  await rewriteSince(connection, version);
  await saveMeta(connection, { [VERSION]: String(SCHEMA_VERSION) });
}
