/** Files of lines that the store makes by itself, without a line ever reaching JavaScript. */
import type { Cell, Line } from './model.ts';

/** The file lies in a folder of the store's own; the caller removes it. */
export interface BulkFile {
  readonly path: string;
  /** How many texts the guards changed. */
  readonly guarded: number;
  remove(): Promise<void>;
}

/** The guards change texts that a spreadsheet would run or spoil. */
export interface BulkGuards {
  /** Regular expressions of RE2: every text that `text` changes matches `any`, or `values` and not `harmless`; few others do. */
  readonly suspects: {
    readonly any: string;
    readonly values: string;
    readonly harmless: string;
    /** A text that matches this is not changed: it is tried before anything else in columns where hardly two texts are alike. */
    readonly plain: string;
  };
  /** Reads what the guards need, a little at a time; otherwise the first text that needs it would wait for all of it. */
  readonly prepare: () => Promise<void>;
  readonly text: (text: string, isFirst: boolean) => string;
  /** Changes a cell of the column of unreadable values. */
  readonly json: (text: string) => string;
}

export interface BulkCsv {
  readonly separator: string;
  readonly decimalComma: boolean;
  /** Whether times are written with a blank instead of a T. */
  readonly spacedTimes: boolean;
  readonly guards: BulkGuards | undefined;
}

export interface BulkParquet {
  /** The names of the columns as the file has them, one for each column. */
  readonly names: readonly string[];
  /** The key-value metadata of the file. */
  readonly said: Readonly<Record<string, string>>;
}

/** A result of undefined means that some cells can only be made one by one. */
export interface BulkLines {
  /** Writes the lines without their heads. */
  csv(form: BulkCsv): Promise<BulkFile | undefined>;
  parquet(form: BulkParquet): Promise<BulkFile | undefined>;
  /** Writes the lines as `lineFile` has them, in files that follow one another: each is made when it is read. */
  lines(): AsyncGenerator<BulkFile, void, undefined>;
}

// * A file of lines between the store, which makes it, and the thread that reads it: a cell ends at a character that texts rarely contain,
// a line at a line feed. A cell that contains either character or a quotation mark is quoted, and so is an empty text; an unset value is
// written as nothing at all.

export const lineFile = { delimiter: '\u001f', quote: '"', lineEnd: '\n' } as const;

/**
 * @param text begins at the beginning of a line
 * @param columns how many cells each line has, at least one
 * @returns the lines, and the text after the last whole one
 */
export function splitLines(text: string, columns: number): { readonly lines: readonly Line[]; readonly rest: string } {
  const lines: Line[] = [];
  let start = 0;
  for (;;) {
    const line: Cell[] = [];
    let position = start;
    for (let remaining = columns - 1; remaining >= 0; remaining -= 1) {
      const end = findCellEnd(text, position, remaining === 0 ? lineFile.lineEnd : lineFile.delimiter);
      if (end === -1) return { lines, rest: text.slice(start) };
      line.push(readCell(text, position, end));
      position = end + 1;
    }
    lines.push(line);
    start = position;
  }
}

/** @returns the place of the character that ends the cell, -1 where that is not there yet */
function findCellEnd(text: string, start: number, ending: string): number {
  if (text[start] !== lineFile.quote) return text.indexOf(ending, start);
  let position = start + 1;
  for (;;) {
    position = text.indexOf(lineFile.quote, position);
    // A second quotation mark may follow the last one, and then the two are one mark.
    if (position === -1 || position + 1 >= text.length) return -1;
    if (text[position + 1] !== lineFile.quote) return position + 1;
    position += 2;
  }
}

function readCell(text: string, start: number, end: number): Cell {
  if (start === end) return null;
  if (text[start] !== lineFile.quote) return text.slice(start, end);
  return text.slice(start + 1, end - 1).replaceAll('""', '"');
}
