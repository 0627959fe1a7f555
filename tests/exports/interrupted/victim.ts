/** Run as a process of its own, to be killed: replaces one file with its manifest again and again, each time by other lines. */
import { writeTurn, type Kind } from './turns.ts';

const [path = '', kind = 'csv'] = process.argv.slice(2);

/** Told to whoever kills it: the files that it may leave, and how long one takes. */
export interface Told {
  readonly whole: readonly string[];
  readonly turnMs: number;
}

const even = await writeTurn(path, kind as Kind, 0);
const begun = performance.now();
const odd = await writeTurn(path, kind as Kind, 1);
const told: Told = { whole: [even.sha256, odd.sha256], turnMs: performance.now() - begun };
process.stdout.write(`${JSON.stringify(told)}\n`);
for (let turn = 2; ; turn += 1) await writeTurn(path, kind as Kind, turn);
