/** Manages the connections to the store's file: one writer that makes one change at a time, and any number of readers, each seeing one state. */
import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { fail } from '#contract/errors.ts';
import { translateFaults, toStoreFailure } from './errors.ts';
import { createLooks, type Read, type ReadState, type ReadTogether } from './looks.ts';
import { Params, readChunks } from './parameters.ts';
import { getSignal, noteSignal } from './shared-answers.ts';

/** The memory that the store may use before it writes temporary files. Sorting or streaming a million records needs it. */
const SURVEY_MEMORY = '1GB';
/**
 * The memory while changes are written and no survey runs. A download fills all available memory with blocks it has read; docs/decisions
 * has the figures.
 */
const WRITE_MEMORY = '192MB';

/**
 * Statements can access only the store's files (with its log and temporary files), no network and no extension. None can change that,
 * because only the memory limit may be set later. Rarer checkpoints write the same blocks less often.
 */
const configuration = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  enable_external_access: 'false',
  allowed_configs: "['memory_limit']",
  lock_configuration: 'true',
  memory_limit: SURVEY_MEMORY,
  checkpoint_threshold: '64MB',
  threads: String(Math.min(4, availableParallelism())),
} as const;

/** Two instances on one file in one process would both open and lose rows, so each path has at most one. */
const openPaths = new Set<string>();

export type Connections = ReturnType<typeof createConnections>;

/** The time limit of surveys. Even over a million records, only a filter that is designed to be slow takes longer. */
export const SURVEY_MS = 60_000;

/**
 * @param surveyMs how long a survey may take
 * @param readState reads the state of the store that a transaction sees
 * @throws AppFailure `store-in-use`, `store-damaged`, `store-newer`, `disk-full`.
 */
export async function openConnections(
  path: string,
  surveyMs = SURVEY_MS,
  readState: ReadState = async () => undefined,
): Promise<Connections> {
  const realPath = join(realpathSync(dirname(path)), basename(path));
  if (openPaths.has(realPath)) fail({ code: 'store-in-use' });
  openPaths.add(realPath);
  try {
    const instance = await translateFaults(() => DuckDBInstance.create(realPath, configuration));
    const [writer, tuner] = [await instance.connect(), await instance.connect()];
    // DuckDB gives the folder this name.
    const temporary = `${realPath}.tmp`;
    await removeBulkFiles(temporary);
    return createConnections({ instance, writer, tuner, temporary }, { surveyMs, readState }, () =>
      openPaths.delete(realPath),
    );
  } catch (cause) {
    openPaths.delete(realPath);
    throw cause;
  }
}

/** The time that closing waits for a borrower that is not reading at the moment. */
const BORROWER_MS = 1000;

interface OpenStore {
  readonly instance: DuckDBInstance;
  readonly writer: DuckDBConnection;
  readonly tuner: DuckDBConnection;
  readonly temporary: string;
}

