/** Reads an answer's records in both forms: typed for the app, and as the service sent them for display. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { receivedRecordSchema } from '#contract/service.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { toPlainJson, type JsonObject } from './json.ts';
import { readRecord } from './values.ts';

export type ReceivedRecord = z.output<typeof receivedRecordSchema>;

export interface Received {
  readonly record: TimeLogRecord;
  readonly raw: JsonObject;
}

/**
 * @param operation is named in the message.
 * @throws AppFailure `service-changed` naming the first record that breaks a promise of the interface.
 */
export function readRecords(results: readonly JsonObject[], operation: string): Received[] {
  return results.map((raw, index) => ({ raw, record: readRecord(raw, `${operation}: results[${index}]`) }));
}

/** The number of records read in one turn, which takes less than a millisecond. */
const CHUNK_SIZE = 20;

/** Reads like `readRecords` but yields in between, so that a request that has just begun can be sent. */
export async function readRecordsInChunks(results: readonly JsonObject[], operation: string): Promise<Received[]> {
  const received: Received[] = [];
  for (const [index, raw] of results.entries()) {
    if (index % CHUNK_SIZE === 0) await nextTurn();
    received.push({ raw, record: readRecord(raw, `${operation}: results[${index}]`) });
  }
  return received;
}

/** Builds the record with `fromEntries` and never by assignment, so that a property called `__proto__` stays a property. */
export function toReceivedRecord({ raw, record: { id } }: Received): ReceivedRecord {
  const head = Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, toPlainJson(value)]));
  const { properties } = head;
  const isMap = typeof properties === 'object' && properties !== null && !Array.isArray(properties);
  return { ...head, id, properties: isMap ? properties : {} };
}
