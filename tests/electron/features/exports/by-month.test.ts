/** A folder parted by month is the same records as one file: every line in one of its files, and all of them add up. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Manifest } from '#contract/exports.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { exportOptionsSchema, resolveOptions } from '#domain/exports/options.ts';
import type { Directory } from '#domain/people/directory.ts';
import { propertyNames } from '#domain/properties.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { readers, type ReadLine } from '#tests/exports/data-readers.ts';
import { startTwoWays, type TwoWays } from '#tests/support/exports/two-ways.ts';
import { scratchSnapshot } from '#tests/support/stores/scratch-snapshot.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { chooseSize } from '#tests/support/tier.ts';

const NO_MONTH = 'month=__HIVE_DEFAULT_PARTITION__';
const { month, recordId, totalMinutes, billableAmount, objectType, objectId, firstStart } = propertyNames;
const columns = [recordId, month, totalMinutes, billableAmount, objectType, objectId, firstStart];

const directory: Directory = {
  owners: {},
  objects: {
    'deal:1': { name: 'Ledger', client: 'Acme', currency: 'USD' },
    'deal:2': { name: 'Audit', client: 'Brook', currency: 'CHF' },
  },
};

const months = ['2026-10-01', '2026-10-31', '2026-02-28', '2024-02-29', '0001-01-01', '9999-12-31'];
const worlds = fc.array(
  fc.record({
    month: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...months) }, fc.constantFrom(null, 'unreadable')),
    minutes: fc.integer({ min: -9_999, max: 9_999 }).map((cents) => formatUnits(BigInt(cents) * 1_000_003n)),
    amount: fc.option(fc.constantFrom('0.1', '0.2', '-0.3', '9999999999.99999999', '0.00000001')),
    object: fc.constantFrom('1', '2', '3'),
  }),
  { minLength: 1, maxLength: 40 },
);
type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

function toRecords(world: World): TimeLogRecord[] {
  return world.map((each, at) =>
    recordOf(
      String(at + 1),
      {
        ...(each.month !== null && each.month !== 'unreadable' && { [month]: each.month }),
        [totalMinutes]: each.minutes,
        ...(each.amount !== null && { [billableAmount]: each.amount }),
        [recordId]: String(at + 1),
        [objectType]: 'deal',
        [objectId]: each.object,
        [firstStart]: '2026-10-25T00:59:59.999Z',
      },
      each.month === 'unreadable' ? { anomalies: new Map([[month, '"soon"']]) } : {},
    ),
  );
}

const folderOf = (date: string | null) =>
  date === null || date === 'unreadable' ? NO_MONTH : `month=${date.slice(0, 7)}`;

function ask(form: object) {
  const settled = resolveOptions(exportOptionsSchema.parse({ format: 'parquet', names: true, ...form }));
  if (!settled.ok) throw new Error(settled.problem);
  const selection = { filterGroups: [], query: '', zone: 'UTC' };
  return { selection, columns, options: settled.value, allowEmpty: true };
}

async function withWorld(records: readonly TimeLogRecord[], work: (ways: TwoWays) => Promise<void>): Promise<void> {
  const scratch = scratchSnapshot();
  const snapshot = await scratch.open();
  await snapshot.restore({ upsert: records, remove: [], publish: true });
  await snapshot.setDirectory(directory);
  const ways = startTwoWays(snapshot, scratch.folder, directory);
  try {
    await work(ways);
  } finally {
    ways.dispose();
    await scratch.dispose();
  }
}

const sortLines = (lines: readonly ReadLine[]) =>
  lines.toSorted((a, b) => Number(a[recordId] ?? 0) - Number(b[recordId] ?? 0));

/** Sums of a column by currency, exact. */
function addUp(lines: readonly ReadLine[], column: string): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const line of lines) {
    const cell = line[column];
    const own = line['currency'] ?? 'none';
    if (cell != null) sums.set(own, (sums.get(own) ?? 0n) + toUnits(cell));
  }
  return Object.fromEntries([...sums].map(([own, units]) => [own, formatUnits(units)]));
}

function statedSums(of: Pick<Manifest, 'sums' | 'sumsByCurrency'>, column: string, lines: readonly ReadLine[]) {
  const apart = (of.sumsByCurrency ?? []).flatMap(({ currency, totals }) => {
    const value = totals[column];
    return value == null ? [] : [[currency ?? 'none', value] as const];
  });
  if (apart.length > 0) return Object.fromEntries(apart);
  const [only] = Object.keys(addUp(lines, column));
  const value = of.sums[column];
  return only === undefined || value == null ? {} : { [only]: value };
}

