/** The words for a report's groups, with one workspace's names and calendar. Pure. */
import type { Directory } from '../people/directory.ts';
import { bucketAt } from '../reports/definition/buckets.ts';
import { findDimension } from '../reports/definition/dimensions.ts';
import { columnText, keyText, findTimeUnit, type KeyTextOptions } from '../reports/keys/key-text.ts';
import type { ReportColumn } from '../reports/definition/report.ts';
import type { ChartWords } from './build-model.ts';

export interface Labels {
  /** Name of the dimension: `Person`. */
  readonly heading: (name: string) => string;
  /** Name of one group. */
  readonly label: (name: string, key: string | null) => string;
  /** Shortened for a column's head. */
  readonly short: (name: string, key: string | null) => string;
  /** Shortened for an axis. */
  readonly tick: (name: string, key: string | null) => string;
  /** `part of week 40 (1–4 Oct)` where the period cuts a column; empty where it does not. */
  readonly cut: (name: string, column: Pick<ReportColumn, 'key' | 'cut'> & Partial<ReportColumn>) => string;
  /** The days of a time bucket; undefined for any other group. */
  readonly span: (name: string, key: string | null) => { readonly from: string; readonly to: string } | undefined;
}

/** The same words, as a chart asks for them. */
export function toChartWords({ heading, label, tick, span }: Labels): ChartWords {
  return { dimensionLabel: heading, labelOf: label, shortOf: tick, spanOf: span };
}

export function createLabels(directory: Directory, options: Omit<KeyTextOptions, 'short'>): Labels {
  return {
    heading: (name) => findDimension(name)?.label ?? name,
    label: (name, key) => keyText(name, key, directory, options),
    short: (name, key) => keyText(name, key, directory, { ...options, short: 'head' }),
    tick: (name, key) => keyText(name, key, directory, { ...options, short: 'tick' }),
    cut: (name, column) => (column.cut ? columnText(column, name, directory, options) : ''),
    span: (name, key) => {
      const unit = findTimeUnit(name);
      return (unit && key !== null && bucketAt(key, unit, null)) || undefined;
    },
  };
}
