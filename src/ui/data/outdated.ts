/** Finds answers that are older than the last records. They are refetched, and must not pass for current ones meanwhile. */
import { useQuery } from '@tanstack/react-query';
import type { DataStatus } from '#contract/api.ts';
import { hasAllRecords, type Report, type ReportResult } from '#domain/reports/definition/report.ts';
import { dataStatus, reportAnswer } from './queries.ts';

/** Whether an answer lacks records although all of them are here by now. False during a download, when figures are marked “so far”. */
export function isOutdated(
  status: Pick<DataStatus, 'complete'> | undefined,
  answer: Pick<ReportResult, 'complete' | 'allRecordsHere'> | undefined,
): boolean {
  return status?.complete === true && answer !== undefined && !hasAllRecords(answer);
}

/** A report's answer; `isStale` if it answers an earlier query or is outdated. */
export function useReportAnswer(report: Report, { enabled = true }: { readonly enabled?: boolean } = {}) {
  const { data: status } = useQuery(dataStatus);
  const { data, error, refetch, isPlaceholderData, errorUpdateCount } = useQuery({ ...reportAnswer(report), enabled });
  const isStale = isPlaceholderData || isOutdated(status, data?.result);
  // A rejected report stays rejected while it is refetched, so that the report in its place is refetched with it.
  const isRejected = error !== null || (errorUpdateCount > 0 && (data === undefined || isPlaceholderData));
  return { data, error, refetch, isPlaceholderData, isStale, isRejected };
}
