/** Computes how many small charts fit side by side and below one another without being cut. Pure. */
import { MORE } from './fit-bars.ts';

/** Pixels: the smallest readable plot's width and height, the heading above one, and the space between two. */
const LEAST_WIDTH = 196;
const LEAST_HEIGHT = 62;
export const MOST_HEIGHT = 110;
const TITLE = 20;
const ROW_GAP = 10;
const COLUMN_GAP = 16;
const EDGES = 8;

export interface SmallPlotsFit {
  readonly count: number;
  readonly columns: number;
  /** Pixels of each plot. */
  readonly height: number;
}

export function smallPlotsThatFit(
  plots: number,
  { width, height }: { readonly width: number; readonly height: number },
): SmallPlotsFit {
  const columns = Math.max(1, Math.min(plots, Math.floor((width + COLUMN_GAP) / (LEAST_WIDTH + COLUMN_GAP))));
  const rowsIn = (room: number) => Math.floor((room - EDGES + ROW_GAP) / (LEAST_HEIGHT + TITLE + ROW_GAP));
  const needed = Math.ceil(plots / columns);
  const isWhole = needed <= rowsIn(height);
  const room = isWhole ? height : height - MORE;
  const rows = Math.max(1, Math.min(needed, rowsIn(room)));
  const each = Math.floor((room - EDGES + ROW_GAP) / rows - ROW_GAP - TITLE);
  return {
    count: Math.min(plots, rows * columns),
    columns,
    height: Math.max(LEAST_HEIGHT, Math.min(MOST_HEIGHT, each)),
  };
}
