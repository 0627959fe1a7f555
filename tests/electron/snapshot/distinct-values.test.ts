/** What a filter can be given: one entry for all that it takes for the same; and which values no record has. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { empty, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';

let scratch: Scratch;
let snapshot: Snapshot;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
});
afterEach(() => empty(snapshot));
afterAll(() => scratch.dispose());

test('texts are listed once for all their spellings, with the records of all of them', async () => {
  const written = ['Audit', 'audit', 'audit', '\ufeffTax', '\ufefftax', 'Tax'];
  await publish(
    snapshot,
    written.map((service_name, at) =>
      recordOf(String(at + 1), { service_name, assoc_obj_type: at < 3 ? 'deal' : 'Deal' }),
    ),
  );
  expect(await snapshot.distinctValues('a552213_service_name', '', 10)).toEqual({
    values: [
      { value: 'audit', records: 3, others: ['Audit'] },
      { value: '\ufeffTax', records: 2, others: ['\ufefftax'] },
      { value: 'Tax', records: 1, others: [] },
    ],
    distinct: 3,
  });
  expect(await snapshot.distinctValues('a552213_service_name', 'UDI', 1)).toEqual({
    values: [{ value: 'audit', records: 3, others: ['Audit'] }],
    distinct: 1,
  });
  // Enumerations are compared exactly.
  expect((await snapshot.distinctValues('a552213_assoc_obj_type', '', 10)).values.map(({ value }) => value)).toEqual([
    'Deal',
    'deal',
  ]);
});

test('clients and teams are listed once for all their spellings, those without a record last', async () => {
  await snapshot.setDirectory(
    directoryOf({
      owners: { '7': { name: 'Ann', team: 'Tax' }, '8': { name: 'Bo', team: 'TAX' } },
      objects: {
        'deal:1': { name: 'A', client: 'Acme' },
        'deal:2': { name: 'B', client: 'ACME' },
        'deal:3': { name: 'C', client: 'Brook' },
      },
    }),
  );
  const of = (id: string, deal: string) => recordOf(id, { assoc_obj_type: 'deal', assoc_record_id: deal });
  await publish(snapshot, [of('1', '1'), of('2', '2'), of('3', '2')]);
  expect(await snapshot.distinctValues('client', '', 10)).toEqual({
    values: [
      { value: 'ACME', records: 3, others: ['Acme'] },
      { value: 'Brook', records: 0, others: [] },
    ],
    distinct: 2,
  });
  expect(await snapshot.distinctValues('team', 'ax', 10)).toEqual({
    values: [{ value: 'TAX', records: 0, others: ['Tax'] }],
    distinct: 1,
  });
  expect(await snapshot.unheldValues('client', ['acme', 'Brook', 'Acmee'])).toEqual(['Brook', 'Acmee']);
});

test('a value no live record has is found out, as the filter compares it', async () => {
  await publish(snapshot, [
    recordOf('12', { service_name: '\ufeffAudit', assoc_obj_type: 'deal', platform_owner_id: 'U7' }),
    recordOf('13', { service_name: 'Tax' }, { archived: true }),
  ]);
  expect(await snapshot.unheldValues('a552213_service_name', ['\ufeffAUDIT', 'audit', 'Tax'])).toEqual([
    'audit',
    'Tax',
  ]);
  expect(await snapshot.unheldValues('a552213_assoc_obj_type', ['deal', 'Deal'])).toEqual(['Deal']);
  expect(await snapshot.unheldValues('platform_owner_id', ['u7', '8'])).toEqual(['8']);
  expect(await snapshot.unheldValues('sys_object_id', ['12', '13'])).toEqual(['13']);
});

test('what was asked before is found out again once the records are others', async () => {
  const ask = () => snapshot.unheldValues('a552213_service_name', ['Audit', 'Tax']);
  await publish(snapshot, [recordOf('1', { service_name: 'Audit' })]);
  expect(await ask()).toEqual(['Tax']);
  await publish(snapshot, [recordOf('2', { service_name: 'tax' })], ['1']);
  expect(await ask()).toEqual(['Audit']);
  const many = Array.from({ length: 5_001 }, (_, at) => recordOf(String(at + 3), { service_name: `Service ${at}` }));
  await publish(snapshot, many);
  expect(await ask()).toEqual(['Audit']);
});

test('numbers are known as records, as owners, as what records are about, and by how long ids are', async () => {
  expect(await snapshot.knownNumbers(['7'])).toEqual({ records: [], owners: [], objects: [], lengths: [] });
  await publish(snapshot, [
    recordOf('7001', { platform_owner_id: '31', assoc_record_id: '90' }),
    recordOf('17001', { platform_owner_id: '32', assoc_record_id: '7001' }),
  ]);
  const known = await snapshot.knownNumbers(['31', '7001', '17001', '90', '999999999999999999']);
  expect(known).toMatchObject({ owners: ['31'], objects: expect.arrayContaining(['90', '7001']) as unknown });
  expect(known.records.toSorted()).toEqual(['17001', '7001']);
  expect(new Set(known.lengths)).toEqual(new Set([4, 5]));
});
