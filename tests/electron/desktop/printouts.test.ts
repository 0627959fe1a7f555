import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPrintouts } from '#electron/desktop/printouts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'printouts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('pages are written to a folder of their own, opened by the system, and removed in the end', async () => {
  const opened: string[] = [];
  const directory = join(folder, 'printouts');
  const printouts = openPrintouts(directory, async (path) => {
    opened.push(path);
    return '';
  });
  const [first, second] = [await printouts.place('people.pdf'), await printouts.place('../../people.pdf')];
  expect(first.path).not.toBe(second.path);
  for (const { path } of [first, second]) expect(path.startsWith(directory)).toBe(true);
  expect(statSync(directory).mode & 0o077).toBe(0);
  writeFileSync(first.path, '%PDF');
  await printouts.open(first.path);
  expect(opened).toEqual([first.path]);
  await printouts.clear();
  expect(existsSync(directory)).toBe(false);
});

test('where no program opens them, the sentence says where they are', async () => {
  const printouts = openPrintouts(folder, async () => 'No application is associated');
  await expect(printouts.open('/pages/people.pdf')).rejects.toMatchObject({
    error: { code: 'usage', detail: 'No program of this computer opened the pages; they are at /pages/people.pdf' },
  });
});
