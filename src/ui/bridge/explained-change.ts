/** Finds the change that a bridge explains for a clicked figure. Pure. */
import {
  bridgeDimensions,
  bridgeGroups,
  findBridgeMeasure,
  type BridgeDimension,
  type BridgeInput,
} from '#domain/reports/bridge/question.ts';
import type { Report } from '#domain/reports/definition/report.ts';

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
