import { expect, it } from 'vitest';
import type { GridRow } from '#ui/screens/reports/table/grid-rows.ts';
import { addShortfallRows } from '#ui/screens/reports/table/grid-rows.ts';

const row = (id: string, depth: number, among: GridRow['among'], broken: 'open' | 'closed' | 'no' = 'no'): GridRow => ({
  id,
  path: [id],
  names: ['client'],
  depth,
  line: { key: { client: id }, values: {}, records: 1 },
  among,
  index: 0,
  brokenBy: broken === 'no' ? undefined : 'service_name',
  isGroup: broken !== 'no',
  isClosed: broken === 'closed',
  folded: undefined,
});

const rows = [
  row('Acme', 0, 'rows', 'open'),
  row('Tax', 1, 0, 'open'),
  row('Anna', 2, 1),
  row('Milan', 2, 1),
  row('Audit', 1, 0),
  row('Elm', 0, 'rows', 'closed'),
  row('Oak', 0, 'rows', 'open'),
  row('Tax at Oak', 1, 2),
];

const ids = (isShown: (row: GridRow) => boolean) => addShortfallRows(rows, isShown).map(({ id }) => id);

it('stand below the last part of each open line, the parts of its parts among them', () => {
  const shown = addShortfallRows(rows, ({ shortfall }) => shortfall === 'rounding');
  expect(shown.map(({ id, depth, among }) => `${depth} ${id} ${among}`)).toEqual([
    '0 Acme rows',
    '1 Tax 0',
    '2 Anna 1',
    '2 Milan 1',
    '2 Tax rounding 1',
    '1 Audit 0',
    '1 Acme rounding 0',
    '0 Elm rows',
    '0 Oak rows',
    '1 Tax at Oak 2',
    '1 Oak rounding 2',
  ]);
});

it('are left out where they would say nothing', () => {
  expect(ids(() => false)).toEqual(rows.map(({ id }) => id));
  expect(ids(({ shortfall, among }) => shortfall === 'unlisted' && among === 2).at(-1)).toBe('Oak unlisted');
});
