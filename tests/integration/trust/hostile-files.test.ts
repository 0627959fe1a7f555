/** Saved workspaces made to do harm: each kind once, in the first tier a few of them; `npm run campaign -- hostile` makes as many as are asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kindsOfHostility } from '#tests/faults/hostile/files.ts';
import { startCampaign, type Campaign } from '#tests/faults/hostile/load.ts';
import { chooseSize } from '#tests/support/tier.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_120);
let campaign: Campaign;

beforeAll(async () => void (campaign = await startCampaign()));
afterAll(() => campaign.close());

const kinds = kindsOfHostility.map((kind, at) => [kind, at] as const);

// The address of the foreign listener is always among them.
test.each(kinds.filter(([kind, at]) => kind === 'address with a password' || at % chooseSize(40, 1) === 0))(
  `a file with: %s (number %i of seed ${SEED}) is refused in a sentence at the cost of reading it once, or loaded exactly`,
  async (kind, at) => {
    const { result } = await campaign.run(at, SEED);
    expect(result).toEqual(kind === 'as it was saved' ? 'exact' : expect.stringMatching(/^(refused|exact)$/));
  },
);

test('none of them has asked a foreign listener', () => {
  expect(campaign.foreignRequests()).toBe(0);
});
