/** Starts the thread that writes a file of many lines. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ThreadJob } from '../../../exports/thread/messages.ts';

/** As a source file, and as the program is built: beside the entries, from a chunk or from an entry. */
const places = ['./worker.ts', '../export-thread.js', './export-thread.js'];

/** Lines pass through in pieces: what they take beyond this is a fault. Little of it for what is new keeps the rest small too. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 } as const;

export function startThread(job: ThreadJob): Worker {
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const own = paths.find((path) => existsSync(path));
  if (own === undefined) throw new Error(`The thread that writes files is not beside ${import.meta.url}`);
  // Nothing of the host's own way to start is for it.
  return new Worker(own, { workerData: job, execArgv: [], resourceLimits });
}
