/** Brings the snapshot up to date: one run at a time, with a price beforehand, progress meanwhile and a way to stop. */
import type { DataStatus, SyncProgress, SyncResult } from '../../src/contract/api.ts';
import { fail } from '../../src/contract/errors.ts';
import { askPrice, pricedBy, estimatePrice } from '../sync/price.ts';
import { runSync, type RunOptions } from '../sync/run.ts';
import { readStatus } from '../sync/status.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { scheduledResume, type Planned } from '../scheduler/scheduled-resume.ts';
import type { Handlers } from './shared/handlers.ts';
import { tryAutoRefresh } from '../scheduler/auto-refresh-throttle.ts';
import type { Parts } from './shared/context.ts';

type Methods = 'sync.price' | 'sync.run' | 'sync.cancel' | 'sync.pause' | 'sync.state' | 'data.status';

export interface SyncHandlers {
  readonly handlers: Pick<Handlers, Methods>;
  /** Fills the sample automatically: its requests cost no customer's quota. Anything else waits to be asked. */
  startIfSample(): void;
  /** Refreshes once if the user set an age and the records are older: never without a key, for a first download, or from the reserve. */
  refreshIfOld(): void;
  /** A run that the quota had stopped when the program ended resumes after the reset, unless the user said otherwise. */
  goOnIfLeft(): void;
  /** Cancels a run and waits until what it fetched is stored. A scheduled resume happens at the next opening. */
  stop(): Promise<void>;
  /** Drops this workspace's scheduled resume: its records are about to be replaced. */
  forget(workspace: string): void;
}

interface Run {
  readonly wish: SyncScope;
  readonly abort: AbortController;
  readonly pause: AbortController;
  readonly result: Promise<SyncResult>;
}

/** At the reset the service's clock may be a little behind ours. */
const RESET_MARGIN_MS = 5_000;
/** Data that never settles must not be re-read forever: each look spends requests. */
const MOST_LOOKS_AGAIN = 2;

type SyncScope = Pick<RunOptions, 'maxRequests' | 'full' | 'audit' | 'list' | 'scrub' | 'month'>;

/** Figures on screen follow a download at this interval, not page by page. */
const SHOW_EVERY_MS = 700;
const HOUR_MS = 3_600_000;

