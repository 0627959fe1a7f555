/** What a screen knows of a figure that is explained. */
import type { ReportMark } from '#domain/charts/chart-model.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import type { CellPlace } from '#domain/reports/definition/pins.ts';
import type { Report } from '#domain/reports/definition/report.ts';

/** A figure with everything that is known about it; a screen builds it, the drawer shows it. */
export interface Explained {
  /** `Billable value`. */
  readonly title: string;
  /** `Anna Keller · Week 40`; empty for a total. */
  readonly where: string;
  /** As printed. */
  readonly printed: string;
  readonly unit: string;
  /** All its digits; null: unknown. */
  readonly exact: string | null;
  readonly isSoFar: boolean;
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  readonly notes: readonly string[];
  readonly records: RecordSelection;
  /** The measure whose value can be asked as it was known; absent: none can. */
  readonly history?: string | undefined;
}

export interface RecordSelection {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  /** Undefined: all of time. */
  readonly period: string | undefined;
  /** The properties the figure is computed from; shown beside who, when and what. */
  readonly properties: readonly string[];
  /** Of the selected records only the open findings of this check. */
  readonly check?: string | undefined;
}

/** The figure a chart's mark stands for. */
export function cellOfMark(
  { groupBy }: Pick<Report, 'groupBy'>,
  { measure, key, isRest, columnKey, isChange }: ReportMark,
): CellPlace {
  return {
    measure,
    row: groupBy.flatMap((name) => (Object.hasOwn(key, name) && !isRest ? [key[name] ?? null] : [])),
    ...(isRest && { isOther: true }),
    ...(columnKey !== undefined && { column: columnKey }),
    ...(isChange && { isChange }),
  };
}
