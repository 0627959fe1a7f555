/** Reads a list that is a text or a workbook; a workbook in a thread with a deadline and a limit to its memory. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { parse } from 'csv-parse/sync';
import { tableTexts as texts } from '#texts/screens/people/import.ts';
import { readTextTable, type TableFile } from '../../src/domain/tables/csv.ts';

const DEADLINE_MS = 30_000;
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 } as const;
/** As a source file, and as the program is built: from a chunk or from an entry. */
const places = ['./workbook-thread.ts', '../workbook-thread.js', './workbook-thread.js'];

export function readTableFile(bytes: Uint8Array): Promise<TableFile> {
  // As every zip file begins.
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isWorkbook ? readInThread(bytes) : Promise.resolve(readTextTable(bytes, { parse, decode }));
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function readInThread(bytes: Uint8Array): Promise<TableFile> {
  const own = places.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path));
  if (own === undefined) throw new Error(`The thread that reads workbooks is not beside ${import.meta.url}`);
  const thread = new Worker(own, { workerData: bytes, execArgv: [], resourceLimits });
  const refuse = (problem: string): TableFile => ({ ok: false, problem });
  const deadline = Promise.withResolvers<TableFile>();
  const timer = setTimeout(() => deadline.resolve(refuse(texts.tooLong)), DEADLINE_MS);
  const answered = new Promise<TableFile>((resolve) => {
    thread.once('message', resolve);
    // Its memory is at its end, or the file is none of any program.
    thread.once('error', () => resolve(refuse(texts.tooLarge)));
  });
  try {
    return await Promise.race([answered, deadline.promise]);
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
