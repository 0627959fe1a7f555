/** One run of the sync on an open workspace: what it brings is told by events as it comes, and the total it learned is noted. */
import type { SyncProgress, SyncResult } from '../../src/contract/api.ts';
import type { AppEvent } from '../../src/contract/events.ts';
import { runSync, type RunOptions, type SyncOptions } from '../sync/run.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Figures on screen follow a download at this interval, not page by page. */
const SHOW_EVERY_MS = 700;

export interface RunParts {
  /** Epoch milliseconds. */
  readonly now: () => number;
  emit(event: AppEvent): void;
}

export interface RunListener {
  readonly progress: (progress: SyncProgress) => void;
  /** When the service serves this key again, on this computer's clock; undefined: now, as far as it has said. */
  readonly reopens: (atMs: number | undefined) => void;
}

/** @throws AppFailure as `runSync` does. */
export async function runOnWorkspace(
  parts: RunParts,
  workspace: Workspace,
  options: SyncOptions & Pick<RunOptions, 'pause' | 'signal'>,
  tell: RunListener,
): Promise<SyncResult> {
  const client = await workspace.client();
  let shownAt = 0;
  try {
    const result = await runSync({
      client,
      store: workspace.snapshot,
      now: parts.now,
      quota: () => client.quota(),
      ...options,
      scrub: options.scrub === true || workspace.settings().scrub,
      onProgress(progress) {
        tell.progress(progress);
        parts.emit({ event: 'sync.progress', payload: progress });
        if (parts.now() - shownAt < SHOW_EVERY_MS) return;
        shownAt = parts.now();
        parts.emit({ event: 'data.changed', payload: {} });
      },
    });
    noteTotal(workspace, result);
    return result;
  } finally {
    tell.reopens(client.exhaustion()?.untilMs);
    parts.emit({ event: 'data.changed', payload: {} });
  }
}

/** Prices a download from the beginning, in case the store cannot be read later. A full disk is no fault of the run. */
function noteTotal(workspace: Workspace, { total }: SyncResult): void {
  try {
    if (total !== null && total !== workspace.totalTold()) workspace.noteTotal(total);
  } catch {
    // The total reported before stays.
  }
}
