/** A report as buckets along an axis and series over them: exact figures, with the state each bucket is in. */
import type { Measure } from '../../domain/reports/measures.ts';

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
  readonly markOf: (bucket: number, series: number) => ReportMark | undefined;
}

/** More than this many colours nobody tells apart. */
export const MOST_SERIES = 12;
