/** Kills a process that replaces one exported file over and over, at random moments, and looks at what it left: over all formats. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readFirstOutput } from '#tests/support/hosts/first-output.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { findLeftovers, judgePair } from './pairs.ts';
import { fileName, kinds, writeTurn, type Kind } from './turns.ts';
import type { Told } from './victim.ts';

export interface KillsResult {
  readonly kills: number;
  /** How often each state was found: a pair, or a file without a manifest; and half-written files that the kills left. */
  readonly states: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
}

const victim = join(import.meta.dirname, 'victim.ts');
/** A kill falls anywhere in some turns. */
const TURNS = 3;

export async function runKilledExports(count: number, seed: number, of: readonly Kind[] = kinds): Promise<KillsResult> {
  const random = seeded(seed);
  const states = new Map<string, number>();
  const note = (state: string, times = 1) => states.set(state, (states.get(state) ?? 0) + times);
  const wrong: string[] = [];
  for (let kill = 1; kill <= count; kill += 1) {
    const kind = of[(kill - 1) % of.length] ?? 'csv';
    const folder = mkdtempSync(join(tmpdir(), 'killed-exports-'));
    try {
      const path = join(folder, fileName(kind));
      const { whole, turnMs } = await killOne(path, kind, random.next());
      const { state, problem } = judgePair(path, new Set(whole));
      note(state);
      if (problem !== undefined || state === 'no file')
        wrong.push(`kill ${kill}, ${kind}: ${problem ?? 'the file is gone'}`);
      note('left half a file', findLeftovers(folder).length > 0 ? 1 : 0);
      // The next export to the folder clears up, and is whole itself.
      await writeTurn(path, kind, 0);
      const left = findLeftovers(folder);
      if (left.length > 0 || judgePair(path, new Set(whole)).state !== 'pair')
        wrong.push(
          `kill ${kill}, ${kind} (${Math.round(turnMs)} ms a turn): afterwards ${left.join(', ') || 'no pair'}`,
        );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { kills: count, states, wrong };
}

/** @param moment in [0, 1) */
async function killOne(path: string, kind: Kind, moment: number): Promise<Told> {
  const child = spawn(process.execPath, [victim, path, kind], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const told = JSON.parse(await readFirstOutput(child)) as Told;
  await wait(moment * TURNS * told.turnMs);
  child.kill('SIGKILL');
  await closed;
  return told;
}
