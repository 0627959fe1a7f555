import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { resolveOptions, exportOptionsSchema, type ExportOptionsInput } from '#domain/exports/options.ts';
import { toRecordColumns, type ExportedRecord, type RecordColumnsInput } from '#domain/exports/record-columns.ts';
import { createColumnSums } from '#domain/exports/sums.ts';
import { readableProperties } from '#domain/local-properties.ts';
import { propertyNames as names } from '#domain/properties.ts';
import { defaultSettings } from '#domain/settings.ts';

const directory = {
  owners: { '7': { name: 'Ada Roth', team: 'Audit', weeklyHours: '40', activeFrom: null, activeTo: null } },
  objects: { 'deal:9': { name: 'Ledger', client: 'Acme', currency: 'USD' } },
};
const settings = { ...defaultSettings, zone: 'Europe/Zurich' };

function optionsOf(asked: ExportOptionsInput) {
  const settled = resolveOptions(exportOptionsSchema.parse(asked));
  if (!settled.ok) throw new Error(settled.problem);
  return settled.value;
}

const columnsOf = (chosen: readonly string[], asked: ExportOptionsInput = {}, more: Partial<RecordColumnsInput> = {}) =>
  toRecordColumns({
    chosen,
    options: optionsOf(asked),
    settings,
    directory,
    currencyIn: undefined,
    currency: 'CHF',
    hasUnreadable: false,
    ...more,
  });
const record = (values: ExportedRecord['values'], unreadable: ExportedRecord['unreadable'] = {}): ExportedRecord => ({
  values,
  unreadable,
});

test('names stand beside ids, and the client beside the object', () => {
  const { columns, toLine } = columnsOf([names.owner, names.objectType, names.objectId]);
  expect(columns.map(({ head }) => head)).toEqual([
    'Person id',
    'Person',
    'Object type',
    'Object id',
    'Object name',
    'Client',
  ]);
  const values = { [names.owner]: '7', [names.objectType]: 'deal', [names.objectId]: '9' };
  expect(toLine(record(values))).toEqual(['7', 'Ada Roth', 'deal', '9', 'Ledger', 'Acme']);
  const unknown = { [names.owner]: '8', [names.objectType]: 'deal', [names.objectId]: null };
  expect(toLine(record(unknown))).toEqual(['8', null, 'deal', null, null, null]);
});

test('a client chosen as a column is there once', () => {
  const { columns } = columnsOf([names.objectId, 'client']);
  expect(columns.filter(({ name }) => name === 'client')).toHaveLength(1);
});

test('hours are counted as reports count them: minutes, or hours where no minutes can be read', () => {
  const { columns, toLine } = columnsOf([names.totalMinutes], {}, { hasUnreadable: true });
  expect(columns.map(({ name }) => name)).toEqual([names.totalMinutes, 'logged_hours', 'unreadable']);
  const cells = (minutes: string | null, hours: string | null, bad: Record<string, string> = {}) =>
    toLine(record({ [names.totalMinutes]: minutes, [names.totalHours]: hours }, bad));
  expect(cells('90', '7')).toEqual(['90', '1.5', null]);
  expect(cells(null, '7')).toEqual([null, '7', null]);
  expect(cells(null, '7', { [names.totalMinutes]: 'n/a' })).toEqual([null, '7', `{"${names.totalMinutes}":"n/a"}`]);
  expect(cells(null, null)).toEqual([null, null, null]);
});

test('hours as they are counted stand once, beside the first of minutes and hours', () => {
  for (const [first, second] of [
    [names.totalMinutes, names.totalHours],
    [names.totalHours, names.totalMinutes],
  ] as const) {
    const { columns, read } = columnsOf([names.title, first, second]);
    expect(columns.map(({ name }) => name)).toEqual([names.title, first, 'logged_hours', second]);
    expect(read).toContain(names.totalHours);
  }
});

