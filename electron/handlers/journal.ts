/** Damage of names and settings: told, mended, and said beside every figure that rests on them. No request is spent. */
import { sealOf, type SyncStatus } from '../sync/status.ts';
import type { Workspace } from '../workspace.ts';
import type { Handlers } from './handlers.ts';
import type { Parts } from './parts.ts';

export function journalHandlers(parts: Parts): Pick<Handlers, 'journal.state' | 'journal.mend'> {
  return {
    'journal.state': async () => ({
      damage: parts.workspace().journal.damage,
      preferencesSetAside: parts.preferencesSetAside,
    }),
    'journal.mend': async ({ from }) => parts.reopen(({ journal }) => journal.mend(from, parts.now())),
  };
}

/** Something is lost that figures rest on, as long as nobody has decided how to go on. */
export function isLossy({ journal: { damage } }: Workspace): boolean {
  return damage !== null && !damage.isWhole;
}

/** The seal of records and of what names them: not complete while either is not. */
export function sealedBy(state: string | undefined, workspace: Workspace): Pick<SyncStatus, 'complete' | 'asOf'> {
  const seal = sealOf(state);
  return { ...seal, complete: seal.complete && !isLossy(workspace) };
}
