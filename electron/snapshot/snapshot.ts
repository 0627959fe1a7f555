/** The snapshot: one DuckDB file per workspace, one owner, holding only what can be fetched again. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { fail } from '../../src/contract/errors.ts';
import { openConnections, rowsOf, type Connections } from './connections.ts';
import { holdingOf, type SnapshotHolding } from './holding.ts';
import { keepMeta, metaOf } from './meta.ts';
import { readingOf, type SnapshotReading } from './reading.ts';
import { createStatements, SCHEMA_VERSION } from './schema.ts';

export type { Selection } from '../../src/domain/filter/match.ts';
export type { PageQuestion, SortOrder } from './reading.ts';

/** `SnapshotHolding` is sync's side (everything committed), `SnapshotReading` everyone else's (what is published). */
export interface Snapshot extends SnapshotHolding, SnapshotReading {
  /** A small text kept in this file under a name of the caller's. */
  meta(key: string): Promise<string | undefined>;
  keepMeta(key: string, value: string): Promise<void>;
  /** Waits for the running change; everything else that runs is interrupted. */
  close(): Promise<void>;
}

const VERSION = 'schema-version';

/**
 * Opens a workspace's store, creating it where there is none. The folder must exist.
 * @throws AppFailure `store-in-use` (another owner, in this process or another), `store-newer`, `store-damaged`, `disk-full`.
 */
export async function openSnapshot(path: string): Promise<Snapshot> {
  const connections = await openConnections(path);
  try {
    await connections.write(prepareSchema);
    return { ...(await holdingOf(connections)), ...readingOf(connections), ...upkeepOf(connections) };
  } catch (cause) {
    await connections.close();
    throw cause;
  }
}

function upkeepOf(connections: Connections): Pick<Snapshot, 'meta' | 'keepMeta' | 'close'> {
  return {
    meta: (key) => connections.read((connection) => metaOf(connection, `app:${key}`)),
    keepMeta: (key, value) => connections.write((connection) => keepMeta(connection, `app:${key}`, value)),
    close: () => connections.close(),
  };
}

/** A file without any table is new; one without our tables is not ours to guess about. */
async function prepareSchema(connection: DuckDBConnection): Promise<void> {
  const tables = (await rowsOf(connection, 'SELECT table_name FROM duckdb_tables() WHERE NOT temporary')).flat();
  if (tables.length === 0) {
    for (const sql of createStatements) await connection.run(sql);
    await keepMeta(connection, VERSION, String(SCHEMA_VERSION));
    return;
  }
  const version = tables.includes('meta') ? Number(await metaOf(connection, VERSION)) : NaN;
  if (version > SCHEMA_VERSION) fail({ code: 'store-newer' });
  if (version !== SCHEMA_VERSION || !tables.includes('records')) fail({ code: 'store-damaged' });
}
