/** A folder takes the place of an earlier one as a whole, at whichever of its steps the program ends. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeLeftovers } from '#electron/exports/leftovers.ts';
import { placeFolder } from '#electron/features/exports/pack-place.ts';
import { failure } from '#tests/support/failure.ts';
import { writePack, type Line } from './written-files.ts';

const earlier: Readonly<Record<string, readonly Line[]>> = { 'Acme.csv': [['1', '30', '1.25']] };
const later: Readonly<Record<string, readonly Line[]>> = { 'Brook.csv': [['2', '90', '7']] };
let folder: string;
let place: string;
let path: string;
let staged: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pack-place-'));
  [place, staged] = [join(folder, 'place'), join(folder, 'staged')];
  path = join(place, 'pack');
  for (const each of [place, path, staged]) mkdirSync(each);
  writePack(path, earlier);
  writePack(staged, later);
});
afterEach(() => {
  revive();
  rmSync(folder, { recursive: true, force: true });
});

const named = () => readdirSync(path).filter((name) => name === 'Acme.csv' || name === 'Brook.csv');

/** As a program that is killed after so many folders got their names: it does nothing more. */
function endAfter(steps: number): void {
  const { rename } = fs;
  let left = steps;
  vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    if (left === 0) throw Object.assign(new Error('killed'), { code: 'EIO' });
    left -= 1;
    return rename(from, to);
  });
  syncBuiltinESMExports();
}

function revive(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}

test('all of an earlier pack goes, and nothing is left beside the new one', async () => {
  await placeFolder(staged, { path });
  expect(readdirSync(path).toSorted()).toEqual(
    ['', '.datapackage.json', '.manifest.json'].map((end) => `Brook.csv${end}`).concat('index.csv', 'index.json'),
  );
  expect(readdirSync(place)).toEqual(['pack']);
});

test.each([
  [0, 'Acme.csv', 'Acme.csv'],
  [1, null, 'Acme.csv'],
  [2, 'Brook.csv', 'Brook.csv'],
])(
  'a program that ends after %i folders got their names leaves a whole pack, which the next export brings back',
  async (steps, atOnce, afterwards) => {
    endAfter(steps);
    expect(await failure(placeFolder(staged, { path }))).toMatchObject({ code: 'write-failed' });
    if (atOnce === null) expect(readdirSync(place)).not.toContain('pack');
    else expect(named()).toEqual([atOnce]);
    revive();
    await removeLeftovers(place);
    expect(readdirSync(place)).toEqual(['pack']);
    expect(named()).toEqual([afterwards]);
    expect(readFileSync(join(path, 'index.json'), 'utf8')).toContain(afterwards);
  },
);

test('a folder with any other file in it stays as it is', async () => {
  writeFileSync(join(path, 'notes.txt'), 'mine');
  const before = readdirSync(path);
  const refused = await failure(placeFolder(staged, { path }));
  expect(refused).toMatchObject({ code: 'usage', detail: expect.stringContaining('notes.txt') as string });
  expect(readdirSync(path)).toEqual(before);
});
