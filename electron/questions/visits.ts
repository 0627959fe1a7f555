/** Remembers which state of the records the last visit saw, for "changed since your last visit". */
import { z } from 'zod';
import { readStatus } from '../sync/status.ts';
import type { Workspace } from '../workspace/workspace.ts';

const SEEN = 'visit.seenAsOf';

export interface Visit {
  /** The `asOf` of the records when the workspace was last seen before it was opened now; null on the first visit. */
  readonly previous: string | null;
}

export class Visits {
  readonly #begun = new WeakMap<Workspace, Visit>();

  /** Begins a visit or continues the one that lasts as long as the workspace is open, and remembers what it has seen. */
  async continue(workspace: Workspace): Promise<Visit> {
    const { journal } = workspace;
    const visit = this.#begun.get(workspace) ?? { previous: journal.setting(SEEN, z.iso.datetime()) ?? null };
    this.#begun.set(workspace, visit);
    const { asOf } = await readStatus(workspace.snapshot);
    if (asOf !== null && asOf !== journal.setting(SEEN, z.string())) journal.saveSetting(SEEN, asOf);
    return visit;
  }
}
