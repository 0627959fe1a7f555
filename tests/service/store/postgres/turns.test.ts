import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { SCHEMA } from '../../../../service/store/postgres/schema.ts';
import { openPostgresStore } from '../../../../service/store/postgres/store.ts';
import { reportTurns, toGrant, toReportValues } from '../../../../service/store/postgres/turns.ts';
import { StoreAway } from '../../../../service/store/store.ts';
import type { CallKind, Turn } from '../../../../service/upstream/permits/permits.ts';
import { SharedPermits, type TellTurns, type TurnReport } from '../../../../service/upstream/permits/shared.ts';
import { makeCluster, type Cluster } from '../../../support/postgres/cluster.ts';

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
  await client.query(`TRUNCATE ${SCHEMA}.turns`);
  await client.query(`UPDATE ${SCHEMA}.turns_opened SET at = clock_timestamp()`);
});

const patient = new AbortController().signal;

/** What one instance tells over a connection of its own. */
const teller = (instance: string): TellTurns => {
  return async (report) =>
    toGrant((await client.query(reportTurns(SCHEMA), [...toReportValues(instance, report)])).rows[0]);
};

function open(tell: TellTurns = teller(randomUUID()), waiting?: number): SharedPermits {
  const permits = new SharedPermits(tell, {
    leaseMilliseconds: LEASE_MS,
    ...(waiting === undefined ? {} : { waiting }),
  });
  onTestFinished(() => permits.close());
  return permits;
}

/** What is given later was given after it. */
function nearlyASecond(): { readonly isOver: boolean } {
  const second = { isOver: false };
  setTimeout(() => (second.isOver = true), 990);
  return second;
}

/** Asks so often, and keeps what has been given by now. */
function ask(permits: SharedPermits, count: number, kind: CallKind = 'read', signal = patient) {
  const given: Extract<Turn, { ok: true }>[] = [];
  const refused: Extract<Turn, { ok: false }>[] = [];
  for (let n = 0; n < count; n += 1)
    void permits.take(kind, signal).then(
      (turn) => (turn.ok ? given.push(turn) : refused.push(turn)),
      () => undefined,
    );
  return { given, refused, endAll: () => given.splice(0).forEach((turn) => turn.end()) };
}

const report = (number: number, wishes: Partial<TurnReport> = {}): TurnReport => ({
  number,
  reads: 0,
  searches: 0,
  cooling: [],
  readsWanted: 0,
  searchesWanted: 0,
  limits: { calls: 8, searches: 4 },
  leaseMilliseconds: LEASE_MS,
  ...wishes,
});

it('gives one instance all there is, and another its part as soon as turns end', async () => {
  const first = ask(open(), 20);
  await expect.poll(() => first.given.length).toBe(8);
  const tell = teller(randomUUID());
  let answered = 0;
  const second = open(async (wishes) => {
    const grant = await tell(wishes);
    answered += 1;
    return grant;
  });
  const late = ask(second, 20);
  await expect.poll(() => answered).toBeGreaterThan(2);
  expect([first.given.length, late.given.length]).toEqual([8, 0]);
  first.endAll();
  await expect.poll(() => [first.given.length, late.given.length]).toEqual([4, 4]);
  late.endAll();
  await expect.poll(() => [first.given.length, late.given.length]).toEqual([4, 4]);
});

it('gives what one instance leaves of its part to the other', async () => {
  const few = ask(open(), 2);
  await expect.poll(() => few.given.length).toBe(2);
  const many = ask(open(), 20);
  await expect.poll(() => many.given.length).toBe(6);
});

it('begins no more searches within a second over all, until a second after they ended', async () => {
  const searches = [ask(open(), 6, 'search'), ask(open(), 6, 'search')];
  const count = () => searches.reduce((all, { given }) => all + given.length, 0);
  await expect.poll(count).toBe(4);
  const second = nearlyASecond();
  for (const { endAll } of searches) endAll();
  await expect.poll(count, { interval: 5 }).toBe(4);
  expect(second.isOver).toBe(true);
  // A search that waits for its second holds up nothing else.
  const read = ask(open(), 1);
  await expect.poll(() => read.given.length).toBe(1);
});

