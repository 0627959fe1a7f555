/** A report as buckets along an axis and series over them: exact figures, with the state each bucket is in. */
import type { Measure } from '../../../domain/reports/definition/measures.ts';

/** `soFar`: running or not whole yet. `missing`: not fetched, so nothing is known of it. */
export type BucketState = 'complete' | 'soFar' | 'missing';

export interface Bucket {
  /** The group's key; null: unset. */
  readonly key: string | null;
  readonly label: string;
  /** As it stands under the axis. */
  readonly short: string;
  readonly state: BucketState;
  /** A time bucket shortened by the period: "part of week 40". */
  readonly cut: boolean;
  /** The rest beyond those drawn; how many groups it holds. */
  readonly folded?: number | undefined;
}

export interface Series {
  readonly id: string;
  readonly label: string;
  readonly measure: Measure;
  /** A figure a bucket, exact decimal text; null: nothing known, which is not 0. */
  readonly values: readonly (string | null)[];
  /** The same in the compared period, bucket by bucket. */
  readonly before?: readonly (string | null)[] | undefined;
  readonly folded?: number | undefined;
  /** What another series is a part of: drawn behind it, in grey. */
  readonly isGround?: boolean;
  /** Has no length of its own: its figure is written at the bar's end. */
  readonly isWritten?: boolean;
}

/** Lying bars with one length inside another: both begin at 0, so that what is between their ends can be seen. */
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
  /** In the row that holds the rest. */
  readonly isRest: boolean;
  /** The column it lies in; undefined: all of them. */
  readonly columnKey?: string | null | undefined;
}

export interface ChartModel {
  /** What the axis tells apart: `time` buckets stand in order, groups by size. */
  readonly axis: 'time' | 'group';
  readonly axisLabel: string;
  readonly buckets: readonly Bucket[];
  readonly series: readonly Series[];
  /** Groups that are not drawn because they cannot be added up to a rest. */
  readonly notDrawn: number;
  readonly pair?: Pair | undefined;
  readonly markAt: (bucket: number, series: number) => ReportMark | undefined;
}

/** More than this many colours nobody tells apart. */
export const MOST_SERIES = 12;
/** Bars of one colour are told apart by their names: more of them can stand below one another before the tail folds. */
export const MOST_BARS = 40;

/** The marks a series is drawn as. */
export type Shape = 'bar' | 'stack' | 'area' | 'line';

/** A figure as the settings print it; `bare`: without its unit, because it stands at the axis or in the legend. */
export type FigureText = (series: Series, value: string | null, bare?: 'bare') => string;
