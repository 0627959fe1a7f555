/**
 * `npm run campaign -- hostile [--files N --addresses N --seed S]`: hostile saved workspaces, each refused in a sentence, at the cost of
 * reading it once, or loaded exactly; and hostile addresses in a workspace's own stores, for which no key is read and no listener contacted.
 */
import { parseOptions } from '../support/parse-options.ts';
import { startCampaign, type Outcome } from './hostile/load.ts';
import { startAddressCampaign } from './hostile/stored-addresses.ts';

const { values } = parseOptions({
  options: {
    files: { type: 'string', default: '160' },
    addresses: { type: 'string', default: '200' },
    seed: { type: 'string' },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
console.log(`${values.files} hostile files and ${values.addresses} stored addresses from seed ${seed}`);
const filesRight = await tryFiles(Number(values.files));
const addressesRight = await tryAddresses(Number(values.addresses));
if (!filesRight || !addressesRight) process.exitCode = 1;

async function tryFiles(files: number): Promise<boolean> {
  const campaign = await startCampaign();
  const outcomes: Outcome[] = [];
  for (let at = 0; at < files; at += 1) {
    const outcome = await campaign.run(at, seed);
    outcomes.push(outcome);
    const { kind, result, ms, sentence } = outcome;
    console.log(`${at} ${kind}: ${result} in ${ms} ms${sentence && ` — ${sentence}`}`);
  }
  const asked = campaign.foreignRequests();
  await campaign.close();
  const of = (result: string) => outcomes.filter((each) => each.result === result).length;
  const wrong = files - of('refused') - of('exact');
  const slowest = Math.max(0, ...outcomes.map(({ ms }) => ms));
  console.log(
    `${files} files: ${of('refused')} refused, ${of('exact')} loaded exactly, ${wrong} wrong; slowest ${slowest} ms; ${asked} foreign requests`,
  );
  return wrong === 0 && asked === 0;
}

async function tryAddresses(addresses: number): Promise<boolean> {
  const campaign = await startAddressCampaign();
  const wrong: string[] = [];
  for (let at = 0; at < addresses; at += 1) wrong.push(...(await campaign.run(at, seed)));
  const asked = campaign.foreignRequests();
  await campaign.close();
  for (const each of wrong) console.log(each);
  console.log(`${addresses} addresses, each tried twice: ${wrong.length} wrong, ${asked} foreign requests`);
  return wrong.length === 0 && asked === 0;
}
