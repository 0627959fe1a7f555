/** A table whose columns are data draws its head, its rows and its totals by them. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Table, type Column } from '#ui/grid/Table.tsx';

interface Line {
  readonly name: string;
  readonly hours: string;
}

const columns: Column<Line>[] = [
  { id: 'name', header: 'Person', isRowHeader: true, width: 188, renderCell: ({ name }) => name },
  {
    id: 'hours',
    width: 80,
    headerAttributes: (mark) => ({ 'data-mark': mark }),
    attributes: ({ hours }, index, mark) => ({ 'data-at': index, 'data-mark': mark, children: hours }),
  },
];

const drawTable = (isWindowed: boolean) =>
  renderToStaticMarkup(
    <Table
      columns={columns}
      rows={[{ name: 'Anna', hours: '7.50' }]}
      foot={{ rows: [{ name: 'Total', hours: '12.25' }], firstIndex: 40 }}
      {...(isWindowed && { drawn: { first: 9, last: 9, above: 0, below: 0, markRow: (row: number) => `at ${row}` } })}
    />,
  ).replaceAll(/ class="[^"]*"/g, '');

test('totals are drawn below the rows by the same columns, and laid out by their widths', () => {
  const drawn = drawTable(false);
  expect(drawn).toContain('<colgroup><col style="width:188px"/><col style="width:80px"/></colgroup>');
  expect(drawn).toContain('<tbody><tr><th scope="row">Anna</th><td data-at="0">7.50</td></tr></tbody>');
  expect(drawn).toContain('<tfoot><tr><th scope="row">Total</th><td data-at="40">12.25</td></tr></tfoot>');
});

test('of a windowed table every row has its own place and mark, head and totals as well', () => {
  const drawn = drawTable(true);
  expect(drawn).toContain('<tr aria-rowindex="1" data-row="-1">');
  expect(drawn.match(/data-mark="[^"]*"/g)).toEqual(['data-mark="at -1"', 'data-mark="at 9"', 'data-mark="at 40"']);
});
