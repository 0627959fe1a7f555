import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { SCHEMA } from '#service/store/postgres/connection.ts';
import { openPostgresStore } from '#service/store/postgres/store.ts';
import { reportTurns, toGrant, toReportValues } from '#service/store/postgres/turns.ts';
import { StoreAway } from '#service/store.ts';
import type { CallKind, Turn } from '#service/upstream/permits.ts';
import {
  SharedPermits,
  type SharedLimits,
  type SendTurnReport,
  type TurnGrant,
  type TurnReport,
} from '#service/upstream/shared-permits.ts';
import { makeCluster, type Cluster } from '#tests/support/postgres/cluster.ts';
import { secondTier } from '#tests/support/tier.ts';

/** So long an instance that says nothing has its turns here; the service's own lease is twice as long. */
const LEASE_MS = 3_000;

let cluster: Cluster;
let client: Client;
beforeAll(async () => {
  cluster = makeCluster();
  await cluster.start();
  await (await openPostgresStore(cluster.address('postgres'))).close();
  client = new Client({ connectionString: cluster.address('postgres') });
  await client.connect();
}, 120_000);
afterAll(async () => {
  await client.end();
  await cluster.remove();
}, 120_000);
beforeEach(async () => {
  await client.query(
    `TRUNCATE ${SCHEMA}.turns, ${SCHEMA}.turns_waiting, ${SCHEMA}.turn_buckets, ${SCHEMA}.turn_places`,
  );
  await client.query(`UPDATE ${SCHEMA}.turns_opened SET at = clock_timestamp()`);
});

const patient = new AbortController().signal;
const plenty = { count: 10_000, seconds: 1 };
const KEY = 7;

/** What one instance tells over a connection of its own. */
const teller = (instance: string): SendTurnReport => {
  return async (report) =>
    toGrant((await client.query(reportTurns(SCHEMA), [...toReportValues(instance, report)])).rows);
};

function open(tell: SendTurnReport = teller(randomUUID()), limits: Partial<SharedLimits> = {}): SharedPermits {
  const permits = new SharedPermits(tell, {
    leaseMilliseconds: LEASE_MS,
    callRate: plenty,
    searchRate: plenty,
    ...limits,
  });
  onTestFinished(() => permits.close());
  return permits;
}

/** Asks so often, and keeps what has been given by now. */
function ask(permits: SharedPermits, count: number, kind: CallKind = 'read', signal = patient, account = KEY) {
  const given: Extract<Turn, { ok: true }>[] = [];
  const refused: Extract<Turn, { ok: false }>[] = [];
  for (let n = 0; n < count; n += 1)
    void permits.take(kind, signal, account).then(
      (turn) => (turn.ok ? given.push(turn) : refused.push(turn)),
      () => undefined,
    );
  return { given, refused, endAll: () => given.splice(0).forEach((turn) => turn.end()) };
}

const report = (number: number, wishes: Partial<TurnReport> = {}): TurnReport => ({
  number,
  running: 0,
  waiting: [],
  pauseMilliseconds: 0,
  limits: { calls: 8, callRate: plenty, searchRate: plenty },
  leaseMilliseconds: LEASE_MS,
  ...wishes,
});

const want = (reads: number, searches = 0, account = KEY) => ({ waiting: [{ account, reads, searches }] });
const sum = (grant: TurnGrant) => grant.reduce((all, { reads, searches }) => all + reads + searches, 0);

it('gives one instance all there is, and takes turns by key over all as soon as turns end', async () => {
  const [first, second] = [open(), open()];
  const greedy = ask(first, 40);
  await expect.poll(() => greedy.given.length).toBe(8);
  const late = ask(second, 40, 'read', patient, KEY + 1);
  let [taken, lateTaken] = [0, 0];
  const waited = performance.now();
  while (performance.now() - waited < 1_000) {
    [taken, lateTaken] = [taken + greedy.given.length, lateTaken + late.given.length];
    greedy.endAll();
    late.endAll();
    await wait(5);
    if (lateTaken === 20) break;
  }
  // Eight were given before the other came; from then on neither is more than a few ahead.
  expect(Math.abs(taken - 8 - lateTaken)).toBeLessThanOrEqual(10);
});

