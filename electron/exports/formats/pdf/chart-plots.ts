/** Draws bars, areas and lines over an axis of time, on paper. */
import type { PaperChart, PaperPlot, PaperSeries } from '#domain/charts/paper-chart.ts';
import {
  CHART_TYPE_SIZE,
  findMarkStyle,
  HAIRLINE,
  INK,
  QUIET,
  type Lettering,
  type Drawing,
  type Mark,
  type Point,
} from './chart-marks.ts';
import type { Grid } from '#domain/reports/print/model.ts';
import { formatDecimal } from '#domain/locale-forms.ts';
import { chartTexts as chartWords } from '#texts/screens/charts.ts';

interface AxisRoom {
  readonly width: number;
  readonly height: number;
  /** One of many small charts: without an axis of figures. */
  readonly isSmall: boolean;
}

const FOOT = 14;
const BETWEEN_NAMES = 8;
const BAR_SHARE = 0.72;
const MARKER = 2.4;

interface Span {
  readonly low: number;
  readonly high: number;
}

export function drawAxisPlot(plot: PaperPlot, chart: PaperChart, lettering: Lettering, room: AxisRoom): Drawing {
  const { buckets, series } = plot;
  const spans = stackSpans(series, buckets.length);
  const [min, max] = chart.domain ?? findDomain(series, spans);
  const ticks = chooseTicks(min, max, room.isSmall ? 2 : 5, chart.scale);
  const [low, high] = [Math.min(min, ticks[0] ?? 0), Math.max(max, ticks.at(-1) ?? 1)];
  const texts = ticks.map((tick) => formatTick(tick, chart.scale, chart.locale));
  const left = room.isSmall ? 2 : Math.max(...texts.map((text) => lettering.width(text))) + 6;
  const top = room.isSmall ? 2 : 12;
  const bottom = room.height - FOOT;
  const y = (value: number) => bottom - ((value - low) / (high - low || 1)) * (bottom - top);
  const step = (room.width - left) / Math.max(1, buckets.length);
  const x = (index: number) => left + (index + 0.5) * step;
  const marks: Mark[] = [];
  if (!room.isSmall && chart.unit !== '') marks.push(lettering.text(chart.unit, { x: 0, y: 6, colour: QUIET }));
  ticks.forEach((tick, index) => {
    const isZero = tick === 0;
    if (room.isSmall && !isZero) return;
    const points: Point[] = [
      [left, y(tick)],
      [room.width, y(tick)],
    ];
    marks.push({ kind: 'line', points, colour: isZero ? QUIET : HAIRLINE, width: 0.5, dash: [] });
    if (!room.isSmall)
      marks.push(lettering.text(texts[index] ?? '', { x: left - 4, y: y(tick) + 2.4, anchor: 'end', colour: QUIET }));
  });
  buckets.forEach(({ state }, index) => {
    if (state !== 'missing') return;
    marks.push({
      kind: 'rect',
      x: x(index) - step / 2,
      y: top,
      width: step,
      height: bottom - top,
      colour: '#c3c8ce',
      filling: 'missing',
    });
  });
  const area: PlotArea = { x, y, step, buckets, spans };
  const bars = series.filter(({ shape }) => shape === 'bar');
  series.forEach((line, index) => marks.push(...drawSeries(line, index, area, bars)));
  marks.push(...nameBuckets(plot, lettering, { left, step, y: bottom + 9, maxNames: room.isSmall ? 4 : 32, x }));
  return { width: room.width, height: room.height, marks };
}

interface PlotArea {
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  readonly step: number;
  readonly buckets: PaperPlot['buckets'];
  readonly spans: readonly (readonly (Span | null)[])[];
}

function drawSeries(series: PaperSeries, seriesIndex: number, area: PlotArea, bars: readonly PaperSeries[]): Mark[] {
  switch (series.shape) {
    case 'stack':
    case 'bar':
      return drawBars(series, seriesIndex, area, bars);
    case 'area':
      return drawArea(series, seriesIndex, area);
    case 'line':
      return drawLine(series, area);
    case 'horizontal':
      return [];
  }
}