function createConnections(
  { instance, writer, tuner, temporary }: OpenStore,
  { surveyMs, readState }: { readonly surveyMs: number; readonly readState: ReadState },
  release: () => void,
) {
  const idle: DuckDBConnection[] = [];
  /** Connections in use, each with a promise that settles when its user is done. */
  const busy = new Map<DuckDBConnection, Promise<unknown>>();
  let writing: Promise<unknown> = Promise.resolve();
  let limit: string | undefined = SURVEY_MEMORY;
  let limiting: Promise<void> = Promise.resolve();
  /** The number of running surveys and loans. */
  let surveys = 0;
  let isClosed = false;

  function assertNotClosed(): void {
    if (isClosed) throw new Error('The snapshot is closed');
  }

  async function takeConnection(): Promise<DuckDBConnection> {
    assertNotClosed();
    return idle.pop() ?? (await instance.connect());
  }

  async function setLimit(memory: string): Promise<void> {
    try {
      await tuner.run(`SET memory_limit = '${memory}'`);
    } catch {
      // The store needs more than the limit now, so the limit is lowered the next time.
      limit = undefined;
    }
  }

  /** Changes the limit on a connection that is not shared. */
  function limitMemory(memory: string): Promise<void> {
    if (limit !== memory) {
      limit = memory;
      limiting = limiting.then(() => setLimit(memory));
    }
    return limiting;
  }

  function closeConnection(connection: DuckDBConnection): void {
    if (busy.delete(connection)) connection.closeSync();
  }

  async function readNow<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await takeConnection();
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
      closeConnection(connection);
      throw toStoreFailure(cause);
    }
  }

  const { look, endLooks, ...looks } = createLooks(readNow, readState);
  const readTogether: ReadTogether = (connection, work, otherWork) => {
    const failing = new AbortController();
    const signal = AbortSignal.any([failing.signal, getSignal(connection) ?? []].flat());
    const limitMs = getTimeLeft(connection) ?? surveyMs;
    return looks.readTogether(
      connection,
      async (own) => {
        try {
          return await work(own);
        } catch (cause) {
          failing.abort();
          throw cause;
        }
      },
      async (other) => {
        assertNotClosed();
        // The survey bounds only its own connection.
        return other === connection ? otherWork(other) : runBounded(other, limitMs, signal, () => otherWork(other));
      },
    );
  };
  const read: Read = (work) =>
    looks.read(async (connection) => {
      // The store may have been closed while the query waited for its turn in a look.
      assertNotClosed();
      return work(connection);
    });

  return {
    /** The folder for temporary files and bulk copies. Statements can access no other folder. */
    temporary,
    /** Runs on a separate connection inside one read transaction, so that multiple statements see one state. */
    read,
    readTogether,
    look,
    endLooks,
    /**
     * Runs like `read`, with enough memory to sort and group all records, and for a minute at most.
     * @param signal cancels it.
     * @throws AppFailure `cancelled`, `took-too-long`
     */
    async survey<T>(work: (connection: DuckDBConnection) => Promise<T>, signal?: AbortSignal): Promise<T> {
      assertNotClosed();
      surveys += 1;
      try {
        await limitMemory(SURVEY_MEMORY);
        return await read((connection) => runBounded(connection, surveyMs, signal, () => work(connection)));
      } finally {
        surveys -= 1;
      }
    },
    /** Runs alone, all or nothing, and is durable when it resolves. @param isSurvey true when the work needs the memory of a survey */
    async write<T>(work: (connection: DuckDBConnection) => Promise<T>, isSurvey = false): Promise<T> {
      assertNotClosed();
      const change = writing.then(async () => {
        if (isSurvey) surveys += 1;
        try {
          await (isSurvey ? limitMemory(SURVEY_MEMORY) : surveys === 0 && limitMemory(WRITE_MEMORY));
          return await translateFaults(() => inTransaction(writer, 'BEGIN TRANSACTION', work));
        } finally {
          if (isSurvey) surveys -= 1;
        }
      });
      writing = change.catch(() => {});
      return change;
    },
    /**
     * Lends a connection with a separate read transaction to one borrower until it is returned or the store is closed. The transaction ends
     * with the loan, because nothing was changed.
     */
    async lend() {
      const connection = await takeConnection();
      const borrowed = Promise.withResolvers<void>();
      busy.set(connection, borrowed.promise);
      surveys += 1;
      const releaseConnection = () => {
        closeConnection(connection);
        borrowed.resolve();
        surveys -= 1;
      };
      await limitMemory(SURVEY_MEMORY);
      try {
        await connection.run('BEGIN TRANSACTION READ ONLY');
      } catch (cause) {
        releaseConnection();
        throw toStoreFailure(cause);
      }
      /**
       * Checks that the store is still open, because an interrupted stream just ends as if it were complete.
       * @throws AppFailure `cancelled` if the store was closed meanwhile.
       */
      const assertOpen = () => {
        if (isClosed) fail({ code: 'cancelled' });
      };
      return { connection, releaseConnection, assertOpen };
    },
    /** Waits for the running change, ends readers (`cancelled`), and closes the file. */
    async close() {
      if (isClosed) return;
      isClosed = true;
      await writing;
      const interrupters = [...busy.keys()].map((connection) => createInterrupter(connection, undefined));
      for (const { interrupt } of interrupters) interrupt();
      endLooks();
      // A connection must not be closed while a query runs, so only idle borrowers are not awaited.
      await Promise.race([Promise.all(busy.values()), sleep(BORROWER_MS, undefined, { ref: false })]);
      for (const { release } of interrupters) release();
      await limiting;
      for (const connection of [...busy.keys(), ...idle, writer, tuner]) connection.closeSync();
      busy.clear();
      instance.closeSync();
      release();
    },
  };
}

