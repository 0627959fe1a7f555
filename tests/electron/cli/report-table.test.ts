import { describe, expect, test } from 'vitest';
import { reportLines } from '../../../electron/cli/report-table.ts';
import { emptyDirectory } from '../../../src/domain/directory.ts';
import { reportSchema, type ReportResult } from '../../../src/domain/reports/report.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';

const figures = (logged: string, gap: string | null) => ({
  values: { logged_hours: logged, gap_hours: gap },
  records: 1,
});
const person = (id: string, logged: string, gap: string | null) => ({
  key: { platform_owner_id: id },
  ...figures(logged, gap),
});

function printed(rows: ReportResult['rows'], total: ReportResult['total']): string[] {
  const report = reportSchema.parse({ measures: ['logged_hours', 'gap_hours'], groupBy: ['platform_owner_id'] });
  const result: ReportResult = {
    asOf: null,
    complete: true,
    rows,
    subtotals: [],
    columns: [],
    totals: total.values,
    total,
    records: rows.length,
    period: null,
    calendar: 'recorded',
    zone: 'UTC',
    missing: [],
    comparison: null,
    notes: [],
  };
  const settings = { ...defaultSettings, zone: 'UTC' };
  return reportLines({ report, result, settings, directory: emptyDirectory, sentences: [] });
}

describe('what printed lines lack to the printed total', () => {
  test('a figure that no line tells is not called a rounding difference, and stands beside one', () => {
    const third = '0.33333333';
    const lines = printed(
      [person('a', third, '39.66666667'), person('b', third, '39.66666667'), person('c', third, null)],
      figures('1', '79'),
    );
    expect(lines.find((each) => each.startsWith('In no line above'))).toMatch(/^In no line above {2,}-0\.34$/);
    expect(lines.find((each) => each.startsWith('Rounding difference'))).toMatch(/^Rounding difference {2,}\+0\.01$/);
  });

  test('is said in no line where nothing lacks', () => {
    const lines = printed([person('a', '1', '39'), person('b', '2', '38')], figures('3', '77'));
    expect(lines.join('\n')).not.toMatch(/In no line above|Rounding difference/);
  });
});

test('where money is of several currencies each amount says its own, and the total says nothing', () => {
  const report = reportSchema.parse({ measures: ['billable_value', 'logged_hours'], groupBy: ['client'] });
  const line = (value: string | null, currency: string | null) => ({
    values: { billable_value: value, logged_hours: '1' },
    records: 1,
    currency,
  });
  const total = line(null, null);
  const result: ReportResult = {
    asOf: null,
    complete: true,
    rows: [
      { key: { client: 'Acme' }, ...line('1234.5', 'CHF') },
      { key: { client: 'Brook' }, ...line('90', 'EUR') },
    ],
    subtotals: [],
    columns: [],
    totals: total.values,
    total,
    records: 2,
    period: null,
    calendar: 'recorded',
    zone: 'UTC',
    missing: [],
    comparison: null,
    notes: [{ kind: 'mixed-currencies', records: null, minutes: null }],
    currencies: ['CHF', 'EUR'],
  };
  const settings = { ...defaultSettings, zone: 'UTC', currency: 'EUR' };
  const lines = reportLines({ report, result, settings, directory: emptyDirectory, sentences: [] });
  expect(lines.find((each) => each.startsWith('Acme'))).toMatch(/^Acme +1,234\.50 CHF +1\.00/);
  expect(lines.find((each) => each.startsWith('Brook'))).toMatch(/^Brook +90\.00 EUR +1\.00/);
  expect(lines.find((each) => each.startsWith('Total'))).toMatch(/^Total +1\.00/);
  expect(lines.join('\n')).not.toContain('amounts in');
});
