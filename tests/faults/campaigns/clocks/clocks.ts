/** Row 5: clocks a day off, midnight in the middle of a sync, no Date header, and zones whose clocks change. */
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign-shape.ts';
import { zones } from './moments.ts';
import { clocks, runClock } from './run.ts';

const TELL_EVERY = 50;

export const clocksCampaign: Campaign = {
  row: 5,
  name: 'clocks',
  holds:
    'With clocks 26 hours off, at midnight, without a Date header and over changes of the clocks in three zones, nothing is sent before a reset and no record is in a wrong day, week or month.',
  promised: 300,
  short: 2,
  run,
};

async function run({ count, seed, tell }: CampaignOptions): Promise<CampaignResult> {
  const failures: string[] = [];
  const met = new Map<string, number>();
  for (let at = 0; at < count; at += 1) {
    const clock = clocks[at % clocks.length] ?? 'right';
    const device = zones[Math.floor(at / clocks.length) % zones.length] ?? 'UTC';
    const wrong = await runClock(seed * 100_003 + at, clock, device);
    for (const each of wrong) failures.push(`run ${at} of seed ${seed}, ${clock} in ${device}: ${each}`);
    met.set(clock, (met.get(clock) ?? 0) + 1);
    if ((at + 1) % TELL_EVERY === 0) tell(`${at + 1} of ${count}, ${failures.length} failures`);
  }
  return { reached: count, failures, told: [...met].map(([clock, number]) => `${number} × ${clock}`).join(', ') };
}
