/** When a run begins, is repeated, waits or ends: real runs over a service in memory, on a clock that the test moves. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppEvent } from '#contract/events.ts';
import type { SyncOptions } from '#electron/sync/run.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { saveSettings } from '#electron/journal/settings.ts';
import { SyncScheduler, type SchedulerParts } from '#electron/features/sync-scheduler.ts';
import { OVERLAP } from '#electron/sync/state.ts';
import { readStatus } from '#electron/sync/status.ts';
import { AppFailure } from '#contract/errors.ts';
import { Killed, MemoryStore } from '#tests/support/stores/memory-store.ts';
import { Bench, DAY, HOUR, RECORDS, START } from './sync-harness.ts';

/** So much later than the reset: the service's clock may be a little behind ours. */
const MARGIN = 5_000;
/** After it an index that lags has what it lacked, and the next look is due. */
const SETTLING = OVERLAP + MARGIN;

/** The clock on the wall goes with the timers. */
const now = () => START + performance.now();
let bench: Bench;
let workspace: Workspace;
let scheduler: SyncScheduler;
let onEvent: ((event: AppEvent) => unknown) | undefined;

const createScheduler = (kind: SchedulerParts['host']['kind'] = 'browser') =>
  new SyncScheduler({
    host: { kind },
    preferences: bench.preferences,
    now,
    emit: (event) => onEvent?.(event),
    workspace: () => workspace,
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  bench = new Bench(now);
  workspace = bench.open();
  onEvent = undefined;
  scheduler = createScheduler();
});
afterEach(async () => {
  await scheduler.stop();
  bench.preferences.close();
  vi.useRealTimers();
});

const rest = () => expect.poll(() => scheduler.state().running, { interval: 1 }).toBe(false);
/** Lets so much time pass for clocks and timers alike, and what begins in it come to its end. @returns how many requests that took */
async function pass(ms: number) {
  const before = bench.requests();
  await vi.advanceTimersByTimeAsync(ms);
  await rest();
  return bench.requests() - before;
}
async function run(options: SyncOptions = {}) {
  const result = await scheduler.start(options);
  await rest();
  return result;
}
const expectNothingMore = async () => expect([await pass(DAY), scheduler.state().resumesAt]).toEqual([0, null]);

describe('data that cannot be verified yet', () => {
  beforeEach(() => {
    bench.isVerifiable = false;
  });

  it('is read again by itself twice, and again twice once it was verified meanwhile', async () => {
    for (const round of ['first', 'second']) {
      bench.isVerifiable = false;
      expect(await run(), round).toMatchObject({ status: 'partial', stopped: null });
      expect(await pass(SETTLING), round).toBeGreaterThan(0);
      expect(await pass(SETTLING), round).toBeGreaterThan(0);
      await expectNothingMore();
      bench.isVerifiable = true;
      expect(await run(), round).toMatchObject({ status: 'complete' });
    }
  });

  it('is not read again after a list, nor after a bound of requests', async () => {
    for (const options of [{ maxRequests: 50 }, { list: true }]) {
      expect(await run(options)).toMatchObject({ status: 'partial', stopped: null });
      await expectNothingMore();
    }
  });

  it('is read again only while the program is open', async () => {
    await run();
    expect(scheduler.state().resumesAt).not.toBeNull();
    await scheduler.stop();
    scheduler = createScheduler();
    scheduler.resumeIfPlanned();
    await expectNothingMore();
  });
});

