import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LocalPermits } from '../../../../service/upstream/permits/local.ts';
import { WINDOW_MILLISECONDS, type Turn } from '../../../../service/upstream/permits/permits.ts';

const patient = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** What has been answered by now. */
async function settled(turns: readonly Promise<Turn>[]): Promise<(Turn | undefined)[]> {
  return Promise.all(turns.map((turn) => Promise.race([turn, Promise.resolve(undefined)])));
}

const end = (turn: Turn | undefined) => (turn?.ok ? turn.end() : undefined);

it('gives so many turns at once, and the next when one ends', async () => {
  const permits = new LocalPermits({ calls: 2 });
  const turns = [1, 2, 3].map(() => permits.take('read', patient));
  expect((await settled(turns)).map((turn) => turn?.ok)).toEqual([true, true, undefined]);
  const first = await turns[0];
  end(first);
  end(first);
  expect((await settled(turns)).map((turn) => turn?.ok)).toEqual([true, true, true]);
  expect((await settled([permits.take('read', patient)]))[0]).toBeUndefined();
});

it('begins so many searches within a second, and lets other reads pass meanwhile', async () => {
  const permits = new LocalPermits({ searches: 2 });
  const searches = [1, 2, 3, 4, 5].map(() => permits.take('search', patient));
  for (const turn of await settled(searches)) end(turn);
  expect((await settled(searches)).filter((turn) => turn?.ok)).toHaveLength(2);
  expect((await settled([permits.take('read', patient)]))[0]?.ok).toBe(true);
  await vi.advanceTimersByTimeAsync(WINDOW_MILLISECONDS - 10);
  expect((await settled(searches)).filter((turn) => turn?.ok)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(20);
  expect((await settled(searches)).filter((turn) => turn?.ok)).toHaveLength(4);
});

it('begins a search a second after each that ended, to the millisecond, and after several at once as many', async () => {
  const permits = new LocalPermits({ searches: 2 });
  const searches = [1, 2, 3, 4].map(() => permits.take('search', patient));
  const begun = async () => (await settled(searches)).filter((turn) => turn?.ok).length;
  end(await searches[0]);
  await vi.advanceTimersByTimeAsync(400);
  end(await searches[1]);
  await vi.advanceTimersByTimeAsync(WINDOW_MILLISECONDS - 401);
  expect(await begun()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await begun()).toBe(3);
  await vi.advanceTimersByTimeAsync(399);
  expect(await begun()).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await begun()).toBe(4);
});

it('counts those that wait by their kind: many searches turn away no read', async () => {
  const permits = new LocalPermits({ calls: 0, waiting: 2 });
  for (let count = 0; count < 2; count += 1) void permits.take('search', patient);
  expect(
    (await settled([permits.take('search', patient), permits.take('read', patient)])).map((turn) => turn?.ok),
  ).toEqual([false, undefined]);
});

it('turns away who would wait behind too many, or has waited too long, and says when to come back', async () => {
  const permits = new LocalPermits({ calls: 0, waiting: 6, patienceMilliseconds: 5_000 });
  const waiting = [1, 2, 3, 4, 5, 6].map(() => permits.take('search', patient));
  expect(await permits.take('search', patient)).toEqual({
    ok: false,
    retrySeconds: 2,
    cause: 'too many calls wait',
  });
  await vi.advanceTimersByTimeAsync(5_001);
  expect((await Promise.all(waiting)).every((turn) => !turn.ok)).toBe(true);
});

it('forgets who has gone', async () => {
  const permits = new LocalPermits({ calls: 1 });
  const held = await permits.take('read', patient);
  const gone = new AbortController();
  const left = expect(permits.take('read', gone.signal)).rejects.toThrow('gone');
  const next = permits.take('read', patient);
  gone.abort(new Error('gone'));
  await left;
  end(held);
  expect((await next).ok).toBe(true);
  expect(() => permits.take('read', gone.signal)).toThrow('gone');
});
