/** A snapshot in a folder of its own for one test file. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import type { ExtractQuery } from '#electron/snapshot/extract.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import type { Measure } from '#domain/reports/definition/measures.ts';

export interface Scratch {
  readonly folder: string;
  readonly path: string;
  open(): Promise<Snapshot>;
  /** Runs one statement in the closed file without the snapshot's knowledge. */
  tamper(sql: string): Promise<void>;
  /** Closes what is open and deletes the folder. */
  dispose(): Promise<void>;
}

export function scratchSnapshot(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'snapshot-test-'));
  const path = join(folder, 'snapshot.duckdb');
  const opened: Snapshot[] = [];
  return {
    folder,
    path,
    async open() {
      const snapshot = await openSnapshot(path);
      opened.push(snapshot);
      return snapshot;
    },
    async tamper(sql) {
      const instance = await DuckDBInstance.create(path);
      const connection = await instance.connect();
      await connection.run(sql);
      connection.closeSync();
      instance.closeSync();
    },
    async dispose() {
      for (const each of opened) await each.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface PreparedStore {
  copyTo(scratch: Scratch): Promise<void>;
  remove(): Promise<void>;
}

/**
 * What several tests of a file begin with: filled for the first of them, and copied for each.
 * @param fill closes what it opens
 */
export function prepareStore(fill: (own: Scratch) => Promise<void>): PreparedStore {
  let filled: Promise<Scratch> | undefined;
  async function fillOnce(): Promise<Scratch> {
    const own = scratchSnapshot();
    await fill(own);
    return own;
  }
  return {
    async copyTo(scratch) {
      const { folder } = await (filled ??= fillOnce());
      cpSync(folder, scratch.folder, { recursive: true });
    },
    remove: async () => (await filled)?.dispose(),
  };
}

/** The ids of what was published in each store. */
const published = new WeakMap<Snapshot, Set<string>>();

/** Publishes records at once. */
export function publish(
  snapshot: Snapshot,
  records: readonly TimeLogRecord[],
  remove: readonly string[] = [],
): Promise<void> {
  const ids = published.get(snapshot) ?? new Set<string>();
  for (const { id } of records) ids.add(id);
  published.set(snapshot, ids);
  return snapshot.commit({ upsert: records, remove, state: '{}', publish: true });
}

/** A question for every record without figures, for `Snapshot.extract`. */
export function allRecords(columns: readonly string[], measures: readonly Measure[] = []): ExtractQuery {
  const selection = { filterGroups: [], query: '', zone: 'UTC' };
  return { selection, columns, report: { measures, groupBy: [], filterGroups: [], query: '' } };
}

/** Takes out what `publish` put in and the names, so that the next test of the file finds the same open store empty: to open one takes longer. */
export async function empty(snapshot: Snapshot): Promise<void> {
  const ids = [...(published.get(snapshot) ?? [])];
  published.delete(snapshot);
  if (ids.length > 0) await snapshot.commit({ upsert: [], remove: ids, state: '{}', publish: true });
  await snapshot.setDirectory(emptyDirectory);
}

/** Deletes everything a test put in, archived records too. */
export function clear(snapshot: Snapshot, records: readonly TimeLogRecord[]): Promise<void> {
  return publish(
    snapshot,
    [],
    records.map(({ id }) => id),
  );
}
