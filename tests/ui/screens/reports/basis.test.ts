import { expect, it } from 'vitest';
import { formatBasis } from '#electron/cli/report-table.ts';
import { reportSchema, type ReportResult } from '#domain/reports/definition/report.ts';
import { defaultSettings } from '#domain/settings.ts';
import { listBasisParts } from '#ui/screens/reports/basis.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

it('the line below a report names a currency only where it shows money, and the one its money has', () => {
  const settings = { ...defaultSettings, zone: 'UTC', currency: 'EUR' };
  const basis = (measures: string[], result = reportResult()) =>
    listBasisParts({ report: reportSchema.parse({ measures }), result, settings }).join(' · ');
  expect(basis(['logged_hours', 'billable_value'])).toContain('amounts in EUR');
  expect(basis(['effective_rate'], reportResult({ currencies: ['CHF'] }))).toContain('amounts in CHF');
  expect(basis(['billable_value'], reportResult({ currencies: ['CHF', 'EUR'] }))).not.toContain('amounts in');
  expect(basis(['logged_hours', 'records'])).not.toContain('EUR');
});

it('the line below a report says which amounts count, where it counts some of which the workspace chooses', () => {
  const settings = { ...defaultSettings, zone: 'UTC' };
  const basis = (measures: string[], amounts: ReportResult['amounts']) =>
    listBasisParts({ report: reportSchema.parse({ measures }), result: reportResult({ amounts }), settings }).join(
      ' · ',
    );
  expect(basis(['billable_value'], 'recorded')).toContain('recorded amounts count');
  expect(basis(['effective_rate', 'records'], 'auto')).toContain('automatic amounts count');
  expect(basis(['margin_percent'], 'recorded-else-auto')).toContain('recorded amounts count, else automatic ones');
  // A property by its name is that property, whatever counts elsewhere.
  expect(basis(['billable_amount', 'logged_hours'], 'auto')).not.toContain('amounts count');
});

it('the line below a report says which weekday weeks begin on, and where a fiscal year begins, as the terminal does', () => {
  const report = reportSchema.parse({ measures: ['logged_hours'], groupBy: ['week'] });
  const settings = { ...defaultSettings, zone: 'UTC', fiscalYearStart: 4 };
  const period = { text: '2026-10', from: '2026-10-01', to: '2026-10-31', calendar: 'recorded-month' } as const;
  const result = reportResult({ period, weeks: 'recorded', recordedWeeks: 'sunday', asOf: '2026-11-20T08:00:00Z' });
  const parts = listBasisParts({ report, result, settings });
  expect(parts).toEqual([
    'by recorded month',
    'recorded weeks from Sunday',
    'years from April',
    'each rounded by itself',
    'as of 20 Nov 2026 08:00',
  ]);
  const byWeek = { ...result, period: { ...period, calendar: 'recorded-week' } } as const;
  expect(listBasisParts({ report, result: byWeek, settings })[0]).toBe('recorded weeks from Sunday');
  const [line = ''] = formatBasis({ report, result, settings });
  expect(parts.slice(0, -1).filter((part) => !line.includes(part))).toEqual([]);
});