function drawBars(series: PaperSeries, seriesIndex: number, area: PlotArea, bars: readonly PaperSeries[]): Mark[] {
  const { x, y, step, buckets, spans } = area;
  const { colour, filling } = findMarkStyle(series.colour);
  const isStacked = series.shape === 'stack';
  const barsPerBucket = isStacked ? 1 : Math.max(1, bars.length);
  const width = Math.min(46, (step * BAR_SHARE) / barsPerBucket);
  const from = isStacked ? -width / 2 : (bars.indexOf(series) - barsPerBucket / 2) * width;
  return buckets.flatMap(({ state }, index): Mark[] => {
    const span = spans[seriesIndex]?.[index] ?? null;
    const beforeValue = series.before?.[index] ?? null;
    const marks: Mark[] = [];
    if (span && span.high !== span.low)
      marks.push({
        kind: 'rect',
        x: x(index) + from,
        y: y(span.high),
        width: isStacked ? width : width - Math.min(1, width * 0.1),
        height: y(span.low) - y(span.high),
        colour,
        filling: state === 'soFar' ? 'soFar' : filling,
      });
    if (beforeValue !== null && !isStacked)
      marks.push({
        kind: 'line',
        points: [
          [x(index) + from, y(beforeValue)],
          [x(index) + from + width, y(beforeValue)],
        ],
        colour: INK,
        width: 1,
        dash: [1.5, 1],
      });
    return marks;
  });
}

function drawLine(series: PaperSeries, { x, y }: PlotArea): Mark[] {
  const { colour, dash } = findMarkStyle(series.colour);
  const lines = splitAtGaps(series.lengths).map((run): Mark => ({
    kind: 'line',
    points: run.map(({ index, value }) => [x(index), y(value)]),
    colour,
    width: 1.3,
    dash,
  }));
  // A single point has no line, so it would be invisible.
  const points = splitAtGaps(series.lengths)
    .flat()
    .map(({ index, value }): Mark => ({
      kind: 'rect',
      x: x(index) - MARKER / 2,
      y: y(value) - MARKER / 2,
      width: MARKER,
      height: MARKER,
      colour,
      filling: 'solid',
    }));
  const before = splitAtGaps(series.before ?? []).map((run): Mark => ({
    kind: 'line',
    points: run.map(({ index, value }) => [x(index), y(value)]),
    colour: '#8a9097',
    width: 1,
    dash: [1, 2],
  }));
  return [...before, ...lines, ...points];
}

function drawArea(series: PaperSeries, seriesIndex: number, { x, y, spans }: PlotArea): Mark[] {
  const { colour, filling } = findMarkStyle(series.colour);
  const runs = splitRuns(spans[seriesIndex] ?? []);
  return runs.map((run): Mark => {
    if (run.length === 1) {
      const [{ index, span } = { index: 0, span: { low: 0, high: 0 } }] = run;
      return {
        kind: 'rect',
        x: x(index) - 3,
        y: y(span.high),
        width: 6,
        height: y(span.low) - y(span.high),
        colour,
        filling,
      };
    }
    const upper = run.map(({ index, span }): Point => [x(index), y(span.high)]);
    const lower = run.toReversed().map(({ index, span }): Point => [x(index), y(span.low)]);
    return { kind: 'area', points: [...upper, ...lower], colour, filling };
  });
}

function splitRuns(spans: readonly (Span | null)[]): { index: number; span: Span }[][] {
  const runs: { index: number; span: Span }[][] = [];
  spans.forEach((span, index) => {
    if (span === null) return;
    if (index > 0 && spans[index - 1] !== null) runs.at(-1)?.push({ index, span });
    else runs.push([{ index, span }]);
  });
  return runs;
}

function splitAtGaps(values: readonly (number | null)[]): { index: number; value: number }[][] {
  return splitRuns(values.map((value) => (value === null ? null : { low: 0, high: value }))).map((run) =>
    run.map(({ index, span }) => ({ index, value: span.high })),
  );
}