test('a page tells an object without a name by its type and id, as far as they are known; a table leaves its name empty', () => {
  const cellsOf = (format: 'pdf' | 'csv') => {
    const { columns, toLine } = columnsOf([names.objectType, names.objectId], { format });
    const at = columns.findIndex(({ name }) => name === 'object_name');
    return (type: string | null, id: string | null) =>
      toLine(record({ [names.objectType]: type, [names.objectId]: id }))[at];
  };
  const [onPage, inTable] = [cellsOf('pdf'), cellsOf('csv')];
  expect([
    onPage('deal', '9'),
    onPage('deal', '10'),
    onPage(null, '10'),
    onPage('deal', null),
    onPage(null, null),
  ]).toEqual(['Ledger', 'deal 10', '10', 'deal', null]);
  expect([inTable('deal', '9'), inTable('deal', '10'), inTable(null, '9')]).toEqual(['Ledger', null, null]);
});

test('a page of one known currency names it in its heads, and on each line as soon as there are rates', () => {
  const page = (chosen: readonly string[], currency: string | null = 'CHF') =>
    columnsOf(chosen, { format: 'pdf' }, { currency, currencyIn: () => 'CHF' });
  expect(page([names.billableAmount]).currencyIndex).toBeUndefined();
  expect(page([names.billableAmount]).columns[0]?.label).toContain('CHF');
  expect(page([names.billableAmount], null).currencyIndex).toBe(1);
  expect(page([names.billableAmount, names.billableRate]).currencyIndex).toBe(2);
  expect(columnsOf([names.billableRate], {}, { currencyIn: () => 'CHF' }).currencyIndex).toBe(1);
  expect(columnsOf([names.title], {}, { currencyIn: () => 'CHF' }).currencyIndex).toBeUndefined();
});

test('an unreadable value that a column is made of is told, also where it was not chosen itself', () => {
  const { read, toLine } = columnsOf([names.totalMinutes], {}, { hasUnreadable: true });
  expect(read).toContain(names.totalHours);
  const line = toLine(record({}, { [names.totalHours]: '1e400', [names.costAmount]: 'secret' }));
  expect(line).toEqual([null, null, `{"${names.totalHours}":"1e400"}`]);
});

test('an unreadable value leaves its figure empty and stands as received, with every digit', () => {
  const { toLine } = columnsOf([names.billableAmount], { preset: 'machine' });
  expect(
    toLine(record({ [names.billableAmount]: null }, { [names.billableAmount]: '12345678901234567890.5' })),
  ).toEqual([null, `{"${names.billableAmount}":"12345678901234567890.5"}`]);
});

test('the heads say whose clock times are told by', () => {
  const [local] = columnsOf([names.firstStart]).columns;
  expect(local?.head).toBe('First start (Europe/Zurich)');
  const { columns, toLine } = columnsOf([names.firstStart], { times: 'utc' });
  expect(columns[0]?.head).toBe('First start (UTC)');
  expect(toLine(record({ [names.firstStart]: '2026-10-01T08:00:00.000Z' }))).toEqual(['2026-10-01T08:00:00.000Z']);
  expect(columnsOf([names.firstStart]).toLine(record({ [names.firstStart]: '2026-10-01T08:00:00.000Z' }))).toEqual([
    '2026-10-01T10:00:00',
  ]);
});

test('where several currencies can be, each line tells its own, and nothing where it is unknown', () => {
  const currencyIn = ({ values }: ExportedRecord) => (values[names.objectId] === '9' ? 'USD' : null);
  const { currencyIndex, toLine } = columnsOf([names.billableRate, names.billableAmount], {}, { currencyIn });
  expect(currencyIndex).toBe(2);
  expect(toLine(record({ [names.objectId]: '9' }))[2]).toBe('USD');
  expect(toLine(record({ [names.objectId]: '1' }))[2]).toBeNull();
});

test('a rate bears the currency of the amounts only where there is one', () => {
  const several = columnsOf([names.billableRate, names.billableAmount], {}, { currencyIn: () => null });
  expect(several.columns.map(({ currency }) => currency)).toEqual([null, 'CHF', null]);
  expect(columnsOf([names.billableRate]).columns[0]?.currency).toBe('CHF');
});

test('no two heads are alike, with everything there is in the file', () => {
  const all = readableProperties.map(({ name }) => name);
  for (const heads of ['labels', 'names'] as const) {
    const { columns } = columnsOf(all, { heads, names: true }, { currencyIn: () => 'EUR', hasUnreadable: true });
    expect(new Set(columns.map(({ head }) => head.toLowerCase())).size).toBe(columns.length);
  }
});

