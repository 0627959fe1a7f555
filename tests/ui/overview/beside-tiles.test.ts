import { describe, expect, it } from 'vitest';
import type { PrintSettings } from '../../../src/domain/reports/printed.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { besideTile as besideWith } from '../../../src/ui/screens/overview/beside-tiles.ts';

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
  it('stands by how much the sum of total hours differs, to the last digit on hover', () => {
    expect(besideTile('logged_hours', hours('4852.1', '5324.10000004'))).toEqual({
      text: 'Σ total hours differs by 472.00 h',
      exact: 'Σ total hours differs by 472.00000004 h',
    });
    expect(besideTile('logged_hours', hours('10', '9.5'))?.text).toBe('Σ total hours differs by −0.50 h');
  });

  it('stands as hours are printed', () => {
    const printing: PrintSettings = { ...defaultSettings, hoursStyle: 'clock' };
    expect(besideTile('logged_hours', hours('10', '10.5'), printing)?.text).toBe('Σ total hours differs by 0:30');
  });

  it('stands nothing where they differ by rounding alone, or one is not known', () => {
    expect(besideTile('logged_hours', hours('4868.13333333', '4868.13333329'))).toBeUndefined();
    expect(besideTile('logged_hours', hours(null, '1'))).toBeUndefined();
  });
});

describe('beside the margin', () => {
  it('stand the hours whose cost is not known, unset or unreadable, where there are any', () => {
    expect(besideTile('margin', withoutCost('750'))?.text).toBe('12.50 h without cost left out');
    expect(besideTile('margin', withoutCost('0'))).toBeUndefined();
    expect(besideTile('margin', withoutCost(null))).toBeUndefined();
    expect(besideTile('margin', { totals: {}, notes: [] })).toBeUndefined();
  });
});
