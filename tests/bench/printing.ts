/** What every bench prints the same way: the machine and its load, aligned tables, medians. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** The load tells whether others used the machine meanwhile: figures of a busy machine are no figures. */
export function printMachine(when: string): void {
  const load = loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');
  console.log(
    `${when}: ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${gigabytes(totalmem())} GB, ` +
      `Node ${process.version}, load average ${load}`,
  );
}

/** The first row is the heading; all but the first column are aligned right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('   ');
  const [heading = [], ...others] = rows;
  console.log(`\n${line(heading)}\n${widths.map((width) => '─'.repeat(width)).join('   ')}`);
  for (const row of others) console.log(line(row));
  console.log('');
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
export const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
export const count = (value: number) => value.toLocaleString('en');
export const ratio = (value: number, base: number) => (base > 0 ? `${(value / base).toFixed(2)} ×` : '–');

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(0);
}
