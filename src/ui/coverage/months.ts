/** Classifies the coverage of months, in the same way for every screen. Pure. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DataStatus } from '#contract/api.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { propertyNames } from '#domain/properties.ts';
import { report } from '../data/queries.ts';

/**
 * `complete`: verified against the service. `soFar`: some records are here, but not all or not verified. `missing`: nothing was downloaded
 * yet.
 */
export type MonthState = 'complete' | 'soFar' | 'missing';

/** Local record counts by recorded month, `YYYY-MM`; null for records without a month. */
export type HeldMonths = ReadonlyMap<string | null, number>;

/** Inclusive days, `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * No month is complete until the entire download is verified, because records may move between months.
 * @param month `YYYY-MM-DD` or `YYYY-MM`; null for records without a month
 * @param records the number of its local records, regardless of filters
 */
export function findMonthState(status: DataStatus, month: string | null, records: number): MonthState {
  if (status.complete) return 'complete';
  return records > 0 || (month !== null && isRead(status, month)) ? 'soFar' : 'missing';
}

/** Whether nothing of the period was downloaded yet. */
export function isMissing(status: DataStatus, days: Days, held: HeldMonths): boolean {
  return listMonths(days.from, days.to).every(
    (month) => findMonthState(status, month, held.get(month.slice(0, 7)) ?? 0) === 'missing',
  );
}

/** @param byMonth a report by recorded month; a day other than the first counts for its month */
export function countHeldByMonth(byMonth: Pick<ReportResult, 'rows'>): HeldMonths {
  const held = new Map<string | null, number>();
  for (const { key, records } of byMonth.rows) {
    const month = key[propertyNames.month]?.slice(0, 7) ?? null;
    held.set(month, (held.get(month) ?? 0) + records);
  }
  return held;
}

/** @param first,last `YYYY-MM` or days. @returns `YYYY-MM-01` in ascending order, including both ends */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = [];
  let [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))];
  for (;;) {
    const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
    if (text.slice(0, 7) > last.slice(0, 7)) return months;
    months.push(text);
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
  }
}

function isRead({ partitions }: DataStatus, month: string): boolean {
  const yearMonth = month.slice(0, 7);
  return partitions.some(
    ({ sealed, from, to }) => sealed && (from === null || from <= yearMonth) && (to === null || to >= yearMonth),
  );
}

/**
 * `complete`: verified. `read`: read to its end, but the closing count is missing. `reading`: a run is reading it. `soFar`: partly here.
 * `missing`: not here.
 */
export type MonthReading = 'complete' | 'read' | 'reading' | 'soFar' | 'missing';

/** @param month `YYYY-MM-01` or `YYYY-MM`; null for records without a month. @param records the number of its local records */
export function findMonthReading(
  status: DataStatus,
  month: string | null,
  records: number,
  running: boolean,
): MonthReading {
  const state = findMonthState(status, month, records);
  if (state === 'complete') return 'complete';
  const partition = findPartition(status, month);
  if (partition?.sealed === true) return 'read';
  if (state === 'missing') return 'missing';
  const firstOpen = status.partitions.find(({ sealed }) => !sealed);
  return running && partition !== undefined && partition === firstOpen ? 'reading' : 'soFar';
}

/** Finds the partition of a month. Records without a month belong to the oldest partition. */
export function findPartition(
  { partitions }: DataStatus,
  month: string | null,
): DataStatus['partitions'][number] | undefined {
  if (month === null) return partitions.find(({ from }) => from === null);
  const yearMonth = month.slice(0, 7);
  return partitions.find(({ from, to }) => (from === null || from <= yearMonth) && (to === null || to >= yearMonth));
}

/** @returns undefined while loading or disabled */
export function useHeldMonths({ enabled }: { readonly enabled: boolean }): HeldMonths | undefined {
  const { data } = useQuery({ ...report({ measures: ['records'], groupBy: [propertyNames.month] }), enabled });
  return useMemo(() => data && countHeldByMonth(data), [data]);
}
