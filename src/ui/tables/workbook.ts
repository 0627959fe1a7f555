/** Reads the first filled sheet of an XLSX file: cells as texts, every digit kept, dates as `YYYY-MM-DD`. Loaded only when a file is dropped. */
import { unzipSync, zipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import type { TableLine } from '../../domain/tables/csv.ts';
import { readSheets } from '../../domain/tables/sheet.ts';

/** Unpacked: a small file can say that it is enormous. */
const MOST_UNPACKED = 200_000_000;

/** @throws where it is no workbook, or too large. */
export async function readWorkbookLines(bytes: Uint8Array): Promise<TableLine[]> {
  const sheets = await readWorkbook(storeAgain(bytes), { parseNumber: (digits) => digits, trim: true });
  return readSheets(sheets);
}

/** The same archive, not compressed: the reader unpacks large entries in a worker made of text, which no page of ours may start. */
function storeAgain(bytes: Uint8Array): ArrayBuffer {
  let total = 0;
  const entries = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/i.test(name)) return false;
      total += originalSize;
      if (total > MOST_UNPACKED) throw new RangeError('too large');
      return true;
    },
  });
  const stored = zipSync(entries, { level: 0 });
  return new Uint8Array(stored).buffer;
}
