import { describe, expect, it } from 'vitest';
import { drawChart } from '#electron/exports/formats/pdf/draw-chart.ts';
import { findMarkStyle, type Mark } from '#electron/exports/formats/pdf/chart-marks.ts';
import { chooseTicks, formatTick } from '#electron/exports/formats/pdf/chart-plots.ts';
import { loadFonts } from '#electron/exports/formats/pdf/fonts.ts';
import type { PaperChart, PaperPlot, PaperSeries } from '#domain/charts/paper-chart.ts';

const fonts = loadFonts();
const room = { width: 500, height: 400 };
const series = (lengths: readonly (number | null)[], own: Partial<PaperSeries> = {}): PaperSeries => ({
  colour: 'var(--chart-billable)',
  shape: 'horizontal',
  lengths,
  before: null,
  figures: lengths.map((length) => (length === null ? '' : String(length))),
  ...own,
});
const plot = (all: readonly PaperSeries[], own: Partial<PaperPlot> = {}): PaperPlot => ({
  label: '',
  total: '',
  buckets: (all[0]?.lengths ?? []).map((_, at) => ({
    label: `Group ${at}`,
    short: `G${at}`,
    state: 'complete',
    isTail: false,
  })),
  series: all,
  pair: null,
  ...own,
});
const chart = (of: PaperPlot, own: Partial<PaperChart> = {}): PaperChart => ({
  unit: 'h',
  scale: 'decimal',
  legend: [],
  notes: [],
  plots: [of],
  domain: null,
  ...own,
});
const draw = (asked: PaperChart) => drawChart(asked, fonts, (text) => text, room).flatMap(({ marks }) => marks);
const rects = (marks: readonly Mark[]) => marks.flatMap((mark) => (mark.kind === 'rect' ? [mark] : []));

describe('bars on paper', () => {
  it('are as long as their figures, from one zero, and those below it go the other way', () => {
    const [first, second, third] = rects(draw(chart(plot([series([10, 5, -5])]))));
    expect(first!.width / second!.width).toBeCloseTo(2);
    expect(first!.x).toBeCloseTo(second!.x);
    expect(third!.x + third!.width).toBeCloseTo(first!.x);
    expect(third!.width).toBeCloseTo(second!.width);
  });

  it('stay within the drawing with every figure written', () => {
    const marks = draw(chart(plot([series([1e6, 12, 0.5], { before: [2e6, 1, 1] })])));
    for (const { x, width } of rects(marks)) expect(x + width).toBeLessThanOrEqual(room.width);
    const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
    for (const text of ['1000000', '12', '0.5', 'Group 2']) expect(texts).toContain(text);
  });

  it('are not drawn for what is unknown, nor for a tail that would dwarf the others', () => {
    const buckets = plot([series([3, null, 300])]).buckets.map((each, at) => ({ ...each, isTail: at === 2 }));
    const marks = draw(chart(plot([series([3, null, 300])], { buckets })));
    expect(rects(marks)).toHaveLength(1);
    const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
    expect(texts).toContain('300 · no bar, it would dwarf the others');
  });

  it('of a bucket that still grows, or was not fetched, look different without colour', () => {
    const buckets = plot([series([3, 4, null])]).buckets.map((each, at) => ({
      ...each,
      state: (['complete', 'soFar', 'missing'] as const)[at]!,
    }));
    const standing = series([3, 4, null], { shape: 'bar' });
    const fillings = rects(draw(chart(plot([standing], { buckets })))).map(({ filling }) => filling);
    expect(fillings.toSorted()).toEqual(['missing', 'soFar', 'solid']);
  });
});

it('stacks parts on one another', () => {
  const parts = [series([3, 1], { shape: 'stack' }), series([1, 1], { shape: 'stack', colour: 'var(--chart-rest)' })];
  const [low, , high] = rects(draw(chart(plot(parts))));
  expect(high!.y + high!.height).toBeCloseTo(low!.y);
  expect(low!.height / high!.height).toBeCloseTo(3);
});

it('interrupts a line where a figure is unknown', () => {
  const marks = draw(chart(plot([series([1, 2, null, 3, 4], { shape: 'line', colour: 'var(--series-2)' })])));
  const lines = marks.flatMap((mark) => (mark.kind === 'line' && mark.width > 1 ? [mark.points.length] : []));
  expect(lines).toEqual([2, 2]);
});

it('tells neighbouring series apart without colour', () => {
  const looks = [1, 2, 3, 4].map((at) => findMarkStyle(`var(--series-${at})`));
  expect(new Set(looks.map(({ filling }) => filling)).size).toBe(4);
  expect(new Set(looks.map(({ dash }) => dash.join())).size).toBe(4);
});

it('marks an axis with round figures, 0 among them', () => {
  expect(chooseTicks(0, 1340, 5, 'decimal')).toEqual([0, 500, 1000, 1500]);
  expect(chooseTicks(-30, 80, 5, 'decimal')).toEqual([-50, 0, 50, 100]);
  expect(chooseTicks(0, 1.2, 5, 'clock')).toEqual([0, 1, 2]);
  expect([formatTick(1500, 'decimal'), formatTick(0.25, 'percent'), formatTick(-40, 'clock')]).toEqual([
    '1,500',
    '25 %',
    '-40:00',
  ]);
  expect([formatTick(1500, 'decimal', 'de-DE'), formatTick(-2.5, 'decimal', 'de-DE')]).toEqual(['1.500', '-2,5']);
});
