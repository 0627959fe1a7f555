/**
 * A file of lines between the store, which makes it, and the thread that reads it: a cell ends at a character that texts hardly have, a line
 * at a line feed. What has either of them, or a quotation mark, stands in quotation marks, as an empty text does: unset is nothing at all.
 */
import type { Cell, Line } from '../model.ts';

export const lineFile = { delimiter: '\u001f', quote: '"', lineEnd: '\n' } as const;

export interface SplitLines {
  readonly lines: readonly Line[];
  /** What follows the last whole line. */
  readonly rest: string;
}

/** @param text from the beginning of a line. @param columns cells of each, at least one */
export function splitLines(text: string, columns: number): SplitLines {
  const lines: Line[] = [];
  let start = 0;
  for (;;) {
    const line: Cell[] = [];
    let at = start;
    for (let left = columns - 1; left >= 0; left -= 1) {
      const end = findCellEnd(text, at, left === 0 ? lineFile.lineEnd : lineFile.delimiter);
      if (end === -1) return { lines, rest: text.slice(start) };
      line.push(readCell(text, at, end));
      at = end + 1;
    }
    lines.push(line);
    start = at;
  }
}

/** @returns the place of the character that ends it, -1 where that is not there yet. */
function findCellEnd(text: string, start: number, ending: string): number {
  if (text[start] !== lineFile.quote) return text.indexOf(ending, start);
  let at = start + 1;
  for (;;) {
    at = text.indexOf(lineFile.quote, at);
    // Behind a last quotation mark another may come, which makes one of the two.
    if (at === -1 || at + 1 >= text.length) return -1;
    if (text[at + 1] !== lineFile.quote) return at + 1;
    at += 2;
  }
}

function readCell(text: string, start: number, end: number): Cell {
  if (start === end) return null;
  if (text[start] !== lineFile.quote) return text.slice(start, end);
  return text.slice(start + 1, end - 1).replaceAll('""', '"');
}
