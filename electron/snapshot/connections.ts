/** Who talks to the store's file: one writer, one change at a time, and as many readers as are busy, each seeing one state. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { fail } from '../../src/contract/errors.ts';
import { guarded, storeFault } from './faults.ts';
import type { Params } from './params.ts';

/** What the store may take before it uses its own temporary files: sorting a million whole records needs it. */
const MEMORY_LIMIT = '1GB';
/** What it may keep of blocks it has read, once many changes were written: a download would fill the whole limit with them. */
const KEPT_BLOCKS = '96MB';
const CHANGES_BETWEEN_TRIMS = 16;

/** Extensions are never fetched from the network. */
const configuration = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  memory_limit: MEMORY_LIMIT,
} as const;

/** Two instances on one file in one process would both open and lose rows: each path has at most one. */
const openPaths = new Set<string>();

export interface Connections {
  /** Runs on a connection of its own inside one read transaction: several statements see one state. */
  read<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** Runs alone, all or nothing; durable when it resolves. */
  write<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** A connection that is the borrower's alone until it is given back, or the store is closed. */
  lend(): Promise<Loan>;
  /** Waits for the running change, ends readers (`cancelled`), and closes the file. */
  close(): Promise<void>;
}

interface Loan {
  readonly connection: DuckDBConnection;
  readonly giveBack: () => void;
  /** An interrupted stream just ends, as if it were whole. @throws AppFailure `cancelled` if the store was closed meanwhile. */
  readonly assertOpen: () => void;
}

/** @throws AppFailure `store-in-use`, `store-damaged`, `store-newer`, `disk-full`. */
export async function openConnections(path: string): Promise<Connections> {
  const realPath = join(realpathSync(dirname(path)), basename(path));
  if (openPaths.has(realPath)) fail({ code: 'store-in-use' });
  openPaths.add(realPath);
  try {
    const instance = await guarded(() => DuckDBInstance.create(realPath, configuration));
    return connectionsOf(instance, await instance.connect(), () => openPaths.delete(realPath));
  } catch (cause) {
    openPaths.delete(realPath);
    throw cause;
  }
}

/** How long closing waits for a borrower who is not reading at the moment. */
const BORROWER_MS = 1000;

function connectionsOf(instance: DuckDBInstance, writer: DuckDBConnection, release: () => void): Connections {
  const idle: DuckDBConnection[] = [];
  /** Connections in use, each with what settles when its user is done. */
  const busy = new Map<DuckDBConnection, Promise<unknown>>();
  let writing: Promise<unknown> = Promise.resolve();
  let trimming: Promise<void> | undefined;
  let untrimmed = 0;
  let closed = false;

  function refuseClosed(): void {
    if (closed) throw new Error('The snapshot is closed');
  }

  async function take(): Promise<DuckDBConnection> {
    refuseClosed();
    const connection = idle.pop() ?? (await instance.connect());
    while (trimming) await trimming;
    busy.set(connection, Promise.resolve());
    return connection;
  }

  /** Lowering the limit makes the store let go of what it keeps; nobody may be reading meanwhile, it would run out of memory. */
  async function trim(): Promise<void> {
    untrimmed += 1;
    if (untrimmed < CHANGES_BETWEEN_TRIMS || busy.size > 0 || closed) return;
    untrimmed = 0;
    const trimmed = Promise.withResolvers<void>();
    trimming = trimmed.promise;
    try {
      await writer.run(`SET memory_limit = '${KEPT_BLOCKS}'`);
    } catch {
      // It holds more than that for good reasons: nothing is lost by trying again later.
    } finally {
      await writer.run(`SET memory_limit = '${MEMORY_LIMIT}'`).finally(() => {
        trimming = undefined;
        trimmed.resolve();
      });
    }
  }

  function drop(connection: DuckDBConnection): void {
    if (busy.delete(connection)) connection.closeSync();
  }

  return {
    async read(work) {
      const connection = await take();
      const reading = inTransaction(connection, 'BEGIN TRANSACTION READ ONLY', work);
      busy.set(
        connection,
        reading.catch(() => {}),
      );
      try {
        const value = await reading;
        if (busy.delete(connection)) idle.push(connection);
        return value;
      } catch (cause) {
        drop(connection);
        throw storeFault(cause);
      }
    },
    async write(work) {
      refuseClosed();
      const mine = writing.then(() => guarded(() => inTransaction(writer, 'BEGIN TRANSACTION', work)));
      writing = mine.then(trim).catch(() => {});
      return mine;
    },
    async lend() {
      const connection = await take();
      const borrowed = Promise.withResolvers<void>();
      busy.set(connection, borrowed.promise);
      const giveBack = () => {
        drop(connection);
        borrowed.resolve();
      };
      const assertOpen = () => {
        if (closed) fail({ code: 'cancelled' });
      };
      return { connection, giveBack, assertOpen };
    },
    async close() {
      if (closed) return;
      closed = true;
      await writing;
      for (const connection of busy.keys()) connection.interrupt();
      // Nobody may close a connection under a query that runs; only a borrower who is elsewhere is not waited for.
      await Promise.race([Promise.all(busy.values()), sleep(BORROWER_MS, undefined, { ref: false })]);
      for (const connection of [...busy.keys(), ...idle, writer]) connection.closeSync();
      busy.clear();
      instance.closeSync();
      release();
    },
  };
}

async function inTransaction<T>(
  connection: DuckDBConnection,
  begin: string,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  await connection.run(begin);
  try {
    const value = await work(connection);
    await connection.run('COMMIT');
    return value;
  } catch (cause) {
    // A fault that broke the store breaks the rollback too; the first cause is the one to tell.
    await connection.run('ROLLBACK').catch(() => {});
    throw cause;
  }
}

/** All rows of one statement. */
export async function rowsOf(connection: DuckDBConnection, sql: string, params?: Params): Promise<DuckDBValue[][]> {
  const result = params ? await connection.run(sql, params.values, params.types) : await connection.run(sql);
  return result.getRows();
}

/** The single integer a counting statement gives. */
export async function countOf(connection: DuckDBConnection, sql: string, params?: Params): Promise<number> {
  return Number((await rowsOf(connection, sql, params))[0]?.[0] ?? 0);
}
