/** A page deep in the records is the same as one counted through from the beginning. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';

// Ids in clumps with wide gaps between, as they are where several accounts share one numbering.
const ids = Array.from({ length: 6_000 }, (_, index) => BigInt(index) + BigInt(index >> 10) ** 3n * 10_000_019n + 5n);
const isTax = (id: bigint) => id % 3n === 0n;

let scratch: Scratch;
let snapshot: Snapshot;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
  await publish(
    snapshot,
    ids.map((id) => recordOf(String(id), { service_name: isTax(id) ? 'Tax' : 'Audit' })),
  );
});
afterAll(() => scratch.dispose());

const taxOnly = [{ filters: [{ propertyName: 'a552213_service_name', operator: 'EQ' as const, value: 'Tax' }] }];

test.each([1_990, 2_000, 3_071, 3_072, 5_999, 6_000, 9_000])('from record %i on', async (offset) => {
  const question = { query: '', zone: 'UTC', columns: [], offset, limit: 130 };
  const all = await snapshot.page({ ...question, filterGroups: [] });
  expect(all.total).toBe(6_000);
  expect(all.rows.map(({ id }) => id)).toEqual(ids.slice(offset, offset + 130).map(String));
  const some = await snapshot.page({ ...question, filterGroups: taxOnly });
  const tax = ids.filter(isTax);
  expect(some.total).toBe(tax.length);
  expect(some.rows.map(({ id }) => id)).toEqual(tax.slice(offset, offset + 130).map(String));
});

test('a page after a change of the records is one of the new state', async () => {
  const question = { filterGroups: [], query: '', zone: 'UTC', columns: [], offset: 3_000, limit: 5 };
  const shown = async () => (await snapshot.page(question)).rows.map(({ id }) => id);
  const before = ids.slice(3_000, 3_006).map(String);
  expect(await shown()).toEqual(before.slice(0, 5));
  await publish(snapshot, [recordOf('1', {})]);
  expect(await shown()).toEqual([String(ids[2_999]), ...before.slice(0, 4)]);
  expect((await snapshot.page(question)).total).toBe(6_001);
});
