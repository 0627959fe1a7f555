/** Kills a process that replaces one pack over and over, at random moments: a whole pack has its name, and an earlier one comes back. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { removeLeftovers } from '#electron/exports/leftovers.ts';
import { readFirstOutput } from '#tests/support/hosts/first-output.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { findLeftovers } from '../pairs.ts';
import { judgePack } from './judge-pack.ts';
import { packKinds, packName, type PackKind } from './pack-turns.ts';
import type { PackTold } from './pack-victim.ts';

export interface PackKillsResult {
  readonly kills: number;
  /** How often each state was found. */
  readonly states: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
}

const victim = join(import.meta.dirname, 'pack-victim.ts');
/** A kill falls anywhere in some turns. */
const TURNS = 3;

export async function runKilledPacks(count: number, seed: number): Promise<PackKillsResult> {
  const random = seeded(seed);
  const states = new Map<string, number>();
  const note = (state: string) => states.set(state, (states.get(state) ?? 0) + 1);
  const wrong: string[] = [];
  for (let kill = 1; kill <= count; kill += 1) {
    const kind = packKinds[(kill - 1) % packKinds.length] ?? 'zip';
    const folder = mkdtempSync(join(tmpdir(), 'killed-packs-'));
    try {
      const place = join(folder, 'out');
      mkdirSync(place);
      const path = join(place, packName(kind));
      const told = await killOne(path, kind, folder, random.next());
      const found = judgePack(path);
      note(found.state);
      if (findLeftovers(place).length > 0) note('left something');
      // What the next export to the folder does first.
      await removeLeftovers(place);
      const after = judgePack(path);
      if (found.state === 'no pack' && after.state === 'pack') note('brought back');
      const left = findLeftovers(place);
      const problems = [
        found.problem,
        after.problem,
        ...(after.state === 'no pack' ? ['the earlier pack is gone'] : []),
        ...(after.records === undefined || told.records.includes(after.records) ? [] : ['it is neither pack']),
        ...(left.length > 0 ? [`left ${left.join(', ')}`] : []),
      ].filter((each) => each !== undefined);
      wrong.push(...problems.map((problem) => `kill ${kill}, ${kind}: ${problem}`));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { kills: count, states, wrong };
}

/** @param folder where the victim keeps what it needs, too @param moment in [0, 1) */
async function killOne(path: string, kind: PackKind, folder: string, moment: number): Promise<PackTold> {
  const env = { ...process.env, TMPDIR: folder };
  const child = spawn(process.execPath, [victim, path, kind], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const closed = once(child, 'close');
  const told = JSON.parse(await readFirstOutput(child)) as PackTold;
  await wait(moment * TURNS * told.turnMs);
  child.kill('SIGKILL');
  await closed;
  return told;
}
