import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashList, isPlaced, MONTHS_MANIFEST } from '#electron/exports/placed-file.ts';
import { writeArchive } from '#electron/exports/zip-archive.ts';
import { writeToBuffer } from '#tests/support/exports/documents.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

it('finds a file within a zip file by its name and content', async () => {
  const path = join(folder, 'people.zip');
  const bytes = await writeToBuffer((file) =>
    writeArchive(file, async (archive) => {
      archive.addText('ann.csv', 'hours of Ann');
      archive.addText('bob.csv', 'hours of Bob');
    }),
  );
  writeFileSync(path, bytes);
  expect(await isPlaced(join(path, 'bob.csv'), hash('hours of Bob'))).toBe(true);
  // Another’s content, another name, and what never came.
  expect(await isPlaced(join(path, 'bob.csv'), hash('hours of Ann'))).toBe(false);
  expect(await isPlaced(join(path, 'other.csv'), hash('hours of Bob'))).toBe(false);
  expect(await isPlaced(join(folder, 'never.zip', 'bob.csv'), hash('hours of Bob'))).toBe(false);
  expect(await isPlaced(join(folder, 'gone', 'never.zip', 'bob.csv'), hash('hours of Bob'))).toBeUndefined();
});

it('finds a folder of months by the content of all its files', async () => {
  const path = join(folder, 'months');
  const partitions = ['2026-09', '2026-10'].map((month) => ({
    file: `month=${month}/part.parquet`,
    sha256: hash(month),
  }));
  for (const month of ['2026-09', '2026-10']) {
    mkdirSync(join(path, `month=${month}`), { recursive: true });
    writeFileSync(join(path, `month=${month}`, 'part.parquet'), month);
  }
  writeFileSync(join(path, MONTHS_MANIFEST), JSON.stringify({ partitions }));
  expect(await isPlaced(path, hashList(partitions))).toBe(true);
  expect(await isPlaced(path, hash('hours'))).toBe(false);
  writeFileSync(join(path, 'month=2026-10', 'part.parquet'), 'changed');
  expect(await isPlaced(path, hashList(partitions))).toBe(false);
  // A folder of something else.
  mkdirSync(join(folder, 'else'));
  writeFileSync(join(folder, 'else', MONTHS_MANIFEST), '{}');
  expect(await isPlaced(join(folder, 'else'), hash('hours'))).not.toBe(true);
});
