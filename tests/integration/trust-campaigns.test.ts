/** The short form of every campaign of docs/trust.md; the promised counts are `npm run campaign -- trust`. */
import { expect, test } from 'vitest';
import { campaigns } from '../faults/campaigns/registry.ts';
import { isKept, runCampaign } from '../faults/trust/run.ts';
import { chooseSize } from '../support/tier.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_122);

test.each(campaigns.map((campaign) => [campaign.name, campaign] as const))(
  `%s keeps its promise in a short run of seed ${SEED}`,
  async (_, campaign) => {
    const asked = Math.max(1, chooseSize(Math.round(campaign.short / 3), campaign.short));
    const scale = asked / campaign.promised;
    const outcome = await runCampaign(campaign, { scale, seed: SEED, tell: () => undefined });
    expect(outcome.failures).toEqual([]);
    expect(outcome).toMatchObject({ asked });
    expect(isKept(outcome)).toBe(true);
  },
);
