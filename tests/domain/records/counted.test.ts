import { expect, test } from 'vitest';
import { listNotedMeasures, listTotalled } from '#domain/records/counted.ts';
import { canSeeMeasure } from '#domain/exports/audience.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { isNoteAbout } from '#domain/reports/notes/notes.ts';
import { exportOptionsSchema, resolveOptions, type ExportOptionsInput } from '#domain/exports/options.ts';
import { toRecordColumns, type ExportedRecord } from '#domain/exports/record-columns.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import { propertyNames as names } from '#domain/properties.ts';
import { defaultSettings, type AmountSource } from '#domain/settings.ts';

function columnsUnder(amounts: AmountSource | null, asked: ExportOptionsInput = {}) {
  const settled = resolveOptions(exportOptionsSchema.parse(asked));
  if (!settled.ok) throw new Error(settled.problem);
  return toRecordColumns({
    chosen: [names.billableAmount],
    options: settled.value,
    settings: { ...defaultSettings, zone: 'UTC', amounts },
    directory: emptyDirectory,
    currencyIn: undefined,
    currency: 'CHF',
    hasUnreadable: false,
  });
}

const record = (
  recorded: string | null,
  auto: string | null,
  unreadable: ExportedRecord['unreadable'] = {},
): ExportedRecord => ({
  values: { [names.billableAmount]: recorded, [names.billableAmountAuto]: auto },
  unreadable,
});

test('where the recorded amount counts, it stands alone under its own name', () => {
  for (const amounts of ['recorded', null] as const) {
    const { columns, toLine } = columnsUnder(amounts);
    expect(columns.map(({ name, head }) => [name, head])).toEqual([[names.billableAmount, 'Billable value']]);
    expect(toLine(record('10', '12'))).toEqual(['10']);
  }
});

test('where another amount counts, a file has both under names that tell them apart, and both add up as money', () => {
  const { columns, read, toLine } = columnsUnder('auto');
  expect(columns.map(({ name, head }) => [name, head])).toEqual([
    [names.billableAmount, 'Billable value, as recorded'],
    ['billable_value', 'Billable value, as counted'],
  ]);
  expect(columns.map(({ kind, adds, currency, digits }) => [kind, adds, currency, digits])).toEqual([
    ['money', true, 'CHF', 2],
    ['money', true, 'CHF', 2],
  ]);
  expect(read).toEqual([names.billableAmount, names.billableAmountAuto]);
  expect(toLine(record('10', '12'))).toEqual(['10', '12']);
  expect(toLine(record('10', null))).toEqual(['10', null]);
});

test('a client has one billable value, and it is the one that counts', () => {
  const { columns, read, toLine } = columnsUnder('auto', { audience: 'client' });
  expect(columns.map(({ name, head }) => [name, head])).toEqual([['billable_value', 'Billable value']]);
  expect(read).toEqual([names.billableAmountAuto]);
  expect(toLine(record('10', '12'))).toEqual(['12']);
});

test('an automatic amount stands in for one that was not recorded, and never for one that could not be read', () => {
  const { toLine } = columnsUnder('recorded-else-auto', { audience: 'client', preset: 'machine' });
  expect(toLine(record('10', '12'))[0]).toBe('10');
  expect(toLine(record(null, '12'))[0]).toBe('12');
  expect(toLine(record(null, '12', { [names.billableAmount]: 'n/a' }))).toEqual([
    null,
    `{"${names.billableAmount}":"n/a"}`,
  ]);
});

test('totals are of the amounts that stand in the columns', () => {
  const columns = [names.title, names.billableAmount, names.costAmount];
  expect(listTotalled(columns, 'recorded', true)).toEqual(columns);
  expect(listTotalled(columns, 'auto', false)).toEqual([
    names.title,
    names.billableAmount,
    'billable_value',
    names.costAmount,
    'recorded_cost',
  ]);
  expect(listTotalled([names.billableAmount], 'auto', true)).toEqual(['billable_value']);
});

test('a file with hours and amounts says which hours have no amount, one without either does not', () => {
  expect(listNotedMeasures([names.title, names.billableMinutes, names.billableAmount])).toEqual([
    'billable_logged_hours',
    'billable_value',
    'effective_rate',
  ]);
  expect(listNotedMeasures([names.totalHours, names.billableAmountAuto, names.costAmount])).toEqual([
    'logged_hours',
    'billable_value',
    'recorded_cost',
    'margin',
  ]);
  expect(listNotedMeasures([names.title])).toEqual([]);
});

test('a client’s file without rates says all the same which hours have no value', () => {
  const told = listNotedMeasures([names.billableMinutes, names.billableAmount]).flatMap((name) => {
    const measure = findMeasure(name);
    return measure && canSeeMeasure(measure, { audience: 'client', rates: false }) ? [measure] : [];
  });
  expect(told.some((measure) => isNoteAbout({ kind: 'hours-alone' }, measure))).toBe(true);
  expect(told.some((measure) => isNoteAbout({ kind: 'no-rate' }, measure))).toBe(false);
});