/** Stacks the parts of a total, negative ones below 0; all other series begin at 0. */
function stackSpans(series: readonly PaperSeries[], buckets: number): (Span | null)[][] {
  const [ups, downs] = [Array<number>(buckets).fill(0), Array<number>(buckets).fill(0)];
  return series.map(({ shape, lengths }) =>
    lengths.map((length, index): Span | null => {
      if (length === null) return null;
      if (shape !== 'stack' && shape !== 'area') return { low: Math.min(0, length), high: Math.max(0, length) };
      const tops = length < 0 ? downs : ups;
      const start = tops[index] ?? 0;
      tops[index] = start + length;
      return { low: Math.min(start, start + length), high: Math.max(start, start + length) };
    }),
  );
}

function findDomain(
  series: readonly PaperSeries[],
  spans: readonly (readonly (Span | null)[])[],
): readonly [number, number] {
  const ends = spans.flat().flatMap((span) => (span ? [span.low, span.high] : []));
  const before = series.flatMap((line) => line.before ?? []).flatMap((length) => length ?? []);
  return [Math.min(0, ...ends, ...before), Math.max(0, ...ends, ...before)];
}

interface NameLayout {
  readonly left: number;
  readonly step: number;
  readonly y: number;
  readonly maxNames: number;
  readonly x: (index: number) => number;
}

/** Writes as many names as fit next to one another. */
function nameBuckets({ buckets }: PaperPlot, lettering: Lettering, { step, y, maxNames, x }: NameLayout): Mark[] {
  const widest = Math.max(0, ...buckets.map(({ short }) => lettering.width(short)));
  const interval = Math.max(1, Math.ceil(buckets.length / maxNames), Math.ceil((widest + BETWEEN_NAMES) / step));
  return buckets.flatMap(({ short }, index) =>
    index % interval === 0
      ? [lettering.text(short, { x: x(index), y, anchor: 'middle', size: CHART_TYPE_SIZE, colour: QUIET })]
      : [],
  );
}

// The round figures on an axis span everything that is drawn.

const roundSteps = [1, 2, 2.5, 5, 10];

