/** Imports a long list of names by the built terminal into the sample, and asks a report before and after: build first. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Seconds, whatever the machine does besides. */
const MOST_SECONDS = 5;

/** @param rounds reports before and after; the median counts */
export async function benchNames({ rows, rounds }: { readonly rows: number; readonly rounds: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'timelog-names-'));
  const run = (...args: string[]) => {
    const start = performance.now();
    execFileSync(process.execPath, ['out/cli.js', ...args, '--workspace', 'sample', '--data-dir', folder]);
    return (performance.now() - start) / 1000;
  };
  const report = () =>
    Array.from({ length: rounds }, () => run('report', 'clients')).toSorted((a, b) => a - b)[rounds >> 1];
  try {
    const list = join(folder, 'deals.csv');
    const lines = Array.from(
      { length: rows },
      (_, at) => `deal,${19e9 + at},Project ${at} of a kind,Client ${at % 5000},EUR`,
    );
    writeFileSync(list, ['type,id,name,client,currency', ...lines, ''].join('\n'));
    run('sync');
    const without = report() ?? 0;
    const importing = run('names', 'import', list);
    const within = report() ?? 0;
    const seconds = (value: number) => `${value.toFixed(2)} s`;
    console.log(
      `${rows} names: imported in ${seconds(importing)}; a report takes ${seconds(within)}, ${seconds(without)} without them`,
    );
    if (importing > MOST_SECONDS) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
