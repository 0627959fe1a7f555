/** The state of a month, in the same words on every screen: complete, so far, or missing. Pure. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DataStatus } from '#contract/api.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { propertyNames } from '#domain/properties.ts';
import { report } from '../data/queries.ts';

/**
 * `complete`: verified against the service as of a time. `soFar`: records are here, but not all, or not verified yet.
 * `missing`: nothing of it was downloaded yet.
 */
export type MonthState = 'complete' | 'soFar' | 'missing';

/** Records held by recorded month, `YYYY-MM`; null: those without one. */
export type HeldMonths = ReadonlyMap<string | null, number>;

/** Inclusive days, `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * Until the entire download is verified no month is complete: records may still move between months.
 * @param month `YYYY-MM-DD` or `YYYY-MM`; null: the records without one.
 * @param records how many of it are held, whatever the filter.
 */
export function monthState(status: DataStatus, month: string | null, records: number): MonthState {
  if (status.complete) return 'complete';
  return records > 0 || (month !== null && isRead(status, month)) ? 'soFar' : 'missing';
}

/** Whether nothing of a period was downloaded yet. */
export function isMissing(status: DataStatus, days: Days, held: HeldMonths): boolean {
  return monthsBetween(days.from, days.to).every(
    (month) => monthState(status, month, held.get(month.slice(0, 7)) ?? 0) === 'missing',
  );
}

/** @param byMonth records by propertyNames.month; days that are not a first of a month are counted to their month. */
export function heldMonths(byMonth: Pick<ReportResult, 'rows'>): HeldMonths {
  const held = new Map<string | null, number>();
  for (const { key, records } of byMonth.rows) {
    const month = key[propertyNames.month]?.slice(0, 7) ?? null;
    held.set(month, (held.get(month) ?? 0) + records);
  }
  return held;
}

/** @param first,last `YYYY-MM` or days. @returns `YYYY-MM-01` ascending, both ends included. */
export function monthsBetween(first: string, last: string): string[] {
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
 * `complete`: proven. `read`: its last page was read, the closing count is missing. `reading`: a run is reading it. `soFar`: some of it is
 * here. `missing`: nothing is.
 */
export type MonthReading = 'complete' | 'read' | 'reading' | 'soFar' | 'missing';

/** @param month `YYYY-MM-01` or `YYYY-MM`; null: the records without one. @param records held of it. */
export function monthReading(
  status: DataStatus,
  month: string | null,
  records: number,
  running: boolean,
): MonthReading {
  const state = monthState(status, month, records);
  if (state === 'complete') return 'complete';
  const part = findPartition(status, month);
  if (part?.sealed === true) return 'read';
  if (state === 'missing') return 'missing';
  const first = status.partitions.find((partition) => !partition.sealed);
  return running && part !== undefined && part === first ? 'reading' : 'soFar';
}

/** The part of the download a month belongs to; records without a month come with the oldest part. */
export function findPartition(
  { partitions }: DataStatus,
  month: string | null,
): DataStatus['partitions'][number] | undefined {
  if (month === null) return partitions.find(({ from }) => from === null);
  const yearMonth = month.slice(0, 7);
  return partitions.find(({ from, to }) => (from === null || from <= yearMonth) && (to === null || to >= yearMonth));
}

/** @returns undefined while loading, or where nothing is asked. */
export function useHeldMonths({ enabled }: { readonly enabled: boolean }): HeldMonths | undefined {
  const { data } = useQuery({ ...report({ measures: ['records'], groupBy: [propertyNames.month] }), enabled });
  return useMemo(() => data && heldMonths(data), [data]);
}
