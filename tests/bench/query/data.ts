/** Fills a folder once with the same records twice: the app's snapshot, and SQLite as one would lay it out for reports. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isObject, parseJson } from '#electron/client/wire/json.ts';
import { readRecord } from '#electron/client/wire/values.ts';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { createSample } from '#service/sample.ts';
import type { WorldRecord } from '#service/upstream/world.ts';
import { properties } from '#domain/properties.ts';
import type { TimeLogRecord, Value } from '#domain/record.ts';
import { jobGiven, sendResult } from '../child.ts';
import { MONTH, OWNER } from './questions.ts';

export interface DataJob {
  readonly folder: string;
  readonly records: number;
}

const PORTION = 10_000;
const columns = properties.map(({ name }) => name);

export const snapshotPath = (folder: string) => join(folder, 'snapshot.duckdb');
export const sqlitePath = (folder: string) => join(folder, 'records.sqlite');

/** Both stores are there and whole: the SQLite file gets its name last. */
export function isFilled({ folder }: DataJob): boolean {
  return existsSync(sqlitePath(folder));
}

/** In a process of its own: making a million records needs more memory than anyone measured here. */
async function fill({ folder, records }: DataJob): Promise<void> {
  const made = createSample({ seed: 1, asOf: '2026-11-21', records }).records;
  const live = made.filter((each) => each.archivedAt === undefined);
  rmSync(snapshotPath(folder), { force: true });
  const snapshot = await openSnapshot(snapshotPath(folder));
  const unfinished = `${sqlitePath(folder)}.unfinished`;
  rmSync(unfinished, { force: true });
  const database = new DatabaseSync(unfinished);
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE records (sys_object_id INTEGER PRIMARY KEY, ${columns
      .filter((name) => name !== 'sys_object_id')
      .map((name) => `"${name}"`)
      .join(', ')})`);
  const insert = database.prepare(
    `INSERT INTO records (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  for (let start = 0; start < live.length; start += PORTION) {
    const portion = live.slice(start, start + PORTION).map(received);
    await snapshot.commit({ upsert: portion, remove: [], state: '{}', publish: true });
    database.exec('BEGIN');
    for (const { values } of portion) insert.run(...columns.map((name) => cellOf(name, values.get(name))));
    database.exec('COMMIT');
  }
  database.exec(
    `CREATE INDEX by_month ON records ("${MONTH}"); CREATE INDEX by_owner ON records ("${OWNER}"); ANALYZE`,
  );
  database.close();
  await snapshot.close();
  renameSync(unfinished, sqlitePath(folder));
}

/** As it comes out of the client after the wire. */
export function received({ id, createdAt, updatedAt, properties: held }: WorldRecord): TimeLogRecord {
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() };
  const json = parseJson(JSON.stringify({ id: String(id), properties: held, ...times, archived: false }));
  if (!isObject(json)) throw new TypeError('Not a record');
  return readRecord(json, 'sample');
}

/** Numbers as whole counts of 10⁻⁸, so that SQLite's sums are exact as well; times as epoch milliseconds. */
function cellOf(name: string, value: Value | undefined): string | number | bigint | null {
  if (value === undefined) return null;
  if (name === 'sys_object_id') return BigInt(String(value));
  return typeof value === 'boolean' ? Number(value) : value;
}

if (process.argv[1] === import.meta.filename) {
  await fill(jobGiven() as DataJob);
  sendResult('filled');
}
