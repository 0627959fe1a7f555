/** Remembers which state of the records the last visit saw, for "changed since your last visit". */
import { z } from 'zod';
import { readStatus } from '../sync/status.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';

const SEEN = 'visit.seenAsOf';

export function visitHandlers(parts: Parts): Pick<Handlers, 'workspace.visit'> {
  /** The `asOf` that the workspace had when it was last seen before this opening: one visit lasts as long as the workspace is open. */
  const before = new WeakMap<Workspace, { readonly previous: string | null }>();
  return {
    'workspace.visit': async () => {
      const workspace = parts.workspace();
      const { journal } = workspace;
      const visit = before.get(workspace) ?? { previous: journal.setting(SEEN, z.iso.datetime()) ?? null };
      before.set(workspace, visit);
      const { asOf } = await readStatus(workspace.snapshot);
      if (asOf !== null && asOf !== journal.setting(SEEN, z.string())) journal.saveSetting(SEEN, asOf);
      return visit;
    },
  };
}
