/**
 * `npm run campaign -- service-kills [--seed S --rounds N]`: more requests than the quota over 50 connections, exactly the quota served without
 * kills and never more with them: one instance on a file, three on PostgreSQL. A planted defect must be seen.
 */
import { parseOptions } from '../support/parse-options.ts';
import { killFileService, killPostgresService, QUOTA } from './service-kills/campaign.ts';
import type { Answers } from './service-kills/load.ts';
import { measurePromptness } from './service-kills/promptness.ts';

const { values } = parseOptions({
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '1' } },
});
const [first, rounds] = [Number(values.seed), Number(values.rounds)];
let wrong = 0;

function judge(what: string, holds: boolean, found: string): void {
  if (!holds) wrong += 1;
  console.log(`${holds ? 'held ' : 'WRONG'}  ${what}: ${found}`);
}

function word({ byStatus, served, kills }: Answers): string {
  const all = [...byStatus].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status || 'none'} ${count}×`);
  return `${served} served after ${kills} kills (${all.join(', ')})`;
}

const isExact = ({ served }: Answers) => served === QUOTA;
const isWithin = ({ served, kills }: Answers, wanted: number) => served <= QUOTA && served > 0 && kills === wanted;

for (let seed = first; seed < first + rounds; seed += 1) {
  const calm = await killFileService(0, seed);
  judge('file, no kills', isExact(calm), word(calm));
  const killed = await killFileService(15, seed);
  judge('file, 15 kills', isWithin(killed, 15), word(killed));
  const shared = await killPostgresService({ instanceKills: 0, serverKills: 0 }, seed);
  judge('PostgreSQL, 3 instances, no kills', isExact(shared), word(shared));
  const crashed = await killPostgresService({ instanceKills: 6, serverKills: 5 }, seed);
  judge('PostgreSQL, 3 instances, 6 of them and 5 servers killed', isWithin(crashed, 11), word(crashed));
  const planted = await killPostgresService({ instanceKills: 6, serverKills: 5, asyncCommit: true }, seed);
  judge('PostgreSQL, planted synchronous_commit = off is seen', planted.served > QUOTA, word(planted));
}
const { change, refusal, refusals } = await measurePromptness(10);
judge('a change of keys counts within 1 s', change <= 1_000, `${Math.round(change)} ms at most, of 20`);
judge('401 within 50 ms while the file is locked', refusal <= 50, `${Math.round(refusal)} ms at most, of ${refusals}`);
process.exitCode = wrong === 0 ? 0 : 1;
