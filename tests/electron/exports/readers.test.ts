/** Exported files read back piece by piece: every line once, as far as a file can be read. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readers, Unreadable, type FileLine, type FileLayout } from '#electron/exports/readers.ts';

const folder = mkdtempSync(join(tmpdir(), 'readers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'file');

const options: FileLayout['options'] = {
  heads: 'labels',
  times: 'local',
  names: true,
  separator: 'comma',
  decimalMark: 'point',
  rates: false,
};
const written: FileLayout = { format: 'csv', preset: 'machine', options, columns: ['id'] };
const ids = Array.from({ length: 2_501 }, (_, at) => String(at));

async function read() {
  const pieces: (readonly FileLine[])[] = [];
  let fault: unknown;
  try {
    for await (const piece of readers.csv?.(path, written) ?? []) pieces.push(piece);
  } catch (error) {
    fault = error;
  }
  return { ids: pieces.flat().map(([id]) => id), pieces: pieces.length, fault };
}

it('gives every line of a CSV once, in pieces that follow one another', async () => {
  writeFileSync(path, `id\n${ids.join('\n')}\n`);
  expect(await read()).toMatchObject({ ids, pieces: 3, fault: undefined });
});

it('gives the lines before the place where a CSV breaks', async () => {
  writeFileSync(path, 'id\n1\n2\n"3\n4\n');
  const broken = await read();
  expect([broken.ids, broken.fault]).toEqual([['1', '2'], expect.any(Unreadable)]);
});

it('does not hold a line of more cells than any file of ours has', async () => {
  writeFileSync(path, `id\n1\n${','.repeat(800_000)}\n2\n`);
  expect((await read()).fault).toBeInstanceOf(Unreadable);
});

it('closes a file of which it read only a part, and tells what the system refuses', async () => {
  writeFileSync(path, `id\n${'x\n'.repeat(500_000)}`);
  const opened = () => readdirSync('/proc/self/fd').length;
  const before = opened();
  for await (const piece of readers.csv?.(path, written) ?? []) if (piece.length > 0) break;
  await expect.poll(opened).toBe(before);
  rmSync(path);
  expect((await read()).fault).toMatchObject({ code: 'ENOENT' });
});
