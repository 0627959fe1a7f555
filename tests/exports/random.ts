/** `npm run exports:random [-- --count N --seed S]`: random exports over random worlds, each read back and added up. */
import { parseArgs } from 'node:util';
import { runRandomExports } from './campaign.ts';

const { values } = parseArgs({ options: { count: { type: 'string', default: '500' }, seed: { type: 'string' } } });
const count = whole('count', values.count);
const first = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : whole('seed', values.seed);

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`--${name} takes a whole number`);
  return value;
}

/** Exports of one world. */
const EACH = 50;
console.log(`${count} exports from seed ${first}; again: npm run exports:random -- --count ${count} --seed ${first}`);
let [done, lines, sums] = [0, 0, 0];
const wrong: string[] = [];
for (let seed = first; done < count; seed += 1) {
  const result = await runRandomExports(Math.min(EACH, count - done), seed);
  done += result.exports;
  lines += result.lines;
  sums += result.sums;
  for (const line of result.wrong) console.log(`seed ${seed}: ${line}`);
  wrong.push(...result.wrong);
  console.log(`${done} exports`);
}
console.log(`\n${done} exports: ${lines} lines, ${sums} sums compared; ${wrong.length} wrong`);
if (wrong.length > 0) process.exitCode = 1;
