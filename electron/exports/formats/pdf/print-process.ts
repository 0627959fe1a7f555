/** Has a PDF made in a process of its own. */
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppFailure, fail } from '../../../../src/contract/errors.ts';
import type { PrintAnswer, PrintJob } from './print-job.ts';

/** As a source file, and as the program is built: beside the entries, from a chunk or from an entry. */
const places = ['./worker.ts', '../pdf-worker.js', './pdf-worker.js'];

/**
 * @param signal ends the process
 * @returns `failed` also where the process ended without an answer
 * @throws AppFailure `cancelled`
 */
export async function printInProcess(job: PrintJob, signal?: AbortSignal): Promise<PrintAnswer> {
  if (signal?.aborted) fail({ code: 'cancelled' });
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const own = paths.find((path) => existsSync(path));
  if (own === undefined) throw new Error(`The program that makes PDFs is not beside ${import.meta.url}`);
  // Nothing of the host's own way to start is for it, and its last words are in the compiler's language.
  const worker = fork(own, { serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const ended = Promise.withResolvers<PrintAnswer>();
  worker.once('message', (answer: PrintAnswer) => ended.resolve(answer));
  worker.once('error', ended.reject);
  worker.once('exit', (code, signal) =>
    ended.resolve({ of: 'failed', reason: `The process that makes PDFs ended with ${signal ?? code}` }),
  );
  const cancel = () => ended.reject(new AppFailure({ code: 'cancelled' }));
  signal?.addEventListener('abort', cancel, { once: true });
  // Its channel is closed where it was ended before it had read all.
  worker.send(job, () => undefined);
  try {
    return await ended.promise;
  } finally {
    signal?.removeEventListener('abort', cancel);
    // The compiler would hear of a gentler end only once it is done.
    worker.kill('SIGKILL');
  }
}
