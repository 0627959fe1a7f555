/** Converts figures to lengths on screen and axis labels. For drawing only, because printed figures are exact texts. */
import type { MeasureUnit } from '#domain/reports/definition/measures.ts';
import { chooseGrid, type PrintSettings } from '#domain/reports/print/printed.ts';
import { count, exactFigure, figure, percentOfShare } from '../format/figures-and-times.ts';
import { formatAs } from '../format/measured.ts';
import { type ChartModel, toGeometry } from '#domain/charts/chart-model.ts';
import { sumValues } from '#domain/charts/build-model.ts';
import { chartTexts } from '#texts/screens/charts.ts';

export interface StackTotalsProps {
  /** By bucket; empty if unknown. */
  readonly texts: readonly string[];
  /** The bars' ends on the axis, by bucket. */
  readonly tops: readonly number[];
}

/** Figures from this one on are shortened to thousands, because there is no room for more digits. */
const MANY = 10_000;

/** One bucket in recharts' form: `s0`, `s1`, … the series' lengths, `b0`, … those of the compared period. */
export interface Mark {
  readonly index: number;
  readonly [series: string]: number | null;
}

export function toMarks({ buckets, series }: Pick<ChartModel, 'buckets' | 'series'>): Mark[] {
  return buckets.map((_, index) => {
    const lengths = series.flatMap(({ values, before }, at) => [
      [`s${at}`, toLength(values[index])] as const,
      ...(before ? [[`b${at}`, toLength(before[index])] as const] : []),
    ]);
    return { ...Object.fromEntries(lengths), index };
  });
}

function toLength(value: string | null | undefined): number | null {
  return value === null || value === undefined ? null : toGeometry(value);
}

/** Converts a model to marks of horizontal bars. A tail whose bar would flatten all others has only its figure drawn. */
export function toBarMarks(model: ChartModel): readonly Mark[] {
  const marks = toMarks(model);
  const isTail = (index: number) => model.buckets[index]?.folded !== undefined;
  const largest = (key: string) =>
    Math.max(0, ...marks.filter(({ index }) => !isTail(index)).map((mark) => Math.abs(mark[key] ?? 0)));
  return marks.map((mark) => {
    if (!isTail(mark.index)) return mark;
    const lengths = Object.entries(mark).filter(([key]) => key !== 'index');
    const fits = ([key, length]: readonly [string, number | null]) => Math.abs(length ?? 0) <= largest(key);
    // One bar of a pair without the other would mislead.
    const doAllFit = lengths.every(fits);
    const drawn = lengths.map(([key, length]) => [key, (model.pair ? doAllFit : fits([key, length])) ? length : 0]);
    return { ...Object.fromEntries(drawn), index: mark.index };
  });
}

/** Returns true if a figure that is not 0 has no bar, which would look like 0. */
export function isWithoutBar(
  { series }: Pick<ChartModel, 'series'>,
  marks: readonly Mark[],
  { index, at }: { readonly index: number; readonly at: number },
): boolean {
  return marks[index]?.[`s${at}`] === 0 && (toLength(series[at]?.values[index]) ?? 0) !== 0;
}

/** Returns the totals of single or stacked bars; undefined if some values are below 0. */
export function toStackTotals(
  { buckets, series }: Pick<ChartModel, 'buckets' | 'series'>,
  printing: PrintSettings,
): StackTotalsProps | undefined {
  const sums = buckets.map((_, index) => sumValues(series.map(({ values }) => values[index])));
  const hasBelow = series.some(({ values }) => values.some((value) => toGeometry(value) < 0));
  const [first] = series;
  if (!first || hasBelow) return undefined;
  const { unit } = first.measure;
  return { texts: sums.map((sum) => (sum === null ? '' : shorten(unit, sum, printing))), tops: sums.map(toGeometry) };
}

/** Shortens a figure: `1,104`, `512k`, `71`, `1,104:15`. */
function shorten(unit: MeasureUnit, value: string, printing: PrintSettings): string {
  const size = Math.abs(toGeometry(value));
  if (size >= MANY) return createTickFormatter(unit, printing)(Math.round(toGeometry(value) / 1000) * 1000);
  if (isClock(unit, printing)) return formatAs(unit, value, printing);
  return figure(unit === 'share' ? percentOfShare(value) : value, size > 0 && size < 10 && unit !== 'share' ? 1 : 0);
}

/** Returns true if figures are hours printed as h:mm. Their ticks are full hours, because quarters of an axis would be `1:15`. */
export function isClock(unit: MeasureUnit, printing: PrintSettings): boolean {
  return chooseGrid(unit, printing).style === 'clock';
}

/** Creates the formatter of axis ticks: thousands as `12k`, shares in percent, hours as `40:00` if printed so. The axis shows the unit once. */
export function createTickFormatter(unit: MeasureUnit, printing: PrintSettings): (value: number) => string {
  return (value) => {
    if (isClock(unit, printing) && Math.abs(value) < MANY) return `${value < 0 ? '−' : ''}${count(Math.abs(value))}:00`;
    const scaled = unit === 'share' ? value * 100 : value;
    const size = Math.abs(scaled);
    const text =
      size >= 1_000_000
        ? chartTexts.millions(roundTick(size / 1_000_000))
        : size >= 1000
          ? chartTexts.thousands(roundTick(size / 1000))
          : roundTick(size);
    return `${scaled < 0 ? '−' : ''}${text}`;
  };
}

function roundTick(value: number): string {
  return exactFigure(String(Math.round(value * 100) / 100));
}

const narrow = /[ijlI.,:;'|!()·\s]/;
const wide = /[mwMW%]/;

/** Estimates a text's width in pixels, slightly too wide, without measuring it on the page. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  // The factors are letter widths in Inter, relative to the font size.
  for (const letter of text) width += narrow.test(letter) ? 0.32 : wide.test(letter) ? 0.9 : 0.62;
  return width * size;
}

/** @returns the text, or as much of its beginning as fits `width` pixels, with an ellipsis */
export function shortenText(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

export const TICK_SIZE = 11;
const TICK_GAP = 10;

/** Splits `Oct 2026` into the month and its year, which is shown once, below the first month of that year. */
export function splitYear(short: string): readonly [string, string | undefined] {
  const match = /^(\p{L}+) (\d{4})$/u.exec(short);
  return match ? [match[1] ?? short, match[2]] : [short, undefined];
}

/**
 * @param names the texts under the axis
 * @param width of the axis in pixels; 0 if not known yet
 * @returns 1 to name every bucket, 2 for every second, and so on
 */
export function chooseTickStep(names: readonly string[], width: number, maxTicks: number): number {
  const minStep = Math.ceil(names.length / maxTicks);
  if (width <= 0 || names.length === 0) return Math.max(1, minStep);
  const widest = Math.max(...names.map((name) => textWidth(splitYear(name)[0], TICK_SIZE)));
  return Math.max(1, minStep, Math.ceil((widest + TICK_GAP) / (width / names.length)));
}
