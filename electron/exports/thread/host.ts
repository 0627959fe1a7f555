/** Has a file's bytes made in a thread: the host passes lines in and bytes out, and its own loop is free meanwhile. */
import type { Worker } from 'node:worker_threads';
import { AppFailure, fail } from '../../../src/contract/errors.ts';
import { toPlainColumns } from '../../../src/domain/exports/model.ts';
import type { RoomyFile } from '../atomic-file.ts';
import type { ExportDocument, Written } from '../document.ts';
import type { FromThread, ThreadJob, ToThread } from './messages.ts';

/** Fewer lines are written before a thread has begun. */
export const MANY_LINES = 2_000;

export type StartThread = (job: ThreadJob) => Worker;

/**
 * The document's signal ends the thread at once, whatever it is at.
 * @throws AppFailure `cancelled`, or whatever the writer or the file throws; the thread has ended by then
 */
export async function writeInThread(document: ExportDocument, file: RoomyFile, start: StartThread): Promise<Written> {
  const { signal } = document;
  // The store makes all lines by itself, many times as fast as they are made here.
  const made = await document.bulk?.lines();
  try {
    if (signal?.aborted) fail({ code: 'cancelled' });
    return await follow(start(toJob(document, made?.path)), document, file, made !== undefined);
  } finally {
    await made?.remove();
  }
}

function toJob(document: ExportDocument, path: string | undefined): ThreadJob {
  const { head, options, columns, currencyAt, lineCount, outline } = document;
  return { head, options, columns: toPlainColumns(columns), currencyAt, lineCount, outline, path };
}

async function follow(thread: Worker, document: ExportDocument, file: RoomyFile, isMade: boolean): Promise<Written> {
  const { signal, lineCount } = document;
  const ended = Promise.withResolvers<Written>();
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread is of no origin
  const send = (message: ToThread) => thread.postMessage(message);
  const pieces = document.lines[Symbol.asyncIterator]();
  /** Each step when the one before is done: pieces are read in order, and bytes written so. */
  let [reading, writing] = [Promise.resolve(), Promise.resolve()];
  const sendEnd = () => send({ of: 'end', sums: document.sums(), facts: document.facts() });
  const sendNext = async () => {
    const next = await pieces.next();
    if (next.done === true) sendEnd();
    else send({ of: 'piece', lines: next.value });
  };
  const answer = (message: FromThread) => {
    switch (message.of) {
      case 'wanted':
        if (!isMade) reading = reading.then(sendNext).catch(ended.reject);
        break;
      case 'read':
        document.onWritten?.(Math.min(1, message.lines / Math.max(1, lineCount)));
        break;
      case 'bytes':
        writing = writing
          .then(() => file.write(message.bytes))
          .then(() => send({ of: 'stored' }))
          .catch(ended.reject);
        break;
      case 'scratch':
        writing = writing
          .then(() => file.scratch())
          .then((path) => send({ of: 'scratch', path }))
          .catch(ended.reject);
        break;
      case 'written':
        // What it sent last may not be on the disk yet, nor fit there.
        writing = writing.then(() => ended.resolve({ guarded: message.guarded }));
        break;
      case 'failed':
        ended.reject(message.error ? new AppFailure(message.error, { cause: message.cause }) : message.cause);
        break;
    }
  };
  thread.on('message', (message: FromThread) => {
    try {
      answer(message);
    } catch (cause) {
      ended.reject(cause);
    }
  });
  thread.once('error', ended.reject);
  thread.once('exit', (code) => ended.reject(new Error(`The thread that writes files ended with ${code}`)));
  const cancel = () => ended.reject(new AppFailure({ code: 'cancelled' }));
  signal?.addEventListener('abort', cancel, { once: true });
  if (isMade) sendEnd();
  try {
    return await ended.promise;
  } finally {
    signal?.removeEventListener('abort', cancel);
    await thread.terminate();
    // Neither the file nor the lines may be given back while one of them is at work.
    await Promise.all([reading, writing]);
    await pieces.return?.();
  }
}
