/** The seal of every figure: complete when records and directory are, of one state of both. Spends no request. */
import { readSeal, type SyncStatus } from '../sync/status.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Figures are complete when records and directory are: not while either is missing. */
export interface JournalSeal extends Pick<SyncStatus, 'complete' | 'asOf'> {
  /** Present only where the records are complete and the figures are not. */
  readonly allRecordsHere?: true;
}

/** Data that figures rest on is lost, and the user has not decided yet how to continue. */
export function isLossy({ journal: { damage } }: Workspace): boolean {
  return damage?.hitsFigures === true;
}

/** @param state the stored sync state, as text */
export function sealedBy(state: string | undefined, workspace: Workspace): JournalSeal {
  const seal = readSeal(state);
  if (!isLossy(workspace)) return seal;
  return { ...seal, complete: false, ...(seal.complete && { allRecordsHere: true }) };
}
