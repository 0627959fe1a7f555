/** Fills a small disk up at random points of exports in every format, and looks at what is left: no broken file, no wrong pair, nothing else. */
import { join } from 'node:path';
import { runOnSmallDisk } from '#tests/support/stores/small-disk.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import type { DiskJob, DiskOutcome } from './disk-victim.ts';
import { kinds } from './turns.ts';

export interface DisksResult {
  readonly points: number;
  /** How often each was told: done, disk-full. */
  readonly told: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
}

/** Holds a few exports of every format, so that each can fill it up. */
export const DISK_MEGABYTES = 24;
const victim = join(import.meta.dirname, 'disk-victim.ts');

export async function runFullDisks(count: number, seed: number): Promise<DisksResult> {
  const random = seeded(seed);
  const points = Array.from({ length: count }, (_, at) => ({
    kind: kinds[at % kinds.length] ?? 'csv',
    share: random.next(),
  }));
  const outcomes = await runOnSmallDisk(DISK_MEGABYTES, victim, (folder): DiskJob => ({ folder, points }));
  return judge(outcomes as readonly DiskOutcome[]);
}

function judge(outcomes: readonly DiskOutcome[]): DisksResult {
  const told = new Map<string, number>();
  const wrong: string[] = [];
  for (const [at, outcome] of outcomes.entries()) {
    told.set(outcome.told, (told.get(outcome.told) ?? 0) + 1);
    const problems = [
      outcome.problem,
      ...(outcome.told === 'done' || outcome.told === 'disk-full' ? [] : [`told ${outcome.told}`]),
      ...(outcome.told !== 'done' && !outcome.isOld ? ['the pair of before is not there'] : []),
      ...(outcome.leftovers.length > 0 ? [`left ${outcome.leftovers.join(', ')}`] : []),
    ].filter((each) => each !== undefined);
    wrong.push(...problems.map((problem) => `point ${at + 1}, ${outcome.kind}: ${problem}`));
  }
  return { points: outcomes.length, told, wrong };
}
