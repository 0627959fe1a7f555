/** Down to which id records that were loaded from a file were read from the service since. */
import { expect, test } from 'vitest';
import {
  dropReading,
  keepOrigin,
  markAllRead,
  markLoaded,
  markProven,
  markRead,
  toUnreadRange,
} from '#electron/sync/from-file.ts';
import { SEARCH_PAGE_SIZE, type PageResponse } from '#electron/sync/service.ts';
import { createState, OVERLAP, serializeState, readState, type SyncState } from '#electron/sync/state.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { benchOf, downloaded, expectTruth, unevenMonths, type Bench } from './harness.ts';

const NOW = Date.UTC(2026, 10, 20);
const loaded = markLoaded(createState(NOW), NOW, NOW);
const page = (last: number, rows = SEARCH_PAGE_SIZE): PageResponse => ({
  kind: 'page',
  records: Array.from({ length: rows }, (_, at) => recordOf(String(last + rows - 1 - at))),
  total: 9_999,
  after: rows < SEARCH_PAGE_SIZE ? null : 'more',
  date: NOW,
});
const proven = (state: SyncState): SyncState => ({ ...state, file: markProven(state) });

test('only pages that join what was read before move the mark, and only a proven run keeps what they moved', () => {
  const first = markRead(loaded, null, page(8_000));
  expect(first.file).toMatchObject({ below: null, reading: '8000' });
  expect(markRead(first, '7900', page(7_000)).file).toEqual(first.file);
  expect(dropReading(first).file).toEqual(loaded.file);
  const kept = proven(first);
  expect(kept.file).toMatchObject({ below: '8000', reading: null });
  expect(toUnreadRange(kept.file!)).toEqual({ idBelow: '8000' });
  expect(markRead(kept, null, page(8_500)).file).toEqual(kept.file);
  expect(proven(markRead(kept, '8000', page(7_000))).file).toMatchObject({ below: '7000' });
  expect(proven(markRead(kept, '8000', page(7_000, 3))).file).toBeNull();
  expect(proven(markAllRead(kept)).file).toBeNull();
});

test('a file is believed no further than the moment it was loaded', () => {
  const future = markLoaded({ ...createState(NOW), watermark: NOW + 1e9 }, NOW + 1e9, NOW);
  expect(future).toMatchObject({ watermark: NOW, file: { savedAt: NOW } });
});

test('where all must be downloaded anew, only what came from a file stays known of the state', () => {
  const read = markRead({ ...loaded, sealed: { asOf: NOW, total: 5 } }, null, page(8_000));
  const kept = keepOrigin(serializeState(read), NOW);
  expect(readState(kept ?? '')).toEqual({ ...createState(NOW), file: loaded.file });
  expect(keepOrigin(serializeState({ ...read, file: null }), NOW)).toBeUndefined();
});

async function fromFile(bench: Bench): Promise<void> {
  await downloaded(bench);
  const { store, world } = bench;
  const [wrong] = world.records();
  const state = serializeState(markLoaded(readState(store.state ?? ''), world.now, world.now));
  const lie = { ...wrong!, updatedAt: world.now + 1e9 };
  await store.commit({ upsert: [lie, recordOf('5')], remove: [], state, publish: true });
  world.now += 2 * OVERLAP;
}

const fileOf = ({ store }: Bench) => readState(store.state ?? '').file;

test('refreshes together read all of what came from a file, and it is right from then on', async () => {
  const bench = benchOf({ seed: 1 }, unevenMonths(450, 6));
  await fromFile(bench);
  const below: (string | null | undefined)[] = [];
  for (let at = 0; at < 3; at += 1) {
    expect(await bench.sync()).toMatchObject({ status: 'complete', mode: 'refresh' });
    below.push(fileOf(bench)?.below);
  }
  expect(below).toEqual([expect.any(String), expect.any(String), undefined]);
  expect(Number(below[1])).toBeLessThan(Number(below[0]));
  expectTruth(bench);
});

test('a full reading reads all of it at once, and a comparison of the list nothing of it', async () => {
  const bench = benchOf({ seed: 1 }, unevenMonths(450, 6));
  await fromFile(bench);
  const { file } = readState(bench.store.state ?? '');
  await bench.sync({ audit: true });
  expect(fileOf(bench)).toMatchObject({ savedAt: file!.savedAt });
  await bench.sync({ full: true });
  expect(fileOf(bench)).toBeNull();
  expectTruth(bench);
});

test('a full reading that could not settle what it disproved is read again', async () => {
  const bench = benchOf({ seed: 1 }, unevenMonths(900, 6));
  await fromFile(bench);
  const reads = bench.world.batchRead.bind(bench.world);
  bench.world.batchRead = async (ids, options) => {
    const answer = await reads(ids, options);
    return { ...answer, missing: [] };
  };
  const fileNow = () => readState(bench.store.state ?? '').file;
  await bench.sync({ full: true });
  expect(fileNow()).toMatchObject({ below: null, reading: null });
  bench.world.batchRead = reads;
  const below: (string | null | undefined)[] = [];
  for (let at = 0; at < 6; at += 1) {
    await bench.sync();
    below.push(fileNow()?.below);
  }
  expect(below.filter((each) => each !== undefined)).toHaveLength(4);
  expectTruth(bench);
});