describe('a run that the quota stopped', () => {
  const stopByQuota = async (options: SyncOptions = {}) => {
    bench.leaveRequests(1);
    expect(await run(options)).toMatchObject({ stopped: { code: 'quota-exhausted' } });
    bench.leaveRequests();
  };

  it('goes on once the service’s clock, which may be a little behind, has passed the reset', async () => {
    await stopByQuota();
    expect(scheduler.state().resumesAt).toBe(new Date(bench.resets.at).toISOString());
    expect(await pass(bench.resets.at - now() + MARGIN - 1)).toBe(0);
    expect(await pass(1)).toBeGreaterThan(0);
    expect(scheduler.state()).toMatchObject({ resumesAt: null, last: { status: 'complete' } });
  });

  it('goes on by this computer’s clock where the service’s runs otherwise, and never at once', async () => {
    bench.resets.hereMs = now() + 9 * HOUR;
    await stopByQuota();
    expect(await pass(9 * HOUR + MARGIN - 1)).toBe(0);
    expect(await pass(1)).toBeGreaterThan(0);
    bench.resets = { at: now() - HOUR };
    await stopByQuota({ full: true });
    expect(await pass(MARGIN - 1)).toBe(0);
    expect(await pass(1)).toBeGreaterThan(0);
  });

  it('goes on with what was asked for: the list, or one month, also within a bound', async () => {
    await stopByQuota({ list: true });
    await pass(DAY);
    expect(bench.world.requests.every(({ kind }) => kind === 'list')).toBe(true);
    expect(scheduler.state().last).toMatchObject({ status: 'complete' });
    bench.store = new MemoryStore();
    workspace = bench.open();
    await run({ maxRequests: 1 });
    await stopByQuota({ month: '2026-09-01', maxRequests: 30 });
    expect(await pass(DAY)).toBeGreaterThan(0);
    expect(scheduler.state().last).toMatchObject({ status: 'partial', stopped: null, resumeAt: null });
  });

  it('does not go on in a terminal, nor beyond a bound of requests', async () => {
    await stopByQuota({ maxRequests: 50 });
    await expectNothingMore();
    scheduler = createScheduler('terminal');
    await stopByQuota();
    await expectNothingMore();
  });

  it('waits where the key is gone, and where another workspace is open by then', async () => {
    await stopByQuota();
    bench.state = { kind: 'service', key: 'none' };
    expect(await pass(DAY)).toBe(0);
    bench.state = { kind: 'service', key: 'keychain' };
    await stopByQuota();
    workspace = bench.open('other');
    expect(await pass(DAY)).toBe(0);
  });

  it('goes on in the program’s next opening, until it was cancelled, forgotten or begun by hand', async () => {
    const reopen = async (kind?: SchedulerParts['host']['kind']) => {
      await scheduler.stop();
      scheduler = createScheduler(kind);
      scheduler.resumeIfPlanned();
      return scheduler.state().resumesAt;
    };
    const reset = new Date(bench.resets.at).toISOString();
    await stopByQuota();
    expect([await reopen('terminal'), await reopen()]).toEqual([null, reset]);
    scheduler.cancel();
    expect(await reopen()).toBeNull();
    await stopByQuota();
    scheduler.forget('other');
    expect(await reopen()).toBe(reset);
    scheduler.forget('own');
    expect(await reopen()).toBeNull();
    await stopByQuota();
    await run({ maxRequests: 1 });
    expect(await reopen()).toBeNull();
  });

  it('waits for the next opening once the scheduler has stopped', async () => {
    await stopByQuota();
    await scheduler.stop();
    await expectNothingMore();
  });
});

describe('a refresh by itself', () => {
  /** @returns how many requests it took. */
  const refresh = () => {
    scheduler.refreshIfOld();
    return pass(0);
  };
  const reopen = async (kind?: SchedulerParts['host']['kind']) => {
    await scheduler.stop();
    scheduler = createScheduler(kind);
    return refresh();
  };
  beforeEach(async () => {
    await run();
    saveSettings(bench.preferences, { refreshWhenOlderHours: 4 });
  });

  it('comes once the records are as old as was set, and once an hour at most', async () => {
    const { asOf } = await readStatus(bench.store);
    await pass(Date.parse(asOf ?? '') + 4 * HOUR - now() - 1);
    expect(await reopen()).toBe(0);
    await pass(1);
    expect(await reopen()).toBe(1);
    await pass(5 * HOUR);
    bench.isVerifiable = false;
    expect(await reopen()).toBe(1);
    expect(await reopen()).toBe(0);
  });

  it('comes neither in a terminal, without an age or a key, of the sample, nor before a first download', async () => {
    await pass(DAY);
    expect(await reopen('terminal')).toBe(0);
    saveSettings(bench.preferences, { refreshWhenOlderHours: null });
    expect(await reopen()).toBe(0);
    saveSettings(bench.preferences, { refreshWhenOlderHours: 4 });
    bench.state = { kind: 'service', key: 'none' };
    expect(await reopen()).toBe(0);
    bench.state = { kind: 'sample', key: 'keychain' };
    expect(await reopen()).toBe(0);
    bench.state = { kind: 'service', key: 'keychain' };
    bench.store = new MemoryStore();
    workspace = bench.open();
    expect(await reopen()).toBe(0);
  });

  it('leaves its turn to what waits for the quota, and does not go on by itself where the quota stops it', async () => {
    await pass(DAY);
    bench.resets.at = now() + DAY;
    bench.leaveRequests(1);
    await run({ full: true });
    bench.leaveRequests();
    await pass(5 * HOUR);
    const reset = new Date(bench.resets.at).toISOString();
    expect([await refresh(), scheduler.state().resumesAt]).toEqual([0, reset]);
    scheduler.cancel();
    bench.leaveRequests(0);
    await refresh();
    expect(scheduler.state()).toMatchObject({ resumesAt: null, last: { stopped: { code: 'quota-exhausted' } } });
  });

  it('leaves its turn to a run under way, and to the workspace that is opened meanwhile, and may come after it', async () => {
    await pass(DAY);
    bench.atNextAnswer(() => {
      scheduler.refreshIfOld();
      scheduler.cancel();
    });
    await run({ full: true });
    scheduler.refreshIfOld();
    workspace = bench.open('other');
    expect(await pass(0)).toBe(0);
    workspace = bench.open();
    expect(await refresh()).toBeGreaterThan(0);
  });
});

