/** The campaign `npm run campaign -- service-production`, smaller. */
import { expect, test } from 'vitest';
import { tryBodies } from '#tests/faults/production/bodies.ts';
import { tryFairness } from '#tests/faults/production/fairness.ts';
import { tryHanging } from '#tests/faults/production/hanging.ts';
import { tryPacing } from '#tests/faults/production/pacing.ts';
import { tryRefunds } from '#tests/faults/production/refunds.ts';
import { chooseSize, secondTier } from '#tests/support/tier.ts';

test('bodies of the upstream’s structure arrive as they were sent', async () => {
  expect((await tryBodies(chooseSize(40, 500), 1)).failures).toEqual([]);
});

test('callers of several instances are served within the CRM’s limits', secondTier, async () => {
  const limit = { count: 20, seconds: 2 };
  const size = { style: 'strict', instances: 2, callers: 10, each: 8, limit } as const;
  expect((await tryPacing(size)).failures).toEqual([]);
});

test('a key with many connections leaves another its share', secondTier, async () => {
  expect((await tryFairness({ instances: 2, greedy: 40, victims: 10, seconds: 6 })).failures).toEqual([]);
});

test('what could not be served is given back exactly, under kills too', secondTier, async () => {
  expect((await tryRefunds({ kills: 3, callers: 15, seed: 3 })).failures).toEqual([]);
});

test('a CRM that hangs is left at once, and used again as soon as it answers', secondTier, async () => {
  // What waited for the CRM took four seconds. Here the machine may be busy: the campaign has the promise's own 100 ms.
  const size = { timeoutSeconds: 4, hangSeconds: 8, callers: 10, promptMs: 2_000, backMs: 20_000 };
  expect((await tryHanging(size)).failures).toEqual([]);
});
