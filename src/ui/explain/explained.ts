/** The data of an explained figure. */
import type { ReportMark } from '#domain/charts/chart-model.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import type { CellPlace } from '#domain/reports/definition/pins.ts';
import type { Report } from '#domain/reports/definition/report.ts';
import type { Explanation } from '#domain/reports/explain/explain.ts';

/** A figure with its explanation, which screens build and the drawer shows. */
export interface ExplainedFigure {
  /** The measure, such as `Billable value`. */
  readonly title: string;
  /** The line, such as `Anna Keller · Week 40`; empty for a total. */
  readonly where: string;
  readonly printed: string;
  /** The printed amounts one by one, if they are in several currencies. */
  readonly amounts?: readonly string[] | undefined;
  readonly unit: string;
  /** The figure with all digits; null if unknown. */
  readonly exact: string | null;
  readonly isIncomplete: boolean;
  readonly facts: Explanation['facts'];
  readonly notes: readonly string[];
  readonly records: RecordSelection;
  /** The measure for the history of the figure; absent if there is no history. */
  readonly history?: string | undefined;
}

export interface RecordSelection {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  /** Undefined for all of time. */
  readonly period: string | undefined;
  /** The properties that the figure is computed from. */
  readonly properties: readonly string[];
  /** Narrows the selection to the open findings of this check. */
  readonly check?: string | undefined;
}

export function findCellOfMark(
  { groupBy }: Pick<Report, 'groupBy'>,
  { measure, key, isTail, columnKey, isChange }: ReportMark,
): CellPlace {
  return {
    measure,
    row: groupBy.flatMap((name) => (Object.hasOwn(key, name) && !isTail ? [key[name] ?? null] : [])),
    ...(isTail && { isOther: true }),
    ...(columnKey !== undefined && { column: columnKey }),
    ...(isChange && { isChange }),
  };
}
