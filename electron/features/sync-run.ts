/** Performs one sync run on an open workspace: events report what it brings as it comes, and the total it learned is noted. */
import type { SyncProgress, SyncResult } from '#contract/api.ts';
import type { AppEvent } from '#contract/events.ts';
import { runSync, type RunOptions, type SyncOptions } from '#electron/sync/run.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';

/** Figures on screen follow a download at this interval, not page by page. */
const SHOW_EVERY_MS = 700;

export interface RunParts {
  /** The current time in epoch milliseconds. */
  readonly now: () => number;
  emit(event: AppEvent): void;
}

export interface RunListener {
  readonly progress: (progress: SyncProgress) => void;
  /**
   * Called with the time, on this computer's clock, at which the service serves this key again; undefined when it serves it now, as far as
   * it has said.
   */
  readonly reopens: (atMs: number | undefined) => void;
}

/** @throws AppFailure as `runSync` does. */
export async function runOnWorkspace(
  parts: RunParts,
  workspace: Workspace,
  options: SyncOptions & Pick<RunOptions, 'pause' | 'signal'>,
  listener: RunListener,
): Promise<SyncResult> {
  const client = await workspace.client();
  let emittedAt = 0;
  try {
    const result = await runSync({
      client,
      store: workspace.snapshot,
      now: parts.now,
      quota: () => client.quota(),
      ...options,
      scrub: options.scrub === true || workspace.settings().scrub,
      onProgress(progress) {
        listener.progress(progress);
        parts.emit({ event: 'sync.progress', payload: progress });
        if (parts.now() - emittedAt < SHOW_EVERY_MS) return;
        emittedAt = parts.now();
        parts.emit({ event: 'data.changed', payload: {} });
      },
    });
    noteTotal(workspace, result);
    return result;
  } finally {
    listener.reopens(client.exhaustion()?.untilMs);
    parts.emit({ event: 'data.changed', payload: {} });
  }
}

/** Notes the total, to price a download from the beginning in case the store cannot be read later. A full disk is no fault of the run. */
function noteTotal(workspace: Workspace, { total }: SyncResult): void {
  try {
    if (total !== null && total !== workspace.mentionedTotal()) workspace.noteTotal(total);
  } catch {
    // The total reported before stays.
  }
}