describe('a run', () => {
  it('is the only one, also before it has sent anything', async () => {
    const first = scheduler.start({});
    expect(scheduler.state().running).toBe(true);
    expect(() => scheduler.start({})).toThrow(AppFailure);
    await first;
  });

  it('that was paused is remembered with what it was asked for, until the next begins, it is cancelled or all is closed', async () => {
    for (const end of [() => run(), async () => scheduler.cancel(), () => scheduler.stop()]) {
      bench.atNextAnswer(() => scheduler.pause());
      await run({ full: true });
      expect(scheduler.state().paused).toEqual({ full: true });
      await end();
      expect(scheduler.state().paused).toBeNull();
    }
  });

  it('that was paused is over where it was complete, and not where it could not be verified', async () => {
    await run();
    for (const [isVerifiable, paused] of [
      [true, null],
      [false, {}],
    ] as const) {
      bench.isVerifiable = isVerifiable;
      bench.atNextAnswer(() => scheduler.pause());
      expect(await run()).toMatchObject({ stopped: null });
      expect(scheduler.state().paused).toEqual(paused);
    }
  });

  it.each([
    ['paused', () => scheduler.pause(), { full: true }],
    ['cancelled', () => scheduler.cancel(), null],
    ['paused and then cancelled', () => [scheduler.pause(), scheduler.cancel()], null],
  ])('that was %s does not go on by itself though its last page met the quota’s end', async (_, end, paused) => {
    bench.leaveRequests(3);
    let pages = 0;
    onEvent = ({ event }) => {
      if (event === 'sync.progress') pages += 1;
      // The next page, which is asked for ahead, was refused by then.
      if (pages === 3) end();
    };
    expect(await run({ full: true })).toMatchObject({ stopped: { code: 'quota-exhausted' } });
    expect(scheduler.state().paused).toEqual(paused);
    await expectNothingMore();
  });

  it('that failed makes room for the next, and what the last one brought is still told', async () => {
    await run();
    const { last } = scheduler.state();
    bench.store.die = 'before';
    await expect(scheduler.start({ full: true })).rejects.toThrow(Killed);
    expect(scheduler.state()).toMatchObject({ running: false, progress: null, last, paused: null });
    expect(await run()).toMatchObject({ status: 'complete' });
  });

  it('is over, with what it fetched stored, once the scheduler has stopped', async () => {
    let stopped: Promise<unknown> | undefined;
    bench.atNextAnswer(() => {
      stopped = scheduler.stop().then(() => [scheduler.state(), bench.store.commits]);
    });
    await run();
    expect(await stopped).toMatchObject([{ running: false, last: null }, bench.store.commits]);
    expect(await pass(HOUR)).toBe(0);
  });
});

it('asks for a price with a request of its own only where it is told to, and keeps the page', async () => {
  expect(await scheduler.price({}, false)).toMatchObject({ max: null, requestsUsed: 0 });
  expect(bench.requests()).toBe(0);
  bench.leaveRequests(1);
  expect(await scheduler.price({}, true)).toMatchObject({ total: RECORDS, requestsUsed: 1 });
  // The quota is used up, and a price is no download that goes on by itself.
  expect(scheduler.state().resumesAt).toBeNull();
  bench.leaveRequests();
  expect(await bench.store.count({})).toBe(200);
  // An earlier store told how many there are: nothing needs to be asked.
  bench.store = new MemoryStore();
  workspace = bench.open();
  expect(await scheduler.price({}, false)).toMatchObject({ total: RECORDS, requestsUsed: 0 });
});

it('names the price with the day’s slice where the settings ask for it', async () => {
  await run();
  await pass(2 * DAY);
  const plain = await scheduler.price({}, false);
  saveSettings(bench.preferences, { scrub: true });
  const { min } = await scheduler.price({}, false);
  expect(min).toBeGreaterThan(plain.min);
  expect((await run()).requestsUsed).toBeGreaterThanOrEqual(min);
});

it('fills the sample by itself, and nothing else', async () => {
  const fill = () => {
    scheduler.startIfSample();
    return pass(0);
  };
  expect(await fill()).toBe(0);
  bench.state = { kind: 'sample', key: 'keychain' };
  await fill();
  expect(await bench.store.count({})).toBe(RECORDS);
  expect(await fill()).toBe(0);
});
