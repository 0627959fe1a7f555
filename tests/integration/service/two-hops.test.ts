/** A part of the campaign `npm run campaign -- service-edges`: a firm downloaded by the app's own program through two services. */
import { expect, test } from 'vitest';
import { tryTwoHops } from '#tests/faults/edges/hops.ts';
import { secondTier } from '#tests/support/tier.ts';

test('400 records arrive through two hops in 8 requests at most', async () => {
  expect((await tryTwoHops({ records: 400, mostRequests: 8 })).failures).toEqual([]);
});
test('24,000 records arrive through two hops in 125 requests at most', secondTier, async () => {
  expect((await tryTwoHops({ records: 24_000, mostRequests: 125 })).failures).toEqual([]);
});