/** Chooses ticks from at most `low` to at least `high`, including 0. Hours as h:mm are whole. */
export function chooseTicks(low: number, high: number, maxTicks: number, scale: Grid['style']): number[] {
  const span = high - low || 1;
  const rough = span / Math.max(1, maxTicks - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = roundSteps.map((step) => step * power).find((step) => step >= rough * 0.999) ?? 10 * power;
  const step = scale === 'clock' ? Math.max(1, Math.ceil(nice)) : nice;
  const ticks: number[] = [];
  for (let tickNumber = Math.floor(low / step); tickNumber <= Math.ceil(high / step - 1e-9); tickNumber += 1)
    ticks.push(tickNumber * step);
  return ticks.length > 1 ? ticks : [0, step];
}

export function formatTick(value: number, scale: Grid['style'], locale?: string): string {
  const scaledValue = scale === 'percent' ? value * 100 : value;
  const rounded = Math.round(Math.abs(scaledValue) * 1000) / 1000;
  const sign = scaledValue < 0 && rounded !== 0 ? '-' : '';
  // Figures too long for a page are written with an exponent.
  const text = /^[\d.]+$/.test(String(rounded)) ? formatDecimal(String(rounded), locale) : String(rounded);
  if (scale === 'clock') return `${sign}${text}:00`;
  return `${sign}${text}${scale === 'percent' ? ' %' : ''}`;
}

// Horizontal bars on paper: one line per group, with its name on the left and its figures at the bar's end.

const MAX_NAME = 190;
const LINE = 13;
const BAR = 8;
const INNER = 4;
const BEFORE = 2.5;
const GAP = 5;

/** @param room the width, and the height available on one page */
export function drawHorizontalBars(
  plot: PaperPlot,
  lettering: Lettering,
  room: { readonly width: number; readonly height: number },
): Drawing {
  const { buckets, pair, series } = plot;
  const line = Math.min(LINE, room.height / Math.max(1, buckets.length));
  const outer = series[pair?.whole ?? 0];
  const inner = pair ? series[pair.inner] : undefined;
  const figures = buckets.map((_, index) => toFigures(plot, index));
  const lengths = [outer, inner].map((bars) => buckets.map((_, index) => toDrawn(plot, bars?.lengths, index)));
  const before = buckets.map((_, index) => toDrawn(plot, outer?.before ?? undefined, index));
  const hasNoBar = (index: number) => (outer?.lengths[index] ?? 0) !== 0 && lengths[0]?.[index] === 0;
  const figureTexts = figures.map((text, index) => (hasNoBar(index) ? `${text} · ${chartWords.noBar}` : text));
  const nameWidth = Math.min(MAX_NAME, Math.max(...buckets.map(({ label }) => lettering.width(label)), 20)) + GAP;
  const figureWidth = Math.max(...figures.map((text) => lettering.width(text)), 0) + GAP;
  const all = [...lengths.flat(), ...before].flatMap((length) => length ?? []);
  const [min, max] = [Math.min(0, ...all), Math.max(0, ...all)];
  const left = nameWidth + (min < 0 ? figureWidth : 0);
  const scale = (room.width - left - figureWidth) / (max - min || 1);
  const zero = left - min * scale;
  const marks: Mark[] = [];
  buckets.forEach(({ label, state }, index) => {
    const middle = (index + 0.5) * line;
    const base = middle + 2.5;
    const name = lettering.shorten(label, nameWidth - GAP);
    marks.push(lettering.text(name, { x: nameWidth - GAP, y: base, anchor: 'end' }));
    const drawBar = (plotted: typeof outer, length: number | null | undefined, thickness: number, isOver: boolean) => {
      if (!plotted || !length) return;
      const { colour, filling } = findMarkStyle(plotted.colour);
      marks.push({
        kind: 'rect',
        x: zero + Math.min(0, length * scale),
        y: middle - thickness / 2,
        width: Math.abs(length * scale),
        height: thickness,
        colour,
        filling: state === 'complete' || isOver ? filling : 'soFar',
      });
    };
    drawBar(outer, lengths[0]?.[index], Math.min(BAR, line - 3), false);
    drawBar(inner, lengths[1]?.[index], INNER, true);
    const beforeLength = before[index];
    if (beforeLength)
      marks.push({
        kind: 'rect',
        x: zero + Math.min(0, beforeLength * scale),
        y: middle + Math.min(BAR, line - 3) / 2,
        width: Math.abs(beforeLength * scale),
        height: BEFORE - 1,
        colour: '#8a9097',
        filling: 'solid',
      });
    const end = Math.max(lengths[0]?.[index] ?? 0, lengths[1]?.[index] ?? 0, before[index] ?? 0, 0);
    const x = zero + end * scale + GAP / 2;
    if (state === 'missing') marks.push(lettering.text(chartWords.states.missing, { x, y: base, colour: QUIET }));
    else marks.push(lettering.text(figureTexts[index] ?? '', { x, y: base }));
  });
  const height = buckets.length * line;
  marks.push({
    kind: 'line',
    points: [
      [zero, 0],
      [zero, height],
    ],
    colour: min < 0 ? INK : HAIRLINE,
    width: 0.6,
    dash: [],
  });
  return { width: room.width, height, marks };
}

function toFigures({ series, pair }: PaperPlot, index: number): string {
  return (pair?.written ?? [0])
    .map((seriesIndex) => series[seriesIndex]?.figures[index] ?? '')
    .filter((text) => text !== '')
    .join(' · ');
}

/** A tail longer than every bar would flatten them, so only its figure is written. One bar of a pair without the other would mislead. */
function toDrawn(
  { buckets, series, pair }: PaperPlot,
  lengths: readonly (number | null)[] | undefined,
  index: number,
): number | null {
  const length = lengths?.[index] ?? null;
  if (length === null || buckets[index]?.isTail !== true) return length;
  const plottedSeries = pair ? [series[pair.whole], series[pair.inner]] : [series[0]];
  const isFitting = plottedSeries.every((plotted) => {
    const others = (plotted?.lengths ?? []).map((bar, index) =>
      buckets[index]?.isTail === true ? 0 : Math.abs(bar ?? 0),
    );
    return Math.abs(plotted?.lengths[index] ?? 0) <= Math.max(0, ...others);
  });
  return isFitting ? length : 0;
}
