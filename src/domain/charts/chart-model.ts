/** A report as buckets along an axis and series over them: exact figures, with the state each bucket is in. */
import type { Measure } from '../reports/definition/measures.ts';

/** `soFar`: running or not complete yet. `missing`: not fetched, so nothing is known of it. */
export type BucketState = 'complete' | 'soFar' | 'missing';

export interface Bucket {
  /** The group's key; null where the records have none. */
  readonly key: string | null;
  readonly label: string;
  /** The label is shortened to fit under the axis. */
  readonly short: string;
  readonly state: BucketState;
  /** True for a time bucket that the period cuts short: "part of week 40". */
  readonly cut: boolean;
  /** How many groups this bucket holds when it is the merged tail. */
  readonly folded?: number | undefined;
}

export interface Series {
  readonly id: string;
  readonly label: string;
  readonly measure: Measure;
  /** Each bucket has one figure as exact decimal text. Null means unknown, which is not 0. */
  readonly values: readonly (string | null)[];
  /** The figures of the compared period, bucket by bucket. */
  readonly before?: readonly (string | null)[] | undefined;
  readonly folded?: number | undefined;
  /** True for the whole that another series is a part of: it is drawn in grey behind that part. */
  readonly isGround?: boolean;
  /** True for a series that is not drawn as a bar: its figure is written at the bar's end. */
  readonly isWritten?: boolean;
}

/** Horizontal bars with one length inside another: both begin at 0, so that the difference between their ends is visible. */
export interface Pair {
  /** Indexes into the model's series. */
  readonly whole: number;
  readonly inner: number;
  /** Indexes of the series whose figures are written at the bar's end. */
  readonly written: readonly number[];
}

/** Which figure of the report a mark stands for. */
export interface ReportMark {
  readonly measure: string;
  /** The keys of the groups that the mark lies in; empty for a total. */
  readonly key: Readonly<Record<string, string | null>>;
  /** True in the row that holds the merged tail. */
  readonly isRest: boolean;
  /** The column that the mark lies in; undefined for the row's figure over all columns. */
  readonly columnKey?: string | null | undefined;
  /** True where the mark is the figure's change. */
  readonly isChange?: boolean;
}

export interface ChartModel {
  /** Buckets of the axis `time` are in their order, those of `group` are sorted by size. */
  readonly axis: 'time' | 'group';
  readonly axisLabel: string;
  readonly buckets: readonly Bucket[];
  readonly series: readonly Series[];
  /** Groups that are not drawn because they cannot be added up to a tail. */
  readonly notDrawn: number;
  readonly pair?: Pair | undefined;
  readonly markAt: (bucket: number, series: number) => ReportMark | undefined;
}

/** More colours than this cannot be told apart. */
export const MOST_SERIES = 12;
/** Bars of one colour are told apart by their names: more of them fit below one another before the tail is grouped. */
export const MOST_BARS = 40;

export type Shape = 'bar' | 'stack' | 'area' | 'line';

/** Prints a figure as the settings say. With `bare` it has no unit, because the axis or the legend shows it. */
export type FigureText = (series: Series, value: string | null, bare?: 'bare') => string;

// Turns exact figures into lengths and positions: the only place where a figure becomes a double.

/** The result is for drawing only, never for a printed figure. */
export function toGeometry(text: string | null | undefined): number {
  return text === null || text === undefined ? 0 : Number(text);
}
