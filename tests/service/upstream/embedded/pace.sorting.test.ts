import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Pace, mergeInSlices, sortInSlices } from '#service/upstream/embedded/pace.ts';

interface Item {
  readonly key: number;
  readonly place: number;
}

const byKey = (a: Item, b: Item) => a.key - b.key;
/** Few keys and many items: most are equal to others. */
const items = fc.array(fc.nat(20), { maxLength: 700 }).map((keys) => keys.map((key, place): Item => ({ key, place })));

it('sorts as toSorted does, equal items in the order they came in', async () => {
  await fc.assert(
    fc.asyncProperty(items, fc.constantFrom(0, 1_000), async (given, slice) => {
      const before = [...given];
      expect(await sortInSlices(given, byKey, new Pace(slice))).toEqual(given.toSorted(byKey));
      expect(given).toEqual(before);
    }),
  );
});

it('merges as sorting both together would, up to as many as are wanted', async () => {
  await fc.assert(
    fc.asyncProperty(items, items, fc.nat(1_500), async (some, more, most) => {
      const [left, right] = [some.toSorted(byKey), more.toSorted(byKey)];
      const merged = await mergeInSlices(left, right, byKey, new Pace(0), most);
      expect(merged).toEqual([...left, ...right].toSorted(byKey).slice(0, most));
    }),
  );
});

it('lets other work go on again and again', async () => {
  let slices = 0;
  class CountingPace extends Pace {
    override rest() {
      slices += 1;
      return super.rest();
    }
  }
  const many = Array.from({ length: 5_000 }, (_, place): Item => ({ key: (place * 7919) % 5_000, place }));
  await sortInSlices(many, byKey, new CountingPace(0));
  // 157 runs of 32, and as many looks at the clock again while they are merged 8 times, 128 items at a time at most.
  expect(slices).toBeGreaterThan(450);
});
