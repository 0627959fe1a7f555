import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LocalPermits, toBucket, type CallKind, type Turn } from '#service/upstream/permits.ts';

const patient = new AbortController().signal;
const plenty = { count: 10_000, seconds: 1 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** What has been answered by now. */
async function settled(turns: readonly Promise<Turn>[]): Promise<(Turn | undefined)[]> {
  return Promise.all(turns.map((turn) => Promise.race([turn, Promise.resolve(undefined)])));
}

const end = (turn: Turn | undefined) => (turn?.ok ? turn.end() : undefined);

/** Calls that end as soon as they begin, each noted with its time and key. */
function ask(permits: LocalPermits, count: number, kind: CallKind = 'read', account = 1) {
  const begun: { at: number; account: number }[] = [];
  const takeOne = async () => {
    const turn = await permits.take(kind, patient, account);
    if (turn.ok) begun.push({ at: performance.now(), account });
    end(turn);
  };
  for (let n = 0; n < count; n += 1) void takeOne();
  return begun;
}

it('gives so many turns at once, and the next when one ends', async () => {
  const permits = new LocalPermits({ calls: 2 });
  const turns = [1, 2, 3].map(() => permits.take('read', patient, 1));
  expect((await settled(turns)).map((turn) => turn?.ok)).toEqual([true, true, undefined]);
  expect(permits.state).toEqual({ running: 2, waiting: 1 });
  const first = await turns[0];
  end(first);
  end(first);
  expect((await settled(turns)).map((turn) => turn?.ok)).toEqual([true, true, true]);
  expect((await settled([permits.take('read', patient, 1)]))[0]).toBeUndefined();
});

it.each<[CallKind, number, number]>([
  ['read', 100, 10],
  ['search', 5, 1],
  ['read', 3, 1],
])('lets through no more %ss than %i in any %i s, and nearly as many in the long run', async (kind, count, seconds) => {
  const rate = { count, seconds };
  const permits = new LocalPermits({
    callRate: kind === 'read' ? rate : plenty,
    searchRate: rate,
    waiting: 1_000,
    patienceMilliseconds: 1e9,
  });
  const begun = ask(permits, count * 4, kind);
  await vi.advanceTimersByTimeAsync(seconds * 3_000);
  const times = begun.map(({ at }) => at);
  const within = times.map((from) => times.filter((at) => at >= from && at < from + seconds * 1_000).length);
  expect(Math.max(...within)).toBeLessThanOrEqual(count);
  expect(times.length).toBeGreaterThan(count * 3 * toBucketShare(count));
});

/** What of the rate flows at least. */
function toBucketShare(count: number): number {
  return toBucket({ count, seconds: 1 }).perSecond / count;
}

it('lets reads pass while searches wait for their bucket, and counts searches as calls', async () => {
  const permits = new LocalPermits({ searchRate: { count: 2, seconds: 1 } });
  const searches = ask(permits, 5, 'search');
  const reads = ask(permits, 4);
  await vi.advanceTimersByTimeAsync(0);
  expect([searches.length, reads.length]).toEqual([1, 4]);
  const few = new LocalPermits({ callRate: { count: 2, seconds: 1 }, searchRate: plenty });
  const calls = [ask(few, 1, 'search'), ask(few, 1)];
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.map(({ length }) => length)).toEqual([1, 0]);
});

it('lets keys take turns, however many calls of one of them wait', async () => {
  const permits = new LocalPermits({ callRate: { count: 10, seconds: 1 }, patienceMilliseconds: 60_000 });
  const greedy = ask(permits, 60, 'read', 1);
  await vi.advanceTimersByTimeAsync(100);
  const victim = ask(permits, 10, 'read', 2);
  const third = ask(permits, 10, 'read', 3);
  const before = greedy.length;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(Math.max(greedy.length - before, victim.length, third.length)).toBeLessThanOrEqual(victim.length + 1);
  expect(victim.length).toBeGreaterThanOrEqual(5);
});

it('begins nothing while it pauses, and then goes on by itself', async () => {
  const permits = new LocalPermits();
  permits.pause(3_000);
  permits.pause(1_000);
  const begun = ask(permits, 2);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(begun).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toHaveLength(2);
});

it('counts those that wait by their kind and key: many turn away no other', async () => {
  const permits = new LocalPermits({ calls: 0, waiting: 2 });
  for (let count = 0; count < 2; count += 1) void permits.take('search', patient, 1);
  const others = [
    permits.take('search', patient, 1),
    permits.take('read', patient, 1),
    permits.take('search', patient, 2),
  ];
  expect((await settled(others)).map((turn) => turn?.ok)).toEqual([false, undefined, undefined]);
});

it('turns away who would wait behind too many of its own, or has waited too long, and says when to come back', async () => {
  const permits = new LocalPermits({
    calls: 0,
    waiting: 6,
    searchRate: { count: 3, seconds: 1 },
    patienceMilliseconds: 5_000,
  });
  const waiting = [1, 2, 3, 4, 5, 6].map(() => permits.take('search', patient, 1));
  expect(await permits.take('search', patient, 1)).toMatchObject({ ok: false, retrySeconds: 2, reason: 'caller' });
  await vi.advanceTimersByTimeAsync(5_001);
  expect((await Promise.all(waiting)).map((turn) => !turn.ok && turn.reason)).toEqual(waiting.map(() => 'upstream'));
});

it('forgets who has gone', async () => {
  const permits = new LocalPermits({ calls: 1 });
  const held = await permits.take('read', patient, 1);
  const gone = new AbortController();
  const left = expect(permits.take('read', gone.signal, 1)).rejects.toThrow('gone');
  const next = permits.take('read', patient, 1);
  gone.abort(new Error('gone'));
  await left;
  end(held);
  expect((await next).ok).toBe(true);
  expect(() => permits.take('read', gone.signal, 1)).toThrow('gone');
});