it('gives no more than flows into the bucket, over all, and nothing in a pause of any', async () => {
  const [one, two] = [teller(randomUUID()), teller(randomUUID())];
  const limits = { calls: 100, callRate: { count: 20, seconds: 10 }, searchRate: { count: 5, seconds: 1 } };
  expect(sum(await one(report(1, { ...want(10, 10), limits })))).toBe(2);
  expect(sum(await two(report(1, { ...want(10), limits })))).toBe(0);
  await client.query(`UPDATE ${SCHEMA}.turn_buckets SET at = at - interval '1 second'`);
  const given = sum(await two(report(2, { ...want(10), limits })));
  expect([1, 2]).toContain(given);
  await two(report(3, { pauseMilliseconds: 60_000, limits }));
  await client.query(`UPDATE ${SCHEMA}.turn_buckets SET at = at - interval '1 hour'`);
  expect(sum(await one(report(2, { ...want(10), limits })))).toBe(0);
});

it('lets no key run far ahead of one that waits at another instance, wherever it asks', async () => {
  const [one, two] = [teller(randomUUID()), teller(randomUUID())];
  const limits = { calls: 100, callRate: { count: 1_000, seconds: 1 }, searchRate: plenty };
  expect(sum(await one(report(1, { ...want(5), limits })))).toBe(5);
  await two(report(1, { ...want(5, 0, KEY + 1), limits: { ...limits, calls: 0 } }));
  // The other waits: two more at most, until it had its own.
  expect(sum(await one(report(2, { running: 5, ...want(50), limits })))).toBe(2);
  expect(sum(await two(report(2, { ...want(5, 0, KEY + 1), limits })))).toBe(5);
  expect(sum(await one(report(3, { running: 7, ...want(4), limits })))).toBe(4);
});

it('gives what one instance leaves of its part to the other', async () => {
  const few = ask(open(), 2);
  await expect.poll(() => few.given.length).toBe(2);
  const many = ask(open(), 20);
  await expect.poll(() => many.given.length).toBe(6);
});

it('gives back what a killed instance had, once its lease has ended and not before', async () => {
  expect(await teller(randomUUID())(report(1, want(8)))).toMatchObject([{ reads: 8 }]);
  const next = teller(randomUUID());
  const leaseLeft = async (milliseconds: number) =>
    client.query(
      `UPDATE ${SCHEMA}.turns SET valid_until = clock_timestamp() + $1 * interval '1 ms' WHERE running = 8`,
      [milliseconds],
    );
  const { rows } = await client.query(
    `SELECT extract(epoch FROM valid_until - told_at)::integer AS lease FROM ${SCHEMA}.turns`,
  );
  expect(rows).toEqual([{ lease: LEASE_MS / 1_000 }]);
  await leaseLeft(LEASE_MS);
  expect(await next(report(1, want(1)))).toEqual([]);
  await leaseLeft(0);
  expect(sum(await next(report(2, want(1))))).toBe(1);
});

it('keeps what an instance has beyond its lease, as long as that instance lives', secondTier, async () => {
  const held = ask(open(), 8);
  await expect.poll(() => held.given.length).toBe(8);
  const { rows } = await client.query<{ end: string }>(`SELECT valid_until::text AS end FROM ${SCHEMA}.turns`);
  const next = ask(open(), 1);
  const toldSince = `SELECT count(*)::integer AS told FROM ${SCHEMA}.turns WHERE told_at > $1::timestamptz`;
  await expect.poll(async () => (await client.query(toldSince, [rows[0]?.end])).rows).toEqual([{ told: 2 }]);
  expect(next.given).toEqual([]);
  expect(held.given.some(({ lost }) => lost?.aborted)).toBe(false);
});

