/** The same promises with nothing simulated: the service over HTTP, the client with its ledger, the snapshot on disk. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient, type ServiceClient } from '#electron/client/client.ts';
import { openLedger, type Ledger } from '#electron/client/ledger.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { runSync, type RunOptions } from '#electron/sync/run.ts';
import { readStatus } from '#electron/sync/status.ts';
import { describeError } from '#contract/error-text.ts';
import type { FaultOptions } from '#service/faults.ts';
import type { Service } from '#service/server.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import { createEmbeddedUpstream, type EmbeddedUpstream } from '#service/upstream/embedded.ts';
import type { Switches } from '#service/upstream/switches.ts';
import { scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { chooseCases, chooseSize, secondTier } from '#tests/support/tier.ts';
import { makeSample } from '#tests/support/worlds/made-samples.ts';

const HOUR = 3_600_000;
const LIMIT = 100_000;
/** One number for all, because a sample takes longer to make than to download. */
const FEW = 700;

let time: number;
const now = () => time;
let scratch: Scratch;
let ledger: Ledger;
let services: Service[];

beforeEach(() => {
  time = Date.UTC(2026, 10, 21, 9);
  scratch = scratchSnapshot();
  ledger = openLedger({ path: ':memory:', now });
  services = [];
});
afterEach(async () => {
  await Promise.all(services.map((each) => each.close()));
  await scratch.dispose();
  ledger.close();
});

interface Bench {
  readonly upstream: EmbeddedUpstream;
  readonly service: Service;
  readonly client: ServiceClient;
  readonly store: Snapshot;
  readonly sync: (more?: Partial<RunOptions>) => ReturnType<typeof runSync>;
}

async function open(
  records: number,
  switches: Partial<Switches> = {},
  dailyQuota = LIMIT,
  faults: FaultOptions = {},
): Promise<Bench> {
  const sample = makeSample({ seed: 7, asOf: '2026-11-21', records });
  const upstream = createEmbeddedUpstream({ records: [...sample.records], switches, now });
  const service = await openService({ upstream, key: 'key', dailyQuota, now, faults });
  services.push(service);
  const client = createClient({
    origin: service.url,
    key: 'key',
    fetch,
    ledger,
    limit: LIMIT,
    rate: 0,
    now,
    sleep: async () => {},
  });
  const store = await scratch.open();
  const base = { client, store, now, quota: () => client.quota() };
  return { upstream, service, client, store, sync: (more = {}) => runSync({ ...base, ...more }) };
}

it('sends no retry beyond --max-requests to a service that is always busy, and says why it stopped', async () => {
  const { service, sync, client } = await open(FEW, {}, LIMIT, { rates: { busy: 1 } });
  expect(await sync({ maxRequests: 2 })).toMatchObject({ requestsUsed: 2, stopped: { code: 'service-busy' } });
  expect(service.faults?.seen).toBe(2);
  expect(client.quota().used).toBe(2);
  expect(await sync({ reserve: LIMIT - 3 })).toMatchObject({ requestsUsed: 1, stopped: { code: 'service-busy' } });
  expect(service.faults?.seen).toBe(3);
  const refused = await sync({ reserve: LIMIT - 3 });
  expect(refused).toMatchObject({ requestsUsed: 0, stopped: { code: 'quota-exhausted', reserve: true, usedHere: 3 } });
});

it('explains a daily quota that others have used up', async () => {
  const { sync, service } = await open(FEW, {}, 20);
  const others = () => fetch(`${service.url}/service/v1/timelogs`, { headers: { authorization: 'Bearer key' } });
  expect(await sync()).toMatchObject({ status: 'complete' });
  for (let each = 0; each < 20; each += 1) await others();
  time += HOUR;
  const { stopped, requestsUsed } = await sync();
  expect(requestsUsed).toBe(1);
  expect(stopped).toMatchObject({ code: 'quota-exhausted', usedElsewhere: true, limit: LIMIT });
  if (stopped?.code !== 'quota-exhausted') throw new TypeError('not stopped by the quota');
  expect(stopped.usedHere).toBeLessThan(20);
  expect(stopped.asOf).toMatch(/^2026-11-21T0[89]:/);
  const { sentence, action } = describeError(stopped);
  expect(sentence).toMatch(
    /^The key's requests are used up; this computer tried \d+ of the 100,000 that are set here, so someone else uses/,
  );
  expect(action).toMatch(/^Everything here works, as of 2026-11-21 0[89]:\d\d UTC\.$/);
});

const liveSlots = ({ upstream: { world } }: Bench) =>
  Array.from({ length: world.slots }, (_, slot) => slot).filter((slot) => world.isLive(slot));

