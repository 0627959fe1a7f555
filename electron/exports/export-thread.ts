/** Makes a file's bytes in a thread: the host passes lines in and bytes out, and its event loop stays free. */
import { Worker } from 'node:worker_threads';
import { AppFailure, fail, type AppError } from '#contract/errors.ts';
import type { BulkFile } from '#domain/exports/bulk.ts';
import { toPlainColumns, type ColumnSums, type Line } from '#domain/exports/model.ts';
import type { FileWithScratch } from './atomic-file.ts';
import type { ExportDocument, WriteResult } from './document.ts';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** With fewer lines the file is finished before a thread would have started. */
export const MANY_LINES = 2_000;

export type StartThread = (job: ThreadJob) => Worker;

/**
 * Writes a document in a thread, which the document's signal ends immediately.
 * @throws AppFailure `cancelled`, or whatever the writer or the file throws; the thread has ended by then
 */
export async function writeInThread(
  document: ExportDocument,
  file: FileWithScratch,
  start: StartThread,
): Promise<WriteResult> {
  const { signal } = document;
  if (signal?.aborted) fail({ code: 'cancelled' });
  const parts = new Map<string, BulkFile>();
  try {
    return await runThread(start(toJob(document)), document, file, parts);
  } finally {
    for (const part of parts.values()) await part.remove();
  }
}

function toJob(document: ExportDocument): ThreadJob {
  const { head, options, columns, currencyIndex, lineCount, outline, chart = null, bulk } = document;
  return {
    head,
    options,
    columns: toPlainColumns(columns),
    currencyIndex,
    lineCount,
    outline,
    chart,
    storeMakesLines: bulk !== undefined,
  };
}

/** Yields the lines as messages to the thread. @param parts files of the store that the thread may still read */
async function* readPortions(
  { bulk, lines }: ExportDocument,
  parts: Map<string, BulkFile>,
): AsyncGenerator<Portion, void, undefined> {
  // The store makes lines many times faster than this process does.
  if (!bulk) for await (const piece of lines) yield { kind: 'piece', lines: piece };
  else {
    for await (const part of bulk.lines()) {
      parts.set(part.path, part);
      yield { kind: 'part', path: part.path };
    }
  }
}

/** @param parts files of the store that were not removed yet */
async function runThread(
  thread: Worker,
  document: ExportDocument,
  file: FileWithScratch,
  parts: Map<string, BulkFile>,
): Promise<WriteResult> {
  const { signal, lineCount } = document;
  const ended = Promise.withResolvers<WriteResult>();
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const send = (message: ToThread) => thread.postMessage(message);
  const portions = readPortions(document, parts);
  /** Each step waits for the previous one, so that lines are read and bytes written in order. */
  let [reading, writing] = [Promise.resolve(), Promise.resolve()];
  const sendNext = async () => {
    const next = await portions.next();
    send(next.done === true ? { kind: 'end', sums: document.sums(), facts: document.facts() } : next.value);
  };
  const removePart = async (path: string) => {
    await parts.get(path)?.remove();
    parts.delete(path);
  };
  const handleMessage = (message: FromThread) => {
    switch (message.kind) {
      case 'more':
        reading = reading.then(sendNext).catch(ended.reject);
        break;
      case 'read':
        document.onWritten?.(Math.min(1, message.lines / Math.max(1, lineCount)));
        break;
      case 'finished':
        reading = reading.then(() => removePart(message.path)).catch(ended.reject);
        break;
      case 'bytes':
        writing = writing
          .then(() => file.write(message.bytes))
          .then(() => send({ kind: 'stored' }))
          .catch(ended.reject);
        break;
      case 'scratch':
        writing = writing
          .then(() => file.scratch())
          .then((path) => send({ kind: 'scratch', path }))
          .catch(ended.reject);
        break;
      case 'written':
        // The last bytes may not be on the disk yet, or may not fit there.
        writing = writing.then(() => ended.resolve({ guarded: message.guarded }));
        break;
      case 'failed':
        ended.reject(message.error ? new AppFailure(message.error, { cause: message.cause }) : message.cause);
        break;
    }
  };
  thread.on('message', (message: FromThread) => {
    try {
      handleMessage(message);
    } catch (cause) {
      ended.reject(cause);
    }
  });
  thread.once('error', ended.reject);
  thread.once('exit', (code) => ended.reject(new Error(`The thread that writes files ended with ${code}`)));
  const cancel = () => ended.reject(new AppFailure({ code: 'cancelled' }));
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await ended.promise;
  } finally {
    signal?.removeEventListener('abort', cancel);
    await thread.terminate();
    // Neither the file nor the lines may be released while one of them is in use.
    await Promise.all([reading, writing]);
    await portions.return();
  }
}

/** Paths of the worker: in the source, and in the build from a chunk or from an entry. */
const workerPaths = ['./export-thread-worker.ts', '../export-thread.js', './export-thread.js'];

/** Lines pass through in pieces, so needing more than this is a bug. A small young generation keeps the old one small too. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 } as const;

export function startThread(job: ThreadJob): Worker {
  const paths = workerPaths.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const workerPath = paths.find((path) => existsSync(path));
  if (workerPath === undefined) throw new Error(`The thread that writes files is not beside ${import.meta.url}`);
  // The thread inherits none of the host's start options.
  return new Worker(workerPath, { workerData: job, execArgv: [], resourceLimits });
}

/** The messages between the host and the writing thread are plain data, since nothing else can be sent. */
export interface ThreadJob extends Pick<
  ExportDocument,
  'head' | 'options' | 'columns' | 'currencyIndex' | 'lineCount' | 'outline' | 'chart'
> {
  /** The store makes files of lines; else they are sent in pieces. */
  readonly storeMakesLines: boolean;
}

export interface Ending {
  readonly sums: ColumnSums;
  readonly facts: Readonly<Record<string, unknown>>;
}

export type Portion =
  { readonly kind: 'piece'; readonly lines: readonly Line[] } | { readonly kind: 'part'; readonly path: string };

export type ToThread =
  | Portion
  /** No portion follows. */
  | ({ readonly kind: 'end' } & Ending)
  /** One piece of the file was written. */
  | { readonly kind: 'stored' }
  | { readonly kind: 'scratch'; readonly path: string };

export type FromThread =
  /** The thread can take one more portion. */
  | { readonly kind: 'more' }
  /** How many lines of the store's files were read so far. */
  | { readonly kind: 'read'; readonly lines: number }
  /** A file of the store is not read again. */
  | { readonly kind: 'finished'; readonly path: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'scratch' }
  | { readonly kind: 'written'; readonly guarded: number }
  /** @property error if it is an AppFailure. @property cause as it was thrown */
  | { readonly kind: 'failed'; readonly error: AppError | undefined; readonly cause: unknown };
