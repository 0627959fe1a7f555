/** What refreshing costs once everything is held: requests beside what they are allowed to be. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceProcess } from '#tests/support/hosts/service-process.ts';
import type { Move } from '#tests/support/worlds/world-control.ts';
import { count, median, printTable, ratio, seconds } from '../printing.ts';
import { summed, type Job } from './job.ts';
import { agreement, runClient, startWorld } from './runs.ts';

interface Case {
  readonly name: string;
  /** Requests at most, at 30,000 and 200,000 records. */
  readonly goal: number;
  readonly move?: Move;
}

const HOUR = 3_600_000;

export interface RefreshOptions {
  /** Records of the world that is edited and archived in. */
  readonly refreshRecords: number;
  /** Records of the world one vanishes from; 0: none does. */
  readonly vanishedRecords: number;
}

export async function benchRefreshes(options: RefreshOptions, folder: string): Promise<void> {
  const { refreshRecords: records, vanishedRecords } = options;
  const rows = [['refresh', 'requests', 'goal', 'wall', 'records', 'exact totals', 'how it ended']];
  const share = Math.round(records / 100);
  await withWorld(records, folder, async (refresh, service) => {
    const month = await biggestMonth(service);
    rows.push(
      await refresh({ name: `nothing changed among ${count(records)}`, goal: 1 }),
      await refresh({
        name: `${share} edited of ${count(records)}`,
        goal: 6,
        move: { kind: 'edit', count: share },
      }),
      await refresh({
        name: `60 archived in one month of ${count(records)}`,
        goal: 25,
        move: { kind: 'archive', count: 60, month },
      }),
    );
  });
  if (vanishedRecords > 0)
    await withWorld(vanishedRecords, folder, async (refresh) => {
      rows.push(
        await refresh({
          name: `one vanished among ${count(vanishedRecords)}`,
          goal: 20,
          move: { kind: 'remove', count: 1 },
        }),
      );
    });
  console.log('\nRefreshes, each an hour after the one before it');
  printTable(rows);
}

/** What remembering adds to whole refreshes, each of 1.1 per cent edited: the same ones with and without it, in turns. */
export async function benchRemembered(records: number, rounds: number, folder: string): Promise<void> {
  const service = await startWorld(records);
  const { url, key, control } = service;
  const runs = [true, false].map((remembers) => {
    const own = join(folder, remembers ? 'remembers' : 'forgets');
    mkdirSync(own);
    const job: Job = { contestant: 'app', url, key, folder: own, requestsPath: join(own, 'requests.json'), remembers };
    return { job, wall: [] as number[], cpu: [] as number[] };
  });
  try {
    for (const { job } of runs) await runClient(job);
    for (let round = 0; round < rounds; round += 1) {
      await control.advance(HOUR);
      await control.move({ kind: 'edit', count: Math.round(records * 0.011) });
      await control.advance(HOUR);
      for (const { job, wall, cpu } of round % 2 === 0 ? runs : runs.toReversed()) {
        const outcome = await runClient(job);
        wall.push(outcome.wallMilliseconds);
        cpu.push(outcome.cpuMilliseconds);
      }
    }
  } finally {
    await service.stop();
  }
  console.log(
    `\nRefreshes of ${count(Math.round(records * 0.011))} changes among ${count(records)}; medians of ${rounds}`,
  );
  const [remembering, bare] = [0, 1].map((at) => ({
    wall: median(runs[at]?.wall ?? []),
    cpu: median(runs[at]?.cpu ?? []),
  }));
  if (!remembering || !bare) return;
  printTable([
    ['', 'remembering', 'without', 'ratio'],
    ['wall', seconds(remembering.wall), seconds(bare.wall), ratio(remembering.wall, bare.wall)],
    ['its CPU', seconds(remembering.cpu), seconds(bare.cpu), ratio(remembering.cpu, bare.cpu)],
  ]);
}

type Refresh = (given: Case) => Promise<string[]>;

/** Downloads a world whole, then hands it over to be moved and refreshed. */
async function withWorld(
  records: number,
  folder: string,
  work: (refresh: Refresh, service: ServiceProcess) => Promise<void>,
): Promise<void> {
  const service = await startWorld(records);
  const own = join(folder, `refresh-${records}`);
  mkdirSync(own);
  const { url, key, control } = service;
  const requestsPath = join(own, 'requests.json');
  const job: Job = { contestant: 'app', url, key, folder: own, requestsPath };
  try {
    await runClient(job);
    const refresh: Refresh = async ({ name, goal, move }) => {
      await control.advance(HOUR);
      if (move) await control.move(move);
      await control.advance(HOUR);
      const outcome = await runClient(job);
      const met = outcome.requests <= goal ? '' : ' (missed)';
      const [held, totals] = agreement(outcome, await control.truth(undefined, summed));
      const wall = seconds(outcome.wallMilliseconds);
      return [name, `${outcome.requests}${met}`, `≤ ${goal}`, wall, held, totals, outcome.note];
    };
    await work(refresh, service);
  } finally {
    await service.stop();
  }
}

async function biggestMonth({ control }: ServiceProcess): Promise<string> {
  const { months } = await control.truth(undefined, []);
  const [biggest] = Object.entries(months)
    .filter(([month]) => month !== '')
    .toSorted(([, a], [, b]) => b - a);
  return biggest?.[0] ?? '';
}
