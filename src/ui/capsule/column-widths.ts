/** How wide the columns of a capsule are: by their longest texts, within reason. */
import type { CapsuleData } from '../../domain/exports/capsule.ts';
import type { Line } from '../../domain/exports/model.ts';
import { printCell } from './cells.ts';
import { isFigure } from '../../domain/exports/value-types.ts';

const LETTER = 7.6;
/** Digits are wider than most letters, and an id without its last one is another id. */
const DIGIT = 8.6;
const PADDING = 26;
const LEAST = 72;
const MOST = 340;

/** @returns pixels */
export function measureColumns(
  columns: CapsuleData['columns'],
  lines: readonly Line[],
  outline: CapsuleData['outline'],
): number[] {
  const all: readonly Line[] = outline ? outline.map(({ cells }) => cells) : lines;
  return columns.map((column, at) => {
    // Sums are longer than their lines.
    const extra = column.adds ? 3 : 0;
    const isNumber = isFigure(column);
    let longest = Math.min(column.head.length + 2, 30);
    for (const line of all) {
      const cell = line[at] ?? null;
      // Printing is slow, and only numbers become longer by it.
      if (cell === null || cell.length + (isNumber ? cell.length / 3 + 8 : 0) <= longest) continue;
      longest = Math.max(longest, printCell(cell, column).length + extra);
    }
    const width = Math.round(longest * (column.kind === 'id' ? DIGIT : LETTER)) + PADDING;
    return Math.max(LEAST, isNumber ? width : Math.min(MOST, width));
  });
}
