/** Sync's side of the snapshot: what is committed, set aside and published. */
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SyncStore } from '#electron/sync/store.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { chooseSize } from '#tests/support/tier.ts';

let scratch: Scratch;
let snapshot: Snapshot;

/** Of the records of these tests: one store is open for all of them, because to open one takes longer. */
const ids = Array.from({ length: 12 }, (_, index) => String(index + 1));

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
});
afterEach(() => publish(snapshot, [], ids));
afterAll(() => scratch.dispose());

const version = (id: string, updatedAt: number, title = `v${updatedAt}`, archived = false) =>
  recordOf(id, { title }, { updatedAt, archived });
const setAside = (upsert: readonly TimeLogRecord[], remove: readonly string[] = []) =>
  snapshot.commit({ upsert, remove, state: '{}', publish: false });

async function titles(): Promise<Record<string, string | null>> {
  const { rows } = await snapshot.page({
    filterGroups: [],
    query: '',
    zone: 'UTC',
    columns: ['a552213_title'],
    offset: 0,
    limit: 500,
  });
  return Object.fromEntries(rows.map(({ id, values }) => [id, values['a552213_title'] ?? null]));
}

test('an id that is removed twice before it is published is set aside once', async () => {
  await publish(snapshot, [version('1', 10), version('2', 10)]);
  await setAside([], ['1']);
  await setAside([], ['2', '1']);
  expect(await snapshot.readEverything(async ({ removed }) => removed)).toEqual(['1', '2']);
});

test('the snapshot is what sync needs', () => {
  const store: SyncStore = snapshot;
  expect(store).toBe(snapshot);
});

describe('newer over older', () => {
  test('an older version never replaces a newer one; an equally old one does', async () => {
    await publish(snapshot, [version('1', 20)]);
    await publish(snapshot, [version('1', 10)]);
    expect(await titles()).toEqual({ 1: 'v20' });
    await publish(snapshot, [version('1', 20, 'again')]);
    expect(await titles()).toEqual({ 1: 'again' });
    await publish(snapshot, [version('1', 21)]);
    expect(await titles()).toEqual({ 1: 'v21' });
  });

  test('a page that is received again is stored once, shown or set aside', async () => {
    const again = [version('1', 10), version('2', 10)];
    await publish(snapshot, again);
    await publish(snapshot, again);
    expect(await snapshot.counts()).toEqual({ records: 2, waiting: 0 });
    await setAside([version('2', 20), version('3', 20)]);
    await setAside([version('2', 20), version('3', 20)]);
    expect(await snapshot.counts()).toEqual({ records: 2, waiting: 2 });
  });

  test('of several versions in one page the newest stays', async () => {
    await publish(snapshot, [version('1', 10), version('1', 30), version('1', 20)]);
    expect(await titles()).toEqual({ 1: 'v30' });
    expect(await snapshot.count({})).toBe(1);
  });

  test('what is set aside is not replaced by an older version either', async () => {
    await publish(snapshot, [version('1', 10)]);
    await setAside([version('1', 30)]);
    await setAside([version('1', 20)]);
    await publish(snapshot, [version('1', 15)]);
    expect(await titles()).toEqual({ 1: 'v30' });
  });
});

describe('set aside', () => {
  test('reports keep what they see until it is published, in one transaction', async () => {
    await publish(snapshot, [version('1', 10), version('2', 10)]);
    await setAside([version('1', 20), version('3', 20)], ['2']);
    expect(await titles()).toEqual({ 1: 'v10', 2: 'v10' });
    expect(await snapshot.countPublished({})).toBe(2);
    expect(await snapshot.ids({})).toEqual(['1', '3']);
    expect(await snapshot.countWaiting()).toBe(3);

    await publish(snapshot, [version('4', 20)]);
    expect(await titles()).toEqual({ 1: 'v20', 3: 'v20', 4: 'v20' });
    expect(await snapshot.countWaiting()).toBe(0);
  });

  test('what was read again in the same version does not wait, nor what is to go and is not there', async () => {
    await publish(snapshot, [version('1', 10), version('2', 10)]);
    await setAside([version('1', 10), version('2', 20)], ['9']);
    expect(await snapshot.countWaiting()).toBe(1);
  });

  test('it survives closing and opening', async () => {
    await publish(snapshot, [version('1', 10)]);
    await setAside([version('2', 20)]);
    await snapshot.close();
    snapshot = await scratch.open();
    expect(await titles()).toEqual({ 1: 'v10' });
    expect(await snapshot.count({})).toBe(2);
    await publish(snapshot, []);
    expect(await titles()).toEqual({ 1: 'v10', 2: 'v20' });
  });

  test('a removed record that comes back is held as it comes', async () => {
    await publish(snapshot, [version('1', 30)]);
    await setAside([], ['1']);
    await setAside([version('1', 20)]);
    // Its coming back replaces its removal: one change waits, not two.
    expect(await snapshot.countWaiting()).toBe(1);
    await publish(snapshot, []);
    expect(await titles()).toEqual({ 1: 'v20' });
  });
});

