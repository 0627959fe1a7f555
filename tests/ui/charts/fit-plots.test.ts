/** Lying bars are drawn whole or not at all, and what is not drawn is counted. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { Bucket, ChartModel } from '#domain/charts/chart-model.ts';
import {
  computeBandHeight,
  countFittingBars,
  takeFirstBars,
  countGroupsBeyond,
  computeSpreadHeight,
  fitSmallPlots,
} from '#ui/charts/fit-plots.ts';
import { shortenText, textWidth, chooseTickStep } from '#ui/charts/geometry.ts';

const measure = findMeasure('logged_hours')!;

function bars(count: number, more: Partial<ChartModel['series'][number]> = {}): ChartModel {
  const values = Array.from({ length: count }, (_, at) => String(count - at));
  return {
    axis: 'group',
    axisLabel: 'Client',
    buckets: values.map((each): Bucket => ({ key: each, label: each, short: each, state: 'complete', cut: false })),
    series: [{ id: 'a', label: 'Logged hours', measure, values, ...more }],
    notDrawn: 0,
    markAt: (bucket) => ({ measure: measure.id, key: { client: values[bucket] ?? null }, isTail: false }),
  };
}

test('however high the panel is, the bars and the line that counts the others stay inside it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 80, max: 900 }),
      fc.boolean(),
      (many, height, hasBefore) => {
        const model = bars(many, hasBefore ? { before: [] } : {});
        const count = countFittingBars(model, height);
        const taken = computeSpreadHeight(model, count, height) + (count < many ? 26 : 0);
        expect(taken).toBeLessThanOrEqual(height);
        expect(count * computeBandHeight(model)).toBeLessThanOrEqual(taken);
        // One more would not have fitted.
        if (count < many) expect((count + 1) * computeBandHeight(model) + 8 + 26).toBeGreaterThan(height);
      },
    ),
  );
});

test('a panel too low for any bar shows one', () => {
  expect(countFittingBars(bars(5), 0)).toBe(1);
});

test('what is not drawn is counted by groups: a rest counts for what it holds', () => {
  const model = bars(5);
  const withRest = { ...model, buckets: model.buckets.map((each, at) => (at === 4 ? { ...each, folded: 31 } : each)) };
  expect(countGroupsBeyond(withRest, 2)).toBe(33);
  expect(countGroupsBeyond(withRest, 5)).toBe(0);
});

test('the bars that are drawn are the first, with their own figures and marks', () => {
  const cut = takeFirstBars(bars(5, { before: ['9', '8', '7', '6', '5'] }), 2);
  expect(cut.buckets.map(({ key }) => key)).toEqual(['5', '4']);
  expect(cut.series[0]).toMatchObject({ values: ['5', '4'], before: ['9', '8'] });
  expect(cut.markAt(1, 0)).toMatchObject({ key: { client: '4' } });
});

test('every bucket is named where the names fit, every second or third where they do not', () => {
  const weeks = Array.from({ length: 13 }, (_, at) => `16 Aug – ${at} Sep`);
  expect(chooseTickStep(weeks, 0, 32)).toBe(1);
  expect(chooseTickStep(weeks, 2000, 32)).toBe(1);
  const every = chooseTickStep(weeks, 800, 32);
  expect(every).toBeGreaterThan(1);
  // Names never touch.
  expect((800 / 13) * every).toBeGreaterThan(Math.max(...weeks.map((week) => textWidth(week, 11))));
  expect(chooseTickStep(weeks, 2000, 4)).toBe(4);
});

test('a name is cut to what fits, never to nothing', () => {
  expect(shortenText('Brightwater GmbH', 12, 200)).toBe('Brightwater GmbH');
  const cut = shortenText('Brightwater Holding GmbH & Co. KG', 12, 90);
  expect(cut).toMatch(/^Bright.*…$/);
  expect(textWidth(cut, 12)).toBeLessThanOrEqual(90);
  expect(shortenText('Brightwater', 12, 0)).toBe('B…');
});

test('rows of small charts, and the line that counts the others, stay inside the panel', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 220, max: 2000 }),
      fc.integer({ min: 130, max: 900 }),
      (plots, width, height) => {
        const fit = fitSmallPlots(plots, { width, height });
        const rows = Math.ceil(fit.count / fit.columns);
        const taken = rows * (fit.height + 20) + (rows - 1) * 10 + 8 + (fit.count < plots ? 26 : 0);
        expect(taken).toBeLessThanOrEqual(height);
        expect(fit.count === plots || fit.count % fit.columns === 0).toBe(true);
      },
    ),
  );
});
