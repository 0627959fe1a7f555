/** The next page is under way before this one is read, never a third, and it is the one that reading this one asks for. */
import { expect, it } from 'vitest';
import { applyResponse, buildNextRequest, predictNextRequest, decideNextStep } from '#electron/sync/machine.ts';
import { sendRequest, type SyncRequest, type SyncClient } from '#electron/sync/service.ts';
import { createState } from '#electron/sync/state.ts';
import type { SyncStore } from '#electron/sync/store.ts';
import { benchOf, expectTruth, unevenMonths, type Bench } from './harness.ts';

/** A client that hands a page's records over only when it is told to. */
function holding(bench: Bench, until: () => Promise<void>): SyncClient {
  return {
    async search(input, signal, attempts) {
      const answer = await bench.world.search(input, signal, attempts);
      await until();
      return answer;
    },
    batchRead: (input, signal, attempts) => bench.world.batchRead(input, signal, attempts),
    list: (input, signal, attempts) => bench.world.list(input, signal, attempts),
  };
}

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

it('sends the next page while the records of this one are still being read', async () => {
  const bench = benchOf({ seed: 1 }, unevenMonths(1_800, 12));
  let inHand = 0;
  let most = 0;
  const client = holding(bench, async () => {
    inHand += 1;
    most = Math.max(most, inHand);
    await soon();
    inHand -= 1;
  });
  expect(await bench.sync({ client })).toMatchObject({ status: 'complete', records: 1_800 });
  expect(most).toBe(2);
  expectTruth(bench);
});

it('never has more than two pages that a crash would repeat, however slow the store', async () => {
  for (const slow of [0, 1, 5]) {
    const bench = benchOf({ seed: 2 }, unevenMonths(5_000, 24));
    const { store, world } = bench;
    let most = 0;
    const commit = store.commit.bind(store);
    store.commit = async (change) => {
      for (let turn = 0; turn < slow; turn++) await soon();
      most = Math.max(most, world.requests.length - store.commits);
      await commit(change);
    };
    expect(await bench.sync({ client: holding(bench, soon) })).toMatchObject({ status: 'complete', records: 5_000 });
    expect(most).toBe(2);
    expect(world.requests.length).toBeLessThanOrEqual(5_000 / 200 + 8);
  }
});

it('takes what is under way when it is told to pause, and sends nothing more', async () => {
  const bench = benchOf({ seed: 3 }, unevenMonths(5_000, 24));
  const pause = new AbortController();
  const client = holding(bench, async () => {
    if (bench.world.requests.length >= 9) pause.abort();
    await soon();
  });
  const result = await bench.sync({ client, pause: pause.signal });
  expect(result).toMatchObject({ status: 'partial' });
  expect(bench.world.requests.length).toBeLessThanOrEqual(10);
  expect(bench.store.live().length).toBe(bench.world.requests.reduce((sum, each) => sum + each.rows, 0));
});

it('sends nothing that still waits for its turn when it is told to pause, and repeats none of it', async () => {
  const bench = benchOf({ seed: 3 }, unevenMonths(5_000, 24));
  const { world, store } = bench;
  const pause = new AbortController();
  const client: SyncClient = {
    async search(input, signal, attempts) {
      // As at a set rate: the turn comes a little later.
      for (let turn = 0; turn < 6; turn++) await soon();
      if (world.requests.length === 8) pause.abort();
      return world.search(input, signal, attempts);
    },
    batchRead: (input, signal, attempts) => world.batchRead(input, signal, attempts),
    list: (input, signal, attempts) => world.list(input, signal, attempts),
  };
  const result = await bench.sync({ client, pause: pause.signal });
  expect(result).toMatchObject({ status: 'partial', stopped: { code: 'cancelled' }, requestsUsed: 8 });
  expect(world.requests.length).toBe(8);
  expect(store.live().length).toBe(world.requests.reduce((sum, each) => sum + each.rows, 0));
});

it('guesses the next page from the ids exactly as the step machine decides it from the records', async () => {
  for (const list of [false, true]) {
    const bench = benchOf({ seed: 4, lag: 30_000 }, unevenMonths(4_000, 40));
    const { guessed, right, asked } = await walk(bench, list);
    expect(right).toBe(guessed);
    // All but the first page, the first ones of partitions, the last ones, and those of the closing probe.
    expect(guessed).toBeGreaterThan(asked - 12);
  }
});

/** Steps through a download by hand, with a world that moves, and compares both at every page. */
async function walk(
  { world, store }: Bench,
  list: boolean,
): Promise<{ guessed: number; right: number; asked: number }> {
  let state = createState(world.now);
  if (list)
    state = {
      ...state,
      phase: {
        name: 'list',
        after: null,
        last: null,
        startedAt: null,
        ascending: true,
        suspects: [],
        pages: 0,
        mark: null,
        isResumed: false,
      },
    };
  let guessed = 0;
  let right = 0;
  for (let asked = 0; ; asked++) {
    const step = await decideNextStep(state, store satisfies SyncStore);
    if (step.kind === 'end') return { guessed, right, asked };
    let early: SyncRequest | undefined;
    const onHead: NonNullable<Parameters<SyncClient['search']>[2]>['onHead'] = (head) => {
      early = predictNextRequest(step.state, head);
    };
    if (asked % 5 === 4) world.insert('2026-11-01');
    const answer = await sendRequest(world, step.request, undefined, {
      onHead,
      canBook: () => true,
      onBooked: () => {},
    });
    const taken = await applyResponse(step.state, answer, store);
    const ahead = buildNextRequest(taken.state);
    if (early) guessed += 1;
    if (early && JSON.stringify(early) === JSON.stringify(ahead)) right += 1;
    state = taken.state;
    await store.commit({ upsert: taken.upsert, remove: taken.remove, state: '', publish: true });
  }
}