it('counts what an ended instance searched within the last second', async () => {
  const leaving = new SharedPermits(teller(randomUUID()));
  const last = ask(leaving, 4, 'search');
  await expect.poll(() => last.given.length).toBe(4);
  last.endAll();
  const second = nearlyASecond();
  await leaving.close();
  const next = ask(open(), 1, 'search');
  await expect.poll(() => next.given.length, { interval: 5 }).toBe(1);
  expect(second.isOver).toBe(true);
});

it('gives back what a killed instance had, once its lease has ended and not before', async () => {
  expect(await teller(randomUUID())(report(1, { readsWanted: 8 }))).toMatchObject({ reads: 8 });
  const next = teller(randomUUID());
  const leaseLeft = async (milliseconds: number) =>
    client.query(`UPDATE ${SCHEMA}.turns SET valid_until = clock_timestamp() + $1 * interval '1 ms' WHERE reads = 8`, [
      milliseconds,
    ]);
  const { rows } = await client.query(
    `SELECT extract(epoch FROM valid_until - told_at)::integer AS lease FROM ${SCHEMA}.turns`,
  );
  expect(rows).toEqual([{ lease: LEASE_MS / 1_000 }]);
  await leaseLeft(LEASE_MS);
  expect(await next(report(1, { readsWanted: 1 }))).toMatchObject({ reads: 0 });
  await leaseLeft(0);
  expect(await next(report(2, { readsWanted: 1 }))).toMatchObject({ reads: 1 });
});

it('keeps what an instance has beyond its lease, as long as that instance lives', async () => {
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
  await tell(report(1, { readsWanted: 8 }));
  const other = teller(randomUUID());
  expect(await other(report(1, { readsWanted: 8 }))).toMatchObject({ reads: 0 });
  await tell(report(2));
  expect(await other(report(2, { readsWanted: 8 }))).toMatchObject({ reads: 8 });
});

it('takes no notice of a report that a later one has overtaken, or that came already', async () => {
  const tell = teller(randomUUID());
  expect(await tell(report(2, { reads: 5 }))).toMatchObject({ reads: 0 });
  expect(await tell(report(1, { readsWanted: 3 }))).toMatchObject({ reads: 0 });
  expect(await tell(report(2, { reads: 5, readsWanted: 3, searchesWanted: 1 }))).toMatchObject({
    reads: 0,
    searches: 0,
  });
  expect(await teller(randomUUID())(report(1, { readsWanted: 8 }))).toMatchObject({ reads: 3 });
});

it('leaves calls before they count no more, where the store stays away, and turns away who waits', async () => {
  let away = false;
  const tell = teller(randomUUID());
  const permits = open((given) => (away ? Promise.reject(new StoreAway(new Error('gone'))) : tell(given)));
  const held = ask(permits, 8);
  await expect.poll(() => held.given.length).toBe(8);
  away = true;
  const waiting = ask(permits, 2);
  await expect.poll(() => waiting.refused.length).toBe(2);
  expect(waiting.refused[0]).toMatchObject({ retrySeconds: 1, cause: expect.stringContaining('StoreAway') as string });
  expect(held.given.some(({ lost }) => lost?.aborted)).toBe(false);
  await expect.poll(() => held.given.every(({ lost }) => lost?.aborted), { interval: 20 }).toBe(true);
  // A search counts for a second after its end: the lease must last so much longer, until others have what it had.
  const second = nearlyASecond();
  const others = ask(open(), 8);
  await expect.poll(() => others.given.length, { interval: 5 }).toBe(8);
  expect(second.isOver).toBe(true);
});

it('gives back at once what its caller did not wait for', async () => {
  const [gone, permits] = [new AbortController(), open()];
  const left = ask(permits, 8, 'read', gone.signal);
  gone.abort();
  const next = ask(open(), 8);
  await expect.poll(() => next.given.length).toBe(8);
  expect(left.given).toEqual([]);
});

it('turns away who would wait behind too many', async () => {
  const { given, refused } = ask(open(undefined, 10), 30);
  await expect.poll(() => given.length).toBe(8);
  expect(refused.length).toBeGreaterThanOrEqual(12);
  expect(refused[0]).toMatchObject({ retrySeconds: 1, cause: 'too many calls wait' });
});

it('gives nothing new after a crash of the server until every instance has told what it has', async () => {
  const own = makeCluster();
  onTestFinished(() => own.remove());
  await own.start();
  const stores = await Promise.all([1, 2].map(() => openPostgresStore(own.address('postgres'))));
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
