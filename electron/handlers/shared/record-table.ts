/** Records as the table that a file is written from: a column for each property, and the currency behind them where amounts have one. */
import type { RecordRow } from '../../../src/contract/api.ts';
import { CURRENCY_COLUMN } from '../../../src/contract/exports.ts';
import { fail } from '../../../src/contract/errors.ts';
import { requireReadable } from '../../../src/domain/local-properties.ts';
import type { Cell, Table } from '../../exports/table.ts';

export interface RecordTableSource {
  /** Full names of properties. */
  readonly columns: readonly string[];
  /** The label of a record's amounts; undefined: the file has no column for it. */
  readonly currencyIn: ((row: RecordRow) => string) | undefined;
  readonly rows: AsyncIterable<readonly RecordRow[]>;
  readonly signal: AbortSignal;
  /** Told after each piece how many lines are written by then. */
  readonly onWritten: (lines: number) => void;
}

/** Heads of the columns of `recordTable`. */
export function headsOfTable({ columns, currencyIn }: Pick<RecordTableSource, 'columns' | 'currencyIn'>): string[] {
  return currencyIn ? [...columns, CURRENCY_COLUMN] : [...columns];
}

/** Its pieces throw AppFailure `cancelled` once the signal is aborted. */
export function recordTable(source: RecordTableSource): Table {
  const columns = source.columns.map((head) => ({ head, type: requireReadable(head).type }));
  return {
    columns: source.currencyIn ? [...columns, { head: CURRENCY_COLUMN, type: 'string' }] : columns,
    pieces: pieces(source),
  };
}

async function* pieces({ columns, currencyIn, rows, signal, onWritten }: RecordTableSource): AsyncGenerator<Cell[][]> {
  let lines = 0;
  for await (const piece of rows) {
    if (signal.aborted) fail({ code: 'cancelled' });
    yield piece.map((row) => {
      const cells = columns.map((name) => toCell(row, name));
      return currencyIn ? [...cells, currencyIn(row)] : cells;
    });
    lines += piece.length;
    onWritten(lines);
  }
}

function toCell({ values, unreadable }: RecordRow, name: string): Cell {
  const value = values[name];
  if (value !== null && value !== undefined) return value;
  const received = unreadable[name];
  return received === undefined ? null : { received };
}
