/** A check that passed is not asked again while no file is another one, and is asked again when any is. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint, hasPassed, rememberPassed } from '#build/passed.ts';

let folder: string;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const take = (...pathspecs: string[]) => fingerprint(folder, pathspecs.length > 0 ? pathspecs : ['.']);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'passed-'));
  execFileSync('git', ['init', '--quiet', folder]);
  mkdirSync(join(folder, 'docs'));
  write('.gitignore', 'out\n');
  write('a.ts', 'a');
  write('b.ts', 'b');
  write('docs/page.md', 'page');
  execFileSync('git', ['add', '.'], { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('files that are changed, exchanged, new, renamed or gone are others', () => {
  const seen = [take()];
  write('a.ts', 'b');
  seen.push(take());
  write('b.ts', 'a');
  seen.push(take());
  write('c.ts', '');
  seen.push(take());
  rmSync(join(folder, 'c.ts'));
  write('d.ts', '');
  seen.push(take());
  rmSync(join(folder, 'a.ts'));
  seen.push(take());
  expect(new Set(seen).size).toBe(seen.length);
});

test('what is written again, is not the check’s, or is not of the tree changes nothing', () => {
  const [whole, sources] = [take(), take('.', ':!docs')];
  write('a.ts', 'a');
  write('out', 'built');
  expect(take()).toBe(whole);
  write('docs/page.md', 'other');
  expect(take('.', ':!docs')).toBe(sources);
  expect(take()).not.toBe(whole);
});

test('a folder that git does not know has none', () => {
  rmSync(join(folder, '.git'), { recursive: true });
  expect(take()).toBeUndefined();
});

test('a check has passed on the files it last passed on, with the arguments it had', () => {
  const kept = join(folder, 'cache/passed.json');
  const lint = { command: 'lint', args: ['--strict', '.'] };
  expect(hasPassed(lint, 'one', kept)).toBe(false);
  rememberPassed(lint, 'one', kept);
  rememberPassed({ command: 'other', args: [] }, 'two', kept);
  expect(hasPassed(lint, 'one', kept)).toBe(true);
  expect(hasPassed(lint, 'two', kept)).toBe(false);
  expect(hasPassed({ ...lint, args: ['.'] }, 'one', kept)).toBe(false);
  rememberPassed(lint, 'two', kept);
  expect(hasPassed(lint, 'one', kept)).toBe(false);
  write('cache/passed.json', '{"lint --strict .": ');
  expect(hasPassed(lint, 'two', kept)).toBe(false);
});
