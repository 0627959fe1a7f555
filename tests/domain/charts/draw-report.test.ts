/** Which picture a report gets: the one that answers it, and never an empty one while something is known. */
import { expect, test } from 'vitest';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { presets } from '#domain/reports/definition/presets.ts';
import { reportSchema, type Figures, type ReportInput, type ReportResult } from '#domain/reports/definition/report.ts';
import type { ChartContext } from '#domain/charts/build-model.ts';
import { drawReport } from '#domain/charts/draw-report.ts';
import { defaultSettings } from '#domain/settings.ts';
import { toBarMarks, isWithoutBar, createTickFormatter, toStackTotals } from '#ui/charts/geometry.ts';
import { toLegend } from '#domain/charts/legend.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

type Values = Figures['values'];

function contextOf(report: ReportInput, lines: readonly Values[], more: Partial<ReportResult> = {}): ChartContext {
  const parsed = reportSchema.parse(report);
  const dimension = parsed.groupBy[0] ?? '';
  return {
    report: parsed,
    result: reportResult({
      rows: lines.map((values, at) => ({ key: { [dimension]: `line ${at}` }, values, records: 1 })),
      records: lines.length,
      ...more,
    }),
    measures: parsed.measures.map((id) => findMeasure(id)!),
    today: '2026-11-21',
    labelOf: (_dimension, key) => key ?? '(none)',
    shortOf: (_dimension, key) => key ?? '(none)',
    spanOf: () => undefined,
    dimensionLabel: (name) => name,
    tailLabel: (groups) => `Other (${groups})`,
  };
}

const presetReport = (id: string) => presets.find((each) => each.id === id)!.file.report;
const seriesOf = (drawn: ReturnType<typeof drawReport>) =>
  drawn.plots[0]!.model.series.map(({ measure }) => measure.id);

test('people without weekly hours have no gap: their logged hours are drawn, and that is said', () => {
  const lines = [
    { logged_hours: '160', gap_hours: null },
    { logged_hours: '150', gap_hours: null },
  ];
  const drawn = drawReport('bars', contextOf(presetReport('people'), lines));
  expect(seriesOf(drawn)).toEqual(['logged_hours']);
  expect(drawn.instead).toMatchObject({ subject: { id: 'gap_hours' }, drawn: { id: 'logged_hours' } });
  const known = drawReport('bars', contextOf(presetReport('people'), [{ logged_hours: '160', gap_hours: '-4' }]));
  expect(seriesOf(known)).toEqual(['gap_hours']);
  expect(known.instead).toBeUndefined();
});

test('margin is drawn as cost within value, with its own figures at the end', () => {
  const line = { billable_value: '100', recorded_cost: '60', margin: '38', margin_percent: '38.7' };
  const drawn = drawReport('billable-cost', contextOf(presetReport('margin'), [line]));
  const { model } = drawn.plots[0]!;
  expect(drawn.shapes).toBeUndefined();
  expect(seriesOf(drawn)).toEqual(['billable_value', 'recorded_cost', 'margin', 'margin_percent']);
  expect(model.pair).toEqual({ whole: 0, inner: 1, written: [2, 3] });
  expect(model.markAt(0, 2)).toMatchObject({ measure: 'margin' });
  expect(toLegend(model, 'EUR', true).map(({ label }) => label)).toEqual([
    'Billable value',
    'Cost',
    'in EUR',
    'at the end: Margin · Margin %',
  ]);
});

test('without cost a report of margin still shows the value', () => {
  const line = { billable_value: '100', recorded_cost: null, margin: null, margin_percent: null };
  const drawn = drawReport('billable-cost', contextOf(presetReport('margin'), [line]));
  expect(drawn.plots[0]!.model.pair).toBeUndefined();
  expect(seriesOf(drawn)).toEqual(['billable_value']);
});

test('amounts of several currencies share no axis: another figure of the report is drawn, or nothing, and why is said', () => {
  const lines = [
    { billable_value: '900', effective_rate: '90', billable_logged_hours: '10' },
    { billable_value: '800', effective_rate: '100', billable_logged_hours: '8' },
  ];
  const several = { currencies: ['CHF', 'EUR'] };
  const report = { measures: ['billable_value', 'effective_rate', 'billable_logged_hours'], groupBy: ['client'] };
  for (const kind of ['bars', 'billable-cost'] as const) {
    const drawn = drawReport(kind, contextOf(report, lines, several));
    expect(seriesOf(drawn)).toEqual(['billable_logged_hours']);
    expect(drawn).toMatchObject({ mixesAmounts: true, instead: { subject: { id: 'billable_value' } } });
  }
  const money = { ...report, measures: ['billable_value', 'effective_rate'] };
  expect(drawReport('bars', contextOf(money, lines, several))).toMatchObject({ plots: [], mixesAmounts: true });
  const hours = { ...report, measures: ['billable_logged_hours', 'billable_value'] };
  expect(drawReport('bars', contextOf(hours, lines, several))).toMatchObject({
    mixesAmounts: false,
    instead: undefined,
  });
  // Of one currency, whichever, they do.
  const one = drawReport('bars', contextOf(money, lines, { currencies: ['CHF'] }));
  expect(seriesOf(one)).toContain('billable_value');
});

