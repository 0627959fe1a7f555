/** A part of the campaign `npm run campaign -- service-edges`: a firm downloaded by the app's own program through two services. */
import { expect, test } from 'vitest';
import { tryTwoHops } from '../../faults/edges/hops.ts';
import { secondTier } from '../../support/tier.ts';

test.each([{ records: 2_000, mostRequests: 15 }])(
  '$records records arrive through two hops in $mostRequests requests at most',
  async (size) => expect((await tryTwoHops(size)).failures).toEqual([]),
);
test('24,000 records arrive through two hops in 125 requests at most', secondTier, async () => {
  expect((await tryTwoHops({ records: 24_000, mostRequests: 125 })).failures).toEqual([]);
});
