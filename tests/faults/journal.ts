/**
 * `npm run campaign -- journal [--damages N --kills N --seed S]`: damages of the journal's file, log and manifest, and kills of its owner.
 */
import { rmSync } from 'node:fs';
import { parseOptions } from '../support/parse-options.ts';
import { damageOnce, makeFixtures } from './journal-campaign.ts';
import { killOften } from './journal-kills.ts';

const { values } = parseOptions({
  options: {
    damages: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
});
const [damages, kills, first] = [values.damages, values.kills, values.seed].map(Number) as [number, number, number];

console.log(`${damages} damages from seed ${first}, ${kills} kills`);
const fixtures = makeFixtures();
const outcomes = new Map<string, number>();
const bad: string[] = [];
try {
  for (let seed = first; seed < first + damages; seed += 1) {
    const { what, outcome, detail } = damageOnce(fixtures, seed);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (outcome !== 'told' && outcome !== 'equal') bad.push(`seed ${seed}: ${what}: ${outcome} ${detail}`);
  }
} finally {
  rmSync(fixtures.folder, { recursive: true, force: true });
}
for (const line of bad) console.log(line);
const counted = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
console.log(`${damages} damages: ${counted}; ${outcomes.get('silent') ?? 0} silent`);
const wrong = await killOften(kills, first);
for (const line of wrong) console.log(line);
console.log(`${kills} kills: ${wrong.length} wrong`);
if (bad.length + wrong.length > 0) process.exitCode = 1;
