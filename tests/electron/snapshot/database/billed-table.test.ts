import { afterAll, expect, it } from 'vitest';
import { sentColumns } from '#domain/filter/billed.ts';
import { publish, scratchSnapshot } from '#tests/support/stores/scratch-snapshot.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

const scratch = scratchSnapshot();
afterAll(() => scratch.dispose());

const source = {
  billed: () => [
    {
      number: 1,
      digest: 'd',
      file: 'a.csv',
      again: null,
      records: () => [['1', 0, sentColumns.map(() => null)] as const],
    },
  ],
  version: () => '1 saved',
};
const billed = {
  filterGroups: [{ filters: [{ propertyName: 'billed', operator: 'EQ' as const, value: 'true' }] }],
  query: '',
  zone: 'UTC',
};

it('reads what is billed anew where an earlier version kept it in a table of its own', async () => {
  const first = await scratch.open();
  await publish(first, [recordOf('1', {}), recordOf('2', {})]);
  await first.close();
  await scratch.tamper(`DROP TABLE billings; CREATE TABLE billed (id BIGINT, number BIGINT, version BIGINT);
    INSERT INTO billed VALUES (1, 1, 0); INSERT INTO meta VALUES ('billed', '1 saved')`);
  const snapshot = await scratch.open();
  snapshot.setBilled(source);
  expect(await snapshot.countSelected(billed)).toBe(1);
});
