/** What a download is said to cost is what it takes. */
import { expect, it } from 'vitest';
import { estimatePrice, applyKnownTotal } from '#electron/sync/price.ts';
import { TOTAL_CEILING } from '#electron/sync/service.ts';
import { createState, serializeState } from '#electron/sync/state.ts';
import { benchOf, unevenMonths } from './harness.ts';

it('a part that is still open has its closing page in the price, though every record that was told of is here', async () => {
  const bench = benchOf({ seed: 5 }, unevenMonths(30, 2));
  const { world, store } = bench;
  const state = {
    ...createState(world.now),
    watermark: world.now,
    clock: world.now,
    total: 30,
    tiers: [{ cursor: String(world.liveIds().at(-1)), total: null, expected: null, sealed: false }],
    phase: { name: 'walk' } as const,
  };
  await store.commit({ upsert: world.records(), remove: [], state: serializeState(state), publish: true });
  const price = await estimatePrice(store, world.now);
  const { requestsUsed } = await bench.sync();
  expect(price.min).toBe(2);
  expect(requestsUsed).toBeGreaterThanOrEqual(price.min);
});

it('a total of 10,000 that was told in passing may be a ceiling, and is no price', () => {
  const unknown = { mode: 'download', min: 1, max: null, total: null, requestsUsed: 0 } as const;
  expect(applyKnownTotal(TOTAL_CEILING, unknown)).toEqual(unknown);
  expect(applyKnownTotal(TOTAL_CEILING - 1, unknown)).toMatchObject({ total: TOTAL_CEILING - 1, min: 50, max: 58 });
});
