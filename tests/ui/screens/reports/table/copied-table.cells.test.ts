/** Selected cells of a report as they are pasted. */
import { expect, test } from 'vitest';
import { formatCells } from '#ui/screens/reports/table/copied-table.ts';
import type { GridColumn } from '#ui/screens/reports/table/grid-columns.ts';
import type { GridRow } from '#ui/screens/reports/table/grid-rows.ts';
import type { Cell, FootLine } from '#ui/screens/reports/table/report-columns.tsx';

// Only its title and its section matter to what is copied.
const column = (title: string) => ({ id: title, title, section: 'now' }) as GridColumn;
const anna = { id: 'anna' } as GridRow;
const total: FootLine = { id: 'total', label: 'Total' };
const sections = new Map([['now', { id: 'now', title: 'October', state: '', isOpen: false }]]);
const columns = { scrolled: [], pinned: [], sections, hasSections: true, hasLines: false };
const figures: Readonly<Record<string, Cell>> = {
  Hours: { text: '1,234.57', exact: '1234.5678', tone: 'plain', heat: 0 },
  Value: { text: '10.00 EUR + 2.00 USD', exact: null, tone: 'plain', heat: 0 },
  Rate: { text: '–', exact: null, tone: 'unknown', heat: 0 },
};
const emptyCell: Cell = { text: '', exact: null, tone: 'plain', heat: 0 };

test('have the names of their lines and columns, every digit, and nothing for what is unknown', () => {
  const text = formatCells([anna, total], ['Hours', 'Value', 'Rate'].map(column), {
    columns,
    readCell: (_, { title }) => figures[title] ?? emptyCell,
    nameRow: () => 'Anna',
  });
  expect(text).toBe(
    [
      ['', 'October Hours', 'October Value', 'October Rate'],
      ['Anna', '1234.5678', '10.00 EUR + 2.00 USD', ''],
      ['Total', '1234.5678', '10.00 EUR + 2.00 USD', ''],
    ]
      .map((cells) => `${cells.join('\t')}\n`)
      .join(''),
  );
});