export function syncHandlers(parts: Parts): SyncHandlers {
  let running: Run | undefined;
  let progress: SyncProgress | null = null;
  let last: SyncResult | null = null;
  const later = scheduledResume(parts.preferences, parts.now);
  let paused: SyncScope | null = null;
  let looksAgain = 0;

  /** @param byItself started automatically: then it is not resumed automatically either. */
  function start(workspace: Workspace, options: SyncScope, byItself = false): Promise<SyncResult> {
    if (running) fail({ code: 'busy' });
    later.drop(workspace.name);
    paused = null;
    const abort = new AbortController();
    const pause = new AbortController();
    let reopensMs: number | undefined;
    const result = run(parts, workspace, { ...options, pause: pause.signal }, abort.signal, {
      progress: (step) => {
        progress = step;
      },
      reopens: (at) => {
        reopensMs = at;
      },
    });
    const mine: Run = { wish: options, abort, pause, result };
    running = mine;
    const settled = (value: SyncResult | null) => {
      if (running === mine) running = undefined;
      const isHeld = pause.signal.aborted || abort.signal.aborted;
      if (pause.signal.aborted && !abort.signal.aborted && value && isUnfinished(value)) paused = options;
      progress = null;
      last = value ?? last;
      // A run that the user paused or cancelled is resumed by hand, whatever else it met on its last page.
      if (value && !byItself && !isHeld) goOn(value, options, workspace, reopensMs);
    };
    result.then(settled, () => settled(null));
    return result;
  }

  /**
   * A run that the quota stopped resumes after the reset; one that could not be verified looks again a little later. A terminal command has
   * ended by then.
   */
  function goOn(
    { status, stopped, resumeAt }: SyncResult,
    { list = false, month, maxRequests }: SyncScope,
    workspace: Workspace,
    reopensMs: number | undefined,
  ): void {
    if (status === 'complete') looksAgain = 0;
    if (parts.host.kind === 'terminal' || resumeAt === null) return;
    // A request for a price, a month or so many requests is not a request for all the rest: such a run is not resumed.
    if (maxRequests !== undefined && month === undefined) return;
    if (stopped === null && (list || (looksAgain += 1) > MOST_LOOKS_AGAIN)) return;
    // The service's reset by this computer's clock: where that runs wrong, the two are hours apart.
    const dueMs = Math.max(reopensMs ?? Date.parse(resumeAt), parts.now()) + RESET_MARGIN_MS;
    const planned = { at: resumeAt, dueMs, wish: { list, ...(month !== undefined && { month }) } };
    if (stopped !== null) later.keep(workspace.name, planned);
    later.plan(planned, () => goOnWith(planned, workspace));
  }

  /** The list or one month was asked for: the resumed run reads what is left of it. */
  function goOnWith({ wish }: Planned, workspace: Workspace): void {
    void (async () => {
      const { kind, key } = await workspace.state();
      // Without a key it waits: the next opening may have one.
      if (kind === 'service' && key === 'none') return;
      if (!running && parts.workspace() === workspace) await start(workspace, wish);
    })().catch(() => {
      // It runs in the background: what stopped it is shown on the Data screen.
    });
  }

  async function stop(): Promise<void> {
    later.leave();
    paused = null;
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
        const { complete } = await readStatus(workspace.snapshot);
        // The names come with the service; the run starts it.
        if (!complete && !running) await start(workspace, {});
      })().catch(() => {
        // A failed fill shows as partial data with a Refresh button; it reports nothing here.
      });
    },
    refreshIfOld() {
      const workspace = parts.workspace();
      void (async () => {
        const { refreshWhenOlderHours: hours } = workspace.settings();
        if (hours === null || parts.host.kind === 'terminal') return;
        const { kind, key } = await workspace.state();
        if (kind !== 'service' || key === 'none') return;
        const { asOf } = await readStatus(workspace.snapshot);
        if (asOf === null || parts.now() - Date.parse(asOf) < hours * HOUR_MS) return;
        // What the user asked for comes first.
        if (running || later.at() !== null || parts.workspace() !== workspace) return;
        if (!tryAutoRefresh(parts.preferences, workspace.name, parts.now())) return;
        await start(workspace, {}, true);
      })().catch(() => {
        // It runs in the background: every screen shows the age of the records.
      });
    },
    goOnIfLeft() {
      if (parts.host.kind === 'terminal') return;
      const workspace = parts.workspace();
      const planned = later.left(workspace.name);
      if (planned) later.plan(planned, () => goOnWith(planned, workspace));
    },
    forget: (workspace) => later.drop(workspace),
    handlers: {
      'sync.run': (wish) => start(parts.workspace(), { ...wish, month: toFirstDay(wish.month) }),
      'sync.cancel': async () => {
        const cancelled = running !== undefined;
        running?.abort.abort();
        later.drop(parts.workspace().name);
        paused = null;
        return { cancelled };
      },
      'sync.pause': async () => {
        running?.pause.abort();
        return { pausing: running !== undefined };
      },
      'sync.state': async () => ({
        running: running !== undefined,
        progress,
        last,
        paused: paused && toSyncOptions(paused),
        resumesAt: later.at(),
        trouble: parts.workspace().trouble(),
      }),
      'sync.price': async ({ full, audit, list, scrub, month, ask }) => {
        const workspace = parts.workspace();
        const store = workspace.snapshot;
        const wish = { full, audit, list, scrub: scrub || workspace.settings().scrub, month: toFirstDay(month) };
        // Probing is a run of one request: it takes its turn like any other.
        const price = ask
          ? await askPrice({ store, now: parts.now }, () => start(workspace, { maxRequests: 1 }), wish)
          : pricedBy(workspace.totalTold(), await estimatePrice(store, parts.now(), wish), wish);
        return { ...price, quota: await workspace.quota() };
      },
      'data.status': async (): Promise<DataStatus> => {
        const workspace = parts.workspace();
        const { records, complete, asOf, partitions, waiting, pending } = await readStatus(workspace.snapshot);
        const { anomalies } = await workspace.snapshot.summary();
        const quota = await workspace.quota();
        const journal = workspace.journal.damage;
        return { records, complete, asOf, partitions, quota, anomalies, waiting, pending, journal };
      },
    },
  };
}

/** A month that was read, or a limit that was reached, is the normal end of such a run. */
function isUnfinished({ status, stopped, resumeAt }: SyncResult): boolean {
  return status === 'partial' && (stopped !== null || resumeAt !== null);
}

function toFirstDay(month: string | undefined): string | undefined {
  return month === undefined ? undefined : `${month}-01`;
}

/** The input as it came. A given limit belonged to the run that is over. */
function toSyncOptions({ full = false, audit = false, list = false, scrub = false, month }: SyncScope) {
  return { full, audit, list, scrub, ...(month !== undefined && { month: month.slice(0, 7) }) };
}

interface Told {
  readonly progress: (progress: SyncProgress) => void;
  /** When the service serves this key again, on this computer's clock; undefined: now, as far as it has said. */
  readonly reopens: (atMs: number | undefined) => void;
}

async function run(
  parts: Parts,
  workspace: Workspace,
  options: SyncScope & Pick<RunOptions, 'pause'>,
  signal: AbortSignal,
  tell: Told,
): Promise<SyncResult> {
  const client = await workspace.client();
  let shownAt = 0;
  try {
    const result = await runSync({
      client,
      store: workspace.snapshot,
      now: parts.now,
      quota: () => client.quota(),
      signal,
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
function noteTotal(workspace: Workspace, { status, records, total }: SyncResult): void {
  const known = total ?? (status === 'complete' ? records : null);
  try {
    if (known !== null && known !== workspace.totalTold()) workspace.noteTotal(known);
  } catch {
    // The total reported before stays.
  }
}
