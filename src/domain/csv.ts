/**
 * Reads the lines of a text table as spreadsheets of any country write it. The caller brings the parser, because programs and pages use
 * different ones. Pure.
 */
import { tableTexts as texts } from '#texts/screens/people-import.ts';
import { isValueLike } from './value-like.ts';

/** A line of a table; lines are counted from 1, the header's included. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface TableSheet {
  /** A workbook's sheets have names; a text has one sheet without a name. */
  readonly name?: string;
  readonly lines: readonly TableLine[];
}

/** The problem is a whole sentence without its full stop. */
export type TableFile =
  { readonly ok: true; readonly sheets: readonly TableSheet[] } | { readonly ok: false; readonly problem: string };

/** Programs and pages each bring their own tools. */
export interface TextTools {
  /** The parser of the package csv-parse, for texts. */
  readonly parse: (text: string, options: CsvOptions) => unknown;
  /** Decodes by a `TextDecoder`, which takes a byte order mark away; undefined where the bytes are not of that encoding. */
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

/** More lines would block the page, and no list of names has them. */
const MOST_LINES = 200_000;
/** So many lines are enough to find the separator. */
const SAMPLED_LINES = 60;

/** Where two separators fit alike, the first wins, because commas stand within numbers and names. */
const separators = ['\t', ';', ',', '|'] as const;

export function readTextTable(bytes: Uint8Array, { parse, decode }: TextTools): TableFile {
  const text = decodeText(bytes, decode);
  if (text === undefined) return { ok: false, problem: texts.notText };
  const separatorLine = /^sep=(.)\r?\n/i.exec(text);
  // Some programs write a text as a formula, without the quotation marks such a cell needs.
  const body = text
    .slice(separatorLine?.[0].length ?? 0)
    .replaceAll(/(?<=^|[\t;,|\r\n])="([^"\r\n]*)"(?=[\t;,|\r\n]|$)/g, '"$1"');
  const rows = parseLines(parse, body, separatorLine?.[1] ?? findSeparator(parse, body));
  if ('brokenAt' in rows) return { ok: false, problem: texts.quotes(rows.brokenAt + (separatorLine ? 1 : 0)) };
  return checkSheets([{ lines: rows.map(({ line, cells }) => ({ line: line + (separatorLine ? 1 : 0), cells })) }]);
}

/** @param sheets sheets without any line are left out */
export function checkSheets(sheets: readonly TableSheet[]): TableFile {
  const filled = sheets.filter(({ lines }) => lines.length > 0);
  const maxLines = Math.max(0, ...filled.map(({ lines }) => lines.length));
  if (maxLines > MOST_LINES) return { ok: false, problem: texts.tooManyLines(String(maxLines), String(MOST_LINES)) };
  return filled.length === 0 ? { ok: false, problem: texts.empty } : { ok: true, sheets: filled };
}

/**
 * Takes the encoding from the byte order mark; without one, from the positions of zero bytes, then from whether the bytes are valid UTF-8.
 * Otherwise it is Windows-1252.
 */
function decodeText(bytes: Uint8Array, decode: TextTools['decode']): string | undefined {
  const [first, second] = bytes;
  const start = bytes.subarray(0, 4096);
  const countZeros = (odd: number) => start.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  const isWide = (odd: number) => countZeros(odd) * 4 > start.length && countZeros(1 - odd) * 20 < start.length;
  if ((first === 0xff && second === 0xfe) || isWide(1)) return decode(bytes, 'utf-16le');
  if ((first === 0xfe && second === 0xff) || isWide(0)) return decode(bytes, 'utf-16be');
  // A few zeros are an error in one line, which the message then names.
  const isText = (countZeros(0) + countZeros(1)) * 10 <= start.length;
  return isText ? (decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252')) : undefined;
}

/** Finds the separator by which most lines have as many cells as the others. */
function findSeparator(parse: TextTools['parse'], text: string): string {
  const candidates = separators.map((separator) => {
    const rows = parseLines(parse, text, separator, SAMPLED_LINES);
    const widths = 'brokenAt' in rows ? [] : rows.map(({ cells }) => cells.length).filter((width) => width > 1);
    const alike = Math.max(0, ...[...new Set(widths)].map((width) => widths.filter((other) => other === width).length));
    return { separator, alike };
  });
  return candidates.toSorted((a, b) => b.alike - a.alike)[0]?.separator ?? ',';
}

/**
 * @param maxLines the number of lines to read; all of them where it is absent
 * @returns the lines that hold a value, or the line at which quotation marks do not match
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
      // Spreadsheets write such lines below a table.
      skip_records_with_empty_values: true,
      trim: true,
      ...(maxLines !== undefined && { to: maxLines }),
    }) as readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[];
    return rows.map(({ record, info }) => ({ line: info.lines, cells: record.map(removeGuard) }));
  } catch (error) {
    // Errors of the parser name the line; anything else is a programming error.
    if (!(error instanceof Error && 'lines' in error)) throw error;
    return { brokenAt: typeof error.lines === 'number' ? error.lines : 1 };
  }
}

/** Removes the sign that keeps a spreadsheet from running a text as a formula or reading a code as a number. */
function removeGuard(cell: string): string {
  if (cell.startsWith('=')) return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
  if (!cell.startsWith("'")) return cell;
  return /^'\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) || isValueLike(cell.slice(1)) ? cell.slice(1) : cell;
}
