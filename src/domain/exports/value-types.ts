/** The data type of a column's cells in files for programs and in the description beside a CSV, and the unit of its sum. */
import type { ColumnKind, ExportColumn } from './model.ts';
import type { ExportOptions } from './options.ts';

/**
 * `decimal`: exact, up to 8 decimals. `instant`: UTC, to the millisecond. `local`: a time of the workspace's zone, which does not tell the
 * zone. `object`: a JSON object of texts.
 */
export type ValueType = 'text' | 'boolean' | 'date' | 'instant' | 'local' | 'integer' | 'decimal' | 'object';

/** Tells whether cells are decimals, which are aligned, sorted and printed as figures. */
export function isFigure(column: Pick<ExportColumn, 'kind'>): boolean {
  const type = toValueType(column, { times: 'utc' });
  return type === 'integer' || type === 'decimal';
}

export function toValueType({ kind }: Pick<ExportColumn, 'kind'>, { times }: Pick<ExportOptions, 'times'>): ValueType {
  switch (kind) {
    case 'text':
    case 'id':
      return 'text';
    case 'boolean':
    case 'date':
      return kind;
    case 'datetime':
      return times === 'utc' ? 'instant' : 'local';
    case 'count':
      return 'integer';
    case 'unreadable':
      return 'object';
    case 'number':
    case 'hours':
    case 'clock':
    case 'minutes':
    case 'days':
    case 'money':
    case 'rate':
    case 'percent':
      return 'decimal';
  }
}

/** Hours that are written as h:mm add up in minutes, under names that say hours. */
export const sumUnits = ['count', 'number', 'hours', 'minutes', 'days', 'money', 'rate', 'percent'] as const;
export type SumUnit = (typeof sumUnits)[number];

/** Lists the unit of every column that adds up, by the column's name. */
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
