import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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

it('names the path when it cannot be written', async () => {
  const failed = writeAtomically(join(folder, 'none', 'out.csv'), (file) => file.write('x'));
  await expect(failed).rejects.toMatchObject({
    error: { code: 'write-failed', detail: join(folder, 'none', 'out.csv') },
  });
});
