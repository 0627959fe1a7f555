/** Bringing the snapshot up to date: one run at a time, with a price beforehand, progress meanwhile and a way to stop. */
import type { DataStatus, Handlers, SyncProgress, SyncResult } from '../../src/contract/api.ts';
import { fail } from '../../src/contract/errors.ts';
import { askPrice, priceOf } from '../sync/price.ts';
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

/** The service's clock may be a little behind ours at the reset. */
const RESET_MARGIN_MS = 5_000;
/** A world that never settles must not be looked at for ever: each look spends requests. */
const MOST_LOOKS_AGAIN = 2;

type Wish = Pick<RunOptions, 'maxRequests' | 'full' | 'audit'>;

/** Figures on screen follow a download in steps of this length, not page by page. */
const SHOW_EVERY_MS = 700;

export function syncHandlers(parts: Parts): SyncHandlers {
  let running: Run | undefined;
  let progress: SyncProgress | null = null;
  let last: SyncResult | null = null;
  let resuming: NodeJS.Timeout | undefined;
  let looksAgain = 0;

  function start(workspace: Workspace, options: Wish): Promise<SyncResult> {
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
      if (value) goOn(value, workspace);
    };
    result.then(settled, () => settled(null));
    return result;
  }

  /**
   * A run that the quota stopped goes on by itself after the reset; one that could not be verified looks again a little later.
   * A terminal command has ended by then.
   */
  function goOn({ status, stopped, resumeAt }: SyncResult, workspace: Workspace): void {
    clearTimeout(resuming);
    if (status === 'complete') looksAgain = 0;
    if (parts.host.kind === 'terminal' || resumeAt === null) return;
    if (stopped === null && (looksAgain += 1) > MOST_LOOKS_AGAIN) return;
    const waitMs = Math.max(Date.parse(resumeAt) - parts.now(), 0) + RESET_MARGIN_MS;
    resuming = setTimeout(() => {
      if (!running) start(workspace, {}).catch(() => {});
    }, waitMs);
    resuming.unref();
  }

  async function stop(): Promise<void> {
    clearTimeout(resuming);
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
        if (!complete && !running) await start(workspace, {});
      })().catch(() => {
        // A failed fill shows as partial data with a Refresh button; there is nobody here to tell.
      });
    },
    handlers: {
      'sync.run': (wish) => start(parts.workspace(), wish),
      'sync.cancel': async () => {
        const cancelled = running !== undefined;
        running?.abort.abort();
        return { cancelled };
      },
      'sync.state': async () => ({ running: running !== undefined, progress, last }),
      'sync.price': async ({ full, audit, ask }) => {
        const workspace = parts.workspace();
        const store = workspace.snapshot;
        const wish = { full, audit };
        // Asking is a run of one request: it takes its turn like any other.
        const price = ask
          ? await askPrice({ store, now: parts.now }, () => start(workspace, { maxRequests: 1 }), wish)
          : await priceOf(store, parts.now(), wish);
        return { ...price, quota: await workspace.quota() };
      },
      'data.status': async (): Promise<DataStatus> => {
        const workspace = parts.workspace();
        const { records, complete, asOf, partitions, waiting, pending } = await statusOf(workspace.snapshot);
        const { anomalies } = await workspace.snapshot.summary();
        return { records, complete, asOf, partitions, quota: await workspace.quota(), anomalies, waiting, pending };
      },
    },
  };
}

async function run(
  parts: Parts,
  workspace: Workspace,
  options: Wish,
  signal: AbortSignal,
  keep: (progress: SyncProgress) => void,
): Promise<SyncResult> {
  const base = await runOptions(parts, workspace);
  let shownAt = 0;
  try {
    return await runSync({
      ...base,
      signal,
      ...options,
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
