/**
 * `npm run campaign -- trust [--only NAME,NAME --scale N --seed N --list --write]`: every campaign of docs/trust.md, one after the other. Each is
 * reported in a line of a table and in out/trust.json; with `--write` the table in docs/trust.md is brought up to date.
 */
import { parseOptions } from '../support/parse-options.ts';
import { campaigns } from './campaigns/registry.ts';
import { keepOutcomes, writeTable } from './trust/files.ts';
import { isKept, listBroken, runCampaign, type Outcome } from './trust/run.ts';
import { tableLines, tableRow } from './trust/table.ts';

const { values } = parseOptions({
  options: {
    only: { type: 'string' },
    scale: { type: 'string', default: '1' },
    seed: { type: 'string' },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

function chosen() {
  if (values.only === undefined) return campaigns;
  const names = values.only.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => campaigns.every((each) => each.name !== name));
  if (unknown.length > 0) refuse(`There is no campaign ${unknown.join(', ')}; --list names them all.`);
  return campaigns.filter(({ name }) => names.includes(name));
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

function listAll(): void {
  for (const { row, name, promised, short, holds } of campaigns)
    console.log(`${String(row).padStart(2)}  ${name.padEnd(22)} ${promised} runs (${short} in npm test): ${holds}`);
}

async function runAll(): Promise<void> {
  const scale = Number(values.scale);
  if (!(scale > 0)) refuse('--scale takes a number above 0, 1 for the promised counts.');
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) refuse('--seed takes a whole number.');
  console.log(`Seed ${seed}; one again: npm run campaign -- trust --only NAME --seed ${seed}`);
  const outcomes: Outcome[] = [];
  for (const campaign of chosen()) {
    const outcome = await runCampaign(campaign, { scale, seed, tell: console.log });
    outcomes.push(outcome);
    for (const each of listBroken(outcome)) console.log(`  ${campaign.name}: ${each}`);
    console.log(tableRow(outcome));
    keepOutcomes(outcomes);
    if (values.write) await writeTable([outcome]);
  }
  console.log(`\n${tableLines(outcomes).join('\n')}`);
  const broken = outcomes.filter((each) => !isKept(each));
  if (broken.length === 0) return;
  console.log(`\nNot kept: ${broken.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
}

if (values.list) listAll();
else {
  await runAll();
  // Open handles of a campaign that failed half-way must not hold the command.
  process.exit();
}
