import { describe, expect, it } from 'vitest';
import { MAX_LINES, layOutPaper } from '#ui/screens/reports/table/grid-layout.ts';

const layout = (columns: number, width = 80) => ({
  firstWidth: 200,
  widths: Array.from({ length: columns }, () => width),
  pinnedWidth: 100,
});

describe('a report’s table on paper', () => {
  it('is whole and of its own size where it fits', () => {
    expect(layOutPaper(layout(5), 30)).toEqual({ lines: 30, columns: 5, width: 700 });
  });

  it('is whole where it is wider than a sheet, which makes it smaller', () => {
    expect(layOutPaper(layout(15), 30)).toMatchObject({ columns: 15, width: 1500 });
  });

  it('has the first columns and lines of one that paper cannot carry, never too small to be read', () => {
    const { lines, columns, width } = layOutPaper(layout(100), 5000);
    expect([lines, columns]).toEqual([MAX_LINES, 21]);
    expect(width).toBe(200 + 100 + 21 * 80);
  });
});
