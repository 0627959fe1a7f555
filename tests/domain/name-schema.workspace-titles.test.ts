/** A workspace is called by any text, and has a folder's name on every system. */
import { expect, test } from 'vitest';
import { isWorkspaceName, readWorkspaceTitle, toWorkspaceName } from '#domain/name-schema.ts';

test.each([
  ['Müller & Söhne / Q3', 'muller-sohne-q3'],
  ['Größe', 'grosse'],
  ['..', 'workspace'],
  ['Acme...', 'acme'],
  ['🚀', 'workspace'],
  ['שלום עולם', 'workspace'],
  ['株式会社', 'workspace'],
  ['CON', 'workspace-con'],
  ['../../etc/passwd', 'etc-passwd'],
  ['-rf', 'rf'],
  ['x'.repeat(200), 'x'.repeat(36)],
])('“%s” has the folder %s', (title, folder) => {
  expect(readWorkspaceTitle(title)).toBe(title);
  expect(toWorkspaceName(title, [])).toBe(folder);
  const next = toWorkspaceName(title, [folder]);
  expect(next).toBe(`${folder}-2`);
  expect(isWorkspaceName(next)).toBe(true);
});

test('blanks, line breaks and control characters are one blank; nothing and too much is no title', () => {
  expect(readWorkspaceTitle('  Acme \u0000\n\tLtd ')).toBe('Acme Ltd');
  expect(readWorkspaceTitle('e\u0301')).toBe('\u00e9');
  for (const text of ['', ' \n', '\u0000', 'x'.repeat(201)]) expect(readWorkspaceTitle(text)).toBeUndefined();
});

test('what cannot be seen, or turns the letters beside it round, is no title; what joins letters may be in one', () => {
  for (const text of ['\u200b', ' \u200b\u2060 ', '\u202eAcme', 'Ac\u2066me', 'Acme\u200f']) {
    expect(readWorkspaceTitle(text)).toBeUndefined();
  }
  expect(readWorkspaceTitle('👩\u200d💻')).toBe('👩\u200d💻');
});
