/** How wide columns are: by head and kind, those of texts by the first lines. */
import type { ColumnKind, ExportColumn, Line } from '../../../../src/domain/exports/model.ts';

const LEAST = 8;
const WIDEST_TEXT = 60;
const WIDEST_HEAD = 40;
/** A table's head has a button beside its words. */
const BUTTON = 4;
/** Of the first of a sheet. */
export const LINES_LOOKED_AT = 500;

const byKind: Readonly<Partial<Record<ColumnKind, number>>> = {
  boolean: 8,
  date: 12,
  datetime: 24,
  count: 10,
  clock: 12,
  percent: 10,
};
/** `-1,234,567,890.00`, without which a spreadsheet shows `####`. */
const NUMBER = 18;

export function chooseWidths(
  columns: readonly ExportColumn[],
  heads: readonly string[],
  lines: readonly Line[],
): number[] {
  const first = lines.slice(0, LINES_LOOKED_AT);
  return columns.map((column, at) => {
    const head = Math.min(heads[at]?.length ?? 0, WIDEST_HEAD) + BUTTON;
    return Math.max(LEAST, head, isTextKind(column.kind) ? findLongest(first, at) : findNumberWidth(column));
  });
}

export function isTextKind(kind: ColumnKind): boolean {
  return kind === 'text' || kind === 'id' || kind === 'unreadable';
}

function findLongest(lines: readonly Line[], at: number): number {
  const longest = lines.reduce((most, line) => Math.max(most, (line[at] ?? '').split('\n', 1)[0]?.length ?? 0), 0);
  return Math.min(longest + 2, WIDEST_TEXT);
}

function findNumberWidth({ kind, currency }: ExportColumn): number {
  return byKind[kind] ?? NUMBER + (currency === null ? 0 : currency.length + 1);
}
