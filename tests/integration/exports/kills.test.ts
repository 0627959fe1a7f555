import { expect, test } from 'vitest';
import { runKilledExports } from '#tests/exports/interrupted/kills.ts';
import { runKilledPacks } from '#tests/exports/interrupted/packs/pack-kills.ts';
import { packKinds } from '#tests/exports/interrupted/packs/pack-turns.ts';
import { runKilledPlacing } from '#tests/exports/interrupted/packs/place-kills.ts';
import { kinds } from '#tests/exports/interrupted/turns.ts';
import { secondTier } from '#tests/support/tier.ts';

// Fixed examples, of which each step ends at a moment that is known, are in file-pairs.test.ts and, of packs, in pack-place.test.ts.
test(
  'an export that is killed leaves the old file or the new one, never a part, and none beside the manifest of another, in every format',
  secondTier,
  async () => {
    const { kills, states, wrong } = await runKilledExports(kinds.length, 7);
    expect(wrong).toEqual([]);
    expect(kills).toBe(kinds.length);
    expect(states.size).toBeGreaterThan(0);
  },
);

test(
  'a pack that is killed leaves the old pack or the new one, whole, as a zip file, a folder and a folder by months; one moved aside comes back',
  secondTier,
  async () => {
    const { kills, states, wrong } = await runKilledPacks(packKinds.length, 7);
    expect(wrong).toEqual([]);
    expect(kills).toBe(packKinds.length);
    expect(states.size).toBeGreaterThan(0);
  },
);

test(
  'at every single step of replacing a folder a kill leaves the earlier pack or the new one, whole, and nothing half removed ever gets its name',
  secondTier,
  async () => {
    const { kills, found, wrong } = await runKilledPlacing('folder');
    expect(wrong).toEqual([]);
    expect(kills).toBeGreaterThan(10);
    for (const times of Object.values(found)) expect(times).toBeGreaterThan(0);
  },
);
