/** Reads an answer's records in both forms: typed for the app, and as received for display. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { receivedRecordSchema } from '../../../src/contract/service.ts';
import type { TimeLogRecord } from '../../../src/domain/record.ts';
import { plainJson, type JsonObject } from './json.ts';
import { readRecord } from './values.ts';

export type ReceivedRecord = z.output<typeof receivedRecordSchema>;

/** One record of an answer. */
export interface Received {
  readonly record: TimeLogRecord;
  readonly raw: JsonObject;
}

/**
 * @param where which operation, for the message.
 * @throws AppFailure `service-changed` naming the first record that breaks a promise of the interface.
 */
export function receive(results: readonly JsonObject[], where: string): Received[] {
  return results.map((raw, index) => ({ raw, record: readRecord(raw, `${where}: results[${index}]`) }));
}

/** Records read in one turn; they take less than a millisecond. */
const PORTION = 20;

/** Like `receive`, yielding the thread in between: a request that has just begun gets onto the wire meanwhile. */
export async function receiveInPortions(results: readonly JsonObject[], where: string): Promise<Received[]> {
  const received: Received[] = [];
  for (const [index, raw] of results.entries()) {
    if (index % PORTION === 0) await nextTurn();
    received.push({ raw, record: readRecord(raw, `${where}: results[${index}]`) });
  }
  return received;
}

/** Built by definition, not assignment: a property called `__proto__` stays a property. */
export function asReceived({ raw, record: { id } }: Received): ReceivedRecord {
  const head = Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, plainJson(value)]));
  const { properties } = head;
  const isMap = typeof properties === 'object' && properties !== null && !Array.isArray(properties);
  return { ...head, id, properties: isMap ? properties : {} };
}
