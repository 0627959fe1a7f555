/** Whether figures are complete: when records and directory are. Spends no request. */
import { readCompleteness, type SyncStatus } from '../sync/status.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Figures are complete when records and directory are: not while either is missing. */
export interface Completeness extends Pick<SyncStatus, 'complete' | 'asOf' | 'fromFile'> {
  /** Present only where the records are complete and the figures are not. */
  readonly allRecordsHere?: true | undefined;
}

/** Data that figures rest on is lost, and the user has not decided yet how to continue. */
export function isLossy({ journal: { damage } }: Workspace): boolean {
  return damage?.hitsFigures === true;
}

/** As an answer tells it. */
export function toCompleteness({ complete, asOf, allRecordsHere, fromFile }: Completeness): Completeness {
  return { complete, asOf, ...(allRecordsHere && { allRecordsHere }), ...(fromFile !== undefined && { fromFile }) };
}

/** @param state the stored sync state, as text */
export function judgeCompleteness(state: string | undefined, workspace: Workspace): Completeness {
  const records = readCompleteness(state);
  if (!isLossy(workspace)) return records;
  return { ...records, complete: false, ...(records.complete && { allRecordsHere: true }) };
}
