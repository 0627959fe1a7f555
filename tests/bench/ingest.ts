/**
 * What storing a download costs: time for each page's commit and the process's peak memory, printed as one line of JSON.
 * Run by hand: `node tests/bench/ingest.ts [records] [records a page]`. The pages come as sync gives them: newest ids first,
 * every declared property set, published at once, the count asked after each.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { fullRecord } from './full-record.ts';

const [total = 200_000, pageRows = 200] = process.argv.slice(2).map(Number);

/** Of sorted values. */
function quantile(values: readonly number[], share: number): number {
  return Math.round((values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0) * 10) / 10;
}

const folder = mkdtempSync(join(tmpdir(), 'ingest-bench-'));
const path = join(folder, 'snapshot.duckdb');
const commits: number[] = [];
let peakBytes = 0;
const started = performance.now();
try {
  const snapshot = await openSnapshot(path);
  for (let left = total; left > 0; left -= pageRows) {
    const upsert = Array.from({ length: Math.min(pageRows, left) }, (_, index) => fullRecord(left - index));
    const before = performance.now();
    await snapshot.commit({
      upsert,
      remove: [],
      state: JSON.stringify({ left, tiers: 'x'.repeat(2000) }),
      publish: true,
    });
    await snapshot.count({});
    commits.push(performance.now() - before);
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    if (commits.length % 250 === 0)
      process.stderr.write(
        `${total - left + pageRows} records, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB, last ${quantile(
          commits.slice(-250).toSorted((a, b) => a - b),
          0.5,
        )} ms\n`,
      );
  }
  const held = await snapshot.count({});
  await snapshot.close();
  const sorted = commits.toSorted((a, b) => a - b);
  process.stdout.write(
    `${JSON.stringify({
      records: held,
      pageRows,
      seconds: Math.round((performance.now() - started) / 100) / 10,
      commitMs: {
        median: quantile(sorted, 0.5),
        p95: quantile(sorted, 0.95),
        p99: quantile(sorted, 0.99),
        longest: quantile(sorted, 1),
      },
      peakMiB: Math.round(peakBytes / 2 ** 20),
      fileMiB: Math.round(statSync(path).size / 2 ** 20),
    })}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
