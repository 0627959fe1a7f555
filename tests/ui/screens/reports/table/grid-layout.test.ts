/** Where a report's columns stand, for the room there is. */
import { describe, expect, it } from 'vitest';
import { layOutGrid } from '#ui/screens/reports/table/grid-layout.ts';
import type { GridColumn } from '#ui/screens/reports/table/grid-columns.ts';

// Only its width matters to a layout.
const column = (width: number) => ({ width }) as GridColumn;
const three = { scrolled: [column(200), column(200), column(200)], pinned: [] };

describe('the layout of a report', () => {
  it('takes what little is lacking from the names, so that every figure is in sight', () => {
    const { firstWidth, totalWidth } = layOutGrid(three, 188, 760);
    expect(firstWidth).toBe(160);
    expect(totalWidth).toBe(760);
  });

  it('leaves the names whole where the figures go on anyhow', () => {
    const { firstWidth, totalWidth } = layOutGrid(three, 188, 700);
    expect(firstWidth).toBe(188);
    expect(totalWidth).toBe(788);
  });

  it('gives room that is left to the names first, then to the figures', () => {
    const { firstWidth, widths, totalWidth } = layOutGrid(three, 188, 1000);
    expect(firstWidth).toBe(340);
    expect(widths).toEqual([220, 220, 220]);
    expect(totalWidth).toBe(1000);
  });

  it('keeps widths that were drawn, and spreads what is left over the others', () => {
    const named = { scrolled: ['a', 'b', 'c'].map((id) => ({ id, width: 200 }) as GridColumn), pinned: [] };
    const { firstWidth, widths } = layOutGrid(named, 188, 1000, { names: 150, b: 90 });
    expect(firstWidth).toBe(150);
    expect(widths).toEqual([256, 90, 256]);
    expect(layOutGrid(named, 188, 700, { names: 188 }).firstWidth).toBe(188);
  });
});
