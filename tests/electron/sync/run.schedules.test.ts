/** Random schedules by seed: a short run always, a long one with SYNC_SCHEDULES=count (and SYNC_SEED=first) in the environment. */
import { expect, it } from 'vitest';
import { playSchedule } from './schedule.ts';
import { chooseSize } from '#tests/support/tier.ts';

const count = Number(process.env['SYNC_SCHEDULES'] ?? chooseSize(2, 40));
const first = Number(process.env['SYNC_SEED'] ?? 1);

it(
  `${count} schedules from seed ${first} end equal to the truth, never falsely sealed and never endless`,
  async () => {
    const wrong: string[] = [];
    for (let seed = first; seed < first + count; seed++) {
      for (const fault of await playSchedule(seed)) wrong.push(`seed ${seed}: ${fault}`);
    }
    expect(wrong).toEqual([]);
  },
  30_000 + count * 1_000,
);
