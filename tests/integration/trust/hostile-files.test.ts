/** Saved workspaces made to do harm: each kind once; `npm run campaign -- hostile` makes as many as are asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kindsOfHostility } from '../../faults/hostile/files.ts';
import { startCampaign, type Campaign } from '../../faults/hostile/load.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_120);
let campaign: Campaign;

beforeAll(async () => void (campaign = await startCampaign()));
afterAll(() => campaign.close());

test.each(kindsOfHostility.map((kind, at) => [kind, at] as const))(
  `a file with: %s (number %i of seed ${SEED}) is refused in a sentence at the cost of reading it once, or loaded exactly`,
  async (kind, at) => {
    const { result } = await campaign.run(at, SEED);
    expect(result).toEqual(kind === 'as it was saved' ? 'exact' : expect.stringMatching(/^(refused|exact)$/));
  },
);

test('none of them has asked a foreign listener', () => {
  expect(campaign.foreignRequests()).toBe(0);
});
