/** The state of one month while a download is not proven yet: read to its end, being read, or not begun. Pure. */
import type { DataStatus } from '#contract/api.ts';
import { monthState } from './months.ts';

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
  const first = status.partitions.find((each) => !each.sealed);
  return running && part !== undefined && part === first ? 'reading' : 'soFar';
}

/** The part of the download a month belongs to; records without a month come with the oldest part. */
export function findPartition(
  { partitions }: DataStatus,
  month: string | null,
): DataStatus['partitions'][number] | undefined {
  if (month === null) return partitions.find(({ from }) => from === null);
  const asked = month.slice(0, 7);
  return partitions.find(({ from, to }) => (from === null || from <= asked) && (to === null || to >= asked));
}
