/** Damage of names and settings: told, mended, and said beside every figure that rests on them. No request is spent. */
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

/** Something is lost that figures rest on, as long as nobody has decided how to go on. */
export function isLossy({ journal: { damage } }: Workspace): boolean {
  return damage?.hitsFigures === true;
}

/** Complete are records with what names them: not while either is lacking. */
export interface JournalSeal extends Pick<SyncStatus, 'complete' | 'asOf'> {
  /** Only where they are not complete all the same. */
  readonly allRecordsHere?: true;
}

export function sealedBy(state: string | undefined, workspace: Workspace): JournalSeal {
  const seal = readSeal(state);
  if (!isLossy(workspace)) return seal;
  return { ...seal, complete: false, ...(seal.complete && { allRecordsHere: true }) };
}
