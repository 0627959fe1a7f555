/** An independent reading of an answer, compared with the client's result: every value somewhere, none another. */
import { declaredProperties } from '#domain/properties.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { isDeep } from '#tests/oddities/comparison.ts';
import { readReceivedNumber, readReceivedText } from '#tests/oddities/reckoning.ts';

/** TypeScript's library does not know it yet (ECMAScript 2026, "JSON.parse source text access"). */
declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** JSON texts by name, numbers as they were written. */
type Texts = ReadonlyMap<string, string>;
interface Said {
  readonly id: string;
  readonly texts: Texts;
}

const typeOf = new Map(declaredProperties.map(({ name, type }) => [name, type]));
/** Filled in from the record's head where the service left them out. */
const filledIn = new Set(['sys_object_id', 'sys_createdate', 'sys_lastmodifieddate']);

/** @returns undefined where it is no JSON, or not of the shape of an answer. */
export function readSaid(body: string | Buffer): readonly Said[] | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(typeof body === 'string' ? Buffer.from(body) : body);
    const results: unknown = (JSON.parse(text, keepDigits) as { readonly results?: unknown }).results;
    if (!Array.isArray(results)) return undefined;
    return results.map(({ id, properties }: { id: unknown; properties?: unknown }) => ({
      id: writtenJson(id).replaceAll('"', ''),
      texts: new Map(Object.entries(properties ?? {}).map(([name, value]) => [name, writtenJson(value)])),
    }));
  } catch {
    return undefined;
  }
}

const keepDigits = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : value;
const writtenJson = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

/** @returns a line for each misplaced value. */
export function findWrongValues(said: readonly Said[], records: readonly TimeLogRecord[]): string[] {
  const wrong: string[] = [];
  if (records.length !== said.length) wrong.push(`${records.length} records of ${said.length}`);
  for (const [at, record] of records.entries()) {
    const texts = said[at]?.texts ?? new Map<string, string>();
    for (const [name, json] of texts) {
      const fault = faultOf(name, json, record);
      if (fault !== undefined)
        wrong.push(`${name.slice(0, 40)} of ${record.id}, received ${json.slice(0, 60)}: ${fault}`);
    }
    for (const name of [...record.values.keys(), ...record.anomalies.keys(), ...record.extra.keys()])
      if (!texts.has(name) && !filledIn.has(name))
        wrong.push(`${name.slice(0, 40)} of ${record.id} was never received`);
  }
  return wrong;
}

function faultOf(name: string, json: string, { values, anomalies, rounded, extra }: TimeLogRecord): string | undefined {
  const value = values.get(name);
  const kept = anomalies.get(name);
  const type = typeOf.get(name);
  if (type === undefined) {
    const isThere = json === 'null' ? !extra.has(name) : isKept(json, extra.get(name));
    return isThere ? undefined : `kept as ${brief(extra.get(name))}`;
  }
  if (value !== undefined && kept !== undefined) return 'both read and unreadable';
  if (json === 'null' || json === '""')
    return value === undefined && kept === undefined ? undefined : 'unset, but something came of it';
  if (value === undefined && kept === undefined) return 'vanished';
  if (kept !== undefined && !isKept(json, kept)) return `kept as ${brief(kept)}`;
  const expected = expectedOf(type, json);
  if (expected === 'any') return undefined;
  if (expected === undefined) return kept === undefined ? `read as ${brief(value)}` : undefined;
  if (value !== expected.value) return `read as ${brief(value)}, expected ${brief(expected.value)}`;
  return expected.isExact || rounded.has(name) ? undefined : 'rounded without a word';
}

/** Undefined: unreadable. `any`: a date, whose reading is not computed here, but only from a text or number. */
function expectedOf(
  type: string,
  json: string,
): { readonly value: unknown; readonly isExact: boolean } | 'any' | undefined {
  const isScalar = !/^[[{tf]/.test(json);
  switch (type) {
    case 'number': {
      const reading = readReceivedNumber(json);
      if (reading.kind === 'number') return { value: reading.units, isExact: reading.isExact };
      return undefined;
    }
    case 'string':
    case 'enumeration': {
      const text = readReceivedText(json);
      return typeof text === 'string' ? { value: text, isExact: true } : undefined;
    }
    case 'boolean': {
      const word = json.replaceAll('"', '').toLowerCase();
      return word === 'true' || word === 'false' ? { value: word === 'true', isExact: true } : undefined;
    }
    default:
      return isScalar ? 'any' : undefined;
  }
}

/** A value that is nested too deep is kept as a text of its JSON: complete, but in another form. */
function isKept(json: string, kept: string | undefined): boolean {
  if (kept === undefined) return false;
  return kept === json || (isDeep(json) && kept.length >= json.length);
}

function brief(value: unknown): string {
  return typeof value === 'bigint' ? `${value} units` : (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
