/** The campaign `npm run campaign -- service-edges`, the parts of it that concern several instances. */
import { expect, test } from 'vitest';
import { tryCrowdOfTwo } from '#tests/faults/edges/crowds.ts';
import { tryKilledDatabase, tryKilledInstance } from '#tests/faults/edges/kills.ts';
import { secondTier } from '#tests/support/tier.ts';

test('200 callers at once of two instances on PostgreSQL: the CRM gets no more than of one', secondTier, async () => {
  expect((await tryCrowdOfTwo(200, 0.5)).failures).toEqual([]);
});

// Its example in the first tier is one lease of a killed instance: tests/service/store/postgres/turns.test.ts.
test(
  'an instance that is killed amid its calls gives its turns back, and at no time the CRM gets more',
  secondTier,
  async () => {
    expect((await tryKilledInstance(200)).failures).toEqual([]);
  },
);

test('the CRM gets no more while PostgreSQL is killed and comes back', secondTier, async () => {
  expect((await tryKilledDatabase(200)).failures).toEqual([]);
});
