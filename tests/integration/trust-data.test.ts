/** The short form of the campaigns about records: faults of the wire, moving worlds, clocks, kills and a month of days. */
import { expect, test } from 'vitest';
import { clocksCampaign } from '../faults/campaigns/clocks/clocks.ts';
import { killsCampaign } from '../faults/campaigns/kills/kills.ts';
import { growthOf } from '../faults/campaigns/month/footprint.ts';
import { monthCampaign } from '../faults/campaigns/month/month.ts';
import { movingCampaign } from '../faults/campaigns/moving/moving.ts';
import { wireCampaign } from '../faults/campaigns/wire/wire.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_122);
const MEBIBYTE = 1024 * 1024;

test.each([wireCampaign, movingCampaign, clocksCampaign, killsCampaign, monthCampaign])(
  `$name keeps its promise in a short run of seed ${SEED}`,
  async (campaign) => {
    const { short } = campaign;
    const { reached, failures } = await campaign.run({ count: short, seed: SEED, tell: () => undefined });
    expect(failures).toEqual([]);
    expect(reached).toBe(short);
  },
);

test('growth of memory or of descriptors over the days is told, and a warm-up is not', () => {
  const day = (heapBytes: number, descriptors: number) => ({ heapBytes, rssBytes: 300 * MEBIBYTE, descriptors });
  const warmedUp = Array.from({ length: 12 }, (_, at) => day((at < 3 ? 20 + 5 * at : 35) * MEBIBYTE, 26));
  expect(growthOf(warmedUp)).toEqual({ judged: true, wrong: [] });
  const leaks = Array.from({ length: 12 }, (_, at) => day((30 + 2 * at) * MEBIBYTE, 26 + at));
  expect(growthOf(leaks).wrong).toEqual(['the heap grew by 8.0 MiB', '4 more descriptors are open']);
});
