/** Joins records from the service with those here: what is the same, what differs field by field, what only one of them has. Pure. */
import type { Output, RecordRow } from '#contract/api.ts';
import type { NameOf } from '#domain/people/id-names.ts';
import { findDifferences, type Difference } from '../drawer/live-record.ts';

export type LiveRecord = Output<'service.search'>['results'][number];

export type LiveRow =
  | {
      readonly state: 'kept' | 'differs';
      readonly id: string;
      readonly record: LiveRecord;
      readonly differences: readonly Difference[];
    }
  | { readonly state: 'live'; readonly id: string; readonly record: LiveRecord }
  | { readonly state: 'onlyHere'; readonly id: string; readonly row: RecordRow };

export interface Frame {
  readonly zone: string;
  readonly nameOf: NameOf;
}

/**
 * @param held those of the same ids that are here
 * @param selected what the same question selects here; undefined where pages are missing or it is too much to compare
 * @returns the service's records in its order, each once, then those that only this computer has
 */
export function joinLiveRows(
  records: readonly LiveRecord[],
  held: readonly RecordRow[],
  selected: readonly RecordRow[] | undefined,
  frame: Frame,
): LiveRow[] {
  const here = new Map(held.map((row) => [row.id, row]));
  // A record that changed between two pages may be in both: the later answer is the newer one.
  const latest = new Map(records.map((record) => [record.id, record]));
  const answered = [...latest.values()].map((record): LiveRow => {
    const row = here.get(record.id);
    if (!row) return { state: 'live', id: record.id, record };
    const differences = findDifferences(row, record, frame);
    return { state: differences.length === 0 ? 'kept' : 'differs', id: record.id, record, differences };
  });
  const missing = (selected ?? []).filter(({ id }) => !latest.has(id));
  return [...answered, ...missing.map((row): LiveRow => ({ state: 'onlyHere', id: row.id, row }))];
}

/** How many rows there are of each state. */
export function countStates(rows: readonly LiveRow[]): Readonly<Record<LiveRow['state'], number>> {
  const counts = { kept: 0, differs: 0, live: 0, onlyHere: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}
