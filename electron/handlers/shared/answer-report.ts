/** Answers a report as it was asked for: checked, its period resolved by the weeks of the store that is read. */
import type { Report, ReportResult } from '../../../src/domain/reports/definition/report.ts';
import { runReport, type ReportQuestion } from '../../questions/report.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { checkedReport, periodAt } from './selection.ts';

/** @throws AppFailure `usage`, `filter-invalid`, and the store's. */
export async function answerReport(
  asked: Report,
  workspace: Workspace,
  signal?: AbortSignal,
  among?: ReportQuestion['among'],
): Promise<ReportResult> {
  const report = checkedReport(asked);
  const { period } = asked;
  if (period === undefined) return runReport(workspace, { report, among }, signal);
  return runReport(workspace, { report, among, periodAt: (weeks) => periodAt(weeks, period, workspace) }, signal);
}
