/** Imports a long list of names by the built terminal into the sample, and asks reports beside a sample without it: build first. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { reportSchema, type Report } from '#domain/reports/definition/report.ts';
import { presets } from '#domain/reports/definition/presets.ts';
import { quietHost } from '../support/hosts/quiet-host.ts';

const MAX_IMPORT_SECONDS = 5;
/** Of the time that the same report takes without the names. */
const MAX_TIMES = 1.2;

/** By client, and every object by its name. */
const reports: Readonly<Record<string, { readonly words: readonly string[]; readonly report: Report }>> = {
  clients: {
    words: ['clients'],
    report: reportSchema.parse(presets.find(({ id }) => id === 'clients')?.file.report),
  },
  objects: {
    words: ['--measures', 'logged_hours', '--group-by', 'object', '--order', 'object:asc'],
    report: reportSchema.parse({
      measures: ['logged_hours'],
      groupBy: ['object'],
      order: { by: 'object', direction: 'ascending' },
    }),
  },
};

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
const seconds = (value: number) => `${value.toFixed(value < 0.1 ? 4 : 2)} s`;

/** @param rounds imports, and reports in turns; medians count */
export async function benchNames({ rows, rounds }: { readonly rows: number; readonly rounds: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'timelog-names-'));
  const [without, within] = [join(folder, 'without'), join(folder, 'with')];
  const run = (data: string, ...args: readonly string[]) => {
    const start = performance.now();
    execFileSync(process.execPath, ['out/cli.js', ...args, '--workspace', 'sample', '--data-dir', data]);
    return (performance.now() - start) / 1000;
  };
  const tell = (what: string, [bare, named]: readonly number[]) => {
    const times = (named ?? 0) / (bare ?? 1);
    console.log(`${what}: ${seconds(named ?? 0)}, ${seconds(bare ?? 0)} without the names: ${times.toFixed(2)} ×`);
    if (times > MAX_TIMES) process.exitCode = 1;
  };
  try {
    const list = join(folder, 'deals.csv');
    const lines = Array.from(
      { length: rows },
      (_, at) => `deal,${19e9 + at},Project ${at} of a kind,Client ${at % 5000},EUR`,
    );
    writeFileSync(list, ['type,id,name,client,currency', ...lines, ''].join('\n'));
    run(without, 'sync');
    const imports = Array.from({ length: rounds }, () => {
      rmSync(within, { recursive: true, force: true });
      cpSync(without, within, { recursive: true });
      return run(within, 'names', 'import', list);
    });
    const importing = median(imports);
    console.log(`${rows} names: imported in ${seconds(importing)}, at most ${MAX_IMPORT_SECONDS} s`);
    if (importing > MAX_IMPORT_SECONDS) process.exitCode = 1;
    console.log(`The first report after it: ${seconds(run(within, 'report', 'clients'))}`);
    for (const [name, { words }] of Object.entries(reports)) {
      const turns = Array.from({ length: rounds }, () =>
        [without, within].map((data) => run(data, 'report', ...words)),
      );
      tell(
        `Report ${name} in a process of its own`,
        [0, 1].map((at) => median(turns.map((turn) => turn[at] ?? 0))),
      );
    }
    await benchHost([without, within], rounds * 20, tell);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same reports in a host that is open, as a page asks them. */
async function benchHost(
  folders: readonly string[],
  rounds: number,
  tell: (what: string, times: readonly number[]) => void,
): Promise<void> {
  const host = quietHost({ kind: 'browser' });
  const apps = await Promise.all(
    folders.map((dataDirectory) => createApp({ host, dataDirectory, workspace: 'sample', version: 'bench' })),
  );
  const callers = apps.map((app) => createAppClient(app));
  for (const [name, { report }] of Object.entries(reports)) {
    const times: number[][] = callers.map(() => []);
    for (let round = -1; round < rounds; round += 1) {
      for (const [at, caller] of callers.entries()) {
        const start = performance.now();
        await caller.call('report.run', report);
        if (round >= 0) times[at]?.push((performance.now() - start) / 1000);
      }
    }
    tell(`Report ${name} in an open host`, times.map(median));
  }
  for (const app of apps) await app.close();
}
