/** A snapshot in a folder of its own for one test file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import type { ExtractQuery } from '#electron/snapshot/extract.ts';
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

/** Publishes records at once. */
export function publish(
  snapshot: Snapshot,
  records: readonly TimeLogRecord[],
  remove: readonly string[] = [],
): Promise<void> {
  return snapshot.commit({ upsert: records, remove, state: '{}', publish: true });
}

/** A question for every record without figures, for `Snapshot.extract`. */
export function allRecords(columns: readonly string[], measures: readonly Measure[] = []): ExtractQuery {
  const selection = { filterGroups: [], query: '', zone: 'UTC' };
  return { selection, columns, report: { measures, groupBy: [], filterGroups: [], query: '' } };
}

/** Deletes everything a test put in, archived records too. */
export function clear(snapshot: Snapshot, records: readonly TimeLogRecord[]): Promise<void> {
  return publish(
    snapshot,
    [],
    records.map(({ id }) => id),
  );
}
