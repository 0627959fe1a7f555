/** Which change a bridge explains: the question that a clicked figure asks. Pure. */
import {
  bridgeDimensions,
  bridgeGroups,
  findBridgeMeasure,
  type BridgeDimension,
  type BridgeQuestion,
} from '#domain/reports/bridge/question.ts';
import type { Report } from '#domain/reports/definition/report.ts';

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