async function askDuckdb(sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

test('the files of a folder parted by month are the lines of one file, each in its month, and add up to it, made by the store or line by line', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      await withWorld(toRecords(world), async (ways) => {
        const one = await ways.writeBulk(ask({}), { zone: 'UTC' });
        const parted = await ways.write(ask({ partition: 'month' }), { zone: 'UTC' });
        const wanted = sortLines(await readers.parquet(one.path));
        expect([parted.bulk.bulkFiles > 0, parted.lines.bulkFiles]).toEqual([true, 0]);
        for (const { path, manifest } of [parted.bulk, parted.lines]) {
          const { partitions = [] } = manifest;
          const all: ReadLine[] = [];
          for (const part of partitions) {
            const lines = await readers.parquet(join(path, part.file));
            expect(new Set(lines.map((line) => folderOf(line[month]?.slice(0, 10) ?? null)))).toEqual(
              new Set([dirname(part.file)]),
            );
            expect(lines).toHaveLength(part.records);
            expect(addUp(lines, billableAmount)).toEqual(statedSums(part, billableAmount, lines));
            const bytes = readFileSync(join(path, part.file));
            expect([createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([part.sha256, part.bytes]);
            all.push(...lines);
          }
          expect(new Set(partitions.map(({ file }) => dirname(file)))).toEqual(
            new Set(world.map((each) => folderOf(each.month))),
          );
          expect(sortLines(all)).toEqual(wanted);
          const list = partitions.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join('');
          expect(manifest.sha256).toBe(createHash('sha256').update(list).digest('hex'));
          expect(JSON.parse(readFileSync(join(path, '_manifest.json'), 'utf8'))).toEqual(manifest);
          // As one file has them, but for what only the one or the other has.
          const { file: _file, sha256: _sha256, options: _options, partitions: _partitions, ...said } = manifest;
          expect(one.manifest).toMatchObject(said);
        }
        expect({ ...parted.bulk.manifest, file: '', sha256: '', partitions: [] }).toEqual({
          ...parted.lines.manifest,
          file: '',
          sha256: '',
          partitions: [],
        });
      });
    }),
    { numRuns: chooseSize(1, 4), seed: 5, endOnFailure: true },
  );
}, 120_000);

test("DuckDB reads the folder by months as it reads any warehouse's, and the manifest is no part of it", async () => {
  const world: World = [
    { month: '2026-10-01', minutes: '30', amount: '0.1', object: '1' },
    { month: '2026-10-31', minutes: '30', amount: '0.2', object: '1' },
    { month: '2026-11-01', minutes: '1.5', amount: null, object: '1' },
    { month: null, minutes: '2', amount: '0.1', object: '1' },
  ];
  await withWorld(toRecords(world), async (ways) => {
    const { path } = await ways.writeBulk(ask({ partition: 'month' }), { zone: 'UTC' });
    const rows = await askDuckdb(
      `SELECT month, count(*), sum(${totalMinutes}) FROM read_parquet('${path}/**/*.parquet', hive_partitioning = true)
       GROUP BY month ORDER BY month NULLS LAST`,
    );
    expect(rows).toEqual([
      ['2026-10', '2', '60.00000000'],
      ['2026-11', '1', '1.50000000'],
      [null, '1', '2.00000000'],
    ]);
    expect(readdirSync(path).toSorted()).toEqual(['_manifest.json', 'month=2026-10', 'month=2026-11', NO_MONTH]);
    // No half-written folder beside it.
    expect(readdirSync(dirname(path)).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

test('nothing matched: one file without lines, so that readers find the columns', async () => {
  await withWorld([], async (ways) => {
    const { path, manifest } = await ways.writeBulk(ask({ partition: 'month' }), { zone: 'UTC' });
    expect(manifest.partitions).toMatchObject([{ file: `${NO_MONTH}/part.parquet`, month: null, records: 0 }]);
    expect(await readers.parquet(join(path, NO_MONTH, 'part.parquet'))).toEqual([]);
  });
});

test('an earlier folder by months is replaced as a whole, one with another file in it is left as it is', async () => {
  await withWorld(toRecords([{ month: '2026-10-01', minutes: '30', amount: '0.1', object: '1' }]), async (ways) => {
    const { path } = await ways.writeBulk(ask({ partition: 'month' }), { zone: 'UTC' });
    const into = (at: string) => ways.writeBulk(ask({ partition: 'month' }), { zone: 'UTC' }, at);
    expect((await into(path)).manifest.records).toBe(1);
    mkdirSync(join(path, 'month=2026-10', 'notes'));
    writeFileSync(join(path, 'month=2026-10', 'notes', 'mine.txt'), 'mine');
    await expect(into(path)).rejects.toMatchObject({ error: { code: 'usage' } });
    expect(readFileSync(join(path, 'month=2026-10', 'notes', 'mine.txt'), 'utf8')).toBe('mine');
    rmSync(path, { recursive: true });
  });
});
