/**
 * What storing a download costs: time for each page's commit and the process's peak memory, printed as one line of JSON.
 * Run by hand: `node tests/bench/ingest.ts [records] [records a page]`. The pages come as sync gives them: newest ids first,
 * every declared property set, published at once, the count asked after each.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSnapshot } from '../../electron/snapshot/snapshot.ts';
import { declaredProperties, type PropertyType } from '../../src/domain/properties.ts';
import type { TimeLogRecord, Value } from '../../src/domain/record.ts';

const [total = 200_000, pageRows = 200] = process.argv.slice(2).map(Number);
const HOUR_MS = 3_600_000;
const START = Date.UTC(2020, 0, 1);

const valueOf: Readonly<Record<PropertyType, (serial: number, at: number) => Value>> = {
  string: (serial, at) => `Work on item ${(serial * 7919 + at * 104_729) % 65_537} for client ${serial % 331}`,
  enumeration: (serial, at) => `choice-${(serial + at) % 9}`,
  boolean: (serial, at) => (serial + at) % 3 === 0,
  number: (serial, at) => BigInt((serial * 31 + at * 17) % 100_000) * 1_000_000n,
  date: (serial) => new Date(START + Math.floor(serial / 500) * 24 * HOUR_MS).toISOString().slice(0, 10),
  datetime: (serial) => START + serial * 60_000,
};

function recordOf(serial: number): TimeLogRecord {
  const month = new Date(START + Math.floor(serial / 500) * 24 * HOUR_MS).toISOString().slice(0, 7);
  return {
    id: String(10_000_000 + serial),
    createdAt: START + serial * 60_000,
    updatedAt: START + serial * 60_000 + HOUR_MS,
    archived: false,
    values: new Map(
      declaredProperties.map(({ name, type }, at) => [
        name,
        name.endsWith('month_year') ? `${month}-01` : valueOf[type](serial, at),
      ]),
    ),
    anomalies: new Map(),
    rounded: new Map(),
    extra: new Map(),
  };
}

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
    const upsert = Array.from({ length: Math.min(pageRows, left) }, (_, index) => recordOf(left - index));
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
