import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ArchiveFault, readArchive, writeArchive } from '../../electron/archive.ts';

let folder: string;
let archive: string;
let into: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
  archive = join(folder, 'saved');
  into = join(folder, 'deep/into');
  mkdirSync(into, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const entry = (name: string, text = 'content') => ({ name, content: Buffer.from(text) });

it('unpacks the files it is asked for, whatever their order', async () => {
  await writeArchive(archive, [entry('b', 'second'), entry('a', 'first')]);
  const found = await readArchive(archive, into, ['a', 'b']);
  expect([...found].map(([name, { bytes }]) => [name, bytes])).toEqual([
    ['b', 6],
    ['a', 5],
  ]);
});

it.each(['../outside', '../../outside', 'into/../../outside', 'unasked', './a'])(
  'writes nothing under the name %s, which is none of those asked for',
  async (name) => {
    await writeArchive(archive, [entry(name), entry('a')]);
    await expect(readArchive(archive, into, ['a'])).rejects.toBeInstanceOf(ArchiveFault);
    expect(readdirSync(into)).toEqual([]);
    expect([join(folder, 'outside'), join(folder, 'deep/outside')].filter((path) => existsSync(path))).toEqual([]);
  },
);

it('takes no file from elsewhere on the disk', async () => {
  const elsewhere = join(folder, 'absolute');
  await writeArchive(archive, [entry(elsewhere), entry('a')]);
  await expect(readArchive(archive, into, ['a'])).rejects.toBeInstanceOf(ArchiveFault);
  expect(existsSync(elsewhere)).toBe(false);
});

it('is not whole with a file twice or not at all', async () => {
  await writeArchive(archive, [entry('a', 'one'), entry('a', 'another')]);
  await expect(readArchive(archive, into, ['a'])).rejects.toBeInstanceOf(ArchiveFault);
  rmSync(join(into, 'a'), { force: true });
  await writeArchive(archive, [entry('a')]);
  await expect(readArchive(archive, into, ['a', 'b'])).rejects.toBeInstanceOf(ArchiveFault);
});
