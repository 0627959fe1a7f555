/** What every format writes: named columns, and their rows in pieces, so that a file of any length takes little memory. */
import type { PropertyType } from '../../src/domain/properties.ts';
import type { AtomicFile } from './atomic-file.ts';

export interface Column {
  readonly head: string;
  /** What its values are: only texts can be taken for formulas. */
  readonly type: PropertyType;
}

/** Text of a value that could not be read, as it was received. */
export interface Unreadable {
  readonly received: string;
}

/** A value as exact text; null: unset. */
export type Cell = string | null | Unreadable;

export interface Table {
  readonly columns: readonly Column[];
  /** Pieces of rows, each row with a cell for every column. */
  readonly pieces: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** One format's way to write. */
export interface FormatWriter {
  /** Takes each piece only when the one before is written. */
  write(table: Table, file: AtomicFile): Promise<void>;
}

/** A small table that is whole already. */
export function wholeTable(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Table {
  return { columns, pieces: onePiece(rows) };
}

async function* onePiece<T>(piece: T): AsyncGenerator<T> {
  yield piece;
}
