/** Charts of a report: exact figures, a tail that folds without losing a cent, and honest states. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { findMeasure, type Measure } from '#domain/reports/definition/measures.ts';
import {
  reportSchema,
  type ReportInput,
  type ReportResult,
  type ReportRow,
} from '#domain/reports/definition/report.ts';
import { findBucketState } from '#domain/charts/pin-state.ts';
import {
  buildColumnsModel,
  buildRowsModel,
  type ChartContext,
  splitTail,
  sumValues,
} from '#domain/charts/build-model.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

function measureOf(id: string): Measure {
  const found = findMeasure(id);
  if (!found) throw new Error(id);
  return found;
}

const result = (given: Partial<ReportResult>): ReportResult =>
  reportResult({
    period: { text: '2026-10', from: '2026-10-01', to: '2026-10-31', calendar: 'recorded-month' },
    zone: 'Europe/Berlin',
    ...given,
  });

function contextOf(report: ReportInput, answer: ReportResult): ChartContext {
  const parsed = reportSchema.parse(report);
  return {
    report: parsed,
    result: answer,
    measures: parsed.measures.map(measureOf),
    today: '2026-11-21',
    labelOf: (_dimension, key) => key ?? '(none)',
    shortOf: (_dimension, key) => key ?? '(none)',
    spanOf: () => undefined,
    dimensionLabel: (dimension) => dimension,
    tailLabel: (groups) => `Other (${groups})`,
  };
}

const row = (person: string, values: ReportRow['values'], more: Partial<ReportRow> = {}): ReportRow => ({
  key: { person },
  values,
  records: 1,
  ...more,
});

const weekRow = (week: string | null, hours: string): ReportRow => ({
  key: { week },
  values: { logged_hours: hours },
  records: 1,
});

const sum = (values: readonly (string | null)[]) =>
  formatUnits(values.reduce((total, each) => total + (each === null ? 0n : toUnits(each)), 0n));

describe('a chart of groups', () => {
  test('never has more than twelve, and what it draws adds up to the report’s total', () => {
    const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 60 }), (amounts) => {
        const rows = amounts.map((units, at) => row(`p${at}`, { billable_value: formatUnits(units) }));
        const model = buildRowsModel(
          contextOf({ measures: ['billable_value'], groupBy: ['person'] }, result({ rows })),
          [measureOf('billable_value')],
          12,
        );
        expect(model.buckets.length).toBeLessThanOrEqual(12);
        expect(sum(model.series[0]?.values ?? [])).toBe(
          sum(rows.map(({ values }) => values['billable_value'] ?? null)),
        );
        expect(model.series[0]?.values).toHaveLength(model.buckets.length);
      }),
      { seed: 20261121 },
    );
  });

  test('leaves out, and says so, what cannot be added up', () => {
    const rows = Array.from({ length: 20 }, (_, at) => row(`p${at}`, { billable_share: '0.5' }));
    const measures = [measureOf('billable_share')];
    const model = buildRowsModel(
      contextOf({ measures: ['billable_share'], groupBy: ['person'] }, result({ rows })),
      measures,
      12,
    );
    expect(model.buckets.map(({ label }) => label)).not.toContain('Other (9)');
    expect(model.notDrawn).toBe(9);
  });

  test('keeps unknown apart from nothing', () => {
    const rows = [row('a', { margin: null }), row('b', { margin: '0' })];
    const model = buildRowsModel(contextOf({ measures: ['margin'], groupBy: ['person'] }, result({ rows })), [
      measureOf('margin'),
    ]);
    expect(model.series[0]?.values).toEqual([null, '0']);
  });

  test('has the compared period’s figures beside its own, and none of a comparison that was refused', () => {
    const before = { values: { logged_hours: '3' }, records: 1 };
    const rows = [row('a', { logged_hours: '5' }, { before })];
    const period = { text: '2026-09', from: '2026-09-01', to: '2026-09-30', calendar: 'recorded-month' as const };
    const beforeOf = (refused: string | null) => {
      const comparison = { kind: 'previous' as const, period, elapsedDays: null, refused };
      const context = contextOf(
        { measures: ['logged_hours'], groupBy: ['person'], compare: 'previous', period: '2026-10' },
        result({ rows, comparison }),
      );
      return buildRowsModel(context, context.measures).series[0]?.before;
    };
    expect(beforeOf(null)).toEqual(['3']);
    expect(beforeOf('The records of September are not here.')).toBeUndefined();
  });

  test('opens the row of a mark; the tail that only the chart grouped opens nothing', () => {
    const rows = Array.from({ length: 14 }, (_, at) => row(`p${at}`, { billable_value: String(100 - at) }));
    const context = contextOf({ measures: ['billable_value'], groupBy: ['person'] }, result({ rows }));
    const model = buildRowsModel(context, context.measures, 12);
    expect(model.markAt(2, 0)).toEqual({ measure: 'billable_value', key: { person: 'p2' }, isTail: false });
    expect(model.buckets[11]).toMatchObject({ label: 'Other (3)', folded: 3 });
    expect(model.markAt(11, 0)).toBeUndefined();
  });
});

describe('a chart over columns', () => {
  const column = (key: string, complete = true) => ({
    key,
    from: null,
    to: null,
    cut: false,
    complete,
    values: {},
    records: 1,
  });

  test('folds the smallest lines column by column, exactly', () => {
    const rows = Array.from({ length: 15 }, (_, at) =>
      row(`p${at}`, { logged_hours: String(at) }, { cells: { logged_hours: [`0.${at + 10}`, null] } }),
    );
    const context = contextOf(
      { measures: ['logged_hours'], groupBy: ['person'], columns: 'week' },
      result({ rows, columns: [column('2026-10-05'), column('2026-10-12', false)] }),
    );
    const model = buildColumnsModel(context, measureOf('logged_hours'));
    expect(model.series).toHaveLength(12);
    expect(model.series.at(-1)).toMatchObject({ label: 'Other (4)', values: ['0.46', null] });
    expect(sum(model.series.map(({ values }) => values[0] ?? null))).toBe(
      sum(rows.map(({ cells }) => cells?.['logged_hours']?.[0] ?? null)),
    );
    expect(model.buckets.map(({ state }) => state)).toEqual(['complete', 'soFar']);
  });

  test('hatches no column for damaged names: every record is in it', () => {
    const here = { complete: false, allRecordsHere: true as const };
    const context = contextOf(
      { measures: ['logged_hours'], groupBy: ['person'], columns: 'week' },
      result({ ...here, rows: [row('p', {})], columns: [{ ...column('2026-10-05'), ...here }] }),
    );
    expect(buildColumnsModel(context, measureOf('logged_hours')).buckets.map(({ state }) => state)).toEqual([
      'complete',
    ]);
  });

  test('has no rest of what cannot be added up: it says how many lines it leaves out', () => {
    const rows = Array.from({ length: 15 }, (_, at) =>
      row(`p${at}`, { billable_share: `0.${at + 10}` }, { cells: { billable_share: [`0.${at + 10}`] } }),
    );
    const context = contextOf(
      { measures: ['billable_share'], groupBy: ['person'], columns: 'week' },
      result({ rows, columns: [column('2026-10-05')] }),
    );
    const model = buildColumnsModel(context, measureOf('billable_share'));
    expect(model.notDrawn).toBe(4);
    expect(model.series.map(({ values }) => values[0])).toEqual(rows.slice(4).map((_, at) => `0.${at + 14}`));
  });
});

describe('a chart over time', () => {
  const span = (_dimension: string, key: string | null) => (key === null ? undefined : { from: key, to: key });

  test('draws no point for records without a date', () => {
    const rows = [weekRow('2026-10-12', '2'), weekRow(null, '9'), weekRow('2026-10-05', '1')];
    const context = contextOf({ measures: ['logged_hours'], groupBy: ['week'] }, result({ rows }));
    const model = buildRowsModel({ ...context, spanOf: span }, context.measures);
    expect(model.buckets.map(({ key }) => key)).toEqual(['2026-10-05', '2026-10-12']);
    expect(model.series[0]?.values).toEqual(['1', '2']);
    expect(model.markAt(0, 0)?.key).toEqual({ week: '2026-10-05' });
  });

  test('tells a month of which nothing was fetched from one that may still grow', () => {
    const month = (key: string, records: number) => ({
      key,
      from: key,
      to: `${key.slice(0, 8)}28`,
      cut: false,
      complete: false,
      values: {},
      records,
    });
    const context = contextOf(
      { measures: ['logged_hours'], columns: 'month' },
      result({
        complete: false,
        missing: ['2026-08-01', '2026-09-01'],
        columns: [month('2026-08-01', 0), month('2026-09-01', 3)],
        total: { values: { logged_hours: '3' }, records: 3, cells: { logged_hours: [null, '3'] } },
      }),
    );
    const { buckets } = buildColumnsModel({ ...context, spanOf: span }, measureOf('logged_hours'));
    expect(buckets.map(({ state }) => state)).toEqual(['missing', 'soFar']);
  });

  test('draws no column of records without a date, and opens the columns it does draw', () => {
    const whole = { cut: false, complete: true, values: {}, records: 1 };
    const column = (key: string | null) => ({ ...whole, key, from: key, to: key });
    const rows = [row('p', { logged_hours: '12' }, { cells: { logged_hours: ['9', '1', '2'] } })];
    const context = contextOf(
      { measures: ['logged_hours'], groupBy: ['person'], columns: 'week' },
      result({ rows, columns: [column(null), column('2026-10-05'), column('2026-10-12')] }),
    );
    const model = buildColumnsModel({ ...context, spanOf: span }, measureOf('logged_hours'));
    expect(model.buckets.map(({ key }) => key)).toEqual(['2026-10-05', '2026-10-12']);
    expect(model.series[0]?.values).toEqual(['1', '2']);
    expect(model.markAt(0, 0)).toMatchObject({ columnKey: '2026-10-05' });
  });

  test('tells the rest beyond the top once', () => {
    const rows = [
      ...Array.from({ length: 13 }, (_, at) =>
        row(`p${at}`, { logged_hours: String(90 - at) }, { cells: { logged_hours: ['1'] } }),
      ),
      row('', { logged_hours: '500' }, { folded: 7, cells: { logged_hours: ['5'] } }),
    ];
    const columns = [{ key: '2026-10-05', from: null, to: null, cut: false, complete: true, values: {}, records: 1 }];
    const context = contextOf(
      { measures: ['logged_hours'], groupBy: ['person'], columns: 'week', top: { count: 13 } },
      result({ rows, columns }),
    );
    const model = buildColumnsModel(context, measureOf('logged_hours'));
    expect(model.series.filter(({ folded }) => folded !== undefined)).toMatchObject([
      { label: 'Other (9)', values: ['7'] },
    ]);
    expect(model.series).toHaveLength(12);
  });
});

describe('the state of a bucket', () => {
  const october = { from: '2026-10-01', to: '2026-10-31' };
  const whole = { missing: [], complete: true, period: { text: '', from: '', to: '', calendar: 'clock' as const } };
  test.each([
    ['whole and past', october, 3, whole, 'complete'],
    ['running', { from: '2026-11-01', to: '2026-11-30' }, 3, whole, 'soFar'],
    ['partly fetched', october, 3, { ...whole, complete: false, missing: ['2026-10-01'] }, 'soFar'],
    ['not fetched', october, 0, { ...whole, complete: false, missing: ['2026-10-01'] }, 'missing'],
    ['read but not proven', october, 3, { ...whole, complete: false, missing: ['2026-09-01'] }, 'soFar'],
    ['read, found empty, but not proven', october, 0, { ...whole, complete: false, missing: ['2026-09-01'] }, 'soFar'],
    [
      'of an unbounded report over a store that is not whole',
      october,
      3,
      { ...whole, complete: false, period: null },
      'soFar',
    ],
  ] as const)('is told when %s', (_, span, records, answer, state) => {
    expect(
      findBucketState(span, records, { ...answer, comparison: null, missing: [...answer.missing] }, '2026-11-21'),
    ).toBe(state);
  });
});

describe('folding', () => {
  test('never makes a rest of one', () => {
    expect(splitTail(['3', '2', '1'], 3)).toEqual({ drawn: [0, 1, 2], rest: [] });
    expect(splitTail(['1', '9', '5', '7'], 3)).toEqual({ drawn: [1, 3], rest: [0, 2] });
  });
  test('sums only what is known', () => {
    expect(sumValues([null, '0.1', '0.2', undefined])).toBe('0.3');
    expect(sumValues([null])).toBeNull();
  });
});

test('months that were not fetched have their place on the axis, without a figure', () => {
  const context = contextOf(
    { measures: ['logged_hours'], groupBy: ['month'] },
    result({
      complete: false,
      missing: ['2026-08-01', '2026-09-01'],
      rows: [
        { key: { month: '2026-09-01' }, values: { logged_hours: '3' }, records: 2 },
        { key: { month: '2026-10-01' }, values: { logged_hours: '5' }, records: 4 },
      ],
    }),
  );
  const spanOf = (_dimension: string, key: string | null) =>
    key === null ? undefined : { from: key, to: `${key.slice(0, 8)}28` };
  const model = buildRowsModel({ ...context, spanOf }, [measureOf('logged_hours')]);
  expect(model.buckets.map(({ key, state }) => [key, state])).toEqual([
    ['2026-08-01', 'missing'],
    ['2026-09-01', 'soFar'],
    ['2026-10-01', 'soFar'],
  ]);
  expect(model.series[0]?.values).toEqual([null, '3', '5']);
});

test('a month that is not whole puts no week or day of its own on the axis', () => {
  const context = contextOf(
    { measures: ['logged_hours'], groupBy: ['week'] },
    result({
      complete: false,
      missing: ['2026-06-01', '2026-10-01'],
      rows: [
        { key: { week: '2026-09-21' }, values: { logged_hours: '3' }, records: 2 },
        { key: { week: '2026-10-05' }, values: { logged_hours: '5' }, records: 4 },
      ],
    }),
  );
  for (const days of [0, 6]) {
    const spanOf = (_dimension: string, key: string | null) =>
      key === null
        ? undefined
        : { from: key, to: `${key.slice(0, 8)}${String(Number(key.slice(8)) + days).padStart(2, '0')}` };
    const { buckets } = buildRowsModel({ ...context, spanOf }, [measureOf('logged_hours')]);
    expect(buckets.map(({ key }) => key)).toEqual(['2026-09-21', '2026-10-05']);
  }
});
