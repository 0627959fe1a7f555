import { expect, test } from 'vitest';
import { DEFAULT_PATTERN, namePackFiles, patternSchema } from '#domain/exports/pack-names.ts';

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

test('a name is cut to 120 bytes, never within a letter, and one of exactly so many is kept', () => {
  for (const [letter, most] of [
    ['a', 120],
    ['ü', 60],
    ['\u0800', 40],
    ['中', 40],
    ['\u{10400}', 30],
  ] as const) {
    expect(named([letter.repeat(most)], '{name}')).toEqual([`${letter.repeat(most)}.csv`]);
    expect(named([letter.repeat(most + 1)], '{name}')).toEqual([`${letter.repeat(most)}.csv`]);
  }
  expect(named([`${'a'.repeat(119)} b`], '{name}')).toEqual([`${'a'.repeat(119)}.csv`]);
});

test('the third of a name is told apart from the second, and letters written in two ways are one name', () => {
  expect(named(['A', 'a', 'A', 'e\u0301', '\u00E9'], '{name}')).toEqual([
    'A.csv',
    'a-2.csv',
    'A-3.csv',
    '\u00E9.csv',
    '\u00E9-2.csv',
  ]);
  expect(named(['__a', 'lpt1'], '{name}')).toEqual(['a.csv', 'lpt1-.csv']);
});

test('a pattern has whose file it is in it, and no place or letter that would be dropped or read otherwise', () => {
  const problem = (pattern: string) => patternSchema.safeParse(pattern).error?.issues[0]?.message;
  for (const pattern of [DEFAULT_PATTERN, '{name}', 'Zeiten {name} ({period})', '{period}_{name}'])
    expect(problem(pattern), pattern).toBeUndefined();
  expect(problem('{period}')).toBe('a pattern needs {name}, so that each file says whose it is');
  expect(problem('{name}-{client}')).toBe('a pattern knows {name} and {period}, not {client}');
  expect(problem('{name}}')).toBe('a pattern knows {name} and {period}, not }');
  expect(problem('out/{name}')).toBe("/ cannot be in a file's name on every system");
  for (const pattern of ['..\\{name}', '{name}:{period}', '{name}\n', '{name}*', '']) {
    const isTrimmed = pattern.trim() !== pattern;
    expect(problem(pattern) !== undefined, JSON.stringify(pattern)).toBe(!isTrimmed);
  }
});

test('none is called like the signature of the index, or of another file', () => {
  expect(named(['index.json'], '{name}', 'sig')).toEqual(['index.json-2.sig']);
  expect(named(['A', 'A.json.manifest.json'], '{name}', 'json')).toEqual(['A.json', 'A.json.manifest.json.json']);
});