it('counts an answer that was lost as given, until the next report says otherwise', async () => {
  const tell = teller(randomUUID());
  await tell(report(1, want(8)));
  const other = teller(randomUUID());
  expect(await other(report(1, want(8)))).toEqual([]);
  await tell(report(2));
  expect(sum(await other(report(2, want(8))))).toBe(8);
});

it('takes no notice of a report that a later one has overtaken, or that came already', async () => {
  const tell = teller(randomUUID());
  expect(await tell(report(2, { running: 5 }))).toEqual([]);
  expect(await tell(report(1, want(3)))).toEqual([]);
  expect(await tell(report(2, { running: 5, ...want(3, 1) }))).toEqual([]);
  expect(sum(await teller(randomUUID())(report(1, want(8))))).toBe(3);
});

it(
  'leaves calls before they count no more, where the store stays away, and turns away who waits',
  secondTier,
  async () => {
    let away = false;
    const tell = teller(randomUUID());
    const permits = open((given) => (away ? Promise.reject(new StoreAway(new Error('gone'))) : tell(given)));
    const held = ask(permits, 8);
    await expect.poll(() => held.given.length).toBe(8);
    away = true;
    const waiting = ask(permits, 2);
    await expect.poll(() => waiting.refused.length).toBe(2);
    expect(waiting.refused[0]).toMatchObject({
      retrySeconds: 1,
      cause: expect.stringContaining('StoreAway') as string,
    });
    expect(held.given.some(({ lost }) => lost?.aborted)).toBe(false);
    await expect.poll(() => held.given.every(({ lost }) => lost?.aborted), { interval: 20 }).toBe(true);
    // The lease lasts a little longer, until others have what it had.
    const others = ask(open(), 8);
    await expect.poll(() => others.given.length, { interval: 5 }).toBe(8);
  },
);

it('gives back at once what its caller did not wait for', async () => {
  const [gone, permits] = [new AbortController(), open()];
  const left = ask(permits, 8, 'read', gone.signal);
  gone.abort();
  const next = ask(open(), 8);
  await expect.poll(() => next.given.length).toBe(8);
  expect(left.given).toEqual([]);
});

it('turns away who would wait behind too many', async () => {
  const { given, refused } = ask(open(undefined, { waiting: 10 }), 30);
  await expect.poll(() => given.length).toBe(8);
  expect(refused.length).toBeGreaterThanOrEqual(12);
  expect(refused[0]).toMatchObject({ retrySeconds: 1, cause: 'too many calls of this key wait' });
});

it('gives nothing new after a crash of the server until every instance has told what it has', secondTier, async () => {
  const own = makeCluster();
  onTestFinished(() => own.remove());
  await own.start();
  const stores = await Promise.all(
    [1, 2].map(() => openPostgresStore(own.address('postgres'), { limits: { callRate: plenty } })),
  );
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
  const permits = stores.map(({ permits: shared }) => {
    if (!(shared instanceof SharedPermits)) throw new TypeError('The store shares no turns');
    return shared;
  });
  const held = ask(permits[0]!, 8);
  await expect.poll(() => held.given.length).toBe(8);
  await own.kill();
  await own.start();
  const look = new Client({ connectionString: own.address('postgres') });
  onTestFinished(() => look.end());
  await look.connect();
  const others: ReturnType<typeof ask>[] = [];
  const askAgain = async () => {
    others.push(ask(permits[1]!, 1));
    const kept = held.given.filter(({ lost }) => !lost?.aborted).length;
    expect(kept + others.reduce((all, { given }) => all + given.length, 0)).toBeLessThanOrEqual(8);
    // Something new may be given from `opened` on; by then both have told.
    const told = `SELECT count(*)::integer AS told FROM ${SCHEMA}.turns t, ${SCHEMA}.turns_opened o WHERE t.told_at > o.at`;
    return (await look.query(told)).rows;
  };
  await expect.poll(askAgain, { interval: 100 }).toEqual([{ told: 2 }]);
  expect(others.length).toBeGreaterThan(10);
});
