/** `npm run campaign -- faults [--runs N --seed S]`: the campaign of faults, moves and kills, each run from a different seed. */
import { parseOptions } from '../support/parse-options.ts';
import { runOnce, type RunResult } from './campaign.ts';

const { values } = parseOptions({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string' },
    story: { type: 'boolean', default: false },
  },
});
const runs = whole('runs', values.runs);
const first = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : whole('seed', values.seed);

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`--${name} takes a whole number`);
  return value;
}

console.log(`${runs} runs from seed ${first}; one again: npm run campaign -- faults --runs 1 --seed SEED --story`);
const results: RunResult[] = [];
for (let seed = first; seed < first + runs; seed += 1) {
  const result = await runOnce(seed);
  results.push(result);
  const { records, requests, kills, holds, refusals, faults, wrong, story } = result;
  const tail = wrong.length === 0 ? 'exact' : 'WRONG';
  const met = `${faults} faults, ${kills} kills, ${holds} pauses and cancels, ${refusals} days without quota`;
  console.log(`seed ${seed}: ${records} records, ${requests} requests, ${met}: ${tail}`);
  for (const line of wrong) console.log(`    ${line}`);
  if (values.story || wrong.length > 0) for (const line of story) console.log(`      ${line}`);
}
const sum = (of: (each: RunResult) => number) => results.reduce((total, each) => total + of(each), 0);
const failed = results.filter((each) => each.wrong.length > 0);
console.log(
  `\n${runs} runs: ${sum((each) => each.requests)} requests, ${sum((each) => each.faults)} faults, ` +
    `${sum((each) => each.kills)} kills, ${sum((each) => each.holds)} pauses and cancels, ${sum((each) => each.refusals)} days without quota; ${runs - failed.length} exact, ${failed.length} wrong`,
);
if (failed.length > 0) {
  console.log(`Wrong: seeds ${failed.map((each) => each.seed).join(', ')}`);
  process.exitCode = 1;
}
