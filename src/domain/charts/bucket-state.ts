/** The state of a time bucket: complete, still growing, or not fetched. */
import { hasAllRecords, type ReportResult } from '../reports/definition/report.ts';
import { listMonths } from '../time/period.ts';
import type { BucketState } from './chart-model.ts';

export interface BucketSpan {
  /** The first day, `YYYY-MM-DD`; both days are included. */
  readonly from: string;
  readonly to: string;
}

/** @param today `YYYY-MM-DD`; a bucket that contains it, or lies ahead, can still grow. */
export function findBucketState(
  span: BucketSpan,
  records: number,
  result: Pick<ReportResult, 'missing' | 'complete' | 'allRecordsHere' | 'period' | 'comparison'>,
  today: string,
): BucketState {
  const { missing, period, comparison } = result;
  const open = new Set(missing.map((month) => month.slice(0, 7)));
  const isOpen = listMonths(span).some((month) => open.has(month.slice(0, 7)));
  // Until everything was counted once more a record may still move between months: a month that was only read is not complete either.
  // Without a period it is unknown which months are open.
  if (!hasAllRecords(result)) return records === 0 && (isOpen || period === null) ? 'missing' : 'soFar';
  // A period compared by its elapsed days ends yesterday; its last bucket is still running.
  const isElapsing = comparison !== null && comparison.elapsedDays !== null && span.to === period?.to;
  return span.to >= today || isElapsing ? 'soFar' : 'complete';
}

/** Whether records of these days may be missing, or the days are not over. A span in the future has not begun and is not open. */
export function isOpenSpan(
  span: BucketSpan,
  records: number,
  result: Parameters<typeof findBucketState>[2],
  today: string,
): boolean {
  return span.from <= today && findBucketState(span, records, result, today) !== 'complete';
}