/** An interrupt between two statements has no effect, so it is repeated. */
const REPEAT_MS = 20;

/**
 * @param signal interrupts when it is aborted
 * @returns a function that interrupts whatever runs on the connection, and one that stops interrupting
 */
export function createInterrupter(connection: DuckDBConnection, signal: AbortSignal | undefined) {
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    timer ??= setInterval(() => connection.interrupt(), REPEAT_MS);
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  const release = () => {
    signal?.removeEventListener('abort', interrupt);
    clearInterval(timer);
  };
  return { interrupt, release };
}

/** When the bounded work on a connection must end, in milliseconds of the process. */
const deadlines = new WeakMap<DuckDBConnection, number>();

function getTimeLeft(connection: DuckDBConnection): number | undefined {
  const deadline = deadlines.get(connection);
  return deadline === undefined ? undefined : Math.max(0, deadline - performance.now());
}

/** Interrupts work when its caller no longer waits or its time is up. @throws AppFailure `cancelled`, `took-too-long` */
export async function runBounded<T>(
  connection: DuckDBConnection,
  limitMs: number,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (signal?.aborted) fail({ code: 'cancelled' });
  let isLate = false;
  const { interrupt, release } = createInterrupter(connection, signal);
  const [outerSignal, outerDeadline] = [getSignal(connection), deadlines.get(connection)];
  noteSignal(connection, signal);
  deadlines.set(connection, performance.now() + limitMs);
  const timer = setTimeout(() => {
    isLate = true;
    interrupt();
  }, limitMs);
  try {
    return await work();
  } catch (cause) {
    return isLate && signal?.aborted !== true ? fail({ code: 'took-too-long' }, cause) : Promise.reject(cause);
  } finally {
    clearTimeout(timer);
    if (outerDeadline === undefined) deadlines.delete(connection);
    else deadlines.set(connection, outerDeadline);
    noteSignal(connection, outerSignal);
    release();
  }
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
    // An error that broke the store makes the rollback fail too, so the first cause is reported.
    await connection.run('ROLLBACK').catch(() => {});
    throw cause;
  }
}

export async function readRows(
  connection: DuckDBConnection,
  sql: string,
  params = new Params(),
): Promise<DuckDBValue[][]> {
  return (await readChunks(connection, sql, params)).flatMap((chunk) => chunk.getRows());
}

export async function readCount(connection: DuckDBConnection, sql: string, params?: Params): Promise<number> {
  return Number((await readRows(connection, sql, params))[0]?.[0] ?? 0);
}

const PREFIX = 'export-';

/**
 * Names a bulk copy next to the store's temporary files; a copy that a killed program left is removed when the store is opened.
 * @param folder the store's folder
 * @returns the path of a file that does not exist yet.
 */
export async function nameBulkFile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${PREFIX}${randomUUID()}`);
}

/** Only one owner at a time opens a store, so no copy found here is still being written. */
async function removeBulkFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (name.startsWith(PREFIX)) await rm(join(folder, name), { recursive: true, force: true });
}
