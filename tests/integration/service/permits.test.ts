/** The campaign `npm run campaign -- service-edges`, the parts of it that concern several instances. */
import { expect, test } from 'vitest';
import { tryCrowdOfTwo } from '#tests/faults/edges/crowds.ts';
import { tryKilledDatabase, tryKilledInstance } from '#tests/faults/edges/kills.ts';
import { chooseSize, secondTier } from '#tests/support/tier.ts';

test('200 callers at once of two instances on PostgreSQL: the CRM gets no more than of one', secondTier, async () => {
  expect((await tryCrowdOfTwo(200, 0.5)).failures).toEqual([]);
});

test('an instance that is killed amid its calls gives its turns back, and at no time the CRM gets more', async () => {
  expect((await tryKilledInstance(chooseSize(60, 200))).failures).toEqual([]);
});

test('the CRM gets no more while PostgreSQL is killed and comes back', secondTier, async () => {
  expect((await tryKilledDatabase(200)).failures).toEqual([]);
});
