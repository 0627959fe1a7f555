/** Files of lines that the store writes directly, without passing lines through JavaScript. */
import type { Cell, Line } from './model.ts';

/** A file in the store's folder, which the caller removes. */
export interface BulkFile {
  readonly path: string;
  /** How many texts the guards changed. */
  readonly guarded: number;
  remove(): Promise<void>;
}

/** Changes texts that a spreadsheet would run as formulas or alter. */
export interface BulkGuards {
  /** Regular expressions for RE2. Every text that `text` changes matches `any`, or `values` but not `harmless`; few other texts do. */
  readonly suspects: {
    readonly any: string;
    readonly values: string;
    readonly harmless: string;
    /** A text that matches this is not changed. It is tested first in columns whose texts are mostly distinct. */
    readonly plain: string;
  };
  /** Loads what the guards need in small steps; otherwise the first text that needs it would block. */
  readonly prepare: () => Promise<void>;
  readonly text: (text: string, isFirst: boolean) => string;
  /** Guards a cell of the column of unreadable values. */
  readonly json: (text: string) => string;
}

export interface BulkCsv {
  readonly separator: string;
  readonly decimalComma: boolean;
  /** Whether times are written with a space instead of a T. */
  readonly spacedTimes: boolean;
  readonly guards: BulkGuards | undefined;
}

export interface BulkParquet {
  readonly names: readonly string[];
  /** The key-value metadata of the file. */
  readonly said: Readonly<Record<string, string>>;
}

/** Writes lines in bulk. The result is undefined if some cells must be computed one by one. */
export interface BulkLines {
  /** Writes the lines without a header. */
  csv(form: BulkCsv): Promise<BulkFile | undefined>;
  parquet(form: BulkParquet): Promise<BulkFile | undefined>;
  /** Writes the lines in the form of `lineFile`, in consecutive files that are each written on demand. */
  lines(): AsyncGenerator<BulkFile, void, undefined>;
}

// The form of files passed from the store to the thread that reads them: a cell ends with a character that texts rarely contain, a line with
// a line feed. A cell that contains either character or a quotation mark is quoted, and so is an empty text; an unset value is empty.

export const lineFile = { delimiter: '\u001f', quote: '"', lineEnd: '\n' } as const;

/**
 * @param text starts at the beginning of a line
 * @param columns the number of cells per line, at least one
 * @returns the complete lines, and the remaining text
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

/** @returns the index of the character that ends the cell; -1 if it is not in the text yet */
function findCellEnd(text: string, start: number, ending: string): number {
  if (text[start] !== lineFile.quote) return text.indexOf(ending, start);
  let position = start + 1;
  for (;;) {
    position = text.indexOf(lineFile.quote, position);
    // A second quotation mark may follow the last one in the next chunk, and the two would be an escaped mark.
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
