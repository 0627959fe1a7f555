import { expect, test } from 'vitest';
import { createKeyOrder } from '#domain/reports/keys/key-class.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const directory = directoryOf({
  owners: { '1': { name: 'Zoe' }, '2': { name: 'Émile' }, '3': { name: 'anna' }, '5': { name: 'Zoe' } },
  objects: { 'deal:1': { name: 'Phase 10' }, 'deal:2': { name: 'Phase 9' } },
});
const sorted = (name: string, keys: (string | null)[], sign?: 1 | -1) =>
  keys.toSorted(createKeyOrder(name, directory, sign));

test('people go by their names whatever the case and accents, equal names by id, unnamed ones as “Person 4”, unset last', () => {
  const keys = ['5', null, '1', '2', '3', '4'];
  expect(sorted('platform_owner_id', keys)).toEqual(['3', '2', '4', '1', '5', null]);
  expect(sorted('platform_owner_id', keys, -1)).toEqual(['5', '1', '4', '2', '3', null]);
});

test('objects go by their names, numbers in them by their size; clients and texts too', () => {
  expect(sorted('object', ['deal:1', 'deal:2'])).toEqual(['deal:2', 'deal:1']);
  expect(sorted('client', ['Zebra', 'acme', 'Österreich', 'Orbis'])).toEqual(['acme', 'Orbis', 'Österreich', 'Zebra']);
});

test('time goes by its dates', () => {
  const months = ['2026-10-01', '2026-02-01', null, '2025-12-01'];
  expect(sorted('month', months)).toEqual(['2025-12-01', '2026-02-01', '2026-10-01', null]);
});
