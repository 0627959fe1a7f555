/** Row 2: records inserted, edited, archived and moved between pages, shown twice, of one timestamp, their ids texts or numbers. */
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign-shape.ts';
import { SmallWorlds } from '../small-worlds.ts';
import { runSchedule } from './run.ts';

const TELL_EVERY = 50;
/** One schedule in so many has more than 10,000 records of one timestamp. */
const BIG_EVERY = 125;

export const movingCampaign: Campaign = {
  row: 2,
  name: 'moving',
  holds:
    'While records are inserted, edited, archived and moved between pages, each id is there once, each value is one the service really held, and complete is said only of what is.',
  promised: 1_000,
  short: 2,
  run,
};

async function run({ count, seed, tell }: CampaignOptions): Promise<CampaignResult> {
  const worlds = new SmallWorlds(seed);
  const failures: string[] = [];
  const sums = { moves: 0, doubled: 0, whole: 0, big: 0 };
  try {
    for (let at = 0; at < count; at += 1) {
      const isBig = at % BIG_EVERY === BIG_EVERY - 1;
      const { wrong, moves, doubled, whole } = await runSchedule(worlds, seed * 100_003 + at, isBig);
      for (const each of wrong) failures.push(`schedule ${at} of seed ${seed}: ${each}`);
      sums.moves += moves;
      sums.doubled += doubled;
      sums.whole += whole;
      sums.big += Number(isBig);
      if ((at + 1) % TELL_EVERY === 0) tell(`${at + 1} of ${count}, ${failures.length} failures`);
    }
  } finally {
    worlds.remove();
  }
  const told = `${sums.moves} moves, ${sums.doubled} answers with a record twice, ${sums.big} worlds with more than 10,000 of one timestamp, ${sums.whole} syncs that said they were whole`;
  return { reached: count, failures, told };
}
