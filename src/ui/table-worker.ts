/** Reads a table in a worker, so that no file can block the page, which can end the worker. */
import { parse } from 'csv-parse/browser/esm/sync';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';
import { readTextTable, type TableFile } from '#domain/csv.ts';
import { readWorkbook } from '#domain/workbook.ts';

const packages = { unzip: unzipSync, zip: zipSync, toText: strFromU8, toBytes: strToU8, readSheets };

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function read(bytes: Uint8Array): Promise<TableFile> {
  // Every zip file begins with these bytes.
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isWorkbook ? readWorkbook(bytes, packages) : readTextTable(bytes, { parse, decode });
}

globalThis.addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  void read(data).then((table) => globalThis.postMessage(table, {}));
});
