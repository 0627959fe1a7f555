import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parquet } from '#electron/exports/formats/parquet.ts';
import { fitsColumn, formatUnits } from '#domain/decimal.ts';
import type { Line } from '#domain/exports/model.ts';
import { readers, readParquetFacts, readParquetTypes } from '#tests/exports/data-readers.ts';
import { makeColumn, makeDocument, type DocumentParts } from '#tests/support/exports/documents.ts';
import { writeExported } from '#tests/support/exports/written.ts';

const columns = [
  makeColumn('title', 'text'),
  makeColumn('amount', 'money', { adds: true }),
  makeColumn('records', 'count'),
  makeColumn('toggle', 'boolean'),
  makeColumn('month', 'date'),
  makeColumn('start', 'datetime'),
  makeColumn('unreadable', 'unreadable'),
];
const make = (parts: Partial<DocumentParts> & Pick<DocumentParts, 'lines'>) =>
  makeDocument({ columns, format: 'parquet', ...parts });
const largest = 10n ** 18n - 1n;
const line: Line = [
  'a\u0000"b',
  formatUnits(-largest),
  '3',
  'true',
  '0001-01-01',
  '9999-12-31T23:59:59.999Z',
  '{"a":"1"}',
];
const unset: Line = columns.map(() => null);

it('has typed columns, and every value to the last digit', async () => {
  expect(fitsColumn(largest) && !fitsColumn(largest + 1n)).toBe(true);
  const document = make({ lines: [line, unset], linesAPiece: 1 });
  const [lines, types, facts] = await writeExported(parquet, document, async (path) => [
    await readers.parquet(path),
    readParquetTypes(path),
    readParquetFacts(path),
  ]);
  expect(lines).toEqual([
    {
      title: 'a\u0000"b',
      amount: '-9999999999.99999999',
      records: '3',
      toggle: 'true',
      month: '0001-01-01T00:00:00.000Z',
      start: '9999-12-31T23:59:59.999Z',
      unreadable: '{"a":"1"}',
    },
    Object.fromEntries(columns.map(({ name }) => [name, null])),
  ]);
  expect(types).toEqual({
    title: 'UTF8',
    amount: 'DECIMAL 18,8',
    records: 'INT_64',
    toggle: 'BOOLEAN',
    month: 'DATE',
    start: 'TIMESTAMP_MICROS UTC',
    unreadable: 'UTF8',
  });
  expect(facts).toMatchObject({ manifest: { title: 'Time logs', sums: { amount: '-9999999999.99999999' } } });
  expect(facts['columns']).toHaveLength(columns.length);
});

it('holds sums that are larger than any record’s amount', async () => {
  const sum = formatUnits(largest * 10n ** 12n);
  const document = make({ columns: [makeColumn('amount', 'money')], lines: [[sum]], outline: [] });
  expect(await writeExported(parquet, document, readers.parquet)).toEqual([{ amount: sum }]);
});

it('holds columns whose names a database takes for the same, or cannot hold', async () => {
  const names = ['hours@Nord', 'hours@nord', 'it\'s "q"', 'a\u0000b', 'constructor'];
  const document = make({
    columns: names.map((name) => makeColumn(name, 'text')),
    lines: [['1', '2', '3', '4', '5']],
  });
  expect(await writeExported(parquet, document, readers.parquet)).toEqual([
    { 'hours@Nord': '1', 'hours@nord (2)': '2', 'it\'s "q"': '3', 'a\ufffdb': '4', constructor: '5' },
  ]);
});

it('has the same bytes again, over several chunks and pieces', async () => {
  const piece = Array.from({ length: 5000 }, (_, at): Line => [`t${at % 7}`, `${at}.5`, String(at), ...line.slice(3)]);
  const once = () =>
    writeExported(parquet, make({ lines: [...piece, ...piece, unset], linesAPiece: 5000 }), (path) =>
      readFileSync(path),
    );
  const first = await once();
  expect(first.equals(await once())).toBe(true);
  expect(first.length).toBeGreaterThan(1000);
});

it('leaves nothing behind where the lines end in a failure', async () => {
  async function* broken() {
    yield [line];
    throw new RangeError('cancelled');
  }
  const document = { ...make({ lines: [] }), lines: broken() };
  await expect(writeExported(parquet, document, () => 'written')).rejects.toThrow('cancelled');
});
