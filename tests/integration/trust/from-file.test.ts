/** Random walks over files that may lie, refreshes, kills and changes of the service; 500 of them are `npm run campaign -- from-file`. */
import { expect, test } from 'vitest';
import { walk } from '#tests/faults/from-file/walk.ts';
import { secondTier } from '#tests/support/tier.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const WALKS = 8;
const STEPS = 30;

// Fixed examples of it are in tests/electron/sync/from-file.test.ts and in workspace-file.test.ts.
test(
  `after every step of ${WALKS} walks from seed ${SEED} complete is what the service said, or the file is named`,
  { ...secondTier, timeout: 300_000 + WALKS * 60_000 },
  async () => {
    for (let seed = SEED; seed < SEED + WALKS; seed += 1) {
      const { wrong, story } = await walk(seed, STEPS);
      expect(wrong, `seed ${seed}\n${story.join('\n')}`).toEqual([]);
    }
  },
);
