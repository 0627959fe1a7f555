/** Row 8: the terminal killed with SIGKILL at named points and at random, in the middle of syncs and of exports. */
import { seeded } from '#tests/support/worlds/seeded.ts';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign-shape.ts';
import { SmallWorlds } from '../small-worlds.ts';
import { ExportKills } from './export-kills.ts';
import { SyncKills } from './sync-kills.ts';
import { killPoints, type KillAt } from './victim.ts';
import { WatchedWay } from './watched-way.ts';

const TELL_EVERY = 25;
/** Of thirteen kills five are at named points, one each, and eight at random: 125 and 200 of 325. */
const ROUND = 13;
/** A command may be over before the moment that was drawn for its end. */
const TRIES = 5;

export const killsCampaign: Campaign = {
  row: 8,
  name: 'kills',
  holds:
    'After kill -9 in the middle of a sync or an export there is the old or the new and nothing between; no partial file has a final name, and at most the two pages under way are fetched again.',
  promised: 325,
  short: 2,
  run,
};

async function run({ count, seed, tell }: CampaignOptions): Promise<CampaignResult> {
  const worlds = new SmallWorlds(seed);
  const way = new WatchedWay();
  await way.open();
  const syncs = new SyncKills(worlds, way);
  const exports = new ExportKills(worlds, way, () => syncs.wholeFolder());
  const failures: string[] = [];
  const met: Record<string, number> = {};
  let reached = 0;
  try {
    for (let at = 0; at < count; at += 1) {
      const draw = seeded(seed * 100_003 + at);
      const point = killPoints[at % ROUND];
      const isExport = point === undefined ? draw.chance(0.5) : point.startsWith('file');
      const kind = isExport ? exports : syncs;
      for (let tries = 0, killed = false; tries < TRIES && !killed; tries += 1) {
        const when: KillAt = point
          ? { point, time: tries > 0 || isExport ? 1 : draw.between(1, 6) }
          : { milliseconds: (0.25 + draw.next() * 0.75) * (kind.takesMs || 500) };
        const result = await kind.kill(when, draw);
        killed = result.killed;
        for (const each of result.wrong) failures.push(`kill ${at} of seed ${seed}, ${point ?? 'at random'}: ${each}`);
        if (!killed) continue;
        reached += 1;
        const name = `${isExport ? 'export' : 'sync'} ${point ?? 'at random'}`;
        met[name] = (met[name] ?? 0) + 1;
      }
      if ((at + 1) % TELL_EVERY === 0) tell(`${at + 1} of ${count}, ${reached} killed, ${failures.length} failures`);
    }
  } finally {
    await way.close();
    worlds.remove();
  }
  const told = Object.entries(met)
    .map(([name, number]) => `${number} × ${name}`)
    .join(', ');
  return { reached, failures, told };
}
