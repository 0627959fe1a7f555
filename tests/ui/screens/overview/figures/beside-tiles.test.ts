import { describe, expect, it } from 'vitest';
import type { PrintSettings } from '../../../../../src/domain/reports/print/printed.ts';
import { defaultSettings } from '../../../../../src/domain/settings.ts';
import { besideTile as besideWith } from '../../../../../src/ui/screens/overview/figures/beside-tiles.ts';

type Asked = Parameters<typeof besideWith>;
const besideTile = (measure: Asked[0], result: Asked[1], printing: PrintSettings = defaultSettings) =>
  besideWith(measure, result, printing);

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
    expect(besideTile('logged_hours', hours('4852.1', '5324.10000004'))).toEqual({
      text: 'Σ total hours differs by 472.00 h',
      exact: 'Σ total hours differs by 472.00000004 h',
    });
    expect(besideTile('logged_hours', hours('10', '9.5'))?.text).toBe('Σ total hours differs by −0.50 h');
  });

  it('is printed as hours are', () => {
    const printing: PrintSettings = { ...defaultSettings, hoursStyle: 'clock' };
    expect(besideTile('logged_hours', hours('10', '10.5'), printing)?.text).toBe('Σ total hours differs by 0:30');
  });

  it('is empty where they differ by rounding alone, or one is not known', () => {
    expect(besideTile('logged_hours', hours('4868.13333333', '4868.13333329'))).toBeUndefined();
    expect(besideTile('logged_hours', hours(null, '1'))).toBeUndefined();
  });
});

describe('beside the margin', () => {
  it('are the hours whose cost is not known, unset or unreadable, where there are any', () => {
    expect(besideTile('margin', withoutCost('750'))?.text).toBe('12.50 h without cost left out');
    expect(besideTile('margin', withoutCost('0'))).toBeUndefined();
    expect(besideTile('margin', withoutCost(null))).toBeUndefined();
    expect(besideTile('margin', { totals: {}, notes: [] })).toBeUndefined();
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
  const beside = (measure: Asked[0], ...notes: Asked[1]['notes']) => besideTile(measure, { totals: {}, notes });

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
