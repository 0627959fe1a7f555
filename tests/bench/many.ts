/**
 * What the presets take of a store of many times as many records: `node tests/bench/many.ts FOLDER [10] [rounds]`, with the folder of a
 * `npm run bench -- query`. Each record is there as often, under ids and for people of its own: of the same people, all would be
 * duplicates. Then `npm run bench -- page --folder FOLDER/times-10` measures the page over them.
 */
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { OWNER_PROPERTY, RECORD_ID_PROPERTY } from '#domain/properties.ts';
import { runChild } from './child.ts';
import { count, median, megabytes, printMachine, printTable, ratio } from './printing.ts';
import { snapshotPath, sqlitePath } from './query/data.ts';
import type { PresetsOutcome } from './query/presets.ts';

/** Beyond the ids of the sample. */
const ID_STEP = 1_000_000_000_000_000;

async function multiply(from: string, folder: string, times: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const unfinished = `${snapshotPath(folder)}.unfinished`;
  copyFileSync(snapshotPath(from), unfinished);
  const instance = await DuckDBInstance.create(unfinished, { memory_limit: '2GB' });
  const connection = await instance.connect();
  for (let copy = 1; copy < times; copy += 1)
    await connection.run(
      `INSERT INTO records SELECT * REPLACE (
         id + ${copy * ID_STEP} AS id,
         ${RECORD_ID_PROPERTY} || ' ${copy}' AS ${RECORD_ID_PROPERTY},
         ${OWNER_PROPERTY} || '${copy}' AS ${OWNER_PROPERTY}
       ) FROM records WHERE id < ${ID_STEP}`,
    );
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
  renameSync(unfinished, snapshotPath(folder));
  // The page bench would fill the folder anew without it.
  linkSync(sqlitePath(from), sqlitePath(folder));
}

const [from, times = '10', rounds = '10'] = process.argv.slice(2);
if (from === undefined) throw new RangeError('Name the folder of a query bench');
const folder = join(from, `times-${times}`);
if (!existsSync(snapshotPath(folder))) await multiply(from, folder, Number(times));
printMachine('before');
const ask = (each: string): Promise<PresetsOutcome> =>
  runChild(import.meta.resolve('./query/presets.ts'), { folder: each, rounds: Number(rounds) });
const [one, many] = [await ask(from), await ask(folder)];
printTable([
  ['', 'figures median', 'processor', `× ${times} median`, 'processor', ''],
  ...one.times.map(({ name, figures, cpu }, at) => {
    const other = many.times[at];
    const cells = [figures, cpu, other?.figures ?? [], other?.cpu ?? []].map((each) => median(each).toFixed(0));
    return [name, ...cells, ratio(median(other?.cpu ?? []), median(cpu))];
  }),
]);
for (const [each, { peakBytes, records }] of [[from, one] as const, [folder, many] as const])
  console.log(
    `${count(records)} records: store ${megabytes(statSync(snapshotPath(each)).size)}, memory at most ${megabytes(peakBytes)}`,
  );
printMachine('after');