test('ids and codes are texts whose every character counts', () => {
  const { columns } = columnsOf([names.recordId, names.owner, names.objectId, names.id, names.title], { names: false });
  expect(columns.map(({ kind }) => kind)).toEqual(['id', 'id', 'id', 'id', 'text']);
});

const amount = fc.option(fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }).map(formatUnits));
const randomRecords = fc.array(
  fc.record({
    minutes: fc.option(fc.integer({ min: 0, max: 100_000 }).map((tenths) => formatUnits(BigInt(tenths) * 10_000_000n))),
    value: amount,
    cost: amount,
    object: fc.constantFrom('9', '10', '11'),
  }),
  { maxLength: 40 },
);

test('the sums of a file are those of its records, of money for each currency', () => {
  const currencies: Readonly<Record<string, string | null>> = { '9': 'USD', '10': 'EUR', '11': null };
  const currencyIn = ({ values }: ExportedRecord) => currencies[values[names.objectId] ?? ''] ?? null;
  fc.assert(
    fc.property(randomRecords, fc.constantFrom('excel' as const, 'machine' as const), (all, preset) => {
      const chosen = [names.totalMinutes, names.billableAmount, names.costAmount, names.title];
      const { columns, currencyIndex, toLine } = columnsOf(chosen, { preset }, { currencyIn });
      const sums = createColumnSums(columns, currencyIndex);
      const lines = all.map(({ minutes, value, cost, object }) =>
        toLine(
          record({
            [names.totalMinutes]: minutes,
            [names.billableAmount]: value,
            [names.costAmount]: cost,
            [names.objectId]: object,
          }),
        ),
      );
      sums.add(lines);
      const { all: together, byCurrency } = sums.result();
      const total = (of: (each: (typeof all)[number]) => string | null, rows = all) => {
        const known = rows.map(of).filter((each) => each !== null);
        return known.length === 0 ? null : formatUnits(known.reduce((sum, each) => sum + toUnits(each), 0n));
      };
      expect(together[names.totalMinutes]).toBe(total(({ minutes }) => minutes));
      const labels = new Set(
        all.flatMap(({ object, value, cost }) => (value === null && cost === null ? [] : [currencies[object] ?? null])),
      );
      if (labels.size < 2) {
        expect(together[names.billableAmount]).toBe(total(({ value }) => value));
        expect(byCurrency).toEqual([]);
        return;
      }
      expect(Object.keys(together)).not.toContain(names.billableAmount);
      expect(new Set(byCurrency.map(({ currency }) => currency))).toEqual(labels);
      for (const { currency, sums: own } of byCurrency) {
        const rows = all.filter(({ object }) => (currencies[object] ?? null) === currency);
        expect(own).toEqual({
          [names.billableAmount]: total(({ value }) => value, rows),
          [names.costAmount]: total(({ cost }) => cost, rows),
        });
      }
    }),
  );
});

test('all hours of a file for people have one form, h:mm where that is the setting, and not a second is lost', () => {
  const chosen = [names.totalHours, names.billableHours];
  const clock = { settings: { ...settings, hoursStyle: 'clock' as const } };
  const values = { [names.totalMinutes]: null, [names.totalHours]: '1.55', [names.billableHours]: '0.00000001' };
  const { columns, toLine } = columnsOf(chosen, {}, clock);
  expect(columns.map(({ kind }) => kind)).toEqual(['clock', 'clock', 'clock']);
  expect(toLine(record(values))).toEqual(['93', '93', '0.0000006']);
  expect(toLine(record({ [names.totalHours]: null }))).toEqual([null, null, null]);
  for (const asked of [columnsOf(chosen), columnsOf(chosen, { preset: 'machine' }, clock)]) {
    expect(asked.columns.slice(0, 3).map(({ kind }) => kind)).toEqual(['hours', 'hours', 'hours']);
    expect(asked.toLine(record(values)).slice(0, 3)).toEqual(['1.55', '1.55', '0.00000001']);
  }
});
