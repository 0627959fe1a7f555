import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
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
import { stageFile, writeAtomically, type FileWithScratch } from '#electron/exports/atomic-file.ts';
import { failure } from '#tests/support/failure.ts';

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

it('replaces no file where it may not, also one that came while it was written, and leaves nothing behind', async () => {
  const path = join(folder, 'out.csv');
  const write = (fill: (file: FileWithScratch) => Promise<void>) => writeAtomically(path, fill, { replace: false });
  await write((file) => file.write('first'));
  expect(readdirSync(folder)).toEqual(['out.csv']);
  expect(await failure(write(() => expect.fail('written')))).toMatchObject({ code: 'file-exists' });
  rmSync(path);
  const late = write(async (file) => {
    await file.write('late');
    writeFileSync(path, 'of another');
  });
  expect(await failure(late)).toMatchObject({ code: 'file-exists' });
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['out.csv'], 'of another']);
});

it('leaves nothing behind where a folder took the place meanwhile', async () => {
  const path = join(folder, 'out.csv');
  const writing = writeAtomically(path, async (file) => {
    await file.write('new');
    mkdirSync(path);
  });
  expect(await failure(writing)).toEqual({ code: 'write-failed', detail: path });
  expect(readdirSync(folder)).toEqual(['out.csv']);
});

it('has no name before it is placed, tells its bytes of every piece, and may be discarded', async () => {
  const path = join(folder, 'out.csv');
  const fill = async (file: FileWithScratch) => {
    await file.write('a,ü\r\n');
    await file.write(Buffer.from('1,2\r\n'));
  };
  const staged = await stageFile(path, fill);
  expect([staged.bytes, existsSync(path)]).toEqual([11, false]);
  await staged.discard();
  expect(readdirSync(folder)).toEqual([]);
  // Others than its owner may not read what is on its way.
  const other = await stageFile(path, fill);
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
  await other.place();
  expect(statSync(path).size).toBe(11);
});

it('leaves the old file where the disk does not take the new one’s bytes: those are on it before the name is theirs', async () => {
  const path = join(folder, 'out.csv');
  await writeAtomically(path, (file) => file.write('old'));
  const probe = await open(path);
  const handles = Object.getPrototypeOf(probe) as typeof probe;
  await probe.close();
  const failing = vi.spyOn(handles, 'sync');
  try {
    for (const [code, error] of [
      ['EIO', { code: 'write-failed', detail: path }],
      ['ENOSPC', { code: 'disk-full' }],
    ] as const) {
      failing.mockRejectedValueOnce(Object.assign(new Error(code), { code }));
      expect(await failure(writeAtomically(path, (file) => file.write('new')))).toMatchObject(error);
    }
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
