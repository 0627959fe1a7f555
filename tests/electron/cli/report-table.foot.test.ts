import { expect, test } from 'vitest';
import { formatBasis } from '#electron/cli/report-table.ts';
import { defaultSettings } from '#domain/settings.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

test('the line below a table names a currency only where it has money, and all of it is of that one', () => {
  const settings = { ...defaultSettings, currency: 'EUR' };
  const basis = (measures: string[], result = reportResult()) =>
    formatBasis({ report: { measures }, result, settings }).join(' ');
  const mixed = reportResult({ notes: [{ kind: 'mixed-currencies', records: null, minutes: null }] });
  expect(basis(['logged_hours', 'margin'])).toContain('EUR');
  expect(basis(['margin'], mixed)).not.toContain('EUR');
  expect(basis(['logged_hours', 'margin_percent'])).not.toContain('EUR');
});

test('the line below a table says which amounts count, where it counts some of which the workspace chooses', () => {
  const basis = (measures: string[], amounts: 'recorded' | 'auto' | 'recorded-else-auto') =>
    formatBasis({ report: { measures }, result: reportResult({ amounts }), settings: defaultSettings }).join(' ');
  expect(basis(['billable_value'], 'recorded')).toContain('recorded amounts count,');
  expect(basis(['margin'], 'auto')).toContain('automatic amounts count');
  expect(basis(['effective_rate'], 'recorded-else-auto')).toContain('recorded amounts count, else automatic ones');
  expect(basis(['billable_amount', 'logged_hours'], 'auto')).not.toContain('amounts count');
});
