/** Reads a pasted text or a dropped file as lines of cells: CSV as spreadsheets of any country write it, cells copied from one, or XLSX. */
import { findSeparator, readCsvLines, type TableLine } from '../../domain/tables/csv.ts';
import { tableTexts as texts } from '#texts/screens/people/import.ts';

export type ReadTable =
  { readonly ok: true; readonly lines: readonly TableLine[] } | { readonly ok: false; readonly problem: string };

export const MOST_BYTES = 20_000_000;
/** More lines would block the page. */
export const MOST_LINES = 50_000;

/** @param worth how likely cells are a table's first line: the separator is the one by which it is worth the most */
export async function readTableText(text: string, worth = countCells): Promise<ReadTable> {
  // Only what a table is pasted or dropped for needs the parser.
  const { parse } = await import('csv-parse/browser/esm/sync');
  const plain = text.replace(/^\uFEFF/, '');
  const lines = readCsvLines(parse, plain, findSeparator(parse, plain, worth));
  if ('brokenAt' in lines) return { ok: false, problem: texts.quotes(lines.brokenAt) };
  return toAnswer(lines.map(({ line, cells }) => ({ line, cells: cells.map(removeGuard) })));
}

export async function readTableFile(file: File, worth = countCells): Promise<ReadTable> {
  if (file.size > MOST_BYTES) return { ok: false, problem: texts.tooLarge(file.name) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  // As every zip file begins.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readWorkbookFile(file.name, bytes);
  const text = decode(bytes);
  return text === undefined ? { ok: false, problem: texts.notText(file.name) } : readTableText(text, worth);
}

async function readWorkbookFile(name: string, bytes: Uint8Array): Promise<ReadTable> {
  const { readWorkbookLines } = await import('./workbook.ts');
  try {
    return toAnswer(await readWorkbookLines(bytes));
  } catch {
    return { ok: false, problem: texts.noWorkbook(name) };
  }
}

function toAnswer(lines: readonly TableLine[]): ReadTable {
  if (lines.length > MOST_LINES) return { ok: false, problem: texts.tooManyLines(String(lines.length)) };
  return lines.length === 0 ? { ok: false, problem: texts.empty } : { ok: true, lines };
}

const countCells = (cells: readonly string[]) => cells.length;

/** UTF-8, or UTF-16 where a byte order mark says so; a file that is neither is read as Windows writes it. */
function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0) && !(bytes[0] === 0xff && bytes[1] === 0xfe)) return undefined;
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What keeps a spreadsheet from running a text as a formula, or from taking a code for a number, is not part of the text. */
function removeGuard(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell.replace(/^'(?=\s*[=+\-@\d])/, '');
}
