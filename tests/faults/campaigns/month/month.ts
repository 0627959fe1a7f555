/** Row 18: thirty days of openings, automatic refreshes and looks, in minutes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';
import { startServiceProcess } from '#tests/support/hosts/service-process.ts';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign-shape.ts';
import { dataFolder, Days } from './days.ts';
import { growthOf, inMebibytes, takeFootprint, type Footprint } from './footprint.ts';

const QUOTA = 1_000;
const START = Date.UTC(2026, 9, 22, 6);
const RECORDS = 700;

export const monthCampaign: Campaign = {
  row: 18,
  name: 'month',
  holds:
    'Over thirty days of openings and automatic refreshes memory and open descriptors stay flat, every day keeps within its quota, and every evening equals the truth.',
  promised: 30,
  short: 1,
  run,
};

async function run({ count, seed, tell }: CampaignOptions): Promise<CampaignResult> {
  const folder = mkdtempSync(join(scratchPlace(), 'month-'));
  const options = { records: RECORDS, seed, startAt: START, frozen: true, dailyQuota: QUOTA };
  const service = await startServiceProcess({ ...options, switches: { indexLagMilliseconds: 30_000 } });
  const failures: string[] = [];
  const footprints: Footprint[] = [];
  let most = 0;
  let byItself = 0;
  try {
    const days = new Days(service, dataFolder(folder), seed);
    await days.begin();
    for (let day = 1; day <= count; day += 1) {
      const evening = await days.live();
      for (const each of evening.wrong) failures.push(`day ${day} of seed ${seed}: ${each}`);
      if (evening.requests > QUOTA) failures.push(`day ${day} of seed ${seed}: ${evening.requests} requests`);
      most = Math.max(most, evening.requests);
      byItself += evening.byItself;
      footprints.push(takeFootprint());
      tell(`day ${day} of ${count}: ${evening.requests} requests, ${worded(footprints.at(-1))}`);
    }
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const { judged, wrong } = growthOf(footprints);
  failures.push(...wrong.map((each) => `seed ${seed}: ${each}`));
  const flat = judged ? worded(footprints.at(-1)) : 'too few days to judge growth';
  return {
    reached: footprints.length,
    failures,
    told: `${byItself} openings that refreshed by themselves, at most ${most} requests a day, ${flat}`,
  };
}

function worded(footprint: Footprint | undefined): string {
  if (!footprint) return 'nothing measured';
  const { heapBytes, rssBytes, descriptors = 0 } = footprint;
  return `heap ${inMebibytes(heapBytes)}, process ${inMebibytes(rssBytes)}, ${descriptors} descriptors`;
}
