/** Reads a pasted text or a dropped file as a table, in a worker with a deadline: CSV of any locale, copied cells, or XLSX. */
import { tableTexts as texts } from '#texts/screens/people-import.ts';
import type { TableFile } from '#domain/csv.ts';

const MAX_BYTES = 20_000_000;
const DEADLINE_MS = 30_000;

export const readTableText = (text: string): Promise<TableFile> => readInWorker(new TextEncoder().encode(text));

export async function readTableFile(file: File): Promise<TableFile> {
  if (file.size > MAX_BYTES) return { ok: false, problem: texts.tooLarge };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  return bytes ? readInWorker(new Uint8Array(bytes)) : { ok: false, problem: texts.unreadable };
}

/** Keeps only the answer to the newest reading, because answers may arrive out of order. */
export function keepNewest<Answer>(keep: (answer: Answer) => void) {
  let newest = 0;
  return {
    take: async (reading: Promise<Answer>) => {
      newest += 1;
      const current = newest;
      const answer = await reading;
      if (current === newest) keep(answer);
    },
    cancel: () => {
      newest += 1;
    },
  };
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
