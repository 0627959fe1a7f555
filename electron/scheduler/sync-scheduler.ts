/** Decides when the snapshot is brought up to date: one run at a time, asked for or begun by itself, which can be paused and cancelled. */
import type { Quota, SyncProgress, SyncResult } from '../../src/contract/api.ts';
import { fail } from '../../src/contract/errors.ts';
import type { Trouble } from '../../src/contract/service.ts';
import type { Host } from '../host/host.ts';
import type { Journal } from '../journal/journal.ts';
import { askPrice, pricedBy, estimatePrice, type SyncPrice } from '../sync/price.ts';
import type { SyncOptions } from '../sync/run.ts';
import { readStatus } from '../sync/status.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { tryAutoRefresh } from './auto-refresh-throttle.ts';
import { scheduledResume, type ScheduledResume, type Planned } from './scheduled-resume.ts';
import { runOnWorkspace, type RunParts } from './sync-run.ts';

export interface SchedulerParts extends RunParts {
  readonly host: Pick<Host, 'kind'>;
  readonly preferences: Pick<Journal, 'setting' | 'saveSetting'>;
  /** The open one. */
  workspace(): Workspace;
}

export interface SchedulerState {
  readonly running: boolean;
  readonly progress: SyncProgress | null;
  readonly last: SyncResult | null;
  /** What a paused run was asked for; null: none is paused. */
  readonly paused: SyncOptions | null;
  /** When a run goes on by itself; null: none does. UTC timestamp. */
  readonly resumesAt: string | null;
  /** Of the service's last answer; null: none. */
  readonly trouble: Trouble | null;
}

interface Run {
  readonly abort: AbortController;
  readonly pause: AbortController;
  readonly result: Promise<SyncResult>;
}

/** At the reset the service's clock may be a little behind ours. */
const RESET_MARGIN_MS = 5_000;
/** Data that never settles must not be re-read forever: each look spends requests. */
const MOST_LOOKS_AGAIN = 2;
const HOUR_MS = 3_600_000;

