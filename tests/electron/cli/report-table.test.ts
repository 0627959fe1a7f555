import { describe, expect, test } from 'vitest';
import { formatReport } from '#electron/cli/report-table.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import { reportSchema, type Report, type ReportResult } from '#domain/reports/definition/report.ts';
import { unlistedText } from '#texts/reports/reports.ts';
import { defaultSettings } from '#domain/settings.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const figures = (logged: string, gap: string | null) => ({
  values: { logged_hours: logged, gap_hours: gap },
  records: 1,
});
const person = (id: string, logged: string, gap: string | null) => ({
  key: { platform_owner_id: id },
  ...figures(logged, gap),
});

function printed(
  rows: ReportResult['rows'],
  total: ReportResult['total'],
  { report: other, ...more }: Partial<ReportResult> & { readonly report?: Report } = {},
): string[] {
  const report =
    other ?? reportSchema.parse({ measures: ['logged_hours', 'gap_hours'], groupBy: ['platform_owner_id'] });
  const result = reportResult({ rows, totals: total.values, total, records: rows.length, ...more });
  const settings = { ...defaultSettings, zone: 'UTC' };
  return formatReport({ report, result, settings, directory: emptyDirectory });
}

describe('what printed lines lack to the printed total', () => {
  test('a figure that no line tells is not called a rounding difference, which is noted below', () => {
    const third = '0.33333333';
    const lines = printed(
      [person('a', third, '39.66666667'), person('b', third, '39.66666667'), person('c', third, null)],
      figures('1', '79'),
    );
    expect(lines.find((each) => each.startsWith('In no line above'))).toMatch(/^In no line above {2,}-0\.34$/);
    expect(lines.join('\n')).not.toContain('Rounding difference');
    // In words, below the table.
    expect(lines).toContain(unlistedText);
    expect(lines).toContain(
      'Lines are rounded one by one: in “Logged hours” they add up to 0.99, the total is 1.00 (difference +0.01).',
    );
  });

  test('is said in no line where nothing lacks', () => {
    const lines = printed([person('a', '1', '39'), person('b', '2', '38')], figures('3', '77'));
    expect(lines.join('\n')).not.toMatch(/In no line above|Rounding difference|rounded one by one/);
  });

  test('a week that the month cuts says so', () => {
    const report = reportSchema.parse({ measures: ['logged_hours'], groupBy: ['week'] });
    const week = (key: string | null) => ({ key: { week: key }, values: { logged_hours: '1' }, records: 1 });
    const rows = ['2026-09-28', '2026-10-05', null].map(week);
    const period = { text: '2026-10', from: '2026-10-01', to: '2026-10-31', calendar: 'recorded-month' as const };
    const total = { values: { logged_hours: '3' }, records: 3 };
    const lines = printed(rows, total, { report, period, weeks: 'recorded' });
    expect(lines.map((each) => each.split('  ')[0])).toEqual(
      expect.arrayContaining(['part of week 40 (1–4 Oct)', 'W41 2026 (5–11 Oct)', '(no date)']),
    );
    expect(lines.join()).toContain('recorded weeks from');
    expect(printed(rows, total, { report, period, weeks: 'sunday' }).join()).toContain('weeks from Sunday');
    expect(printed(rows, total, { report, period }).join()).not.toContain('weeks ');
  });
});

test('a share changes by points, anything else by its own unit', () => {
  const report = reportSchema.parse({ measures: ['billable_share', 'logged_hours'], groupBy: ['client'] });
  const own = (share: string, hours: string) => ({
    values: { billable_share: share, logged_hours: hours },
    records: 1,
  });
  const total = { ...own('0.5', '3'), before: own('0.545', '1.5'), split: null };
  const period = { text: '2026-09', from: '2026-09-01', to: '2026-09-30', calendar: 'recorded-month' as const };
  const comparison = { kind: 'previous' as const, period, elapsedDays: null, refused: null };
  const lines = printed([{ key: { client: 'Acme' }, ...total }], total, { report, comparison });
  expect(lines.find((each) => each.startsWith('Acme'))).toMatch(/50\.0 % +54\.5 % +-4\.5 pts +3\.00 +1\.50 +\+1\.50/);
});

test('where money is of several currencies each amount says its own, and the total has an amount of each', () => {
  const report = reportSchema.parse({ measures: ['billable_value', 'logged_hours'], groupBy: ['client'] });
  const line = (value: string | null, currency: string | null) => ({
    values: { billable_value: value, logged_hours: '1' },
    records: 1,
    currency,
  });
  const own = (currency: string, value: string) => ({ currency, values: { billable_value: value } });
  const total = { ...line(null, null), amounts: [own('CHF', '1234.5'), own('EUR', '90')] };
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
    amounts: 'recorded',
    currencies: ['CHF', 'EUR'],
  };
  const settings = { ...defaultSettings, zone: 'UTC', currency: 'EUR' };
  const lines = formatReport({ report, result, settings, directory: emptyDirectory });
  expect(lines.find((each) => each.startsWith('Acme'))).toMatch(/^Acme +1,234\.50 CHF +1\.00/);
  expect(lines.find((each) => each.startsWith('Brook'))).toMatch(/^Brook +90\.00 EUR +1\.00/);
  expect(lines.find((each) => each.startsWith('Total'))).toMatch(/^Total +1,234\.50 CHF · 90\.00 EUR +1\.00/);
  expect(lines.join('\n')).not.toContain('amounts in');
});

test('a key has its other spellings beside it, in lines and above columns, and what cannot be seen in it is visible', () => {
  const report = reportSchema.parse({ measures: ['logged_hours'], groupBy: ['service_name'], columns: 'client' });
  const line = (key: string) => ({
    key: { a552213_service_name: key },
    values: { logged_hours: '1' },
    records: 1,
    cells: { logged_hours: ['1'] },
  });
  const column = {
    key: 'Acme',
    values: { logged_hours: '2' },
    records: 2,
    from: null,
    to: null,
    cut: false,
    complete: true,
  };
  const lines = printed(
    [line('Audit'), line('Audit ')],
    { values: { logged_hours: '2' }, records: 2, cells: { logged_hours: ['2'] } },
    {
      report,
      columns: [column],
      spellings: [
        { group: 'a552213_service_name', key: 'Audit', others: ['AUDIT', 'audit'] },
        { group: 'client', key: 'Acme', others: ['ACME'] },
      ],
    },
  );
  expect(lines[0]).toContain('Acme (also ACME)');
  expect(lines.map((each) => each.split('  ')[0])).toEqual(
    expect.arrayContaining(['Audit (also AUDIT, audit)', 'Audit‹blank›']),
  );
});
