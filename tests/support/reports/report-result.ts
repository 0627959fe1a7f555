/** A report's answer of which a test gives only the relevant parts. */
import type { ReportResult } from '#domain/reports/definition/report.ts';

/** Without a line, of all time, complete. */
export const reportResult = (given: Partial<ReportResult> = {}): ReportResult => ({
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
  notes: [],
  amounts: 'recorded',
  ...given,
});
