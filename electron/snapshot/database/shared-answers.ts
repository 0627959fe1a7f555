/** Shares computed results between queries that run at the same time, and between statements that see the same state. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { AppFailure } from '#contract/errors.ts';
import { toStoreFailure } from './errors.ts';
import { Params, readChunks } from './parameters.ts';

/**
 * Lets the first caller compute. The next caller retries a failed computation; if the first caller cancels, a waiting caller takes over.
 * @param signal stops waiting for another caller's computation
 */
export async function computeOnce<K, T>(
  results: Map<K, Promise<T>>,
  key: K,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    const running = results.get(key);
    if (!running) {
      const computation = work();
      results.set(key, computation);
      computation.catch(() => results.delete(key));
      return computation;
    }
    try {
      return await (signal ? leaveWhenAborted(running, signal) : running);
    } catch (fault) {
      if (signal?.aborted === true || !isCancelled(fault)) throw fault;
    }
  }
}

function leaveWhenAborted<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const leave = () => reject(new AppFailure({ code: 'cancelled' }));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    // A question with many shared answers would leave a listener for each.
    void running.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function isCancelled(fault: unknown): boolean {
  const failure = toStoreFailure(fault);
  return failure instanceof AppFailure && failure.error.code === 'cancelled';
}

type Rows = readonly (readonly DuckDBValue[])[];
/** Answers by statement and parameters. */
export type SharedAnswers = Map<string, Promise<Rows>>;

const answersByConnection = new WeakMap<DuckDBConnection, SharedAnswers>();

const signals = new WeakMap<DuckDBConnection, AbortSignal>();

export function getSignal(connection: DuckDBConnection): AbortSignal | undefined {
  return signals.get(connection);
}

/** @param signal cancels the query that will now read on the connection */
export function noteSignal(connection: DuckDBConnection, signal: AbortSignal | undefined): void {
  if (signal) signals.set(connection, signal);
  else signals.delete(connection);
}

/** Until the answers are withdrawn, all connections that share them must see the same state. */
export function shareAnswers(connection: DuckDBConnection, answers: SharedAnswers): void {
  answersByConnection.set(connection, answers);
}

export function withdrawAnswers(connection: DuckDBConnection): void {
  answersByConnection.delete(connection);
}

/** Reads the rows of a statement that queries about one state have in common. */
export async function readSharedRows(connection: DuckDBConnection, sql: string, params = new Params()): Promise<Rows> {
  const read = async () => (await readChunks(connection, sql, params)).flatMap((chunk) => chunk.getRows());
  const answers = answersByConnection.get(connection);
  if (!answers) return read();
  const exact = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value);
  return computeOnce(
    answers,
    `${sql} ${JSON.stringify([params.values, params.types.map(String)], exact)}`,
    read,
    signals.get(connection),
  );
}
