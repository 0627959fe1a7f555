/** A file read by the letter, as each of three separators would have it: no cell may begin with what some spreadsheet runs. */
import { parse } from 'csv-parse/sync';

/** Blanks before it are skipped by some readers. */
const STARTS = /^\s*[=@\uFF1D\uFF20]/;
/** Plus and minus begin many a text, but only what could call or compute something is run. */
const SIGNED = /^\s*[+\-\uFF0B\uFF0D]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type Separator = keyof typeof separators;

/** As a program reads it that was told the right separator: quotes and line breaks hold. */
export function readByLetter(text: string): string[][] {
  return parse(text, { bom: true });
}

/** As one reads it that was told another: every line is its own, quotes in the middle of a cell mean nothing. */
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
