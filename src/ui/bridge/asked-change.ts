/** Which change a bridge explains: the question that a clicked figure asks. Pure. */
import {
  bridgeDimensions,
  bridgeGroups,
  findBridgeMeasure,
  type BridgeDimension,
  type BridgeQuestion,
} from '#domain/reports/bridge/question.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import type { CellPlace } from '#domain/reports/definition/pins.ts';
import { explainTexts } from '#texts/reports/reports.ts';
import type { Report } from '#domain/reports/definition/report.ts';
import { explainedCell, type CellContext } from '#ui/explain/explained-cell.ts';

export interface AskedChange extends Omit<BridgeQuestion, 'currency' | 'top'> {
  /** The line of the figure; empty for a total. */
  readonly where: string;
  /** What the line is of already. */
  readonly used: readonly BridgeDimension[];
}

/** The change of a report's whole; undefined where nothing is compared or no bridge explains it. */
export function askChange(report: Report, measure: string): AskedChange | undefined {
  const { filterGroups, query, period, calendar, compare } = report;
  if (period === undefined || compare === undefined || !findBridgeMeasure(measure)) return undefined;
  const [by = 'client'] = bridgeDimensions.filter((dimension) => bridgeGroups[dimension] === report.groupBy[0]);
  return { measure, by, filterGroups, query, period, ...(calendar && { calendar }), compare, where: '', used: [] };
}

/** The change of a line of a report, which is asked as the report with the line's filters. */
export function askCellChange(cell: CellPlace, context: CellContext): AskedChange | undefined {
  const { report, result } = context;
  const { compare, further = [] } = report;
  const question = askChange(
    { ...report, compare: cell.past === undefined ? compare : further[cell.past] },
    cell.measure,
  );
  if (!question || cell.column !== undefined) return undefined;
  if (cell.row.length === 0 && cell.isOther !== true) return question;
  const names = cell.names ?? report.groupBy.slice(0, Math.max(1, cell.row.length));
  // A week is compared with another one, which its own filter would leave out.
  if (names.some((name) => findTimeUnit(name) !== undefined)) return undefined;
  // Without a period the line's filters are those of its groups alone.
  const line = explainedCell({ ...cell, isBefore: false }, { ...context, result: { ...result, period: null } });
  if (!line) return undefined;
  const used = bridgeDimensions.filter((dimension) => names.includes(bridgeGroups[dimension]) && cell.isOther !== true);
  return {
    ...question,
    by: bridgeDimensions.find((dimension) => !used.includes(dimension)) ?? question.by,
    filterGroups: line.records.filterGroups,
    where: line.where === explainTexts.wholeReport ? '' : line.where,
    used,
  };
}
