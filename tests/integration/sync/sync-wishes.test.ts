/** What is only done when asked or switched on (list, scrub, a look on opening), and a quota that others used up: through the app and the terminal. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import type { Host } from '#electron/host/host.ts';
import type { SyncResult } from '#contract/api.ts';
import {
  startProvingService,
  type NearService,
  type ProvingOptions,
  type ProvingService,
} from '#tests/support/hosts/proving-service.ts';
import { prepareFolder, type PreparedFolder } from '#tests/support/stores/prepared-folder.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { TerminalSession } from '#tests/support/hosts/terminal-session.ts';
import { secondTier } from '#tests/support/tier.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 20, 9);

let folder: string;
let keys: Map<string, string>;
let service: ProvingService;
let app: App | undefined;
let now: number;
/** A download that several tests begin with. */
let shared: Download | undefined;

interface Download {
  readonly service: ProvingService;
  readonly prepared: PreparedFolder;
  readonly keys: ReadonlyMap<string, string>;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sync-wishes-'));
  keys = new Map();
  now = START;
});
afterEach(async () => {
  await shut();
  if (service !== shared?.service) await service.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await shared?.service.stop();
  shared?.prepared.remove();
});

async function serve(options: ProvingOptions = {}): Promise<NearService> {
  const near = await startProvingService({
    records: 450,
    startAt: START,
    asOf: '2026-11-20',
    sampleMonths: 6,
    frozen: true,
    ...options,
  });
  service = near;
  return near;
}

async function shut(): Promise<void> {
  await app?.close();
  app = undefined;
}

async function open(kind: Host['kind'] = 'browser'): Promise<App> {
  await shut();
  const options = { version: 'test', dataDirectory: folder, workspace: 'default', rate: 0, now: () => now };
  app = await createApp({ host: quietHost({ kind, secrets: memorySecrets(keys) }), ...options });
  return app;
}

async function ask<T = unknown>(method: string, input: unknown = {}): Promise<T> {
  const result = await app?.call(method, input);
  if (!result?.ok) throw new Error(JSON.stringify(result));
  return result.value as T;
}

async function requests(): Promise<number> {
  return (await service.control.tally()).requests;
}

async function reads() {
  return (await service.control.tally()).reads;
}

/** Both clocks. */
async function advance(milliseconds: number): Promise<void> {
  now = await service.control.advance(milliseconds);
}

/** Connected and downloaded. */
async function filled(): Promise<void> {
  await open();
  await ask('workspace.connect', { baseUrl: service.url, key: service.key });
  expect(await ask('sync.run')).toMatchObject({ status: 'complete', records: 450 });
}

/** A service, and an app that was filled of it. */
async function downloaded(): Promise<void> {
  shared ??= await prepareDownload();
  rmSync(folder, { recursive: true });
  ({ service } = shared);
  await service.control.planFaults({});
  keys = new Map(shared.keys);
  folder = shared.prepared.copy();
  await open();
}

async function prepareDownload(): Promise<Download> {
  const near = await serve();
  const prepared = await prepareFolder(near, async (made) => {
    const own = folder;
    folder = made;
    await filled();
    await shut();
    folder = own;
  });
  return { service: near, prepared, keys: new Map(keys) };
}

const isRunning = async () => (await ask<{ running: boolean }>('sync.state')).running;

/** Resolves when all that an opening begins by itself has been decided and, where it began a run, has ended. */
async function settle(): Promise<void> {
  // A resumption that is due begins with a timer of no length: this one, set later, ends later.
  await new Promise((resolve) => setTimeout(resolve, 0));
  // What decides reads the key and the store once: these questions stand behind it in the same queues.
  for (let times = 0; times < 3; times += 1) await ask('data.status');
  await expect.poll(isRunning).toBe(false);
}

