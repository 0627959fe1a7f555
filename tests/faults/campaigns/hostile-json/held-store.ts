/** Puts records into a real snapshot and reads them back to the last value: nothing may be lost or changed in between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { readRecordLine } from '#electron/features/workspace-file/record-line.ts';
import { declaredProperties } from '#domain/properties.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';

export interface HeldStore {
  /** Takes an answer's records, the last of each id; stores them when there are enough. @returns what is wrong, a line each. */
  take(records: readonly TimeLogRecord[]): Promise<string[]>;
  /** Stores what was taken and not stored yet. */
  hold(): Promise<string[]>;
  close(): Promise<void>;
}

/** A commit takes a hundred times as long as an answer. */
const MAX_WAITING = 30;

export async function openHeldStore(): Promise<HeldStore> {
  const folder = mkdtempSync(join(scratchPlace(), 'hostile-json-'));
  const snapshot = await openSnapshot(join(folder, 'snapshot.duckdb'));
  let before: readonly string[] = [];
  let waiting = new Map<string, TimeLogRecord>();

  const hold = async () => {
    const records = [...waiting.values()];
    waiting = new Map();
    if (records.length === 0) return [];
    return holdAndCompare(records).catch((fault: unknown) => [`the store: ${String(fault)}`]);
  };

  async function holdAndCompare(records: readonly TimeLogRecord[]): Promise<string[]> {
    await snapshot.commit({ upsert: records, remove: before, state: '{}', publish: true });
    before = records.map(({ id }) => id);
    const written: string[] = [];
    await snapshot.readEverything(async ({ lines }) => {
      for await (const some of lines('records')) written.push(...some);
    });
    const held = new Map(
      written.map((line) => readRecordLine(line, declaredProperties)).map((each) => [each.id, each]),
    );
    const wrong = records.flatMap((record) => differenceOf(record, held.get(record.id)));
    if (held.size !== records.length) wrong.push(`${held.size} records are held of ${records.length}`);
    const live = records.filter(({ archived }) => !archived);
    const { anomalies, rounded } = await snapshot.summary();
    const sum = (of: (record: TimeLogRecord) => number) => live.reduce((total, each) => total + of(each), 0);
    if (anomalies !== sum((each) => each.anomalies.size)) wrong.push(`${anomalies} unreadable values are counted`);
    if (rounded !== sum((each) => each.rounded.size)) wrong.push(`${rounded} rounded values are counted`);
    return wrong;
  }

  return {
    hold,
    async take(records) {
      const wrong = records.some(({ id }) => waiting.has(id)) ? await hold() : [];
      for (const record of records) waiting.set(record.id, record);
      return waiting.size < MAX_WAITING ? wrong : [...wrong, ...(await hold())];
    },
    async close() {
      await snapshot.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The built-in ones are columns of their own. */
const ownNames = new Set(['sys_object_id', 'sys_createdate', 'sys_lastmodifieddate']);

function differenceOf(record: TimeLogRecord, held: TimeLogRecord | undefined): string[] {
  if (!held) return [`record ${record.id} is not held`];
  const parts = ['values', 'anomalies', 'rounded', 'extra'] as const;
  return parts.flatMap((part) => {
    const [had, has] = [plain(record[part]), plain(held[part])];
    return isDeepStrictEqual(had, has) ? [] : [`${part} of ${record.id} are held as ${inspect(has).slice(0, 300)}`];
  });
}

/** A time of minus zero is the same instant. */
function plain(map: ReadonlyMap<string, unknown>): Map<string, unknown> {
  const own = [...map]
    .filter(([name]) => !ownNames.has(name))
    .map(([name, value]) => [name, value === 0 ? 0 : value] as const);
  return new Map(own.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
