/** Finds answers that were given before the last records came: they are asked again, and must not be taken for the current ones meanwhile. */
import { useQuery } from '@tanstack/react-query';
import type { DataStatus } from '#contract/api.ts';
import { hasAllRecords, type Report, type ReportResult } from '#domain/reports/definition/report.ts';
import { dataStatus, reportAnswer } from './queries.ts';

/**
 * Whether an answer lacks records though all of them are here by now. While more come this is false: figures then follow the download, and
 * say so.
 */
export function isOutdated(
  status: Pick<DataStatus, 'complete'> | undefined,
  answer: Pick<ReportResult, 'complete' | 'allRecordsHere'> | undefined,
): boolean {
  return status?.complete === true && answer !== undefined && !hasAllRecords(answer);
}

/** A report's answer; it is old when it is of another question, or outdated. */
export function useReportAnswer(report: Report, { enabled = true }: { readonly enabled?: boolean } = {}) {
  const { data: status } = useQuery(dataStatus);
  const { data, error, refetch, isPlaceholderData, errorUpdateCount } = useQuery({ ...reportAnswer(report), enabled });
  const isOld = isPlaceholderData || isOutdated(status, data?.result);
  // What was refused stays refused while it is asked again: what stands in its place must be asked again with it.
  const isRefused = error !== null || (errorUpdateCount > 0 && (data === undefined || isPlaceholderData));
  return { data, error, refetch, isPlaceholderData, isOld, isRefused };
}
