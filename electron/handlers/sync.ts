/** Bringing the snapshot up to date: one run at a time, with a price beforehand, progress meanwhile and a way to stop. */
import type { DataStatus, Handlers, SyncProgress, SyncResult } from '../../src/contract/api.ts';
import { fail } from '../../src/contract/errors.ts';
import { priceOf } from '../sync/price.ts';
import { runSync, type RunOptions } from '../sync/run.ts';
import { statusOf } from '../sync/status.ts';
import type { Workspace } from '../workspace.ts';
import type { Parts } from './parts.ts';

type Methods = 'sync.price' | 'sync.run' | 'sync.cancel' | 'sync.state' | 'data.status';

export interface SyncHandlers {
  readonly handlers: Pick<Handlers, Methods>;
  /** Fills the sample by itself: its requests are nobody's quota. Anything else waits to be asked. */
  startIfSample(): void;
  /** Cancels a run and waits until what it fetched is kept. */
  stop(): Promise<void>;
}

interface Run {
  readonly abort: AbortController;
  readonly result: Promise<SyncResult>;
}

/** Figures on screen follow a download in steps of this length, not page by page. */
const SHOW_EVERY_MS = 700;

export function syncHandlers(parts: Parts): SyncHandlers {
  let running: Run | undefined;
  let progress: SyncProgress | null = null;
  let last: SyncResult | null = null;

  function start(
    workspace: Workspace,
    options: { maxRequests?: number | undefined; full: boolean },
  ): Promise<SyncResult> {
    if (running) fail({ code: 'busy' });
    const abort = new AbortController();
    const result = run(parts, workspace, options, abort.signal, (step) => {
      progress = step;
    });
    const mine: Run = { abort, result };
    running = mine;
    const settled = (value: SyncResult | null) => {
      if (running === mine) running = undefined;
      progress = null;
      last = value ?? last;
    };
    result.then(settled, () => settled(null));
    return result;
  }

  async function stop(): Promise<void> {
    running?.abort.abort();
    await running?.result.catch(() => {});
    last = null;
  }

  return {
    stop,
    startIfSample() {
      const workspace = parts.workspace();
      void (async () => {
        const { kind } = await workspace.state();
        if (kind !== 'sample' || running) return;
        const { complete } = await statusOf(workspace.snapshot);
        // The names come with the service; the run starts it.
        if (!complete && !running) await start(workspace, { full: false });
      })().catch(() => {
        // A failed fill shows as partial data with a Refresh button; there is nobody here to tell.
      });
    },
    handlers: {
      'sync.run': ({ maxRequests, full }) => start(parts.workspace(), { maxRequests, full }),
      'sync.cancel': async () => {
        const cancelled = running !== undefined;
        running?.abort.abort();
        return { cancelled };
      },
      'sync.state': async () => ({ running: running !== undefined, progress, last }),
      'sync.price': async ({ full, ask }) => {
        const workspace = parts.workspace();
        const known = await priceOf(workspace.snapshot, parts.now(), { full });
        if (!ask || known.max !== null) return { ...known, quota: await workspace.quota() };
        // Asking is a run of one request: it takes its turn like any other.
        const { requestsUsed, stopped } = await start(workspace, { maxRequests: 1, full: false });
        const told = await priceOf(workspace.snapshot, parts.now(), { full });
        return { ...told, requestsUsed, ...(stopped && { max: null }), quota: await workspace.quota() };
      },
      'data.status': async (): Promise<DataStatus> => {
        const workspace = parts.workspace();
        const { records, complete, asOf, partitions } = await statusOf(workspace.snapshot);
        const { anomalies } = await workspace.snapshot.summary();
        return { records, complete, asOf, partitions, quota: await workspace.quota(), anomalies };
      },
    },
  };
}

async function run(
  parts: Parts,
  workspace: Workspace,
  options: { maxRequests?: number | undefined; full: boolean },
  signal: AbortSignal,
  keep: (progress: SyncProgress) => void,
): Promise<SyncResult> {
  const base = await runOptions(parts, workspace);
  let shownAt = 0;
  try {
    return await runSync({
      ...base,
      signal,
      full: options.full,
      maxRequests: options.maxRequests,
      onProgress(progress) {
        keep(progress);
        parts.emit({ event: 'sync.progress', payload: progress });
        if (parts.now() - shownAt < SHOW_EVERY_MS) return;
        shownAt = parts.now();
        parts.emit({ event: 'data.changed', payload: {} });
      },
    });
  } finally {
    parts.emit({ event: 'data.changed', payload: {} });
  }
}

async function runOptions(parts: Parts, workspace: Workspace): Promise<RunOptions> {
  const client = await workspace.client();
  return { client, store: workspace.snapshot, now: parts.now, quota: () => client.quota() };
}
