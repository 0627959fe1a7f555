/** Questions of one look are answered from one state of the store, however many records come in meanwhile. */
import { DuckDBConnection } from '@duckdb/node-api';
import { afterEach, expect, test, vi } from 'vitest';
import { fail } from '#contract/errors.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import { failure } from '#tests/support/failure.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';

let scratch: Scratch;
afterEach(() => scratch.dispose());

async function storeOfOne(): Promise<Snapshot> {
  scratch = scratchSnapshot();
  const snapshot = await scratch.open();
  await publish(snapshot, [recordOf('1')]);
  return snapshot;
}

test('what comes in between two questions of a look is in neither, and in the next look in both', async () => {
  const snapshot = await storeOfOne();
  const count = () => snapshot.countPublished({});
  const first = await snapshot.look('a', count);
  await publish(snapshot, [recordOf('2'), recordOf('3')]);
  expect(await snapshot.look('a', count)).toEqual(first);
  expect(first.value).toBe(1);
  const next = await Promise.all(Array.from({ length: 5 }, () => snapshot.look('b', count)));
  expect(new Set(next.map(({ value }) => value))).toEqual(new Set([3]));
  expect(new Set(next.map(({ state }) => state)).size).toBe(1);
  expect(next[0]?.state).not.toBe(first.state);
  expect(await count()).toBe(3);
});

test('what several questions of a look ask alike is read once, and in the next look anew', async () => {
  const snapshot = await storeOfOne();
  const run = vi.spyOn(DuckDBConnection.prototype, 'run');
  const countReads = () => run.mock.calls.filter(([sql]) => /FROM meta WHERE key = 'sync-state'/.test(sql)).length;
  const askTogether = async (look: string) => {
    run.mockClear();
    const ask = () => snapshot.look(look, () => snapshot.loadState());
    await Promise.all([ask(), ask(), ask(), ask()]);
    return countReads();
  };
  expect(await askTogether('a')).toBe(1);
  expect(await askTogether('a')).toBe(0);
  expect(await askTogether('b')).toBe(1);
  run.mockClear();
  await Promise.all([snapshot.loadState(), snapshot.loadState()]);
  expect(countReads()).toBe(2);
  run.mockRestore();
});

test('a refused question leaves its look as it is; one that was given up ends it, and the next answer names its own state', async () => {
  const snapshot = await storeOfOne();
  const count = () => snapshot.countPublished({});
  const first = await snapshot.look('a', count);
  await publish(snapshot, [recordOf('2')]);
  const refused = snapshot.look('a', () => snapshot.recordedIds().then(() => fail({ code: 'usage', detail: 'no' })));
  expect(await failure(refused)).toEqual({ code: 'usage', detail: 'no' });
  expect(await snapshot.look('a', count)).toEqual(first);
  await snapshot.setDirectory(emptyDirectory);
  const later = await snapshot.look('a', count);
  expect(later.value).toBe(2);
  expect(later.state).not.toBe(first.state);
});

test('a look that nobody asks any more lets the store tidy up, and a closed store ends it', async () => {
  const snapshot = await storeOfOne();
  const count = () => snapshot.countPublished({});
  await snapshot.look('a', count);
  await publish(snapshot, [recordOf('2')]);
  await expect.poll(async () => (await snapshot.look('a', count)).value, { interval: 1000 }).toBe(2);
  await snapshot.look('b', count);
  await snapshot.close();
  await expect(snapshot.look('b', count)).rejects.toThrow();
});
