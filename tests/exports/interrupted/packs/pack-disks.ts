/** Fills a small disk up at random points of packs: the pack of before stands there, or the new one where that was told. */
import { join } from 'node:path';
import { runOnSmallDisk } from '#tests/support/stores/small-disk.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { DISK_MEGABYTES, type DisksResult } from '../disks.ts';
import type { PackDiskJob, PackDiskOutcome } from './pack-disk-victim.ts';
import { packKinds } from './pack-turns.ts';

const victim = join(import.meta.dirname, 'pack-disk-victim.ts');

export async function runFullDisksOfPacks(count: number, seed: number): Promise<DisksResult> {
  const random = seeded(seed);
  const points = Array.from({ length: count }, (_, at) => ({
    kind: packKinds[at % packKinds.length] ?? 'zip',
    share: random.next(),
  }));
  const outcomes = await runOnSmallDisk(DISK_MEGABYTES, victim, (folder): PackDiskJob => ({ folder, points }));
  return judge(outcomes as readonly PackDiskOutcome[]);
}

function judge(outcomes: readonly PackDiskOutcome[]): DisksResult {
  const told = new Map<string, number>();
  const wrong: string[] = [];
  for (const [at, outcome] of outcomes.entries()) {
    told.set(outcome.told, (told.get(outcome.told) ?? 0) + 1);
    const isDone = outcome.told === 'done';
    const problems = [
      outcome.problem,
      ...(isDone || outcome.told === 'disk-full' ? [] : [`told ${outcome.told}`]),
      ...(outcome.state === 'no pack' || outcome.isNew !== isDone ? ['another pack stands there than was told'] : []),
      ...(outcome.leftovers.length > 0 ? [`left ${outcome.leftovers.join(', ')}`] : []),
    ].filter((each) => each !== undefined);
    wrong.push(...problems.map((problem) => `point ${at + 1}, ${outcome.kind}: ${problem}`));
  }
  return { points: outcomes.length, told, wrong };
}
