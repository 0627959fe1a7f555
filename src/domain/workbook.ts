/**
 * Reads the sheets of an XLSX file within limits: cells as texts with all digits, dates as `YYYY-MM-DD`. Sizes are checked before the
 * packages build anything. Pure.
 */
import { tableTexts as texts } from '#texts/screens/people-import.ts';
import { checkSheets, type TableFile, type TableLine } from './csv.ts';

/** The packages fflate and read-excel-file, which programs and pages import separately. */
export interface WorkbookPackages {
  readonly unzip: (
    bytes: Uint8Array,
    options: { readonly filter: (entry: { readonly name: string; readonly originalSize: number }) => boolean },
  ) => Record<string, Uint8Array>;
  readonly toText: (bytes: Uint8Array) => string;
  readonly toBytes: (text: string) => Uint8Array;
  readonly zip: (entries: Record<string, Uint8Array>, options: { readonly level: 0 }) => Uint8Array;
  readonly readSheets: (
    file: ArrayBuffer,
    options: { readonly parseNumber: (digits: string) => unknown; readonly trim: true },
  ) => Promise<readonly { readonly sheet: string; readonly data: readonly (readonly unknown[])[] }[]>;
}

/** The limit of the unpacked size, because a small file can unpack to an enormous one. */
const MAX_BYTES = 32_000_000;
/** The limit of the area up to the last cell. The bytes cannot hold more cells, so a cell of a larger area is far from the others. */
const MAX_CELLS = 4_000_000;
const MAX_LETTERS = 64_000_000;

class WorkbookProblem extends Error {}

export async function readWorkbook(bytes: Uint8Array, packages: WorkbookPackages): Promise<TableFile> {
  try {
    const sheets = await packages.readSheets(unpack(bytes, packages), { parseNumber: (digits) => digits, trim: true });
    let letters = 0;
    const tables = sheets.map(({ sheet, data }) => {
      const lines = data.map((cells, index): TableLine => ({ line: index + 1, cells: cells.map(writeCell) }));
      // A shared text is copied for each of its cells.
      for (const { cells } of lines) for (const cell of cells) letters += cell.length;
      if (letters > MAX_LETTERS) throw new WorkbookProblem(texts.tooLarge);
      return { name: sheet, lines: lines.filter(({ cells }) => cells.some((cell) => cell !== '')) };
    });
    return checkSheets(tables);
  } catch (fault) {
    return { ok: false, problem: fault instanceof WorkbookProblem ? fault.message : texts.noWorkbook };
  }
}

/** Repacks the archive without compression, because the reader would unpack large entries in a worker that our pages do not allow. */
function unpack(bytes: Uint8Array, packages: WorkbookPackages): ArrayBuffer {
  let total = 0;
  const entries = packages.unzip(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/i.test(name)) return false;
      total += originalSize;
      if (total > MAX_BYTES) throw new WorkbookProblem(texts.tooLarge);
      return true;
    },
  });
  let cells = 0;
  const bounded = Object.entries(entries).map(([name, content]) => {
    const sheet = boundSheet(content, packages, MAX_CELLS - cells);
    cells += sheet.cells;
    return [name, sheet.content] as const;
  });
  return new Uint8Array(packages.zip(Object.fromEntries(bounded), { level: 0 })).buffer;
}

const CELL_REFERENCES = /<(?:\w+:)?(?:c|row)\s[^>]*?\br\s*=\s*["']([A-Z]*)(\d+)["']/gi;
/** Matches a cell's reference with escaped characters, which no program writes. */
const ESCAPED_REFERENCE = /<(?:\w+:)?(?:c|row)\s[^>]*&/;

/**
 * Removes blank cells, which may extend to the sheet's end.
 * @param maxCells how many more cells of the workbook may be built. @throws WorkbookProblem that names the cell far from the others
 */
function boundSheet(
  content: Uint8Array,
  { toText, toBytes }: WorkbookPackages,
  maxCells: number,
): { readonly content: Uint8Array; readonly cells: number } {
  const text = toText(content);
  if (!/<(?:\w+:)?sheetData/.test(text)) return { content, cells: 0 };
  const filled = text
    .replaceAll(/<((?:\w+:)?c)\b(?:[^>]*\/>|[^>]*>\s*<\/\1>)/g, '')
    .replaceAll(/<((?:\w+:)?row)\b(?:[^>]*\/>|[^>]*>\s*<\/\1>)/g, '')
    // A failed formula would make the reader reject the entire workbook, so its cell is read as text and rejected only if it is needed.
    .replaceAll(/(<(?:\w+:)?c\s[^>]*?)\bt\s*=\s*(["'])e\2/g, '$1t="str"');
  let [rows, columns, farthestCell, farthestArea] = [1, 1, '', 0];
  if (ESCAPED_REFERENCE.test(filled)) throw new WorkbookProblem(texts.noWorkbook);
  for (const [, letters = '', digits = ''] of filled.matchAll(CELL_REFERENCES)) {
    let column = 0;
    for (const letter of letters.toUpperCase()) column = column * 26 + (letter.codePointAt(0) ?? 64) - 64;
    const row = Number(digits);
    rows = Math.max(rows, row);
    columns = Math.max(columns, column);
    if (row * column > farthestArea) [farthestCell, farthestArea] = [letters + digits, row * column];
  }
  if (rows * columns > maxCells) throw new WorkbookProblem(texts.farCell(farthestCell));
  return { content: toBytes(filled), cells: rows * columns };
}

function writeCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}
