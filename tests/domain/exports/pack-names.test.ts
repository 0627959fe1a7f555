import { expect, test } from 'vitest';
import { DEFAULT_PATTERN, namePackFiles } from '../../../src/domain/exports/pack-names.ts';

const named = (owners: readonly (string | null)[], pattern = DEFAULT_PATTERN, extension = 'csv') =>
  namePackFiles(owners, { pattern, span: '2026-10', extension });

test('each file bears whose it is and its days, and records of nobody have a file of their own', () => {
  expect(named(['Café Amsel', null])).toEqual(['Café Amsel-2026-10.csv', '_unassigned-2026-10.csv']);
});

test('no two are alike, even where case does not count, and a client cannot take the name of the unassigned', () => {
  expect(named(['Acme', 'ACME', '_unassigned', null], '{name}')).toEqual([
    'Acme.csv',
    'ACME-2.csv',
    'unassigned.csv',
    '_unassigned.csv',
  ]);
});

test('none is called like the index of the pack, or like what is beside another', () => {
  expect(named(['index'], '{name}')).toEqual(['index-2.csv']);
  expect(named(['A', 'A.json.manifest'], '{name}', 'json')).toEqual(['A.json', 'A.json.manifest-2.json']);
});

test('no name leaves its folder, is a device, or is too long for a file system', () => {
  expect(named(['../../etc/passwd', 'con', '{period}$&'], '{name}')).toEqual([
    '-..-etc-passwd.csv',
    'con-.csv',
    '-period-&.csv',
  ]);
  expect(Buffer.byteLength(named(['ü'.repeat(300)])[0] ?? '')).toBeLessThanOrEqual(124);
});
