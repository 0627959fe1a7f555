import { expect, test } from 'vitest';
import { exportOptionsSchema, resolveOptions } from '#domain/exports/options.ts';
import {
  listLeftOut,
  paperProperties,
  toRecordColumns,
  type RecordColumnsInput,
} from '#domain/exports/record-columns.ts';
import { propertyNames as names } from '#domain/properties.ts';
import { defaultSettings } from '#domain/settings.ts';

const directory = {
  owners: { '7': { name: 'Ada Roth', team: null, weeklyHours: null, activeFrom: null, activeTo: null } },
  objects: { 'deal:17304423983': { name: 'Ledger', client: 'Acme', currency: 'EUR' } },
};
const settled = resolveOptions(exportOptionsSchema.parse({ format: 'pdf' }));
if (!settled.ok) throw new Error(settled.problem);
const { value: options } = settled;

const columnsOf = (more: Partial<RecordColumnsInput> = {}) =>
  toRecordColumns({
    chosen: paperProperties,
    options,
    settings: { ...defaultSettings, zone: 'UTC' },
    directory,
    currencyIn: () => 'EUR',
    currency: 'EUR',
    hasUnreadable: false,
    isPaper: true,
    ...more,
  });
const values = {
  [names.firstStart]: '2026-10-05T08:00:00.000Z',
  [names.owner]: '7',
  [names.objectType]: 'deal',
  [names.objectId]: '17304423983',
  [names.title]: 'Call',
  [names.totalMinutes]: '93',
  [names.billableHours]: '0.33333333',
  [names.billableAmount]: '120.5',
};

test('a page has the columns people read, names in place of ids, and the currency in the head', () => {
  const { columns, toLine, currencyIndex } = columnsOf();
  expect(columns.map(({ head }) => head)).toEqual([
    'First start (UTC)',
    'Person',
    'Object name',
    'Client',
    'Title',
    'Logged hours',
    'Billable hours',
    'Billable value (EUR)',
  ]);
  expect(currencyIndex).toBeUndefined();
  expect(toLine({ values, unreadable: {} }).slice(1, 6)).toEqual(['Ada Roth', 'Ledger', 'Acme', 'Call', '1.55']);
});

test('what has no name is told by its whole id', () => {
  const { toLine } = columnsOf();
  const unknown = { ...values, [names.owner]: '48213377001', [names.objectId]: '17305073133' };
  expect(toLine({ values: unknown, unreadable: {} }).slice(1, 4)).toEqual(['48213377001', 'deal 17305073133', null]);
});

test('amounts of several currencies have a column that tells each of them', () => {
  const { columns, currencyIndex } = columnsOf({ currency: null });
  expect(columns.at(-1)?.head).toBe('Currency');
  expect(currencyIndex).toBe(columns.length - 1);
});

test('where hours are h:mm, every column of hours is, to the whole minute', () => {
  const { columns, toLine } = columnsOf({ settings: { ...defaultSettings, zone: 'UTC', hoursStyle: 'clock' } });
  const hours = columns.flatMap(({ kind, digits }, at) => (kind === 'clock' ? [{ at, digits }] : []));
  expect(hours.map(({ digits }) => digits)).toEqual([0, 0]);
  expect(columns.some(({ kind }) => kind === 'hours')).toBe(false);
  const line = toLine({ values, unreadable: {} });
  expect(hours.map(({ at }) => line[at])).toEqual(['93', '19.9999998']);
});

test('what is left out is every other property of the catalogue', () => {
  const left = listLeftOut(paperProperties);
  expect(left).toContain('Description');
  expect(left).not.toContain('Title');
  expect(left).not.toContain('Total hours');
});

test.each(['recorded', 'auto', 'recorded-else-auto'] as const)(
  'a page has one amount, the one that counts, for whomever it is: %s',
  (amounts) => {
    for (const audience of ['internal', 'client'] as const) {
      const { columns, toLine } = columnsOf({
        settings: { ...defaultSettings, zone: 'UTC', amounts },
        options: { ...options, audience },
      });
      const money = columns.flatMap(({ kind, head }, at) => (kind === 'money' ? [{ head, at }] : []));
      expect(money.map(({ head }) => head)).toEqual(['Billable value (EUR)']);
      const auto = { ...values, [names.billableAmountAuto]: '99' };
      const cell = toLine({ values: auto, unreadable: {} })[money[0]?.at ?? 0];
      expect(cell).toBe(amounts === 'auto' ? '99' : '120.5');
    }
  },
);