export class SyncScheduler {
  readonly #parts: SchedulerParts;
  readonly #later: ScheduledResume;
  #running: Run | undefined;
  #progress: SyncProgress | null = null;
  #last: SyncResult | null = null;
  #paused: SyncOptions | null = null;
  #looksAgain = 0;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#later = scheduledResume(parts.preferences, parts.now);
  }

  /** Starts a run on the open workspace. @throws AppFailure `busy` while one runs, and as a run does. */
  start(options: SyncOptions): Promise<SyncResult> {
    return this.#start(this.#parts.workspace(), options);
  }

  /** Ends the run under way; what was to go on by itself does not any more. */
  cancel(): { readonly cancelled: boolean } {
    const cancelled = this.#running !== undefined;
    this.#running?.abort.abort();
    this.#later.drop(this.#parts.workspace().name);
    this.#paused = null;
    return { cancelled };
  }

  /** Ends the run once what is under way was stored; its options are remembered. */
  pause(): { readonly pausing: boolean } {
    this.#running?.pause.abort();
    return { pausing: this.#running !== undefined };
  }

  state(): SchedulerState {
    return {
      running: this.#running !== undefined,
      progress: this.#progress,
      last: this.#last,
      paused: this.#paused,
      resumesAt: this.#later.at(),
      trouble: this.#parts.workspace().trouble(),
    };
  }

  /**
   * What a run would cost, and what is left to spend.
   * @param ask spend one request where the total is not known: a run like any other, which takes its turn.
   */
  async price(asked: SyncOptions, ask: boolean): Promise<SyncPrice & { readonly quota: Quota }> {
    const workspace = this.#parts.workspace();
    const { snapshot: store } = workspace;
    const { now } = this.#parts;
    const options = { ...asked, scrub: asked.scrub === true || workspace.settings().scrub };
    const price = ask
      ? await askPrice({ store, now }, () => this.#start(workspace, { maxRequests: 1 }), options)
      : pricedBy(workspace.totalTold(), await estimatePrice(store, now(), options), options);
    return { ...price, quota: await workspace.quota() };
  }

  /** Fills the sample automatically: its requests cost no customer's quota. Anything else waits to be asked. */
  startIfSample(): void {
    const workspace = this.#parts.workspace();
    void (async () => {
      const { kind } = await workspace.state();
      if (kind !== 'sample') return;
      const { complete } = await readStatus(workspace.snapshot);
      // The names come with the service; the run starts it.
      if (!complete) await this.#start(workspace, {});
    })().catch(() => {
      // A failed fill shows as partial data with a Refresh button; it reports nothing here.
    });
  }

  /** Looks for changes once, if the person set an age and the records are older: never without a key, a first download or the reserve. */
  refreshIfOld(): void {
    const { host, now, preferences } = this.#parts;
    const workspace = this.#parts.workspace();
    void (async () => {
      const { refreshWhenOlderHours: hours } = workspace.settings();
      if (hours === null || host.kind === 'terminal') return;
      const { kind, key } = await workspace.state();
      if (kind !== 'service' || key === 'none') return;
      const { asOf } = await readStatus(workspace.snapshot);
      if (asOf === null || now() - Date.parse(asOf) < hours * HOUR_MS) return;
      // What the user asked for comes first.
      if (this.#running || this.#later.at() !== null || this.#parts.workspace() !== workspace) return;
      if (!tryAutoRefresh(preferences, workspace.name, now())) return;
      await this.#start(workspace, {}, true);
    })().catch(() => {
      // It runs in the background: every screen shows the age of the records.
    });
  }

  /** Plans anew what the quota had stopped when the program ended: it goes on after the reset, unless the person said otherwise. */
  goOnIfLeft(): void {
    if (this.#parts.host.kind === 'terminal') return;
    const workspace = this.#parts.workspace();
    const planned = this.#later.left(workspace.name);
    if (planned) this.#later.plan(planned, () => this.#goOnWith(planned, workspace));
  }

  /** Cancels a run and waits until what it fetched is stored. A scheduled resume happens at the next opening. */
  async stop(): Promise<void> {
    this.#later.leave();
    this.#paused = null;
    this.#running?.abort.abort();
    await this.#running?.result.catch(() => {});
    this.#last = null;
  }

  /** Lets nothing of this workspace go on by itself any more: its records are about to be others. */
  forget(workspace: string): void {
    this.#later.drop(workspace);
  }

  /** @param byItself started automatically: then it is not resumed automatically either. */
  #start(workspace: Workspace, options: SyncOptions, byItself = false): Promise<SyncResult> {
    if (this.#running) fail({ code: 'busy' });
    this.#later.drop(workspace.name);
    this.#paused = null;
    const abort = new AbortController();
    const pause = new AbortController();
    let reopensMs: number | undefined;
    const signals = { pause: pause.signal, signal: abort.signal };
    const result = runOnWorkspace(
      this.#parts,
      workspace,
      { ...options, ...signals },
      {
        progress: (step) => {
          this.#progress = step;
        },
        reopens: (at) => {
          reopensMs = at;
        },
      },
    );
    const mine: Run = { abort, pause, result };
    this.#running = mine;
    const settled = (value: SyncResult | null) => {
      if (this.#running === mine) this.#running = undefined;
      const isHeld = pause.signal.aborted || abort.signal.aborted;
      if (pause.signal.aborted && !abort.signal.aborted && value && isUnfinished(value)) this.#paused = options;
      this.#progress = null;
      this.#last = value ?? this.#last;
      // A run that was paused or cancelled goes on by hand, whatever else it met on its last page.
      if (value && !byItself && !isHeld) this.#goOn(value, options, workspace, reopensMs);
    };
    result.then(settled, () => settled(null));
    return result;
  }

  /**
   * Plans what follows a run: one that the quota stopped goes on by itself after the reset, one that could not be verified looks
   * again a little later. A terminal command has ended by then.
   */
  #goOn(
    { status, stopped, resumeAt }: SyncResult,
    { list = false, month, maxRequests }: SyncOptions,
    workspace: Workspace,
    reopensMs: number | undefined,
  ): void {
    if (status === 'complete') this.#looksAgain = 0;
    if (this.#parts.host.kind === 'terminal' || resumeAt === null) return;
    // A bound of requests, or a price, is no order for all the rest. A month is its own end.
    if (maxRequests !== undefined && month === undefined) return;
    if (stopped === null && (list || (this.#looksAgain += 1) > MOST_LOOKS_AGAIN)) return;
    // The service's reset by this computer's clock: where that runs wrong, the two are hours apart.
    const dueMs = Math.max(reopensMs ?? Date.parse(resumeAt), this.#parts.now()) + RESET_MARGIN_MS;
    const planned = { at: resumeAt, dueMs, wish: { list, ...(month !== undefined && { month }) } };
    if (stopped !== null) this.#later.keep(workspace.name, planned);
    this.#later.plan(planned, () => this.#goOnWith(planned, workspace));
  }

  /** The list or one month was asked for: the resumed run reads what is left of it. */
  #goOnWith({ wish }: Planned, workspace: Workspace): void {
    void (async () => {
      const { kind, key } = await workspace.state();
      // Without a key it waits: the next opening may have one.
      if (kind === 'service' && key === 'none') return;
      if (this.#parts.workspace() === workspace) await this.#start(workspace, wish);
    })().catch(() => {
      // It runs in the background: what stopped it is shown on the Data screen.
    });
  }
}

/** A month that was read, or a limit that was reached, is the normal end of such a run. */
function isUnfinished({ stopped, resumeAt }: SyncResult): boolean {
  return stopped !== null || resumeAt !== null;
}