describe('a look on opening', () => {
  const untilLooked = async (before: number) => {
    await expect.poll(requests).toBe(before + 1);
    // What it brought is kept, too: the next opening knows of it.
    await settle();
    expect(await requests()).toBe(before + 1);
  };

  it('is off until an age is set', secondTier, async () => {
    await downloaded();
    await advance(48 * HOUR);
    const before = await requests();
    await open();
    await settle();
    expect(await requests()).toBe(before);
  });

  it(
    'comes once an opening when the records are older than that, and not when they are younger',
    secondTier,
    async () => {
      await downloaded();
      await ask('settings.set', { refreshWhenOlderHours: 4 });
      await advance(3 * HOUR);
      let before = await requests();
      await open();
      await settle();
      expect(await requests()).toBe(before);
      await advance(2 * HOUR);
      before = await requests();
      await open();
      await untilLooked(before);
      // It is fresh now.
      await open();
      await settle();
      expect(await requests()).toBe(before + 1);
    },
  );

  it('never comes in a terminal, without a key, or below the reserve', secondTier, async () => {
    await downloaded();
    await ask('settings.set', { refreshWhenOlderHours: 1 });
    await advance(5 * HOUR);
    const countUsed = async () => (await ask<{ quota: { used: number } }>('data.status')).quota.used;
    // 5 % of 20 are one request, the last that is left: it is the person's.
    while ((await countUsed()) < 19) await ask('key.test');
    expect(await countUsed()).toBe(19);
    const before = await requests();
    await open('terminal');
    await settle();
    await ask('settings.set', { quotaLimit: 20 });
    await open();
    await settle();
    await ask('settings.set', { quotaLimit: 1_000 });
    await advance(HOUR);
    keys.clear();
    await open();
    await settle();
    expect(await requests()).toBe(before);
  });

  it(
    'comes once an hour at most, however often the program is opened, where the clock here runs a day ahead',
    secondTier,
    async () => {
      await downloaded();
      await ask('settings.set', { refreshWhenOlderHours: 4 });
      await advance(5 * HOUR);
      now += 24 * HOUR;
      let before = await requests();
      await open();
      await untilLooked(before);
      for (let times = 0; times < 3; times += 1) {
        await open();
        await settle();
      }
      expect(await requests()).toBe(before + 1);
      now += HOUR;
      before = await requests();
      await open();
      await untilLooked(before);
    },
  );

  it(
    'comes once an hour at most, however often the program is opened, where it is never answered',
    secondTier,
    async () => {
      await downloaded();
      await ask('settings.set', { refreshWhenOlderHours: 4 });
      await advance(5 * HOUR);
      await service.control.planFaults({ seed: 1, rates: { busy: 1 } });
      const { quota: booked } = await ask<{ quota: { used: number } }>('data.status');
      const used = async () => (await ask<{ quota: { used: number } }>('data.status')).quota.used;
      await open();
      // A request, and its two retries.
      await expect.poll(used).toBe(booked.used + 3);
      await expect.poll(isRunning).toBe(false);
      for (let times = 0; times < 3; times += 1) {
        await open();
        await settle();
      }
      expect(await used()).toBe(booked.used + 3);
    },
  );

  it('never begins a first download', secondTier, async () => {
    await serve();
    await open();
    await ask('workspace.connect', { baseUrl: service.url, key: service.key });
    await ask('settings.set', { refreshWhenOlderHours: 1 });
    await advance(5 * HOUR);
    const before = await requests();
    await open();
    await settle();
    expect(await requests()).toBe(before);
  });
});

describe('the scrub', () => {
  it('comes with every day’s first refresh while it is switched on, and is part of its price', secondTier, async () => {
    await downloaded();
    const plain = await ask<{ min: number; max: number }>('sync.price');
    expect(await ask('sync.price', { scrub: true })).toMatchObject({ min: plain.min + 2, max: plain.max + 7 });
    await advance(HOUR);
    expect(await ask('sync.run')).toMatchObject({ requestsUsed: 1 });
    await ask('settings.set', { scrub: true });
    expect(await ask('sync.price')).toMatchObject({ min: plain.min + 2, max: plain.max + 7 });
    expect(await ask('sync.run')).toMatchObject({ status: 'complete', requestsUsed: 3 });
    expect(await ask('sync.run')).toMatchObject({ status: 'complete', requestsUsed: 1 });
    await advance(24 * HOUR);
    expect(await ask('sync.run')).toMatchObject({ status: 'complete', requestsUsed: 3 });
  });
});

describe('the list', () => {
  it('is walked when it is asked for, at the price that was named, and by nothing else', secondTier, async () => {
    await serve();
    await filled();
    await advance(HOUR);
    await ask('sync.run');
    expect((await reads()).list).toBe(0);
    expect(await ask('sync.price', { list: true })).toMatchObject({ mode: 'full', min: 5, max: 7 });
    expect(await ask('sync.run', { list: true })).toMatchObject({ status: 'complete', mode: 'full', requestsUsed: 5 });
    expect((await reads()).list).toBe(5);
  });
});

