/** Reads text tables as written by spreadsheets in any country. The caller supplies the parser, which differs between programs and pages. */
import { tableTexts as texts } from '#texts/screens/people-import.ts';
import { isValueLike } from './value-like.ts';

/** A line of a table; lines are numbered from 1, including the header. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface TableSheet {
  /** The name of a workbook's sheet; a text has a single sheet without a name. */
  readonly name?: string;
  readonly lines: readonly TableLine[];
}

/** The problem is a sentence without its full stop. */
export type TableFile =
  { readonly ok: true; readonly sheets: readonly TableSheet[] } | { readonly ok: false; readonly problem: string };

/** The tools that programs and pages each supply. */
export interface TextTools {
  /** The text parser of the package csv-parse. */
  readonly parse: (text: string, options: CsvOptions) => unknown;
  /** Decodes with a `TextDecoder`, which removes a byte order mark; undefined if the bytes are not in that encoding. */
  readonly decode: (bytes: Uint8Array, encoding: string) => string | undefined;
}

interface CsvOptions {
  readonly delimiter: string;
  readonly info: true;
  readonly relax_column_count: true;
  readonly skip_empty_lines: true;
  readonly skip_records_with_empty_values: true;
  readonly trim: true;
  readonly to?: number;
}

/** More lines would block the page, and no list of names has as many. */
const MAX_LINES = 200_000;
/** This many lines are enough to find the separator. */
const SAMPLED_LINES = 60;

/** If two separators fit equally well, the first wins, because commas also occur in numbers and names. */
const separators = ['\t', ';', ',', '|'] as const;

export function readTextTable(bytes: Uint8Array, { parse, decode }: TextTools): TableFile {
  const text = decodeText(bytes, decode);
  if (text === undefined) return { ok: false, problem: texts.notText };
  const separatorLine = /^sep=(.)\r?\n/i.exec(text);
  // Some programs write a text as a formula without the quotation marks that such a cell needs.
  const body = text
    .slice(separatorLine?.[0].length ?? 0)
    .replaceAll(/(?<=^|[\t;,|\r\n])="([^"\r\n]*)"(?=[\t;,|\r\n]|$)/g, '"$1"');
  const rows = parseLines(parse, body, separatorLine?.[1] ?? findSeparator(parse, body));
  if ('brokenAt' in rows) return { ok: false, problem: texts.quotes(rows.brokenAt + (separatorLine ? 1 : 0)) };
  return checkSheets([{ lines: rows.map(({ line, cells }) => ({ line: line + (separatorLine ? 1 : 0), cells })) }]);
}

/** @param sheets sheets without lines are left out */
export function checkSheets(sheets: readonly TableSheet[]): TableFile {
  const filled = sheets.filter(({ lines }) => lines.length > 0);
  const maxLines = Math.max(0, ...filled.map(({ lines }) => lines.length));
  if (maxLines > MAX_LINES) return { ok: false, problem: texts.tooManyLines(String(maxLines), String(MAX_LINES)) };
  return filled.length === 0 ? { ok: false, problem: texts.empty } : { ok: true, sheets: filled };
}

/**
 * Detects the encoding by the byte order mark, then by the positions of zero bytes, then by whether the bytes are valid UTF-8; otherwise it
 * is Windows-1252.
 */
function decodeText(bytes: Uint8Array, decode: TextTools['decode']): string | undefined {
  const [first, second] = bytes;
  const start = bytes.subarray(0, 4096);
  const countZeros = (odd: number) => start.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  const isWide = (odd: number) => countZeros(odd) * 4 > start.length && countZeros(1 - odd) * 20 < start.length;
  if ((first === 0xff && second === 0xfe) || isWide(1)) return decode(bytes, 'utf-16le');
  if ((first === 0xfe && second === 0xff) || isWide(0)) return decode(bytes, 'utf-16be');
  // A few zeros are an error in a single line, which the message then names.
  const isText = (countZeros(0) + countZeros(1)) * 10 <= start.length;
  return isText ? (decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252')) : undefined;
}

/** Finds the separator with which the most lines have the same number of cells. */
function findSeparator(parse: TextTools['parse'], text: string): string {
  const candidates = separators.map((separator) => {
    const rows = parseLines(parse, text, separator, SAMPLED_LINES);
    const widths = 'brokenAt' in rows ? [] : rows.map(({ cells }) => cells.length).filter((width) => width > 1);
    const matchingLines = Math.max(
      0,
      ...[...new Set(widths)].map((width) => widths.filter((other) => other === width).length),
    );
    return { separator, matchingLines };
  });
  return candidates.toSorted((a, b) => b.matchingLines - a.matchingLines)[0]?.separator ?? ',';
}

/**
 * @param maxLines the number of lines to read; all if absent
 * @returns the lines with a value, or the line at which quotation marks do not match
 */
function parseLines(
  parse: TextTools['parse'],
  text: string,
  separator: string,
  maxLines?: number,
): readonly TableLine[] | { readonly brokenAt: number } {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the parser gives where it is asked for `info`
    const rows = parse(text, {
      delimiter: separator,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // Spreadsheets write empty records below a table.
      skip_records_with_empty_values: true,
      trim: true,
      ...(maxLines !== undefined && { to: maxLines }),
    }) as readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[];
    return rows.map(({ record, info }) => ({ line: info.lines, cells: record.map(removeGuard) }));
  } catch (error) {
    // The parser's errors have a line number; anything else is a programming error.
    if (!(error instanceof Error && 'lines' in error)) throw error;
    return { brokenAt: typeof error.lines === 'number' ? error.lines : 1 };
  }
}

/** Removes the character that prevents a spreadsheet from running a text as a formula or reading a code as a number. */
function removeGuard(cell: string): string {
  if (cell.startsWith('=')) return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
  if (!cell.startsWith("'")) return cell;
  return /^'\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) || isValueLike(cell.slice(1)) ? cell.slice(1) : cell;
}
