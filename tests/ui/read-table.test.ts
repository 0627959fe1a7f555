/** A file that cannot be read any more is told from one that holds no list, and of two readings the newer one counts. */
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { keepNewest, readTableFile, readTableText } from '#ui/read-table.ts';

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

afterEach(() => void vi.useRealTimers());

test('a list that takes its worker too long is given up with its worker', async () => {
  vi.useFakeTimers();
  const ends: string[] = [];
  // A worker that is busy for ever; how the real one reads is tried in table-worker.test.ts.
  class BusyWorker {
    addEventListener() {}
    postMessage() {
      ends.push('asked');
    }
    terminate() {
      ends.push('ended');
    }
  }
  vi.stubGlobal('Worker', BusyWorker);
  const reading = readTableText('7,Ann');
  await vi.runAllTimersAsync();
  expect(await reading).toEqual({
    ok: false,
    problem: 'Reading it takes too long: copy the list into a new sheet, or save it as CSV',
  });
  expect(ends).toEqual(['asked', 'ended']);
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
  readings.cancel();
  await left;
  expect(taken).toEqual(['newer']);
});
