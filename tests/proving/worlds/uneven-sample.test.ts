import { expect, it } from 'vitest';
import { World } from '#service/upstream/world.ts';
import { unevenSample } from '#tests/support/worlds/uneven-sample.ts';
import { truthOf } from '#tests/support/worlds/world-truth.ts';

const options = { seed: 4, asOf: '2026-11-21', records: 400, months: 12 };

it('holds exactly so many live records over exactly so many uneven months', () => {
  const records = unevenSample(options);
  const { count, archived, months } = truthOf(new World(records), undefined, []);
  expect(count).toBe(400);
  expect(archived).toBeGreaterThan(0);
  const held = Object.entries(months).filter(([month]) => month !== '');
  expect(held.map(([month]) => month).toSorted()).toEqual(
    Array.from({ length: 12 }, (_, n) => new Date(Date.UTC(2025, 11 + n)).toISOString().slice(0, 7)),
  );
  const counts = held.map(([, each]) => each);
  expect(Math.max(...counts)).toBeGreaterThan(3 * Math.min(...counts));
});

it('is the same by the same seed and another by another', () => {
  const ids = (seed: number) => unevenSample({ ...options, records: 300, months: 6, seed }).map(({ id }) => id);
  expect(ids(4)).toEqual(ids(4));
  expect(ids(5)).not.toEqual(ids(4));
});