describe('all or nothing', () => {
  test('a change that fails leaves rows and state as they were', async () => {
    await snapshot.commit({ upsert: [version('1', 10)], remove: [], state: 'before', publish: true });
    const bad = [version('2', 10), version('not-a-number', 10)];
    await expect(snapshot.commit({ upsert: bad, remove: ['1'], state: 'after', publish: true })).rejects.toMatchObject({
      error: { code: 'service-changed', detail: 'record id "not-a-number"' },
    });
    expect(await titles()).toEqual({ 1: 'v10' });
    expect(await snapshot.loadState()).toBe('before');
    await publish(snapshot, [version('3', 10)]);
    expect(await snapshot.ids({})).toEqual(['1', '3']);
  });

  test('changes given at once are applied one after another', async () => {
    await Promise.all(
      [10, 30, 20, 40].map((at) =>
        snapshot.commit({ upsert: [version('1', at)], remove: [], state: String(at), publish: true }),
      ),
    );
    expect(await titles()).toEqual({ 1: 'v40' });
    expect(await snapshot.loadState()).toBe('40');
  });

  test('a fresh store has no state', async () => {
    const fresh = scratchSnapshot();
    try {
      expect(await (await fresh.open()).loadState()).toBeUndefined();
    } finally {
      await fresh.dispose();
    }
  });
});

describe('any course of changes ends where a plain map ends', () => {
  const id = fc.integer({ min: 1, max: 12 }).map(String);
  const change = fc.record({
    upsert: fc.array(fc.tuple(id, fc.integer({ min: 1, max: 5 }), fc.boolean()), { maxLength: 6 }),
    remove: fc.array(id, { maxLength: 2 }),
    publish: fc.boolean(),
  });

  test('published and held alike', async () => {
    let serial = 0;
    const course = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const held = new Map<string, TimeLogRecord>();
      let published = new Map<string, TimeLogRecord>();
      await publish(snapshot, [], ids);
      for (const each of changes) {
        const upsert = each.upsert.map(([key, at, archived]) =>
          version(key, at, `${key}@${at} #${(serial += 1)}`, archived),
        );
        for (const record of upsert) {
          if ((held.get(record.id)?.updatedAt ?? 0) <= record.updatedAt) held.set(record.id, record);
        }
        for (const key of each.remove) held.delete(key);
        if (each.publish) published = new Map(held);
        await snapshot.commit({ upsert, remove: [...new Set(each.remove)], state: '{}', publish: each.publish });

        const live = (map: Map<string, TimeLogRecord>) => [...map.values()].filter(({ archived }) => !archived);
        const shown = Object.fromEntries(
          live(published).map((record) => [record.id, record.values.get('a552213_title')]),
        );
        expect(await titles()).toEqual(shown);
        expect(await snapshot.versions([...held.keys()])).toEqual(
          new Map(live(held).map((record) => [record.id, record.updatedAt])),
        );
        expect(await snapshot.count({})).toBe(live(held).length);
      }
    });
    await fc.assert(course, { numRuns: chooseSize(1, 20) });
  });
});

describe('records found outside of sync', () => {
  test('wait for the next publishing, without a change of the sync state', async () => {
    await snapshot.commit({ upsert: [version('1', 10)], remove: [], state: 'cursor', publish: true });
    await snapshot.saveFound([version('1', 20), version('2', 20)]);
    expect(await titles()).toEqual({ 1: 'v10' });
    expect(await snapshot.ids({})).toEqual(['1', '2']);
    expect(await snapshot.loadState()).toBe('cursor');
    await publish(snapshot, []);
    expect(await titles()).toEqual({ 1: 'v20', 2: 'v20' });
  });

  test('that are held in the same or a newer version are no news, visible or waiting', async () => {
    await publish(snapshot, [version('1', 10), version('2', 10)]);
    await setAside([version('3', 10)]);
    await snapshot.saveFound([version('1', 10, 'same'), version('2', 5), version('3', 10, 'same')]);
    expect(await snapshot.countWaiting()).toBe(1);
    await publish(snapshot, []);
    expect(await titles()).toEqual({ 1: 'v10', 2: 'v10', 3: 'v10' });
  });

  test('that sync set aside as gone are held again', async () => {
    await publish(snapshot, [version('1', 10)]);
    await setAside([], ['1']);
    await snapshot.saveFound([version('1', 10)]);
    expect(await snapshot.ids({})).toEqual(['1']);
    await publish(snapshot, []);
    expect(await titles()).toEqual({ 1: 'v10' });
  });

  test('survive closing', async () => {
    await snapshot.saveFound([version('1', 10)]);
    await snapshot.close();
    snapshot = await scratch.open();
    expect(await snapshot.count({})).toBe(1);
    expect(await snapshot.countPublished({})).toBe(0);
  });
});
