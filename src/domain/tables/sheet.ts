/** A workbook's sheet as the lines of a table, unpacked by its caller: every digit kept, dates as `YYYY-MM-DD`. Pure. */
import type { TableLine } from './csv.ts';

interface Sheet {
  readonly data: readonly (readonly unknown[])[];
}

/** @param sheets numbers as the digits that are written there @returns of the first sheet that holds something, without empty lines */
export function readSheets(sheets: readonly Sheet[]): TableLine[] {
  const filled = sheets.find(({ data }) => data.length > 0);
  return (filled?.data ?? [])
    .map((cells, at) => ({ line: at + 1, cells: cells.map(toText) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}
