/** Computes how many horizontal bars fit a given height, and cuts the model to them, so that no bar is drawn in part. Pure. */
import type { ChartModel } from '#domain/charts/chart-model.ts';

/** Pixels of one line of one series, of the compared period's below it, and between groups. */
export const LINE = 15;
export const BEFORE = 6;
export const GAP = 8;
/** Pixels above the first and below the last bar, together. */
const EDGES = 8;
/** The height of the line that shows how many more there are. */
export const MORE = 26;

/** The maximum pixels added between two bars. */
const MAX_SPREAD = 6;

type Bars = Pick<ChartModel, 'buckets' | 'series' | 'pair'>;

/** @returns the height of a group in pixels */
export function computeBandHeight({ series, pair }: Omit<Bars, 'buckets'>): number {
  if (pair) return LINE + GAP;
  return series.reduce((sum, { before }) => sum + LINE + (before ? BEFORE : 0), 0) + GAP;
}

/** @returns how many of the first bars fit `height` pixels, at least one; if not all do, this leaves room for the line that says so */
export function countFittingBars(model: Bars, height: number): number {
  const all = model.buckets.length;
  if (all * computeBandHeight(model) + EDGES <= height) return all;
  return Math.max(1, Math.min(all, Math.floor((height - EDGES - MORE) / computeBandHeight(model))));
}

/**
 * Computes the height that `count` bars take when spare height is spread between them, up to a limit.
 * @param height pixels available
 */
export function computeSpreadHeight(model: Bars, count: number, height: number): number {
  const isCut = count < model.buckets.length;
  const least = count * computeBandHeight(model) + EDGES;
  return Math.max(least, Math.min(height - (isCut ? MORE : 0), least + count * MAX_SPREAD));
}

/** Cuts the model to its first bars. Their marks keep their indexes. */
export function takeFirstBars(model: ChartModel, count: number): ChartModel {
  if (count >= model.buckets.length) return model;
  return {
    ...model,
    buckets: model.buckets.slice(0, count),
    series: model.series.map((series) => ({
      ...series,
      values: series.values.slice(0, count),
      before: series.before?.slice(0, count),
    })),
  };
}

/** Counts the groups of the bars that are not drawn; a tail has multiple groups. */
export function countGroupsBeyond({ buckets }: Pick<ChartModel, 'buckets'>, count: number): number {
  return buckets.slice(count).reduce((sum, { folded }) => sum + (folded ?? 1), 0);
}

/** Pixels of the smallest readable plot, of the heading above it, and between two plots. */
const MIN_WIDTH = 196;
const MIN_HEIGHT = 62;
const MAX_HEIGHT = 110;
const TITLE = 20;
const ROW_GAP = 10;
const COLUMN_GAP = 16;
const PLOT_EDGES = 8;

interface SmallPlotsFit {
  readonly count: number;
  readonly columns: number;
  /** In pixels, of each plot. */
  readonly height: number;
}

/** Computes how many small charts fit side by side and below one another without being cut. */
export function fitSmallPlots(
  plots: number,
  { width, height }: { readonly width: number; readonly height: number },
): SmallPlotsFit {
  const columns = Math.max(1, Math.min(plots, Math.floor((width + COLUMN_GAP) / (MIN_WIDTH + COLUMN_GAP))));
  const rowsIn = (room: number) => Math.floor((room - PLOT_EDGES + ROW_GAP) / (MIN_HEIGHT + TITLE + ROW_GAP));
  const needed = Math.ceil(plots / columns);
  const doAllFit = needed <= rowsIn(height);
  const room = doAllFit ? height : height - MORE;
  const rows = Math.max(1, Math.min(needed, rowsIn(room)));
  const rowHeight = Math.floor((room - PLOT_EDGES + ROW_GAP) / rows - ROW_GAP - TITLE);
  return {
    count: Math.min(plots, rows * columns),
    columns,
    height: Math.max(MIN_HEIGHT, Math.min(MAX_HEIGHT, rowHeight)),
  };
}
