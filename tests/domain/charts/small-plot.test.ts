/** The figure beside a small chart: of the whole period, named and dated, never a running month's. */
import { expect, test } from 'vitest';
import { findMeasure, type Measure } from '#domain/reports/definition/measures.ts';
import { reportSchema, type ReportColumn, type ReportResult } from '#domain/reports/definition/report.ts';
import type { ChartContext } from '#domain/charts/build-model.ts';
import { drawReport } from '#domain/charts/draw-report.ts';
import type { FigureText } from '#domain/charts/chart-model.ts';
import { listTotalEntries, formatTotal } from '#domain/charts/small-plot.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const figure: FigureText = (_, value) => `${value} h`;
const month = (from: string, to: string): ReportColumn => ({
  key: `${from.slice(0, 7)}-01`,
  from,
  to,
  cut: false,
  complete: true,
  values: {},
  records: 2,
});

function drawn(id: string, total: string, more: Partial<ReportResult> = {}) {
  const report = reportSchema.parse({ measures: [id], groupBy: ['client'], columns: 'month' });
  const result = reportResult({
    rows: [{ key: { client: 'Acme' }, values: { [id]: total }, records: 4, cells: { [id]: ['30', '4'] } }],
    columns: [month('2026-10-01', '2026-10-31'), month('2026-11-01', '2026-11-30')],
    period: { text: '2026-10..2026-11', from: '2026-10-01', to: '2026-11-30', calendar: 'recorded-month' },
    ...more,
  });
  const measure = findMeasure(id);
  if (!measure) throw new Error(id);
  return { ...drawReport('multiples', contextOf(report, result, measure)), result };
}

function contextOf(report: ChartContext['report'], result: ReportResult, measure: Measure): ChartContext {
  return {
    report,
    result,
    measures: [measure],
    today: '2026-11-20',
    labelOf: (_, key) => key ?? '',
    shortOf: (_, key) => key ?? '',
    spanOf: (dimension, key) => (dimension === 'month' && key !== null ? { from: key, to: key } : undefined),
    dimensionLabel: (dimension) => dimension,
    tailLabel: (groups) => `Other (${groups})`,
  };
}

test('is the period’s total, not the last, running month’s, and says so', () => {
  const { plots, result } = drawn('logged_hours', '34');
  const [plot] = plots;
  if (!plot) throw new Error('No chart');
  expect(formatTotal(plot.model, plot.total ?? null, figure)).toBe('total 34 h');
  expect(plot.model.buckets.map(({ state }) => state)).toEqual(['complete', 'soFar']);
  expect(listTotalEntries(plot.model, result)).toEqual([
    { kind: 'written', label: 'total: Logged hours, 1 Oct – 30 Nov 2026, so far' },
  ]);
});

test('of what cannot be added up it is the whole period’s own', () => {
  const { plots, result } = drawn('billable_share', '0.7');
  const [plot] = plots;
  if (!plot) throw new Error('No chart');
  expect(formatTotal(plot.model, plot.total ?? null, figure)).toBe('overall 0.7 h');
  expect(listTotalEntries(plot.model, result)[0]?.label).toMatch(/^overall: Billable share, 1 Oct – 30 Nov 2026/);
});

test('a month cut to the elapsed days of a comparison still runs', () => {
  const { plots } = drawn('logged_hours', '34', {
    columns: [month('2026-10-01', '2026-10-31'), { ...month('2026-11-01', '2026-11-19'), cut: true }],
    period: { text: '2026-10..2026-11', from: '2026-10-01', to: '2026-11-19', calendar: 'clock' },
    comparison: {
      kind: 'previous',
      period: { text: '', from: '2026-08-01', to: '2026-09-19', calendar: 'clock' },
      elapsedDays: 50,
      refused: null,
    },
  });
  expect(plots[0]?.model.buckets.map(({ state }) => state)).toEqual(['complete', 'soFar']);
});