test('billable hours lie within logged hours; compared with another period, the period before takes their place', () => {
  const line = { logged_hours: '10', billable_logged_hours: '6', billable_share: '0.6' };
  const report = presetReport('categories');
  expect(drawReport('bars', contextOf(report, [line])).plots[0]!.model.pair).toBeDefined();
  const comparison = { kind: 'previous' as const, period: null, elapsedDays: null, refused: null };
  const compared = drawReport('bars', contextOf(report, [line], { comparison }));
  expect(compared.plots[0]!.model.pair).toBeUndefined();
  expect(compared.plots[0]!.model.series[0]?.before).toBeDefined();
});

test('of a pair whose rest is longer than every bar neither is drawn: one alone would lie', () => {
  const lines = Array.from({ length: 60 }, (_, at) => ({ logged_hours: String(100 - at), billable_logged_hours: '1' }));
  const { model } = drawReport('bars', contextOf(presetReport('services'), lines)).plots[0]!;
  const rest = toBarMarks(model).at(-1)!;
  expect(model.buckets.at(-1)?.folded).toBe(21);
  expect([rest['s0'], rest['s1']]).toEqual([0, 0]);
  // The figure is exact all the same, and it is said that it has no bar; what is 0 needs none.
  expect(model.series[0]?.values.at(-1)).toBe('1071');
  const marks = toBarMarks(model);
  const without = model.buckets.map((_, index) => isWithoutBar(model, marks, { index, at: 0 }));
  expect(without).toEqual(model.buckets.map(({ folded }) => folded !== undefined));
  expect(
    isWithoutBar({ series: [{ ...model.series[0]!, values: ['0'] }] }, [{ index: 0, s0: 0 }], { index: 0, at: 0 }),
  ).toBe(false);
});

const clock = { ...defaultSettings, hoursStyle: 'clock' as const };

test('figures above bars are those of the whole stack, and none where a bar ends below 0', () => {
  const [billable, other] = ['billable_logged_hours', 'nonbillable_hours'].map((id) => findMeasure(id)!);
  const buckets = [{ key: 'a', label: 'a', short: 'a', state: 'complete' as const, cut: false }];
  const series = (value: string) => [
    { id: 'b', label: 'b', measure: billable!, values: ['700.25'] },
    { id: 'n', label: 'n', measure: other!, values: [value] },
  ];
  expect(toStackTotals({ buckets, series: series('403.75') }, defaultSettings)).toEqual({
    texts: ['1,104'],
    tops: [1104],
  });
  expect(toStackTotals({ buckets, series: series('403.5') }, clock)?.texts).toEqual(['1,103:45']);
  expect(toStackTotals({ buckets, series: series('-1') }, defaultSettings)).toBeUndefined();
});

test('ticks leave the unit to the axis', () => {
  expect(createTickFormatter('share', defaultSettings)(0.5)).toBe('50');
  expect(createTickFormatter('money', clock)(-12_500)).toBe('−12.5k');
  expect(createTickFormatter('hours', defaultSettings)(1250)).toBe('1.25k');
});

test('where hours are h:mm, ticks of hours are too, and thousands are counted where there is no room', () => {
  const ticks = [-40, 0, 1250, 12_500].map(createTickFormatter('hours', clock));
  expect(ticks).toEqual(['−40:00', '0:00', '1,250:00', '12.5k']);
});

test('lines that are ordered by their changes are drawn as these: new ones rise from 0, gone ones fall to it', () => {
  const line = (key: string, now: string | null, before: string | null) => ({
    key: { client: key },
    values: { billable_value: now },
    records: now === null ? 0 : 1,
    before: before === null ? null : { values: { billable_value: before }, records: 1 },
  });
  const rows = [line('Acme', '100', '130.5'), line('Brook', '20', null), line('Cedar', null, '7')];
  const comparison = { kind: 'previous' as const, period: null, elapsedDays: null, refused: null };
  const drawn = drawReport('bars', contextOf(presetReport('movers'), [], { rows, comparison }));
  const { model } = drawn.plots[0]!;
  const [series] = model.series;
  expect(series).toMatchObject({ label: 'Billable value, change', values: ['-30.5', '20', '-7'] });
  expect(series?.before).toBeUndefined();
  expect(model.markAt(0, 0)).toMatchObject({ key: { client: 'Acme' }, isChange: true });
});
