/** Formats the labels of a report's groups with a workspace's names and calendar. Pure. */
import type { Directory } from '../people/directory.ts';
import { findBucket } from '../reports/definition/buckets.ts';
import { findDimension } from '../reports/definition/dimensions.ts';
import { formatColumnHeader, formatKey, findTimeUnit, type KeyTextOptions } from '../reports/keys/key-text.ts';
import type { ReportColumn } from '../reports/definition/report.ts';
import type { ChartLabels } from './build-model.ts';

export interface Labels {
  readonly heading: (name: string) => string;
  readonly label: (name: string, key: string | null) => string;
  /** Shortened for a column's header. */
  readonly short: (name: string, key: string | null) => string;
  /** Shortened for an axis. */
  readonly tick: (name: string, key: string | null) => string;
  /** `part of week 40 (1–4 Oct)` if the period cuts a column; otherwise empty. */
  readonly cut: (name: string, column: Pick<ReportColumn, 'key' | 'cut'> & Partial<ReportColumn>) => string;
  /** The days of a time bucket; undefined for any other group. */
  readonly span: (name: string, key: string | null) => { readonly from: string; readonly to: string } | undefined;
}

export function toChartLabels({ heading, label, tick, span }: Labels): ChartLabels {
  return { dimensionLabel: heading, labelOf: label, shortOf: tick, spanOf: span };
}

export function createLabels(directory: Directory, options: Omit<KeyTextOptions, 'short'>): Labels {
  return {
    heading: (name) => findDimension(name)?.label ?? name,
    label: (name, key) => formatKey(name, key, directory, options),
    short: (name, key) => formatKey(name, key, directory, { ...options, short: 'head' }),
    tick: (name, key) => formatKey(name, key, directory, { ...options, short: 'tick' }),
    cut: (name, column) => (column.cut ? formatColumnHeader(column, name, directory, options) : ''),
    span: (name, key) => {
      const unit = findTimeUnit(name);
      return (unit && key !== null && findBucket(key, unit, null)) || undefined;
    },
  };
}
