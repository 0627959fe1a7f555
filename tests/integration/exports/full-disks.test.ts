import { expect, test } from 'vitest';
import { runFullDisks } from '#tests/exports/interrupted/disks.ts';
import { runFullDisksOfPacks } from '#tests/exports/interrupted/packs/pack-disks.ts';
import { packKinds } from '#tests/exports/interrupted/packs/pack-turns.ts';
import { kinds } from '#tests/exports/interrupted/turns.ts';
import { secondTier } from '#tests/support/tier.ts';

test(
  'a disk that fills up while a file is replaced leaves the pair of before, in every format, and is told by name',
  secondTier,
  async () => {
    const result = await runFullDisks(2 * kinds.length, 2);
    expect(result.wrong).toEqual([]);
    expect([...result.told.keys()].toSorted()).toEqual(['disk-full', 'done']);
  },
);

test(
  'a disk that fills up while a pack is replaced leaves the pack of before and nothing beside it, in every form, and is told by name',
  secondTier,
  async () => {
    const result = await runFullDisksOfPacks(2 * packKinds.length, 7);
    expect(result.wrong).toEqual([]);
    expect([...result.told.keys()].toSorted()).toEqual(['disk-full', 'done']);
  },
);
