/** Fills a small disk up at random points of exports in every format, and looks at what is left: no broken file, no wrong pair, nothing else. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { seeded } from '../../support/worlds/seeded.ts';
import type { DiskJob, DiskOutcome } from './disk-victim.ts';
import { kinds } from './turns.ts';

export interface DisksResult {
  readonly points: number;
  /** How often each was told: done, disk-full. */
  readonly told: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
}

/** A file system of its own, seen by this process's child alone and gone with it: it takes no rights, but some systems forbid it. */
const UNSHARE = 'unshare';
const ownDisk = ['--user', '--map-root-user', '--mount', 'bash', '-c'];
const mount = 'mount -t tmpfs -o size=24m tmpfs "$1"';
const victim = join(import.meta.dirname, 'disk-victim.ts');

/** @returns undefined where no process may have a file system of its own. */
export async function runFullDisks(count: number, seed: number): Promise<DisksResult | undefined> {
  const random = seeded(seed);
  const points = Array.from({ length: count }, (_, at) => ({
    kind: kinds[at % kinds.length] ?? 'csv',
    share: random.next(),
  }));
  const outcomes = await inSmallDisk(victim, (folder): DiskJob => ({ folder, points }));
  return outcomes === undefined ? undefined : judge(outcomes as readonly DiskOutcome[]);
}

/** @returns what the program printed, read; undefined where no process may have a file system of its own. */
export async function inSmallDisk(program: string, jobIn: (folder: string) => object): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'full-disks-'));
  try {
    if (process.platform !== 'linux' || spawnSync(UNSHARE, [...ownDisk, mount, 'bash', folder]).status !== 0)
      return undefined;
    const run = `${mount} && exec "$2" "$3" "$4"`;
    const job = JSON.stringify(jobIn(folder));
    const child = spawn(UNSHARE, [...ownDisk, run, 'bash', folder, process.execPath, program, job], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return JSON.parse(await text(child.stdout));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
