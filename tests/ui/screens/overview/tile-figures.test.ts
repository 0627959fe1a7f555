import { describe, expect, it } from 'vitest';
import type { PrintSettings } from '#domain/reports/print/printed.ts';
import { defaultSettings } from '#domain/settings.ts';
import { chooseTileNote as chooseNote, compareFigures } from '#ui/screens/overview/tile-figures.ts';

type Asked = Parameters<typeof chooseNote>;
const chooseTileNote = (measure: Asked[0], result: Asked[1], printing: PrintSettings = defaultSettings) =>
  chooseNote(measure, result, printing);

const hours = (logged: string | null, total: string | null) => ({
  totals: { logged_hours: logged, a552213_total_hours: total },
  notes: [],
});
const withoutCost = (minutes: string | null) => ({
  totals: {},
  notes: [{ kind: 'no-cost' as const, records: 2, minutes }],
});

describe('beside logged hours', () => {
  it('shows by how much the sum of total hours differs, to the last digit on hover', () => {
    expect(chooseTileNote('logged_hours', hours('4852.1', '5324.10000004'))).toEqual({
      text: 'Σ total hours differs by 472.00 h',
      exact: 'Σ total hours differs by 472.00000004 h',
    });
    expect(chooseTileNote('logged_hours', hours('10', '9.5'))?.text).toBe('Σ total hours differs by −0.50 h');
  });

  it('is printed as hours are', () => {
    const printing: PrintSettings = { ...defaultSettings, hoursStyle: 'clock' };
    expect(chooseTileNote('logged_hours', hours('10', '10.5'), printing)?.text).toBe('Σ total hours differs by 0:30');
  });

  it('is empty where they differ by rounding alone, or one is not known', () => {
    expect(chooseTileNote('logged_hours', hours('4868.13333333', '4868.13333329'))).toBeUndefined();
    expect(chooseTileNote('logged_hours', hours(null, '1'))).toBeUndefined();
  });
});

describe('beside the margin', () => {
  it('are the hours whose cost is not known, unset or unreadable, where there are any', () => {
    expect(chooseTileNote('margin', withoutCost('750'))?.text).toBe('12.50 h without cost left out');
    expect(chooseTileNote('margin', withoutCost('0'))).toBeUndefined();
    expect(chooseTileNote('margin', withoutCost(null))).toBeUndefined();
    expect(chooseTileNote('margin', { totals: {}, notes: [] })).toBeUndefined();
  });
});

describe('beside a quotient', () => {
  const left = (
    kind: 'no-billable' | 'no-logged' | 'no-rate' | 'no-billable-expected',
    minutes: string | null,
    amount?: string,
  ) => ({
    kind,
    records: 2,
    minutes,
    ...(amount !== undefined && { amounts: [{ currency: 'EUR', amount }] }),
  });
  const beside = (measure: Asked[0], ...notes: Asked[1]['notes']) => chooseTileNote(measure, { totals: {}, notes });

  it('are the hours it leaves out, in a whole sentence on hover', () => {
    expect(beside('billable_share', left('no-billable', '90'), left('no-logged', '60'))).toEqual({
      text: '2.50 h left out',
      exact:
        '2 records have no known billable hours, so non-billable hours and billable share leave out 1.50 h logged. ' +
        '2 records have no known logged hours, so non-billable hours and billable share leave out 1.00 h billable.',
    });
    expect(beside('effective_rate', left('no-rate', '60', '75.5'))).toMatchObject({
      text: '1.00 h left out',
      exact: expect.stringContaining('leave out 1.00 h billable and 75.50 EUR'),
    });
    expect(beside('utilisation', left('no-billable-expected', '300'))?.text).toBe('5.00 h left out');
  });

  it('says that value is left out where no hours are, and nothing where nothing is', () => {
    expect(beside('effective_rate', left('no-rate', null, '75.5'))?.text).toBe('value without hours left out');
    expect(beside('effective_rate', left('no-rate', '0'))).toBeUndefined();
    expect(beside('billable_share', left('no-rate', '90'))).toBeUndefined();
  });
});

it('a change that prints as nothing is neither good nor bad', () => {
  expect(compareFigures('billable_value', '1000.4', '1000')).toEqual({ text: '0.0 %', sign: 0 });
  expect(compareFigures('billable_value', '999.6', '1000')).toEqual({ text: '0.0 %', sign: 0 });
  expect(compareFigures('billable_share', '0.7001', '0.7')).toEqual({ text: '0.0 pts', sign: 0 });
});

it('a change that prints as something has the sign it is printed with', () => {
  expect(compareFigures('billable_value', '1000.5', '1000')).toEqual({ text: '+0.1 %', sign: 1 });
  expect(compareFigures('billable_share', '0.69', '0.7')).toEqual({ text: '−1.0 pts', sign: -1 });
});

it('a share changes by what its printed figures differ by, as in a report of it', () => {
  // 70.0 % and 69.9 %.
  expect(compareFigures('billable_share', '0.70049', '0.69949')).toEqual({ text: '+0.1 pts', sign: 1 });
  // Both 70.0 %.
  expect(compareFigures('billable_share', '0.70049', '0.69951')).toEqual({ text: '0.0 pts', sign: 0 });
});

it('nothing is compared where one side is unknown or nothing was before', () => {
  expect(compareFigures('billable_value', '1', null)).toBeUndefined();
  expect(compareFigures('billable_value', '1', '0')).toBeUndefined();
});
