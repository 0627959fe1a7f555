/** Decides when the snapshot is brought up to date: one run at a time, requested or automatic, which can be paused and cancelled. */
import { z } from 'zod';
import type { Quota, SyncProgress, SyncResult } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import type { AppEvent } from '#contract/events.ts';
import type { Host } from '#electron/host/host.ts';
import type { Journal } from '#electron/journal/journal.ts';
import { fetchPrice, applyKnownTotal, estimatePrice, type SyncPrice } from '#electron/sync/price.ts';
import { type SyncOptions, runSync, type RunOptions } from '#electron/sync/run.ts';
import { readStatus } from '#electron/sync/status.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { createScheduledResume, type ScheduledResume, type PlannedResume } from './scheduled-resume.ts';

export interface SchedulerParts extends RunParts {
  readonly host: Pick<Host, 'kind'>;
  readonly preferences: Pick<Journal, 'setting' | 'saveSetting'>;
  workspace(): Workspace;
}

interface Run {
  readonly abort: AbortController;
  readonly pause: AbortController;
  readonly result: Promise<SyncResult>;
}

/** At the reset the service's clock may be a little behind ours. */
const RESET_MARGIN_MS = 5_000;
/** Data that never settles must not be re-read forever, because each recheck spends requests. */
const MAX_RECHECKS = 2;
const HOUR_MS = 3_600_000;

