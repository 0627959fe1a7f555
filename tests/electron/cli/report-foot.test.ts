import { expect, test } from 'vitest';
import { basisLines } from '../../../electron/cli/report-foot.ts';
import { reportResultSchema } from '../../../src/domain/reports/report.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';

const mixed = [{ kind: 'mixed-currencies' as const, records: null, minutes: null }];

test('the line below a table names a currency only where all its money has it', () => {
  const result = (notes: typeof mixed) =>
    reportResultSchema.parse({
      asOf: null,
      complete: true,
      rows: [],
      subtotals: [],
      columns: [],
      totals: {},
      total: { values: {}, records: 0 },
      records: 0,
      period: null,
      calendar: 'recorded',
      zone: 'UTC',
      missing: [],
      comparison: null,
      notes,
    });
  const settings = { ...defaultSettings, currency: 'EUR' };
  expect(basisLines(result([]), settings).join(' ')).toContain('EUR');
  expect(basisLines(result(mixed), settings).join(' ')).not.toContain('EUR');
});
