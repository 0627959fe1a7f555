/** Run as a process of its own, to be killed: replaces one pack again and again. */
import { openPackWorld, writePackTurn, type PackKind } from './pack-turns.ts';

const [path = '', kind = 'zip'] = process.argv.slice(2);

/** Told to whoever kills it: how many records the packs that it may leave have, and how long one takes. */
export interface PackTold {
  readonly records: readonly number[];
  readonly turnMs: number;
}

const world = await openPackWorld();
const even = await writePackTurn(world, path, kind as PackKind, 0);
const begun = performance.now();
const odd = await writePackTurn(world, path, kind as PackKind, 1);
const told: PackTold = { records: [even, odd], turnMs: performance.now() - begun };
process.stdout.write(`${JSON.stringify(told)}\n`);
for (let turn = 2; ; turn += 1) await writePackTurn(world, path, kind as PackKind, turn);
