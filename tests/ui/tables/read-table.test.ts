/** A file that cannot be read any more is told from one that holds no list, and of two readings the newer one counts. */
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepNewest, readTableFile } from '../../../src/ui/tables/read-table.ts';

test('a file that changed after it was dropped is a problem that is said', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'read-table-'));
  try {
    const path = join(folder, 'people.csv');
    await writeFile(path, 'owner_id,name\n7,Ann\n');
    const file = new File([await openAsBlob(path)], 'people.csv');
    await rm(path);
    expect(await readTableFile(file)).toEqual({
      ok: false,
      problem: 'It cannot be read, because it was moved or changed: choose it again',
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('an older reading that ends later is not taken', async () => {
  const taken: string[] = [];
  const readings = keepNewest((text: string) => taken.push(text));
  const [older, newer] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const both = [readings.take(older.promise), readings.take(newer.promise)];
  newer.resolve('newer');
  older.resolve('older');
  await Promise.all(both);
  const left = readings.take(Promise.resolve('left'));
  readings.leave();
  await left;
  expect(taken).toEqual(['newer']);
});