function archive({ upstream: { world } }: Bench, slot: number): void {
  world.replace({ ...world.at(slot), archivedAt: time });
}

function edit({ upstream: { world } }: Bench, slot: number): void {
  world.replace({ ...world.at(slot), updatedAt: time });
}

async function expectTruth(bench: Bench): Promise<void> {
  const truth = new Map(
    liveSlots(bench).map((slot) => [
      String(bench.upstream.world.ids.get(slot)),
      bench.upstream.world.modified.get(slot),
    ]),
  );
  expect(new Map(await bench.store.versions(await bench.store.ids({})))).toEqual(truth);
  expect(await bench.store.countPublished({})).toBe(truth.size);
}

it('downloads past the wall of results, and again costs one request', async () => {
  const records = chooseSize(FEW, 11_000);
  const bench = await open(records, { searchWall: chooseSize(400, 10_000) });
  const first = await bench.sync();
  expect(first).toMatchObject({ status: 'complete', mode: 'download', records, total: records, stopped: null });
  expect(first.requestsUsed).toBeLessThanOrEqual(Math.ceil(records / 200) + 8);
  expect(first.requestsUsed).toBe(bench.client.quota().used);
  time += HOUR;
  expect(await bench.sync()).toMatchObject({ status: 'complete', mode: 'refresh', requestsUsed: 1 });
  await expectTruth(bench);
});

const kinds = [
  { allMissing: 'complete', totalCeiling: 10_000, ids: 'numbers' },
  { allMissing: 'not-found', totalCeiling: Infinity },
  { allMissing: 'complete', totalCeiling: Infinity },
] as const;

it.each(chooseCases(1, kinds))('follows edits, archives and deletions to the last record (%o)', async (switches) => {
  const records = chooseSize(FEW, 3_000);
  const bench = await open(records, switches);
  await bench.sync();
  time += HOUR;
  const slots = liveSlots(bench);
  for (const slot of slots.slice(100, 500)) edit(bench, slot);
  for (const slot of slots.slice(520, 580)) archive(bench, slot);
  bench.upstream.world.remove(bench.upstream.world.ids.get(slots[records - 100]!));
  time += HOUR;
  const refresh = await bench.sync();
  expect(refresh).toMatchObject({ status: 'complete', mode: 'refresh', records: records - 61, total: records - 61 });
  expect(refresh.requestsUsed).toBeLessThanOrEqual(20);
  await expectTruth(bench);
});

it('keeps what was fetched when it is cut short, also over a restart', secondTier, async () => {
  const all = 3_000;
  const bench = await open(all);
  expect(await bench.sync({ maxRequests: 6 })).toMatchObject({ status: 'partial', requestsUsed: 6, stopped: null });
  const held = await bench.store.count({});
  expect(held).toBeGreaterThan(800);
  await bench.store.close();
  const store = await scratch.open();
  expect(await readStatus(store)).toMatchObject({ complete: false, records: held, pending: 'download', total: all });
  const rest = await runSync({ client: bench.client, store, now, quota: () => bench.client.quota() });
  expect(rest).toMatchObject({ status: 'complete', mode: 'download', records: all });
  expect(bench.client.quota().used).toBeLessThanOrEqual(all / 200 + 8);
  await expectTruth({ ...bench, store });
});

it(
  'stops at a quota used up earlier than we counted, and goes on after the reset the service named',
  secondTier,
  async () => {
    const all = 3_000;
    const bench = await open(all, {}, 8);
    const partial = await bench.sync();
    expect(partial).toMatchObject({ status: 'partial', resumeAt: '2026-11-22T00:00:00.000Z' });
    expect(partial.stopped).toMatchObject({ code: 'quota-exhausted' });
    expect(partial.records).toBeGreaterThan(1_000);
    const sent = bench.client.quota().used;
    expect(await bench.sync()).toMatchObject({ status: 'partial', requestsUsed: 0 });
    expect(bench.client.quota().used).toBe(sent);
    for (let day = 0; day < 2; day++) {
      time += 24 * HOUR;
      await bench.sync();
    }
    expect(await readStatus(bench.store)).toMatchObject({ complete: true, records: all });
    await expectTruth(bench);
  },
);

it('a wrong key fails it, the service gone ends it partial', async () => {
  const bench = await open(FEW);
  const wrong = createClient({ origin: bench.service.url, key: 'wrong', fetch, ledger, limit: LIMIT, now });
  await expect(bench.sync({ client: wrong })).rejects.toMatchObject({ error: { code: 'key-rejected' } });
  await bench.service.close();
  services = [];
  expect(await bench.sync()).toMatchObject({ status: 'partial', records: 0, stopped: { code: 'offline' } });
});
