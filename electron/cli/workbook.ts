/** Reads the first filled sheet of an XLSX file for the terminal. Loaded only where a file is one. */
import { unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';
import type { TableLine } from '../../src/domain/tables/csv.ts';
import { readSheets } from '../../src/domain/tables/sheet.ts';

/** Unpacked: a small file can say that it is enormous. */
const MOST_UNPACKED = 200_000_000;

/** @throws where it is no workbook, or too large. */
export async function readWorkbookLines(bytes: Uint8Array): Promise<TableLine[]> {
  let total = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      total += originalSize;
      if (total > MOST_UNPACKED) throw new RangeError('too large');
      return false;
    },
  });
  return readSheets(await readWorkbook(Buffer.from(bytes), { parseNumber: (digits) => digits, trim: true }));
}
