/** A file read literally with each of three separators: no cell may begin with what a spreadsheet may run. */
import { parse } from 'csv-parse/sync';

/** Blanks before it are skipped by some readers. */
const STARTS = /^\s*[=@\uFF1D\uFF20]/;
/** Many texts begin with plus or minus: only those that could call or compute something are run. */
const SIGNED = /^\s*[+\-\uFF0B\uFF0D]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type Separator = keyof typeof separators;

/** As a program with the right separator reads it: quotes and line breaks count. */
export function readByLetter(text: string): string[][] {
  return parse(text, { bom: true });
}

/** As a program with another separator reads it: every line is a row, quotes in the middle of a cell mean nothing. */
export function readByOther(text: string, separator: Separator): string[][] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.split(separators[separator]).map((cell) => cell.replace(/^"/, '')));
}

/** @param isOwn the file's own separator: there a leading sign alone is enough. */
export function couldRun(cell: string, isOwn: boolean): boolean {
  if (NUMBER.test(cell)) return false;
  if (STARTS.test(cell)) return true;
  return SIGNED.test(cell) && (isOwn || /[(|!]/.test(cell));
}
