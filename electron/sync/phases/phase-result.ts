/** The result of a phase: the next state and the rows that belong to the same transaction. */
import type { TimeLogRecord } from '../../../src/domain/record.ts';
import type { PhaseOf, SyncState } from '../state.ts';

export interface PhaseResult {
  readonly state: SyncState;
  readonly upsert: readonly TimeLogRecord[];
  /** Ids proven gone. */
  readonly remove: readonly string[];
}

export function done(verified: boolean, asOf: number | null): PhaseOf<'done'> {
  return { name: 'done', verified, asOf, unpublished: true };
}

/** Reads suspects by id before they are removed; with none, continues at once. */
export function confirmed(
  suspects: readonly string[],
  onward: PhaseOf<'confirm'>['onward'],
): PhaseOf<'confirm'> | PhaseOf<'confirm'>['onward'] {
  if (suspects.length === 0) return onward;
  return { name: 'confirm', suspects: [...new Set(suspects)], tries: 0, unresolved: false, onward };
}
