/** A few worlds of texts and numbers that JSON allows and few expect: a thousand are `npm run campaign -- oddities`. */
import { expect, test } from 'vitest';
import { runOddWorld } from '#tests/oddities/campaign.ts';
import { secondTier } from '#tests/support/tier.ts';

/** Few, so chosen: among them are a text of a megabyte and a record of every kind of trouble. */
const seeds = [1, 2, 3, 4, 5, 6];

const title = 'every command holds, shows and sums what a service may send, seed %i';
async function expectWorldHeld(seed: number): Promise<void> {
  const { wrong, unreadable, rounded, values } = await runOddWorld(seed);
  expect(wrong).toEqual([]);
  expect(values).toBeGreaterThan(0);
  expect(unreadable).toBeGreaterThan(0);
  expect(rounded).toBeGreaterThan(0);
}
test.each(seeds.slice(0, 1))(title, expectWorldHeld);
test.each(seeds.slice(1))(title, secondTier, expectWorldHeld);