describe('a quota that others used up', () => {
  it('is explained in the result and in the status, and keeps what is here', secondTier, async () => {
    await serve({ dailyQuota: 20 });
    await filled();
    const sent = (await ask<{ quota: { used: number } }>('data.status')).quota.used;
    const headers = { authorization: `Bearer ${service.key}` };
    for (let each = 0; each < 20; each += 1) await fetch(`${service.url}/service/v1/timelogs`, { headers });
    await advance(HOUR);
    const { stopped, resumeAt } = await ask<SyncResult>('sync.run');
    const told = { usedHere: sent + 1, limit: 1_000, usedElsewhere: true };
    expect(stopped).toMatchObject({ code: 'quota-exhausted', ...told, asOf: expect.stringContaining('2026-11-20') });
    expect(resumeAt).toBe('2026-11-21T00:00:00.000Z');
    expect(await ask('data.status')).toMatchObject({ complete: true, records: 450, quota: { exhausted: told } });
    await advance(15 * HOUR);
    expect(await ask('data.status')).not.toHaveProperty('quota.exhausted');
  });
});

describe('a quota that is used up', () => {
  it(
    'is gone on with at the service’s reset, though this computer’s clock is 26 hours behind',
    secondTier,
    async () => {
      const late = Date.UTC(2026, 10, 20, 23, 59, 58);
      await serve({ dailyQuota: 3, startAt: late, records: 900 });
      now = late - 26 * HOUR;
      await open();
      await ask('workspace.connect', { baseUrl: service.url, key: service.key });
      const { stopped, resumeAt } = await ask<SyncResult>('sync.run');
      expect([stopped?.code, resumeAt]).toEqual(['quota-exhausted', '2026-11-21T00:00:00.000Z']);
      const before = (await ask<{ records: number }>('data.status')).records;
      now = (await service.control.advance(3_000)) - 26 * HOUR;
      const records = async () => (await ask<{ records: number }>('data.status')).records;
      await expect.poll(records, { interval: 250 }).toBeGreaterThan(before);
    },
  );
});

describe('what goes on by itself', () => {
  const late = Date.UTC(2026, 10, 20, 23, 59, 58);
  const state = () => ask<{ resumesAt: string | null; paused: unknown }>('sync.state');
  const connected = async (options: ProvingOptions) => {
    await serve({ startAt: late, ...options });
    now = late;
    await open();
    await ask('workspace.connect', { baseUrl: service.url, key: service.key });
  };

  it('is not a download of which only the price was asked, nor what is beyond a bound', secondTier, async () => {
    await connected({ dailyQuota: 1, records: 900 });
    expect(await ask('sync.price', { ask: true })).toMatchObject({ max: null, requestsUsed: 1 });
    expect(await state()).toMatchObject({ resumesAt: null });
    expect(await ask('sync.run', { maxRequests: 5 })).toMatchObject({ stopped: { code: 'quota-exhausted' } });
    expect(await state()).toMatchObject({ resumesAt: null });
    // Without a bound it does.
    await ask('sync.run');
    expect(await state()).toMatchObject({ resumesAt: '2026-11-21T00:00:00.000Z' });
  });

  it('is of one month that was asked for the rest of that month alone', secondTier, async () => {
    await connected({ dailyQuota: 3, records: 6_000, sampleMonths: 24 });
    const month = '2025-11';
    expect(await ask('sync.run', { month, maxRequests: 30 })).toMatchObject({ stopped: { code: 'quota-exhausted' } });
    expect(await state()).toMatchObject({ resumesAt: '2026-11-21T00:00:00.000Z' });
    now = await service.control.advance(3_000);
    const before = await requests();
    await expect.poll(requests, { interval: 250 }).toBeGreaterThan(before);
    await expect.poll(isRunning).toBe(false);
    const { last } = await ask<{ last: SyncResult }>('sync.state');
    expect(last).toMatchObject({ status: 'partial', stopped: null, resumeAt: null });
    expect(last.requestsUsed).toBeLessThan(5);
  });

  it('is nothing that was paused, even where its last page met the end of the quota', secondTier, async () => {
    await connected({ dailyQuota: 6, records: 6_000 });
    await ask('sync.run', { maxRequests: 4 });
    // The one that will be refused is under way for long enough to be seen.
    await service.control.planFaults({ latencyMilliseconds: 3_000 });
    const run = ask<SyncResult>('sync.run');
    await expect.poll(requests, { interval: 5 }).toBeGreaterThanOrEqual(7);
    await ask('sync.pause');
    const { stopped } = await run;
    expect(['quota-exhausted', 'cancelled']).toContain(stopped?.code);
    expect(await state()).toMatchObject({ resumesAt: null, paused: { full: false } });
  });
});

