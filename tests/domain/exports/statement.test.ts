import { expect, it } from 'vitest';
import { formatUnits, roundUnits, toUnits } from '#domain/decimal.ts';
import { type ExportColumn, type Line, toTextColumn } from '#domain/exports/model.ts';
import { toStatementRows } from '#domain/exports/statement.ts';
import { createColumnSums } from '#domain/exports/sums.ts';
import { propertyNames } from '#domain/properties.ts';

const text = (name: string): ExportColumn => toTextColumn(name, name);
const figure = (name: string, kind: 'hours' | 'money'): ExportColumn => ({
  ...text(name),
  kind,
  digits: 2,
  adds: true,
});
const columns = [text('day'), text(propertyNames.service), figure('hours', 'hours'), figure('value', 'money')];

function toRows(lines: readonly Line[], currencyIndex?: number, own = columns) {
  const sums = createColumnSums(own, currencyIndex);
  sums.add(lines);
  return toStatementRows({ columns: own, currencyIndex, lines, sums: sums.result() }, 'service');
}

const add = (cells: readonly (string | null)[]) =>
  formatUnits(cells.reduce((sum, cell) => sum + (cell === null ? 0n : roundUnits(toUnits(cell), 2)), 0n));

it('heads each service, names what is of none, and adds up what is printed', () => {
  const rows = toRows([
    ['2026-10-01', 'Design', '1.005', '10'],
    ['2026-10-02', null, '2', '20'],
    ['2026-10-03', 'Advice', '0.25', '5.5'],
  ]);
  expect(rows.map(({ level, label, cells }) => [level, label, cells[2] ?? ''])).toEqual([
    ['group', 'Advice', ''],
    ['line', '', '0.25'],
    ['subtotal', 'Subtotal Advice', '0.25'],
    ['group', 'Design', ''],
    ['line', '', '1.005'],
    ['subtotal', 'Subtotal Design', '1.01'],
    ['group', 'Without a service', ''],
    ['line', '', '2'],
    ['subtotal', 'Subtotal Without a service', '2'],
    ['total', 'Total', '3.255'],
  ]);
});

it('adds up on every page: what is carried over is the sum of all printed lines before it, and the rounding leads to the total', () => {
  const lines = Array.from({ length: 300 }, (_, at): Line => [`2026-10-${at}`, `S${at % 3}`, '0.33333333', '1.1']);
  const rows = toRows(lines);
  const printed: (string | null)[] = [];
  for (const { level, cells, carried } of rows) {
    if (level === 'line' || level === 'difference') printed.push(cells[2] ?? null);
    if (level !== 'total' && printed.length > 0) expect(carried?.[2]).toBe(add(printed));
  }
  const total = rows.at(-1);
  expect(total).toMatchObject({ level: 'total', carried: null });
  expect(rows.at(-2)).toMatchObject({ level: 'difference', cells: [null, null, '1', null] });
  expect(add(printed)).toBe(add([total?.cells[2] ?? null]));
});

it('adds amounts of two currencies up apart, and carries none into the other', () => {
  const own = [...columns, text('currency')];
  const rows = toRows(
    [
      ['2026-10-01', 'Design', '1', '10', 'USD'],
      ['2026-10-02', 'Design', '2', '20', 'EUR'],
    ],
    4,
    own,
  );
  expect(rows.filter(({ level }) => level === 'total').map(({ label, cells }) => [label, cells[2], cells[3]])).toEqual([
    ['Total EUR', '2', '20'],
    ['Total USD', '1', '10'],
  ]);
  expect(rows.filter(({ level }) => level === 'line').map(({ carried }) => carried?.[3])).toEqual(['20', '10']);
});

it('prints lines of a further currency that have no amount, and names the total of lines without a currency', () => {
  const own = [...columns, text('currency')];
  const rows = toRows(
    [
      ['2026-10-01', 'Design', '1', '10', 'USD'],
      ['2026-10-02', 'Design', '2', '20', 'EUR'],
      ['2026-10-03', 'Design', '3', null, 'CHF'],
      ['2026-10-04', 'Design', '4', null, null],
    ],
    4,
    own,
  );
  expect(rows.filter(({ level }) => level === 'line')).toHaveLength(4);
  expect(rows.filter(({ level }) => level === 'total').map(({ label, cells }) => [label, cells[2], cells[3]])).toEqual([
    ['Total CHF', '3', null],
    ['Total EUR', '2', '20'],
    ['Total USD', '1', '10'],
    ['Total, currency unknown', '4', null],
  ]);
});
