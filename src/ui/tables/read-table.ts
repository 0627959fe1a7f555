/** Reads a pasted text or a dropped file as a list, in a worker with a deadline: CSV as spreadsheets of any country write it, cells copied from one, or XLSX. */
import { tableTexts as texts } from '#texts/screens/people/import.ts';
import type { TableFile } from '../../domain/tables/csv.ts';

const MOST_BYTES = 20_000_000;
const DEADLINE_MS = 30_000;

export const readTableText = (text: string): Promise<TableFile> => readInWorker(new TextEncoder().encode(text));

export async function readTableFile(file: File): Promise<TableFile> {
  if (file.size > MOST_BYTES) return { ok: false, problem: texts.tooLarge };
  return readInWorker(new Uint8Array(await file.arrayBuffer()));
}

async function readInWorker(bytes: Uint8Array<ArrayBuffer>): Promise<TableFile> {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve } = Promise.withResolvers<TableFile>();
  const timer = setTimeout(() => resolve({ ok: false, problem: texts.tooLong }), DEADLINE_MS);
  worker.addEventListener('message', ({ data }: MessageEvent<TableFile>) => resolve(data));
  worker.addEventListener('error', () => resolve({ ok: false, problem: texts.tooLarge }));
  worker.postMessage(bytes, [bytes.buffer]);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
