/** Ten runs of the campaign of faults, moving data and kill -9: the long one is `npm run faults`. */
import { expect, test } from 'vitest';
import { runOnce } from '../faults/campaign.ts';

const seeds = Array.from({ length: 10 }, (_, index) => index + 1);

test.each(seeds)('nothing is lost or doubled and totals are exact after faults and kills, seed %i', async (seed) => {
  const { wrong, story } = await runOnce(seed);
  expect(wrong, story.join('\n')).toEqual([]);
});
