import { expect, it } from 'vitest';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import type { Switches } from '#service/upstream/switches.ts';
import { idOf, LIST, numbersOf, record, records, talkTo } from '../talk.ts';

const START = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;

/** A world of ten, whose clock is moved by hand. */
async function laggingWorld(switches: Partial<Switches>) {
  let now = START;
  const upstream = createEmbeddedUpstream({ records: records(10), switches, now: () => now });
  const { search, get } = await talkTo({ upstream, now: () => now });
  const found = async () => numbersOf((await search({ limit: 200 })).body);
  const total = async () => Number((await search({ limit: 0 })).body.total);
  return { world: upstream.world, found, total, search, get, wait: (ms: number) => void (now += ms) };
}

const lag = { indexLagMilliseconds: MINUTE };
const ten = Array.from({ length: 10 }, (_, n) => n);
const created = (n: number) => record(n, {}, { createdAt: START + n, updatedAt: START + n });

it('finds changes at once unless it lags', async () => {
  const { world, found } = await laggingWorld({});
  world.insert(created(10));
  world.replace(record(0, {}, { archivedAt: START }));
  expect(await found()).toEqual([...ten.slice(1), 10]);
});

it('finds new, changed, archived and deleted records only after a while, which lists and batches do not wait for', async () => {
  const { world, found, search, get, wait } = await laggingWorld(lag);
  world.insert(created(10));
  world.replace(record(1, { title: 'Changed' }, { updatedAt: START }));
  world.replace(record(2, {}, { archivedAt: START }));
  world.remove(Number(idOf(3)));
  expect(await found()).toEqual(ten);
  const listed = (await get(`${LIST}?limit=100&properties=a552213_title`)).body;
  expect(numbersOf(listed)).toEqual([0, 1, 4, 5, 6, 7, 8, 9, 10]);
  expect(listed.results[1].properties.a552213_title).toBe('Changed');
  const changed = {
    filterGroups: [{ filters: [{ propertyName: 'a552213_title', operator: 'EQ', value: 'changed' }] }],
  };
  expect((await search(changed)).body.total).toBe(0);
  wait(MINUTE);
  expect(await found()).toEqual([0, 1, 4, 5, 6, 7, 8, 9, 10]);
  expect(numbersOf((await search(changed)).body)).toEqual([1]);
});

it('is not monotonic near now: of records made one after another, later ones are found before earlier ones', async () => {
  const { world, found, wait } = await laggingWorld(lag);
  for (let n = 10; n < 40; n += 1) world.insert(created(n));
  wait(MINUTE / 2);
  const seen = (await found()).filter((n) => n >= 10);
  expect(seen.length).toBeGreaterThan(3);
  expect(seen.length).toBeLessThan(27);
  expect(Math.max(...seen) - 10).toBeGreaterThan(seen.length);
  wait(MINUTE / 2);
  expect(await found()).toHaveLength(40);
});

it('draws each lag by seed and record', async () => {
  const seenBy = async (seed: number, order: readonly number[]) => {
    const { world, found, wait } = await laggingWorld({ ...lag, seed });
    for (const n of order) world.replace(record(n, {}, { archivedAt: START }));
    wait(MINUTE / 2);
    return found();
  };
  const first = await seenBy(1, ten);
  expect(await seenBy(1, ten.toReversed())).toEqual(first);
  expect(await seenBy(2, ten)).not.toEqual(first);
});

it('never goes back to an older version that is indexed late', async () => {
  const { world, search, wait } = await laggingWorld(lag);
  for (let version = 1; version <= 20; version += 1)
    world.replace(record(0, { title: `Version ${version}` }, { updatedAt: START + version }));
  const versions: number[] = [];
  for (let second = 0; second <= 60; second += 1) {
    const { body } = await search({ limit: 1, properties: ['a552213_title'] });
    versions.push(Number(/\d+/.exec(body.results[0].properties.a552213_title ?? '0')?.[0]));
    wait(1000);
  }
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect(versions.at(-1)).toBe(20);
});

it('can lose sight of a changed record until it is indexed again', async () => {
  const { world, found, wait } = await laggingWorld({ ...lag, indexBlinks: 1 });
  world.replace(record(4, {}, { updatedAt: START }));
  expect(await found()).toEqual(ten.filter((n) => n !== 4));
  wait(MINUTE);
  expect(await found()).toEqual(ten);
});

it('can count total over an older index than the one that finds', async () => {
  const { world, found, total, wait } = await laggingWorld({ totalLagMilliseconds: MINUTE });
  world.insert(created(10));
  world.remove(Number(idOf(0)));
  world.remove(Number(idOf(1)));
  expect([(await found()).length, await total()]).toEqual([9, 10]);
  wait(MINUTE);
  expect([(await found()).length, await total()]).toEqual([9, 9]);
});
