/** The syncing client in a separate process: one sync over what is in its folder, killed with SIGKILL where its job says. */
import type { SyncStore } from '#electron/sync/store.ts';
import { AppFailure } from '#contract/errors.ts';
import type { SyncResult } from '#contract/api.ts';
import { jobGiven, sendResult } from '../bench/child.ts';
import { openDesk } from '../support/hosts/sync-desk.ts';
import type { Habits, Hold, Kill, killPoints, Round } from './plan.ts';
import { wireWith } from './wire.ts';

export interface ClientJob extends Pick<Round, 'kill' | 'hold' | 'deadlineMs' | 'options'> {
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  /** This computer's clock at its start, epoch milliseconds. */
  readonly startAt: number;
  readonly habits: Habits;
}

/** What it sends when it was not killed: the sync's result, or the code of what failed. */
export type ClientOutcome =
  | {
      readonly result: SyncResult;
      /** Requests that went out after the user's pause or cancel, other than retries of the one under way. */
      readonly sentAfterHold: number;
    }
  | { readonly failed: string };

const job = jobGiven() as ClientJob;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Counts the passes of each point; the planned one is the last. */
function killerOf(kill: Kill | null): (point: (typeof killPoints)[number]) => boolean {
  let passes = 0;
  return (point) => {
    if (!kill || !('point' in kill) || kill.point !== point) return false;
    passes += 1;
    return passes === kill.time;
  };
}

const isTime = killerOf(job.kill);

/** Pauses or cancels at the planned point, and counts what is sent in spite of it. */
function holderOf(hold: Hold | null) {
  const person = { pause: new AbortController(), cancel: new AbortController() };
  const sent = new Set<string>();
  let after = 0;
  return {
    signals: { pause: person.pause.signal, signal: person.cancel.signal },
    sentAfter: () => after,
    note(request: string) {
      const isNew = person.cancel.signal.aborted || (person.pause.signal.aborted && !sent.has(request));
      if (isNew) after += 1;
      sent.add(request);
      if (hold && sent.size >= hold.afterRequests) person[hold.how].abort();
    },
  };
}

const holder = holderOf(job.hold);
const ask = wireWith(job.habits);
const wire: typeof fetch = async (input, init) => {
  holder.note(`${new Request(input).url} ${typeof init?.body === 'string' ? init.body : ''}`);
  if (isTime('before-send')) die();
  const response = await ask(input, init);
  if (isTime('after-answer')) die();
  return response;
};

function around(store: SyncStore): SyncStore {
  return {
    ...store,
    async commit(change) {
      if (isTime('before-commit')) die();
      const committed = store.commit(change);
      // The store writes on other threads: it is somewhere inside the transaction by then.
      if (isTime('in-commit')) setTimeout(die, change.upsert.length % 12);
      await committed;
      if (isTime('after-commit')) die();
    },
  };
}

const started = Date.now();
const { url, key, folder, startAt, deadlineMs, options } = job;
const now = () => startAt + Date.now() - started;
const desk = await openDesk({ url, key, folder, now, deadlineMs, fetch: wire, around });
if (job.kill && 'afterMilliseconds' in job.kill) setTimeout(die, job.kill.afterMilliseconds).unref();
let outcome: ClientOutcome;
try {
  const result = await desk.sync({ ...options, ...holder.signals });
  outcome = { result, sentAfterHold: holder.sentAfter() };
} catch (error) {
  if (!(error instanceof AppFailure)) throw error;
  outcome = { failed: error.error.code };
}
await desk.close();
sendResult(outcome);
