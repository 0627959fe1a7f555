/** The chart model: buckets along an axis, with their states, and series of exact figures over them. */
import type { Measure } from '../reports/definition/measures.ts';

/** `soFar`: still running or not complete yet. `missing`: not fetched, so its figures are unknown. */
export type BucketState = 'complete' | 'soFar' | 'missing';

export interface Bucket {
  /** The group's key; null if the records have none. */
  readonly key: string | null;
  readonly label: string;
  /** Shortened to fit under the axis. */
  readonly short: string;
  readonly state: BucketState;
  /** True for a time bucket that is cut by the period: "part of week 40". */
  readonly cut: boolean;
  /** For the merged tail, the number of its groups. */
  readonly folded?: number | undefined;
}

export interface Series {
  readonly id: string;
  readonly label: string;
  readonly measure: Measure;
  /** One exact decimal text per bucket. Null means unknown, not 0. */
  readonly values: readonly (string | null)[];
  /** The figures of the compared period, bucket by bucket. */
  readonly before?: readonly (string | null)[] | undefined;
  readonly folded?: number | undefined;
  /** True for the total that is drawn in grey behind a series that is part of it. */
  readonly isBackground?: boolean;
  /** True for a series without bars, whose figures are written at the bars' ends. */
  readonly isWritten?: boolean;
}

/** Two overlapping horizontal bars that both start at 0, so that the difference between their ends is visible. */
export interface Pair {
  /** Indexes of the model's series. */
  readonly whole: number;
  readonly inner: number;
  /** Indexes of the series whose figures are written at the bar's end. */
  readonly written: readonly number[];
}

/** Identifies the figure of the report that a mark represents. */
export interface ReportMark {
  readonly measure: string;
  /** The keys of the mark's groups; empty for a total. */
  readonly key: Readonly<Record<string, string | null>>;
  /** True in the row that holds the merged tail. */
  readonly isTail: boolean;
  /** The mark's column; undefined for the row's figure over all columns. */
  readonly columnKey?: string | null | undefined;
  /** True if the mark is the figure's change. */
  readonly isChange?: boolean;
}

export interface ChartModel {
  /** Buckets on a `time` axis are in order of time; those on a `group` axis are ordered by size. */
  readonly axis: 'time' | 'group';
  readonly axisLabel: string;
  readonly buckets: readonly Bucket[];
  readonly series: readonly Series[];
  /** The number of groups that are not drawn because they cannot be added up to a tail. */
  readonly notDrawn: number;
  readonly pair?: Pair | undefined;
  readonly markAt: (bucket: number, series: number) => ReportMark | undefined;
}

/** More colours cannot be distinguished. */
export const MAX_SERIES = 12;
/** Bars of one colour are distinguished by their names, so more of them can be drawn before the tail is merged. */
export const MAX_BARS = 40;

export type Shape = 'bar' | 'stack' | 'area' | 'line';

/** Formats a figure according to the settings. With `bare` it has no unit, because the axis or the legend shows it. */
export type FigureText = (series: Series, value: string | null, bare?: 'bare') => string;

// Converts exact figures to lengths and positions. This is the only place where a figure becomes a double.

/** Converts a figure for drawing, never for printing. */
export function toGeometry(text: string | null | undefined): number {
  return text === null || text === undefined ? 0 : Number(text);
}
