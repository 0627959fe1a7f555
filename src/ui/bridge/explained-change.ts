/** Finds the change that a bridge explains for a clicked figure. Pure. */
import type { CellPlace } from '#domain/reports/definition/pins.ts';
import {
  bridgeDimensions,
  bridgeGroups,
  findBridgeMeasure,
  type BridgeDimension,
  type BridgeInput,
} from '#domain/reports/bridge/question.ts';
import type { Report } from '#domain/reports/definition/report.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import { explainCell, type CellContext } from '#ui/explain/explained-cell.ts';

export interface ExplainedChange extends Omit<BridgeInput, 'currency' | 'top'> {
  /** The line of the figure; empty for a total. */
  readonly where: string;
  /** The dimensions that already select the line. */
  readonly used: readonly BridgeDimension[];
}

/** Finds the change of a report's total. @returns undefined if nothing is compared or no bridge explains it */
export function findExplainedChange(report: Report, measure: string): ExplainedChange | undefined {
  const { filterGroups, query, period, calendar, compare } = report;
  if (period === undefined || compare === undefined || !findBridgeMeasure(measure)) return undefined;
  const [by = 'client'] = bridgeDimensions.filter((dimension) => bridgeGroups[dimension] === report.groupBy[0]);
  return { measure, by, filterGroups, query, period, ...(calendar && { calendar }), compare, where: '', used: [] };
}

/** The change of a line is the change of the report with the line's filters. */
export function findExplainedCellChange(cell: CellPlace, context: CellContext): ExplainedChange | undefined {
  const { report, result } = context;
  const { compare, further = [] } = report;
  const reportChange = findExplainedChange(
    { ...report, compare: cell.past === undefined ? compare : further[cell.past] },
    cell.measure,
  );
  if (!reportChange || cell.column !== undefined) return undefined;
  if (cell.row.length === 0 && cell.isOther !== true) return reportChange;
  const names = cell.names ?? report.groupBy.slice(0, Math.max(1, cell.row.length));
  // The filter of a week would exclude the week with which it is compared.
  if (names.some((name) => findTimeUnit(name) !== undefined)) return undefined;
  // Without a period, the line's filters are those of its groups only.
  const line = explainCell({ ...cell, isBefore: false }, { ...context, result: { ...result, period: null } });
  if (!line) return undefined;
  const used = bridgeDimensions.filter((dimension) => names.includes(bridgeGroups[dimension]) && cell.isOther !== true);
  return {
    ...reportChange,
    by: bridgeDimensions.find((dimension) => !used.includes(dimension)) ?? reportChange.by,
    filterGroups: line.records.filterGroups,
    where: line.where,
    used,
  };
}
