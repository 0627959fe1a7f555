/** `npm run campaign -- oddities [--worlds N --seed S]`: worlds of texts and numbers that JSON allows, each from a seed of its own. */
import { parseOptions } from '../support/parse-options.ts';
import { runOddWorld, type OddResult } from './campaign.ts';

const { values } = parseOptions({ options: { worlds: { type: 'string', default: '1000' }, seed: { type: 'string' } } });
const worlds = whole('worlds', values.worlds);
const first = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : whole('seed', values.seed);

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`--${name} takes a whole number`);
  return value;
}

const EVERY = 50;
console.log(`${worlds} worlds from seed ${first}; one again: npm run campaign -- oddities --worlds 1 --seed SEED`);
const results: OddResult[] = [];
for (let seed = first; seed < first + worlds; seed += 1) {
  const result = await runOddWorld(seed);
  results.push(result);
  for (const line of result.wrong) console.log(`seed ${seed}: ${line}`);
  if (results.length % EVERY === 0) console.log(`${results.length} worlds`);
}
const sum = (of: (each: OddResult) => number) => results.reduce((total, each) => total + of(each), 0);
const failed = results.filter((each) => each.wrong.length > 0);
console.log(
  `\n${worlds} worlds: ${sum((each) => each.records)} records, ${sum((each) => each.commands)} commands, ` +
    `${sum((each) => each.values)} values compared, ${sum((each) => each.unreadable)} unreadable, ` +
    `${sum((each) => each.rounded)} rounded, ${sum((each) => each.sums)} sums; ` +
    `${worlds - failed.length} exact, ${failed.length} wrong`,
);
if (failed.length > 0) {
  console.log(`Wrong: seeds ${failed.map((each) => each.seed).join(', ')}`);
  process.exitCode = 1;
}