export class SyncScheduler {
  readonly #parts: SchedulerParts;
  readonly #scheduledResume: ScheduledResume;
  #running: Run | undefined;
  #progress: SyncProgress | null = null;
  #last: SyncResult | null = null;
  #paused: SyncOptions | null = null;
  #rechecks = 0;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#scheduledResume = createScheduledResume(parts.preferences, parts.now);
  }

  /** Starts a run on the open workspace. @throws AppFailure `busy` while one runs, and as a run does. */
  start(options: SyncOptions): Promise<SyncResult> {
    return this.#start(this.#parts.workspace(), options);
  }

  /** Ends the run under way and drops any automatic resumption. */
  cancel(): { readonly cancelled: boolean } {
    const cancelled = this.#running !== undefined;
    this.#running?.abort.abort();
    this.#scheduledResume.cancel(this.#parts.workspace().name);
    this.#paused = null;
    return { cancelled };
  }

  /** Ends the run once what is under way was stored; its options are remembered. */
  pause(): { readonly pausing: boolean } {
    this.#running?.pause.abort();
    return { pausing: this.#running !== undefined };
  }

  state() {
    return {
      running: this.#running !== undefined,
      progress: this.#progress,
      last: this.#last,
      /** The options of the paused run; null when none is paused. */
      paused: this.#paused,
      /** The UTC timestamp at which a run resumes automatically; null when none does. */
      resumesAt: this.#scheduledResume.at(),
      trouble: this.#parts.workspace().trouble(),
    };
  }

  /**
   * Estimates what a run would cost, and reads the quota.
   * @param canRequest allows one request if the total is not known, which is a run like any other.
   */
  async price(requestedOptions: SyncOptions, canRequest: boolean): Promise<SyncPrice & { readonly quota: Quota }> {
    const workspace = this.#parts.workspace();
    const { snapshot: store } = workspace;
    const { now } = this.#parts;
    const options = { ...requestedOptions, scrub: requestedOptions.scrub === true || workspace.settings().scrub };
    const price = canRequest
      ? await fetchPrice({ store, now }, () => this.#start(workspace, { maxRequests: 1 }), options)
      : applyKnownTotal(workspace.mentionedTotal(), await estimatePrice(store, now(), options), options);
    return { ...price, quota: await workspace.quota() };
  }

  /** Fills the sample automatically, because its requests cost no customer's quota. Any other run waits for a request. */
  startIfSample(): void {
    const workspace = this.#parts.workspace();
    void (async () => {
      const { kind } = await workspace.state();
      if (kind !== 'sample') return;
      const { complete } = await readStatus(workspace.snapshot);
      // The names come with the service, which the run starts.
      if (!complete) await this.#start(workspace, {});
    })().catch(() => {
      // A failed fill shows as partial data with a Refresh button, so nothing is reported here.
    });
  }

  /** Looks for changes once, if the user set an age and the records are older: never without a key, a first download or the reserve. */
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
      // What the user requested comes first.
      if (this.#running || this.#scheduledResume.at() !== null || this.#parts.workspace() !== workspace) return;
      if (!tryAutoRefresh(preferences, workspace.name, now())) return;
      await this.#start(workspace, {}, true);
    })().catch(() => {
      // It runs in the background, and every screen shows the age of the records.
    });
  }

  /** Schedules again what the quota had stopped when the program ended. It resumes after the reset, unless the user has cancelled it. */
  resumeIfPlanned(): void {
    if (this.#parts.host.kind === 'terminal') return;
    const workspace = this.#parts.workspace();
    const planned = this.#scheduledResume.readPlanned(workspace.name);
    if (planned) this.#scheduledResume.plan(planned, () => this.#resume(planned, workspace));
  }

  /** Cancels a run and waits until what it fetched is stored. A scheduled resumption happens at the next opening. */
  async stop(): Promise<void> {
    this.#scheduledResume.suspend();
    this.#paused = null;
    this.#running?.abort.abort();
    await this.#running?.result.catch(() => {});
    this.#last = null;
  }

  /** Drops automatic resumptions of this workspace, because its records are about to be replaced. */
  forget(workspace: string): void {
    this.#scheduledResume.cancel(workspace);
  }

  /** @param isAutomatic true for a run that started automatically, which is then not resumed automatically either. */
  #start(workspace: Workspace, options: SyncOptions, isAutomatic = false): Promise<SyncResult> {
    if (this.#running) fail({ code: 'busy' });
    this.#scheduledResume.cancel(workspace.name);
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
        reopens: (timeMs) => {
          reopensMs = timeMs;
        },
      },
    );
    const run: Run = { abort, pause, result };
    this.#running = run;
    const settle = (value: SyncResult | null) => {
      if (this.#running === run) this.#running = undefined;
      const isStoppedByUser = pause.signal.aborted || abort.signal.aborted;
      if (pause.signal.aborted && !abort.signal.aborted && value && isUnfinished(value)) this.#paused = options;
      this.#progress = null;
      this.#last = value ?? this.#last;
      // A run that was paused or cancelled is resumed only by the user, even if it met the quota on its last page.
      if (value && !isAutomatic && !isStoppedByUser) this.#planNext(value, options, workspace, reopensMs);
    };
    result.then(settle, () => settle(null));
    return result;
  }

  /**
   * Plans what follows a run. One that the quota stopped resumes automatically after the reset; one that could not be verified is
   * checked again a little later. A terminal command has ended by then.
   */
  #planNext(
    { status, stopped, resumeAt }: SyncResult,
    { list = false, month, maxRequests }: SyncOptions,
    workspace: Workspace,
    reopensMs: number | undefined,
  ): void {
    if (status === 'complete') this.#rechecks = 0;
    if (this.#parts.host.kind === 'terminal' || resumeAt === null) return;
    // A run with a limit of requests, or for a price, is not continued beyond it. A month has an end.
    if (maxRequests !== undefined && month === undefined) return;
    if (stopped === null && (list || (this.#rechecks += 1) > MAX_RECHECKS)) return;
    // The service's reset is measured on this computer's clock, which may be hours off.
    const dueMs = Math.max(reopensMs ?? Date.parse(resumeAt), this.#parts.now()) + RESET_MARGIN_MS;
    const planned = { at: resumeAt, dueMs, wish: { list, ...(month !== undefined && { month }) } };
    if (stopped !== null) this.#scheduledResume.save(workspace.name, planned);
    this.#scheduledResume.plan(planned, () => this.#resume(planned, workspace));
  }

  /** The list or one month was requested, so the resumed run reads the remainder of it. */
  #resume({ wish }: PlannedResume, workspace: Workspace): void {
    void (async () => {
      const { kind, key } = await workspace.state();
      // Without a key the run waits, because the next opening may have one.
      if (kind === 'service' && key === 'none') return;
      if (this.#parts.workspace() === workspace) await this.#start(workspace, wish);
    })().catch(() => {
      // It runs in the background, and the Data screen shows what stopped it.
    });
  }
}

/** A month that was read, or a limit that was reached, is the normal end of such a run. */
function isUnfinished({ stopped, resumeAt }: SyncResult): boolean {
  return stopped !== null || resumeAt !== null;
}

// Throttles automatic refreshes: one that failed, or records that seem old because the clock runs ahead, must not cost requests at every
// opening.

const INTERVAL_MS = 3_600_000;

/**
 * Records the attempt if one may be made now.
 * @param now local time in epoch milliseconds. An attempt in its future was recorded by a clock that has since been set back.
 */
export function tryAutoRefresh(
  preferences: Pick<Journal, 'setting' | 'saveSetting'>,
  workspace: string,
  now: number,
): boolean {
  const name = `lookedAt:${workspace}`;
  const lastAttempt = preferences.setting(name, z.number());
  if (lastAttempt !== undefined && lastAttempt <= now && now - lastAttempt < INTERVAL_MS) return false;
  preferences.saveSetting(name, now);
  return true;
}

/** Figures on screen follow a download at this interval, not page by page. */
const SHOW_EVERY_MS = 700;

interface RunParts {
  /** The current time in epoch milliseconds. */
  readonly now: () => number;
  emit(event: AppEvent): void;
}

export interface RunListener {
  readonly progress: (progress: SyncProgress) => void;
  /**
   * Called with the time, on this computer's clock, at which the service serves this key again; undefined unless it has stated that the
   * quota is used up.
   */
  readonly reopens: (atMs: number | undefined) => void;
}

/**
 * Performs one sync run on an open workspace: events report its records as they come, and the total is noted.
 * @throws AppFailure as `runSync` does.
 */
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

/** Notes the total, to price a download from the beginning in case the store cannot be read later. A full disk does not fail the run. */
function noteTotal(workspace: Workspace, { total }: SyncResult): void {
  try {
    if (total !== null && total !== workspace.mentionedTotal()) workspace.noteTotal(total);
  } catch {
    // The total reported before stays.
  }
}
