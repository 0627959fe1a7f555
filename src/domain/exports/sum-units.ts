/** What the sums of a file's columns are counted in: hours that are written as h:mm add up in minutes, under names that say hours. */
import type { ColumnKind, ExportColumn } from './model.ts';

export const sumUnits = ['count', 'number', 'hours', 'minutes', 'days', 'money', 'rate', 'percent'] as const;
export type SumUnit = (typeof sumUnits)[number];

/** By column name, of every column that adds up. */
export function listSumUnits(
  columns: readonly Pick<ExportColumn, 'name' | 'kind' | 'adds'>[],
): Record<string, SumUnit> {
  return Object.fromEntries(
    columns.flatMap(({ name, kind, adds }) => {
      const unit = toSumUnit(kind);
      return adds && unit ? [[name, unit] as const] : [];
    }),
  );
}

function toSumUnit(kind: ColumnKind): SumUnit | undefined {
  return kind === 'clock' ? 'minutes' : sumUnits.find((unit) => unit === kind);
}
