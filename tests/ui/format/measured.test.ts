import { expect, it } from 'vitest';
import { defaultSettings } from '#domain/settings.ts';
import { listTotalAmounts, formatWithUnit } from '#ui/format/measured.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const total = (currency: string | null, amounts?: Record<string, Record<string, string | null>>) =>
  reportResult({
    currencies: ['CHF', 'EUR'],
    total: {
      records: 2,
      values: { logged_hours: '4', billable_value: currency && '10', margin_percent: null },
      currency,
      ...(amounts && { amounts: Object.entries(amounts).map(([label, values]) => ({ currency: label, values })) }),
    },
  });

it('a total in which currencies meet has an amount of each, and one that is one figure has none', () => {
  const mixed = total(null, {
    CHF: { billable_value: '-12.345', margin_percent: '40' },
    EUR: { billable_value: '4100', margin_percent: null },
  });
  expect(listTotalAmounts('billable_value', mixed, defaultSettings)).toEqual(['−12.35 CHF', '4,100.00 EUR']);
  // A percentage says its currency only beside another's.
  expect(listTotalAmounts('margin_percent', mixed, defaultSettings)).toEqual(['40.0 %']);
  expect(listTotalAmounts('logged_hours', mixed, defaultSettings)).toEqual([]);
  expect(listTotalAmounts('billable_value', total('EUR'), defaultSettings)).toEqual([]);
});

it('what is not known is a dash without a unit', () => {
  expect(formatWithUnit('logged_hours', '312.4', defaultSettings)).toBe('312.40 h');
  expect(formatWithUnit('logged_hours', null, defaultSettings)).toBe('–');
  expect(formatWithUnit('billable_value', undefined, defaultSettings, 'EUR')).toBe('–');
});
