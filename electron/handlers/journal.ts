/** Damage of names and settings: reports it, repairs it, and marks every figure that rests on them. Spends no request. */
import { readSeal, type SyncStatus } from '../sync/status.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';

export function journalHandlers(parts: Parts): Pick<Handlers, 'journal.state' | 'journal.mend'> {
  return {
    'journal.state': async () => ({
      damage: parts.workspace().journal.damage,
      preferencesSetAside: parts.preferencesSetAside,
    }),
    'journal.mend': async ({ from }) => {
      const { setAside, contents } = await parts.reopen(({ journal }) => journal.mend(from, parts.now()));
      return { setAside, contents };
    },
  };
}

/** Data that figures rest on is lost, and the user has not decided yet how to continue. */
export function isLossy({ journal: { damage } }: Workspace): boolean {
  return damage?.hitsFigures === true;
}

/** Figures are complete when records and directory are: not while either is missing. */
export interface JournalSeal extends Pick<SyncStatus, 'complete' | 'asOf'> {
  /** Present only where the records are complete and the figures are not. */
  readonly allRecordsHere?: true;
}

export function sealedBy(state: string | undefined, workspace: Workspace): JournalSeal {
  const seal = readSeal(state);
  if (!isLossy(workspace)) return seal;
  return { ...seal, complete: false, ...(seal.complete && { allRecordsHere: true }) };
}
