import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeAtomically } from '../../../electron/exports/atomic-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'export-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('puts the whole file in place and tells its hash', async () => {
  const path = join(folder, 'out.csv');
  const hash = await writeAtomically(path, async (file) => {
    await file.write('a,ü\r\n');
    await file.write('1,2\r\n');
  });
  expect(readFileSync(path, 'utf8')).toBe('a,ü\r\n1,2\r\n');
  expect(hash).toBe(createHash('sha256').update('a,ü\r\n1,2\r\n').digest('hex'));
});

it('leaves nothing behind and the old file untouched when writing fails', async () => {
  const path = join(folder, 'out.csv');
  await writeAtomically(path, (file) => file.write('old'));
  const broken = writeAtomically(path, async (file) => {
    await file.write('new');
    throw new Error('cut');
  });
  await expect(broken).rejects.toThrow('cut');
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['out.csv']);
});

it('leaves the old file where the disk does not take the new one’s bytes: those are on it before the name is theirs', async () => {
  const path = join(folder, 'out.csv');
  await writeAtomically(path, (file) => file.write('old'));
  const probe = await open(path);
  const handles = Object.getPrototypeOf(probe) as typeof probe;
  await probe.close();
  const failing = vi.spyOn(handles, 'sync').mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
  try {
    const failed = writeAtomically(path, (file) => file.write('new'));
    await expect(failed).rejects.toMatchObject({ error: { code: 'write-failed', detail: path } });
  } finally {
    failing.mockRestore();
  }
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['out.csv']);
});

it('names the path when it cannot be written', async () => {
  const failed = writeAtomically(join(folder, 'none', 'out.csv'), (file) => file.write('x'));
  await expect(failed).rejects.toMatchObject({
    error: { code: 'write-failed', detail: join(folder, 'none', 'out.csv') },
  });
});

it('takes the place of no folder, device or pipe', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const link = join(folder, 'link-to-pipe');
  symlinkSync(pipe, link);
  for (const path of [pipe, link, folder]) {
    const failed = writeAtomically(path, (file) => file.write('x'));
    await expect(failed).rejects.toMatchObject({ error: { code: 'write-failed', detail: path } });
  }
  expect(statSync(pipe).isFIFO()).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(['link-to-pipe', 'pipe']);
});

it('writes where a link leads, and leaves the link', async () => {
  const link = join(folder, 'latest.csv');
  writeFileSync(join(folder, 'real.csv'), 'old');
  symlinkSync('real.csv', link);
  await writeAtomically(link, (file) => file.write('new'));
  expect(readFileSync(join(folder, 'real.csv'), 'utf8')).toBe('new');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

it.each(['ends well', 'fails'])('removes the folder beside a file whose writing %s', async (end) => {
  let scratch = '';
  const written = writeAtomically(join(folder, 'out.csv'), async (file) => {
    scratch = await file.scratch();
    writeFileSync(join(scratch, 'part'), 'x');
    expect(await file.scratch()).toBe(scratch);
    if (end === 'fails') throw new RangeError('no');
  });
  await written.catch((error: unknown) => expect(error).toEqual(new RangeError('no')));
  expect(scratch.startsWith(folder)).toBe(true);
  expect(readdirSync(folder)).toEqual(end === 'fails' ? [] : ['out.csv']);
});