describe('what was to go on by itself when the program ended', () => {
  const late = Date.UTC(2026, 10, 20, 23);
  const reset = '2026-11-21T00:00:00.000Z';
  const state = () => ask<{ running: boolean; resumesAt: string | null }>('sync.state');
  const held = async () => (await ask<{ records: number }>('data.status')).records;

  /** A first download of which one page is left for the next day. */
  const ended = async () => {
    await serve({ startAt: late, dailyQuota: 3, records: 700 });
    now = late;
    await open();
    await ask('workspace.connect', { baseUrl: service.url, key: service.key });
    expect(await ask('sync.run')).toMatchObject({ stopped: { code: 'quota-exhausted' }, resumeAt: reset });
    expect(await state()).toMatchObject({ resumesAt: reset });
  };
  /** @returns whether anything was sent in an opening without any request. */
  const sends = async (kind?: Host['kind']) => {
    const before = await requests();
    await open(kind);
    await settle();
    return (await requests()) > before;
  };

  const goesOn = async () => {
    const before = await requests();
    await open();
    await expect.poll(requests).toBeGreaterThan(before);
  };

  it('goes on when the program is opened after the reset', async () => {
    await ended();
    const before = await held();
    await shut();
    await advance(9 * HOUR);
    await open();
    await expect.poll(held).toBeGreaterThan(before);
    await expect.poll(isRunning).toBe(false);
  });

  it('is shown when it is opened before the reset, and sends nothing until then', secondTier, async () => {
    await ended();
    expect(await sends()).toBe(false);
    expect(await state()).toMatchObject({ running: false, resumesAt: reset });
    await advance(2 * HOUR);
    await goesOn();
  });

  it('does not once the person has said so, has begun the store anew, or has done it by hand', secondTier, async () => {
    await ended();
    await ask('sync.cancel');
    await advance(9 * HOUR);
    expect(await sends()).toBe(false);
    // Used up again, on the next day.
    for (let each = 0; each < 4; each += 1)
      await fetch(`${service.url}/service/v1/timelogs`, { headers: { authorization: `Bearer ${service.key}` } });
    expect(await ask('sync.run')).toMatchObject({ stopped: { code: 'quota-exhausted' } });
    await ask('data.rebuild');
    await advance(24 * HOUR);
    expect(await sends()).toBe(false);
  });

  it('never does in a terminal, waits for a key, and is only offered a week later', secondTier, async () => {
    await ended();
    await shut();
    await advance(2 * HOUR);
    expect(await sends('terminal')).toBe(false);
    const kept = new Map(keys);
    keys.clear();
    expect(await sends()).toBe(false);
    for (const [origin, key] of kept) keys.set(origin, key);
    await shut();
    await advance(8 * 24 * HOUR);
    expect(await sends()).toBe(false);
    expect(await ask('data.status')).toMatchObject({ pending: 'download' });
    await shut();
    now -= 7 * 24 * HOUR;
    await goesOn();
  });
});

describe('in the terminal', () => {
  it('each has its option and its price, and they do not mix', async () => {
    await serve({ dailyQuota: 22, frozen: false, startAt: Date.now() });
    const kept = new KeptTerminal();
    const session = new TerminalSession(kept.run);
    try {
      const place = { data: session.folder(), url: service.url, key: service.key };
      expect((await session.json(place, 'sync --list --full')).code).toBe(2);
      expect(JSON.parse((await session.json(place, 'sync --list --dry-run')).stdout)).toMatchObject({ max: null });
      expect(await requests()).toBe(0);
      const listed = JSON.parse((await session.json(place, 'sync --list')).stdout) as SyncResult;
      expect(listed).toMatchObject({ status: 'complete', records: 450, requestsUsed: 5 });
      const priced = await session.ask(place, 'sync --list --dry-run');
      expect(priced.stdout).toMatch(/This sync: 5 to 7 requests\.\nBy the list every sync costs the same/);
      expect(JSON.parse((await session.json(place, 'sync --scrub --dry-run')).stdout)).toMatchObject({ min: 3 });
      const scrubbed = await session.ask(place, 'sync --scrub');
      expect([scrubbed.code, scrubbed.stderr]).toEqual([0, '']);
      const again = await session.ask(place, 'sync --scrub');
      expect([again.code, again.stderr.trim()]).toEqual([
        0,
        'No slice of old records was read: today’s was already read.',
      ]);
      const headers = { authorization: `Bearer ${service.key}` };
      for (let each = 0; each < 22; each += 1) await fetch(`${service.url}/service/v1/timelogs`, { headers });
      const refused = await session.ask(place, 'sync');
      expect(refused.code).toBe(4);
      expect(refused.stderr).toMatch(
        /The key's requests are used up; this computer tried \d+ of the 1,000 that are set here, so someone else/,
      );
      expect((await session.ask(place, 'status')).stdout).toMatch(
        /this computer tried \d+ of the 1,000 that are set here, so someone else uses this key/,
      );
    } finally {
      await kept.close();
      session.remove();
    }
  });
});
