/** The result of a phase: the next state and the rows that belong to the same transaction. */
import type { TimeLogRecord } from '#domain/record.ts';
import type { PhaseOf, SyncState } from '../state.ts';

export interface PhaseResult {
  readonly state: SyncState;
  readonly upsert: readonly TimeLogRecord[];
  /** The ids that are proven gone. */
  readonly remove: readonly string[];
}

export function createDonePhase(verified: boolean, asOf: number | null): PhaseOf<'done'> {
  return { name: 'done', verified, asOf, unpublished: true };
}

/** Reads suspects by id before they are removed. Without suspects, the next phase starts at once. */
export function confirmSuspects(
  suspects: readonly string[],
  onward: PhaseOf<'confirm'>['onward'],
): PhaseOf<'confirm'> | PhaseOf<'confirm'>['onward'] {
  if (suspects.length === 0) return onward;
  return { name: 'confirm', suspects: [...new Set(suspects)], tries: 0, unresolved: false, onward };
}
