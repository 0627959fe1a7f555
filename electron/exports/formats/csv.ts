/** CSV that spreadsheets and parsers read alike (RFC 4180, UTF-8 with byte order mark). */
import type { Cell, Column, FormatWriter } from '../table.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet may run as a formula at the start of a cell, full-width forms and leading blanks included. */
const FORMULA_START = /^(\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

/**
 * The same where a program that reads the file by `;` or tab starts a cell: after each of these and after each line, since quotes in the
 * middle of a cell mean nothing to it. A dash there usually marks a list: it counts as a formula only where it could call something.
 */
const INNER_FORMULA_STARTS = /([;\t\r\n])(?=[ "\u00A0]*(?:[=@\uFF1D\uFF20]|[+\-\uFF0B\uFF0D][^;\t\r\n]*[(|!]))/g;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** The header line with the byte order mark in front, then one line a row. */
export const csv: FormatWriter = {
  async write({ columns, pieces }, file) {
    await file.write(BYTE_ORDER_MARK + line(columns.map(({ head }) => quote(guard(head)))));
    for await (const rows of pieces) await file.write(rows.map((row) => line(cells(row, columns))).join(''));
  },
};

const cells = (row: readonly Cell[], columns: readonly Column[]) => row.map((cell, at) => text(cell, columns[at]));

/** Unset is empty; a value that could not be read stands as it was received. */
function text(cell: Cell, column: Column | undefined): string {
  if (cell === null) return '';
  // Numbers are never touched, nor are negative ones or those too large to be read: only text can be a formula.
  if (typeof cell !== 'string') return quote(guardUnlessNumber(cell.received));
  return quote(column?.type === 'string' || column?.type === 'enumeration' ? guard(cell) : cell);
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
