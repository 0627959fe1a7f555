/** Finds the change that a bridge explains for a line of a report. Pure. */
import type { CellPlace } from '#domain/reports/definition/pins.ts';
import { bridgeDimensions, bridgeGroups } from '#domain/reports/bridge/question.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import { explainCell, type CellContext } from '#ui/explain/explained-cell.ts';
import { findExplainedChange, type ExplainedChange } from './explained-change.ts';

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
