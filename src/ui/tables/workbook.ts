/** Reads the first filled sheet of an XLSX file: cells as texts, every digit kept, dates as `YYYY-MM-DD`. Loaded only when a file is dropped. */
import { unzipSync, zipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import type { TableLine } from '../../domain/tables/csv.ts';

/** Unpacked: a small file can say that it is enormous. */
const MOST_UNPACKED = 200_000_000;

/** @throws where it is no workbook, or too large. */
export async function readWorkbookLines(bytes: Uint8Array): Promise<TableLine[]> {
  const sheets = await readWorkbook(storeAgain(bytes), { parseNumber: (digits) => digits, trim: true });
  const filled = sheets.find(({ data }) => data.length > 0);
  return (filled?.data ?? [])
    .map((cells, at) => ({ line: at + 1, cells: cells.map(toText) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
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

function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}
