/** What an instance tells the store of its turns, and what it makes of answers that are late, lost or more than it wants. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Turn } from '#service/upstream/permits.ts';
import { SharedPermits, type SharedLimits, type TurnGrant, type TurnReport } from '#service/upstream/shared-permits.ts';

const LEASE_MS = 6_000;
const patient = new AbortController().signal;
const KEY = 7;
const nothing: TurnGrant = [];
const grant = (reads: number, searches = 0): TurnGrant => [{ account: KEY, reads, searches }];
/** What is wanted of the one key. */
const wanted = ({ waiting }: TurnReport) => [waiting[0]?.reads ?? 0, waiting[0]?.searches ?? 0];

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** An instance whose reports are answered by hand: all that is wanted, unless told otherwise. */
function open(limits: Partial<SharedLimits> = {}) {
  const reports: TurnReport[] = [];
  const answer: { next: (report: TurnReport) => Promise<TurnGrant> } = {
    next: async ({ waiting }) => waiting,
  };
  const permits = new SharedPermits(
    (report) => {
      reports.push(report);
      return answer.next(report);
    },
    { leaseMilliseconds: LEASE_MS, ...limits },
  );
  onTestFinished(() => permits.close());
  return { permits, reports, answer };
}

async function held(turn: Promise<Turn>): Promise<Extract<Turn, { ok: true }>> {
  const given = await turn;
  if (!given.ok) throw new Error(given.cause);
  return given;
}

it('begins nothing on an answer that comes after its lease, and says so with the next report', async () => {
  const { permits, reports, answer } = open();
  const late = Promise.withResolvers<TurnGrant>();
  answer.next = () => late.promise;
  let given = 0;
  void permits.take('read', patient, KEY).then(() => (given += 1));
  await pass(LEASE_MS - 500);
  answer.next = async () => nothing;
  late.resolve(grant(1));
  await pass(0);
  expect(given).toBe(0);
  expect(reports.at(-1)).toMatchObject({ number: 2, running: 0, waiting: grant(1) });
});

it('begins on an answer that comes a moment before', async () => {
  const { permits, answer } = open();
  const late = Promise.withResolvers<TurnGrant>();
  answer.next = () => late.promise;
  const turn = permits.take('read', patient, KEY);
  await pass(LEASE_MS - 501);
  late.resolve(grant(1));
  const { lost, end } = await held(turn);
  expect(lost?.aborted).toBe(false);
  await pass(1);
  expect(lost?.aborted).toBe(true);
  end();
});

it('gives back at once what is granted to callers who have gone', async () => {
  const { permits, reports, answer } = open();
  const slow = Promise.withResolvers<TurnGrant>();
  answer.next = () => slow.promise;
  const gone = new AbortController();
  const left = permits.take('search', gone.signal, KEY).catch(() => 'gone');
  await pass(0);
  gone.abort();
  expect(await left).toBe('gone');
  answer.next = async () => nothing;
  slow.resolve(grant(0, 1));
  await pass(0);
  expect(reports.map((report) => [report.running, ...wanted(report)])).toEqual([
    [0, 0, 1],
    [0, 0, 0],
  ]);
});

it('gives each key what was granted to it', async () => {
  const { permits, answer } = open();
  answer.next = async () => [{ account: 2, reads: 1, searches: 0 }];
  const begun: number[] = [];
  for (const account of [1, 1, 2, 2]) void permits.take('read', patient, account).then(() => begun.push(account));
  await pass(0);
  expect(begun[0]).toBe(2);
  expect(begun.filter((account) => account === 1)).toEqual([]);
});

it('tells of a pause until it is known', async () => {
  const { permits, reports, answer } = open();
  const told = answer.next;
  answer.next = () => Promise.reject(new Error('gone'));
  permits.pause(2_000);
  await pass(0);
  answer.next = told;
  (await held(permits.take('read', patient, KEY))).end();
  await pass(10);
  expect(reports.map(({ pauseMilliseconds }) => pauseMilliseconds)).toEqual([2_000, 2_000, 0]);
});

it('tells of each turn while it lasts, and one report at a time', async () => {
  const { permits, reports, answer } = open();
  const slow = Promise.withResolvers<TurnGrant>();
  answer.next = () => slow.promise;
  const first = permits.take('read', patient, KEY);
  const second = permits.take('read', patient, KEY);
  const search = permits.take('search', patient, KEY);
  await pass(50);
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({ waiting: grant(1) });
  answer.next = async ({ waiting }) => waiting;
  slow.resolve(grant(1));
  const turns = [await held(first), await held(second), await held(search)];
  expect(reports[1]).toMatchObject({ number: 2, running: 1, waiting: grant(1, 1) });
  await pass(1_000);
  expect(reports.at(-1)).toMatchObject({ running: 3, waiting: [] });
  turns[0]?.end();
  turns[2]?.end();
  await pass(10);
  expect(reports.at(-1)).toMatchObject({ running: 1 });
  // What is renewed in time is never lost.
  await pass(3 * LEASE_MS);
  expect(turns[1]?.lost?.aborted).toBe(false);
  turns[1]?.end();
  const told = reports.length;
  await pass(10);
  expect(reports.at(-1)).toMatchObject({ running: 0 });
  await pass(LEASE_MS);
  expect(reports).toHaveLength(told + 1);
});

it('turns away all who wait where the store is away, and asks for the next as before; what runs lasts as long as its lease', async () => {
  const { permits, reports, answer } = open();
  const running = await held(permits.take('read', patient, KEY));
  const told = answer.next;
  answer.next = () => Promise.reject(new Error('gone'));
  const waiting = await Promise.all([permits.take('read', patient, KEY), permits.take('search', patient, KEY)]);
  expect(waiting.map(({ ok }) => ok)).toEqual([false, false]);
  await pass(LEASE_MS - 501);
  expect(running.lost?.aborted).toBe(false);
  answer.next = told;
  const next = await held(permits.take('read', patient, KEY));
  expect(reports.at(-1)).toMatchObject({ running: 1, waiting: grant(1) });
  await pass(LEASE_MS);
  expect([running.lost?.aborted, next.lost?.aborted]).toEqual([false, false]);
  answer.next = () => Promise.reject(new Error('gone again'));
  await pass(LEASE_MS);
  expect([running.lost?.aborted, next.lost?.aborted]).toEqual([true, true]);
});

it('ends with a report that it has nothing, after the one that is under way', async () => {
  const { permits, reports, answer } = open();
  const running = await held(permits.take('search', patient, KEY));
  const slow = Promise.withResolvers<TurnGrant>();
  answer.next = () => slow.promise;
  const waiting = permits.take('read', patient, KEY);
  await pass(0);
  const closed = permits.close();
  expect(await waiting).toMatchObject({ ok: false, retrySeconds: 1 });
  await pass(0);
  expect(reports).toHaveLength(2);
  slow.resolve(grant(1));
  await closed;
  expect(running.lost?.aborted).toBe(true);
  expect(reports.at(-1)).toMatchObject({ number: 3, running: 0, waiting: [] });
  await pass(LEASE_MS);
  expect(reports).toHaveLength(3);
});
