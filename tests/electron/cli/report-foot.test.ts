import { expect, test } from 'vitest';
import { basisLines } from '../../../electron/cli/report-foot.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { reportResult } from '../../support/report-result.ts';

test('the line below a table names a currency only where it has money, and all of it is of that one', () => {
  const settings = { ...defaultSettings, currency: 'EUR' };
  const basis = (measures: string[], result = reportResult()) =>
    basisLines({ report: { measures }, result, settings }).join(' ');
  const mixed = reportResult({ notes: [{ kind: 'mixed-currencies', records: null, minutes: null }] });
  expect(basis(['logged_hours', 'margin'])).toContain('EUR');
  expect(basis(['margin'], mixed)).not.toContain('EUR');
  expect(basis(['logged_hours', 'margin_percent'])).not.toContain('EUR');
});
