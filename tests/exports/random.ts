/**
 * `npm run campaign -- random-exports [--count N --seed S] [--plant]`: random exports over random worlds, each read back by programs of other makers
 * and added up. `--plant` writes files with one wrong cent instead, every one of which must be found.
 */
import { parseOptions } from '../support/parse-options.ts';
import { hasOffice } from '../support/exports/office.ts';
import { runRandomExports } from './campaign.ts';
import { plantCents } from './planted.ts';
import { openReadingRoom } from './readers/room.ts';

const { values } = parseOptions({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string' },
    plant: { type: 'boolean', default: false },
  },
});
const count = whole('count', values.count);
const first = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : whole('seed', values.seed);

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`--${name} takes a whole number`);
  return value;
}

const isOfficeHere = hasOffice();
if (!isOfficeHere)
  console.log('LibreOffice is not installed: workbooks are read as they were written, not calculated anew.');
const room = openReadingRoom({ hasOffice: isOfficeHere });
try {
  const isGood = values.plant ? await plant() : await exportAll();
  if (!isGood) process.exitCode = 1;
} finally {
  await room.close();
}

async function plant(): Promise<boolean> {
  const { planted, missed } = await plantCents(first, room);
  for (const line of missed) console.log(`not found: ${line}`);
  console.log(
    `${planted} files with one wrong cent from seed ${first}: ${planted - missed.length} found, ${missed.length} not`,
  );
  return missed.length === 0;
}

async function exportAll(): Promise<boolean> {
  /** Exports of one world. */
  const EACH = 50;
  console.log(
    `${count} exports from seed ${first}; again: npm run campaign -- random-exports --count ${count} --seed ${first}`,
  );
  let [done, lines, sums] = [0, 0, 0];
  const wrong: string[] = [];
  for (let seed = first; done < count; seed += 1) {
    const result = await runRandomExports(Math.min(EACH, count - done), seed, room);
    done += result.exports;
    lines += result.lines;
    sums += result.sums;
    for (const line of result.wrong) console.log(`seed ${seed}: ${line}`);
    wrong.push(...result.wrong);
    console.log(`${done} exports`);
  }
  console.log(`\n${done} exports: ${lines} lines, ${sums} sums compared; ${wrong.length} wrong`);
  return wrong.length === 0;
}
