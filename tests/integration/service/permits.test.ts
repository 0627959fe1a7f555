/** The campaign `npm run service:edges`, the parts of it that concern several instances. */
import { expect, test } from 'vitest';
import { tryCrowdOfTwo, tryKilledInstance } from '../../faults/edges/crowds.ts';

test('200 callers at once of two instances on PostgreSQL: the CRM gets no more than of one', async () => {
  expect((await tryCrowdOfTwo(200, 0.5)).failures).toEqual([]);
});

test('an instance that is killed amid its calls gives its turns back, and at no time the CRM gets more', async () => {
  expect((await tryKilledInstance(200)).failures).toEqual([]);
});
