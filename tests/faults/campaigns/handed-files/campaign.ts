/** Row 20: whatever file a person is handed, judging it is bounded, what is wrong with it is named, and where records came from is said. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '#tests/support/worlds/seeded.ts';
import type { Campaign } from '../campaign-shape.ts';
import { MAX_FOR_FILES } from '../memory-bombs/file-bombs.ts';
import { measureTerminal, type Measured } from '../memory-bombs/measured-terminal.ts';
import { attacks, handFile, kinds, writeTrueFiles, type Attack, type Kind } from './files.ts';

const MAX_SECONDS = 10;
/** A loaded file is marked; anything else is refused, or said to be unsigned, changed or impossible to compare. */
const LOADED = 0;
const COMPARED = 6;
const NAMED = new Set([2, COMPARED, 7]);

export const handedFiles: Campaign = {
  row: 20,
  name: 'handed-files',
  holds: `every file a person may be handed is judged in ${MAX_SECONDS} s and ${MAX_FOR_FILES} MiB beyond the idle program's, what is wrong is named, and the origin of records is said`,
  promised: 200,
  short: 9,
  async run({ count, seed, tell }) {
    const folder = mkdtempSync(join(tmpdir(), 'handed-files-'));
    const failures: string[] = [];
    const slow: string[] = [];
    let most = { grown: 0, seconds: 0 };
    const codes = new Map<string, number>();
    try {
      await writeTrueFiles(folder);
      const idle = await measureTerminal(['verify-file', join(folder, 'no-such-file.csv')]);
      for (let at = 0; at < count; at += 1) {
        const random = seeded(seed + at);
        // Neighbours differ in kind and in attack, and all pairs come in turn.
        const what = [kinds[at % 6]!, attacks[(at + Math.floor(at / 12)) % 4]!] as const;
        const handed = join(folder, `handed-${at}`);
        const { command } = await handFile(folder, handed, what, random);
        const measured = await measureTerminal(command);
        rmSync(handed, { recursive: true });
        const grown = measured.peakMebibytes - idle.peakMebibytes;
        const seconds = Math.max(0, measured.seconds - idle.seconds);
        const place = `seed ${seed}, run ${at}, ${what.join(', ')} (${command[0]})`;
        failures.push(...judge(what, measured).map((problem) => `${place}: ${problem}`));
        if (!(grown < MAX_FOR_FILES)) failures.push(`${place}: took ${grown.toFixed(0)} MiB`);
        // What is whole by itself is written again after it was judged.
        if (measured.code !== COMPARED && seconds > MAX_SECONDS) slow.push(`${place}: took ${seconds.toFixed(0)} s`);
        most = { grown: Math.max(most.grown, grown), seconds: Math.max(most.seconds, seconds) };
        codes.set(what[1], (codes.get(what[1]) ?? 0) + 1);
        tell(`${what.join(', ')}: ended with ${measured.code}, ${grown.toFixed(0)} MiB, ${seconds.toFixed(1)} s`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const made = [...codes].map(([attack, files]) => `${files} × ${attack}`).join(', ');
    const told = `${made}, over ${kinds.length} kinds; most ${most.grown.toFixed(0)} MiB more and ${most.seconds.toFixed(1)} s`;
    return { reached: count, failures, slow, told };
  },
};

function judge([kind, attack]: readonly [Kind, Attack], { code, said, printed }: Measured): string[] {
  const wrong: string[] = [];
  if (code === LOADED && kind === 'timelog') {
    if (attack !== 'lie' && attack !== 'forgery') wrong.push('was loaded');
    if (!printed.includes('"fromFile":')) wrong.push('was loaded without a word of its origin');
  } else if (code === null || !NAMED.has(code)) wrong.push(`ended with ${code}: ${said.trim().slice(0, 300)}`);
  else if (said.trim() === '') wrong.push(`ended with ${code} and no sentence`);
  if (/at \w+.*:\d+:\d+/.test(said)) wrong.push(`showed its inside: ${said.trim().slice(0, 200)}`);
  return wrong;
}
