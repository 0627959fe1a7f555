/** Downloads the same world by every contestant beside the lower bound, then prices the refreshes: one run, one table each. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceProcess } from '#tests/support/hosts/service-process.ts';
import type { WorldTruth } from '#tests/support/worlds/world-truth.ts';
import { count, median, megabytes, printMachine, printTable, ratio, seconds } from '../printing.ts';
import { contestants, summed, type Contestant, type Job, type Outcome } from './job.ts';
import { benchRefreshes, benchRemembered, type RefreshOptions } from './refresh.ts';
import { agreement, runClient, startWorld } from './runs.ts';

export interface SyncOptions extends RefreshOptions {
  readonly records: number;
  readonly latencyMilliseconds: number;
  readonly rounds: number;
  readonly only: readonly string[] | undefined;
  /** Where CPU profiles of the app's client go. */
  readonly profile: string | undefined;
}

const labels: Readonly<Record<Contestant, string>> = {
  bare: 'lower bound: same requests, parsed, nothing stored',
  app: 'this app',
  search: 'naive: offset paging over search, SQLite',
  list: 'naive: list, 100 a page, SQLite',
};

export async function benchSync(options: SyncOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sync-'));
  try {
    printMachine('before');
    if (options.only?.includes('remembered'))
      return await benchRemembered(options.refreshRecords, options.rounds, folder);
    if (options.records > 0) await benchDownloads(options, folder);
    if (options.refreshRecords > 0) await benchRefreshes(options, folder);
    printMachine('after');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchDownloads(options: SyncOptions, folder: string): Promise<void> {
  const { records, latencyMilliseconds, rounds } = options;
  const service = await startWorld(records);
  try {
    const truth = await service.control.truth(undefined, summed);
    const jobOf = jobsIn(folder, service);
    // Not counted: it warms the service up.
    await runClient(jobOf('search'));
    await service.control.planFaults({ latencyMilliseconds });
    const outcomes = new Map<Contestant, Outcome[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const each of contestants.filter((name) => options.only?.includes(name) ?? true)) {
        const outcome = await runClient(jobOf(each), each === 'app' ? options.profile : undefined);
        outcomes.set(each, [...(outcomes.get(each) ?? []), outcome]);
        console.log(`round ${round + 1}, ${labels[each]}: ${seconds(outcome.wallMilliseconds)}`);
      }
    console.log(
      `\nDownload of ${count(records)} records over ${Object.keys(truth.months).length} months, ${latencyMilliseconds} ms latency, ` +
        `no rate limit; medians of ${rounds}`,
    );
    printTable(tableOf(outcomes, truth));
  } finally {
    await service.stop();
  }
}

/** Each job has a fresh folder. */
function jobsIn(folder: string, { url, key }: ServiceProcess): (contestant: Contestant) => Job {
  let number = 0;
  return (contestant) => {
    number += 1;
    const own = join(folder, `${contestant}-${number}`);
    mkdirSync(own);
    return { contestant, url, key, folder: own, requestsPath: join(folder, 'requests.json') };
  };
}

function tableOf(outcomes: ReadonlyMap<Contestant, readonly Outcome[]>, truth: WorldTruth): string[][] {
  const wallOf = (contestant: Contestant) =>
    median((outcomes.get(contestant) ?? []).map((each) => each.wallMilliseconds));
  const bare = wallOf('bare');
  const rows = [...outcomes].map(([contestant, runs]) => {
    const [run] = runs;
    if (!run) throw new RangeError(`No run of ${contestant}`);
    const most = (of: (each: Outcome) => number) => Math.max(...runs.map(of));
    return [
      labels[contestant],
      count(run.requests),
      seconds(wallOf(contestant)),
      ratio(wallOf(contestant), bare),
      seconds(median(runs.map((each) => each.cpuMilliseconds))),
      megabytes(most((each) => each.peakRssBytes)),
      ...agreement(run, truth),
      run.note,
    ];
  });
  return [
    ['client', 'requests', 'wall', 'to bound', 'its CPU', 'peak memory', 'records', 'exact totals', 'how it ended'],
    ...rows,
  ];
}
