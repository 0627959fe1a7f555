/** A report as buckets along an axis and series over them: exact figures, with the state each bucket is in. */
import type { Measure } from '../reports/definition/measures.ts';

/** `soFar`: running or not complete yet. `missing`: not fetched, so nothing is known of it. */
export type BucketState = 'complete' | 'soFar' | 'missing';

export interface Bucket {
  /** The group's key; null: unset. */
  readonly key: string | null;
  readonly label: string;
  /** The label under the axis. */
  readonly short: string;
  readonly state: BucketState;
  /** A time bucket shortened by the period: "part of week 40". */
  readonly cut: boolean;
  /** The grouped tail; how many groups it holds. */
  readonly folded?: number | undefined;
}

export interface Series {
  readonly id: string;
  readonly label: string;
  readonly measure: Measure;
  /** A figure for each bucket, exact decimal text; null: unknown, which is not 0. */
  readonly values: readonly (string | null)[];
  /** The same in the compared period, bucket by bucket. */
  readonly before?: readonly (string | null)[] | undefined;
  readonly folded?: number | undefined;
  /** The series of which this one is a part: drawn behind it, in grey. */
  readonly isGround?: boolean;
  /** Has no length of its own: its figure is written at the bar's end. */
  readonly isWritten?: boolean;
}

/** Horizontal bars with one length inside another: both begin at 0, so that the difference between their ends is visible. */
export interface Pair {
  /** Places among the model's series. */
  readonly whole: number;
  readonly inner: number;
  /** Written at the bar's end. */
  readonly written: readonly number[];
}

/** Which figure of the report a mark stands for. */
export interface ReportMark {
  readonly measure: string;
  /** The keys of the groups it lies in; empty for a total. */
  readonly key: Readonly<Record<string, string | null>>;
  /** In the row that holds the grouped tail. */
  readonly isRest: boolean;
  /** The column it lies in; undefined: all of them. */
  readonly columnKey?: string | null | undefined;
}

export interface ChartModel {
  /** The meaning of the axis: `time` buckets are in order, groups by size. */
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

/** The marks a series is drawn as. */
export type Shape = 'bar' | 'stack' | 'area' | 'line';

/** A figure as the settings print it; `bare`: without its unit, which is at the axis or in the legend. */
export type FigureText = (series: Series, value: string | null, bare?: 'bare') => string;
