import { describe, expect, it } from 'vitest';
import { findNextCell, type CellPosition } from '#ui/grid/walk-cells.ts';

const extent = { lastRow: 100, columns: 5, page: 20 };
const from = (place: CellPosition, key: string, hasModifier = false) => findNextCell(place, key, hasModifier, extent);

describe('keys in the table', () => {
  it('reach the head above the rows and the total below them, and stop there', () => {
    expect(from({ row: 0, column: 2 }, 'ArrowUp')).toEqual({ row: -1, column: 2 });
    expect(from({ row: -1, column: 2 }, 'ArrowUp')).toEqual({ row: -1, column: 2 });
    expect(from({ row: 99, column: 2 }, 'ArrowDown')).toEqual({ row: 100, column: 2 });
    expect(from({ row: 100, column: 2 }, 'ArrowDown')).toEqual({ row: 100, column: 2 });
  });

  it('reach the names of the rows at the left and the last figure at the right', () => {
    expect(from({ row: 3, column: 0 }, 'ArrowLeft')).toEqual({ row: 3, column: -1 });
    expect(from({ row: 3, column: -1 }, 'ArrowLeft')).toEqual({ row: 3, column: -1 });
    expect(from({ row: 3, column: 4 }, 'ArrowRight')).toEqual({ row: 3, column: 4 });
  });

  it('go far with Ctrl, a page with Page Up and Page Down', () => {
    expect(from({ row: 50, column: 2 }, 'ArrowDown', true)).toEqual({ row: 100, column: 2 });
    expect(from({ row: 50, column: 2 }, 'Home', true)).toEqual({ row: 0, column: -1 });
    expect(from({ row: 50, column: 2 }, 'PageDown')).toEqual({ row: 70, column: 2 });
    expect(from({ row: 5, column: 2 }, 'PageUp')).toEqual({ row: 0, column: 2 });
  });

  it('leave every other key to the page', () => {
    expect(from({ row: 1, column: 1 }, 'a')).toBeUndefined();
    expect(from({ row: 1, column: 1 }, 'Tab')).toBeUndefined();
  });
});
