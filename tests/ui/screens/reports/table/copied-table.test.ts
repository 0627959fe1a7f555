import { describe, expect, it } from 'vitest';
import { reportSchema, type ReportResult } from '#domain/reports/definition/report.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { formatTable } from '#ui/screens/reports/table/copied-table.ts';
import { createLabels } from '#domain/charts/labels.ts';
import { toGridColumns } from '#ui/screens/reports/table/grid-columns.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const labels = createLabels(
  { owners: { 7: { name: 'Anna', team: null, weeklyHours: null, activeFrom: null, activeTo: null } }, objects: {} },
  { fiscalYearStart: 1 },
);

describe('the copied table', () => {
  it('has exact figures, one line a row, and no text that a spreadsheet would run', () => {
    const report = reportSchema.parse({ measures: ['billable_value'], groupBy: ['client'] });
    const result = reportResult({
      rows: [
        { key: { client: '=HYPERLINK("x")\tA' }, values: { billable_value: '-1234.5' }, records: 1 },
        { key: { client: null }, values: { billable_value: null }, records: 1 },
      ],
      totals: { billable_value: '-1234.5' },
      total: { values: { billable_value: '-1234.5' }, records: 2 },
      records: 2,
    });
    const measures = report.measures.flatMap((id) => findMeasure(id) ?? []);
    const none = { bucketTitle: () => '', bucketState: () => '', isOpen: () => false };
    const columns = toGridColumns(report, result, measures, none, () => 0);
    expect(formatTable(report, result, columns, labels).text).toBe(
      'Client\tBillable value\n\'=HYPERLINK("x")‹TAB›A\t-1234.5\n(none)\t\nTotal\t-1234.5\n',
    );
    const several = {
      ...result,
      currencies: ['CHF', 'EUR'],
      rows: result.rows.map((row, at) => ({ ...row, currency: at === 0 ? 'CHF' : null })),
      total: { ...result.total, values: { billable_value: null }, currency: null },
    };
    expect(formatTable(report, several, columns, labels).text).toBe(
      'Client\tBillable value\tCurrency\n\'=HYPERLINK("x")‹TAB›A\t-1234.5\tCHF\n(none)\t\t\nTotal\t\t\n',
    );
  });

  const none = { bucketTitle: () => '', bucketState: () => '', isOpen: () => false };
  const copied = (measureIds: string[], result: ReportResult, groupBy = ['client']) => {
    const report = reportSchema.parse({ measures: measureIds, groupBy });
    const measures = report.measures.flatMap((id) => findMeasure(id) ?? []);
    return formatTable(
      report,
      result,
      toGridColumns(report, result, measures, none, () => 0),
      labels,
    ).text.split('\n');
  };

  it('has of a share that changed what its copied shares differ by, and no percentage of it', () => {
    const own = (share: string) => ({ values: { billable_share: share }, records: 1 });
    const total = { ...own('0.5'), before: own('0.545'), split: null };
    const period = { text: '2026-09', from: '2026-09-01', to: '2026-09-30', calendar: 'recorded-month' as const };
    const result = reportResult({
      rows: [{ key: { client: 'Acme' }, ...total }],
      total,
      comparison: { kind: 'previous', period, elapsedDays: null, refused: null },
    });
    expect(copied(['billable_share'], result)).toEqual([
      'Client\tBillable share Now\tBillable share Before\tBillable share Change',
      'Acme\t0.5\t0.545\t-0.045',
      'Total\t0.5\t0.545\t-0.045',
      '',
    ]);
  });

  it('adds up: what is in no line has a line of its own, and digits lost by quotients have none', () => {
    const values = (margin: string | null, hours: string) => ({ margin, logged_hours: hours });
    const row = (client: string, margin: string | null) => ({
      key: { client },
      values: values(margin, '0.33333333'),
      records: 1,
    });
    const result = reportResult({
      rows: [row('A', '10'), row('B', null), row('C', '-2.5')],
      total: { values: values('12', '1'), records: 3 },
    });
    expect(copied(['margin', 'logged_hours'], result)).toEqual([
      'Client\tMargin\tLogged hours',
      'A\t10\t0.33333333',
      'B\t\t0.33333333',
      'C\t-2.5\t0.33333333',
      'In no line above\t4.5\t',
      'Total\t12\t1',
      '',
    ]);
    // Without groups there is no line that anything could be in.
    expect(copied(['margin'], { ...result, rows: [] }, [])).toEqual(['Margin', '12', '']);
  });

  it('adds up in each currency: a line of several is followed by one for each', () => {
    const own = (currency: string, value: string) => ({ currency, values: { billable_value: value } });
    const values = (value: string | null, hours: string) => ({ billable_value: value, logged_hours: hours });
    const result = reportResult({
      currencies: ['CHF', 'EUR'],
      rows: [
        { key: { client: 'A' }, values: values('10', '1'), records: 1, currency: 'CHF' },
        {
          key: { client: 'B' },
          values: values(null, '2'),
          records: 2,
          currency: null,
          amounts: [own('CHF', '1.5'), own('EUR', '20')],
        },
        { key: { client: 'C' }, values: values(null, '3'), records: 1, currency: null },
      ],
      total: {
        values: values(null, '6'),
        records: 4,
        currency: null,
        amounts: [own('CHF', '11.5'), own('EUR', '25')],
      },
    });
    expect(copied(['billable_value', 'logged_hours'], result)).toEqual([
      'Client\tBillable value\tLogged hours\tCurrency',
      'A\t10\t1\tCHF',
      'B\t\t2\t',
      'B\t1.5\t\tCHF',
      'B\t20\t\tEUR',
      'C\t\t3\t',
      'In no line above\t5\t\tEUR',
      'Total\t\t6\t',
      'Total\t11.5\t\tCHF',
      'Total\t25\t\tEUR',
      '',
    ]);
  });
});
