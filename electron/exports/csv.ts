/** Rows to CSV text that spreadsheets and parsers read alike (RFC 4180, UTF-8 with byte order mark). */
import { requireReadable } from '../../src/domain/local-properties.ts';
import type { PropertyType } from '../../src/domain/properties.ts';
import type { RecordRow } from '../../src/contract/api.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet may run as a formula at the start of a cell, full-width forms and leading blanks included. */
const FORMULA_START = /^(\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

/**
 * The same where a program that reads the file by `;` or tab starts a cell: after each of these and after each line, since quotes in the
 * middle of a cell mean nothing to it. A dash there usually marks a list: it counts as a formula only where it could call something.
 */
const INNER_FORMULA_STARTS = /([;\t\r\n])(?=[ "\u00A0]*(?:[=@\uFF1D\uFF20]|[+\-\uFF0B\uFF0D][^;\t\r\n]*[(|!]))/g;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** The header line, with the byte order mark in front. */
export function csvHead(columns: readonly string[]): string {
  return BYTE_ORDER_MARK + line(columns.map(quote));
}

/** A small table of texts as a complete file, its heads the first row. @param figures columns that hold numbers, which are never touched */
export function csvText(rows: readonly (readonly string[])[], figures: ReadonlySet<number> = new Set()): string {
  const cell = (text: string, at: number) => quote(figures.has(at) ? text : guard(text));
  return BYTE_ORDER_MARK + rows.map((cells) => line(cells.map(cell))).join('');
}

/**
 * One line a row; unset is empty; a value that could not be read is written as it was received.
 * @param more texts of further columns behind these
 */
export function csvRows(
  columns: readonly string[],
  rows: readonly RecordRow[],
  more: (row: RecordRow) => readonly string[] = () => [],
): string {
  const types = columns.map((name) => requireReadable(name).type);
  const cells = (row: RecordRow) => columns.map((name, index) => cell(row, name, types[index]));
  return rows.map((row) => line([...cells(row), ...more(row).map((text) => quote(guard(text)))])).join('');
}

function cell(row: RecordRow, name: string, type: PropertyType | undefined): string {
  const value = row.values[name];
  // Numbers are never touched, nor are negative ones or those too large to be read: only text can be a formula.
  if (value === null || value === undefined) return quote(guardUnlessNumber(row.unreadable[name] ?? ''));
  return quote(type === 'string' || type === 'enumeration' ? guard(value) : value);
}

function guard(text: string): string {
  const inner = text.replace(INNER_FORMULA_STARTS, "$1'");
  return FORMULA_START.test(text) ? `'${inner}` : inner;
}

function guardUnlessNumber(text: string): string {
  return NUMBER.test(text) ? text : guard(text);
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
