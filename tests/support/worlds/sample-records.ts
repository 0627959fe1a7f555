/** The sample's live records as they come out of the client after the wire, without a service in between. */
import { isObject, parseJson } from '#electron/client/wire/json.ts';
import { readRecord } from '#electron/client/wire/values.ts';
import type { WorldRecord } from '#service/upstream/world.ts';
import type { TimeLogRecord } from '#domain/record.ts';

export function sampleRecords(records: readonly WorldRecord[]): TimeLogRecord[] {
  return records.filter((each) => each.archivedAt === undefined).map(received);
}

function received({ id, createdAt, updatedAt, properties: held }: WorldRecord): TimeLogRecord {
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() };
  const json = parseJson(JSON.stringify({ id: String(id), properties: held, ...times, archived: false }));
  if (!isObject(json)) throw new TypeError('Not a record');
  return readRecord(json, 'sample');
}
