/** Turns a record as the service sent it into typed values. A value that does not convert is kept as received, never guessed. */
import { fail } from '#contract/errors.ts';
import { fitsColumn, parseDecimal } from '#domain/decimal.ts';
import { findProperty, ID_PROPERTY, type Property, propertyNames } from '#domain/properties.ts';
import type { TimeLogRecord, Value } from '#domain/record.ts';
import { getOwnMember, NumberText, writeJson, type Json, type JsonObject } from './json.ts';
import { parseDate, parseInstant } from './times.ts';
import { idSchema, formatIssuePath, recordSchema } from './answers.ts';

const CREATED = propertyNames.created;
const MODIFIED = propertyNames.modified;

/** No number needs more characters, and converting a longer one would take too long. */
const NUMBER_CHARACTERS = 1000;

type Reading = { readonly value: Value; readonly roundedFrom?: string } | 'unset' | 'unreadable';

/**
 * @param path of the record in the answer, for messages: `results[3]`.
 * @returns the record. If the service omitted the built-in id, created and modified properties, they are filled in from the record's head.
 * @throws AppFailure `service-changed` without an integer id or without a created or updated time.
 */
export function readRecord(raw: JsonObject, path: string): TimeLogRecord {
  const parsed = recordSchema.safeParse(raw);
  if (!parsed.success) return fail({ code: 'service-changed', detail: `${path}.${formatIssuePath(parsed.error)}` });
  const head = parsed.data;
  const properties = head.properties ?? {};
  const values = new Map<string, Value>();
  const anomalies = new Map<string, string>();
  const rounded = new Map<string, string>();
  const extra = new Map<string, string>();
  for (const [name, json] of Object.entries(properties)) {
    const property = findProperty(name);
    if (property?.name !== name) {
      if (json !== null) extra.set(name, writeJson(json));
      continue;
    }
    const reading = readValue(property, json);
    if (reading === 'unset') continue;
    if (reading === 'unreadable') anomalies.set(name, writeJson(json));
    else {
      values.set(name, reading.value);
      if (reading.roundedFrom !== undefined) rounded.set(name, reading.roundedFrom);
    }
  }
  const id = toCanonicalId(head.id);
  const createdAt = readTime(head.createdAt, properties, CREATED) ?? failMissing(path, 'createdAt');
  const updatedAt = readTime(head.updatedAt, properties, MODIFIED) ?? failMissing(path, 'updatedAt');
  for (const [name, value] of [
    [ID_PROPERTY, id],
    [CREATED, createdAt],
    [MODIFIED, updatedAt],
  ] as const) {
    if (!values.has(name) && !anomalies.has(name)) values.set(name, value);
  }
  return { id, createdAt, updatedAt, archived: head.archived ?? false, values, anomalies, rounded, extra };
}

/** @returns the record's id alone, as `readRecord` will give it; undefined if `readRecord` will fail. */
export function readId(raw: JsonObject): string | undefined {
  const parsed = idSchema.safeParse(getOwnMember(raw, 'id'));
  return parsed.success ? toCanonicalId(parsed.data) : undefined;
}

function toCanonicalId(text: string): string {
  return BigInt(text).toString();
}

function failMissing(path: string, member: string): never {
  return fail({ code: 'service-changed', detail: `${path}.${member}` });
}

function readTime(headText: string | null | undefined, properties: JsonObject, fallback: string): number | undefined {
  const fromHead = typeof headText === 'string' ? parseInstant(headText) : undefined;
  return fromHead ?? parseInstant(toScalarText(getOwnMember(properties, fallback) ?? null) ?? '');
}

function readValue(property: Property, json: Json): Reading {
  if (json === null || json === '') return 'unset';
  switch (property.type) {
    case 'string':
    case 'enumeration':
      return readText(json);
    case 'boolean':
      return readBoolean(json);
    case 'number':
      return readNumber(json);
    case 'date':
      return toReading(parseDate(toScalarText(json) ?? ''));
    case 'datetime':
      return toReading(parseInstant(toScalarText(json) ?? ''));
  }
}

function toReading(value: Value | undefined): Reading {
  return value === undefined ? 'unreadable' : { value };
}

/** Half a surrogate pair has no UTF-8 form, and a store would silently replace it with another character. */
function readText(json: Json): Reading {
  const text = typeof json === 'boolean' ? String(json) : toScalarText(json);
  return text?.isWellFormed() ? { value: text } : 'unreadable';
}

function readBoolean(json: Json): Reading {
  if (typeof json === 'boolean') return { value: json };
  const word = typeof json === 'string' ? json.toLowerCase() : '';
  return word === 'true' || word === 'false' ? { value: word === 'true' } : 'unreadable';
}

function readNumber(json: Json): Reading {
  const text = toScalarText(json);
  if (text === undefined || text.length > NUMBER_CHARACTERS) return 'unreadable';
  const parsed = parseDecimal(text);
  if (!parsed || !fitsColumn(parsed.units)) return 'unreadable';
  return parsed.rounded ? { value: parsed.units, roundedFrom: text } : { value: parsed.units };
}

function toScalarText(json: Json): string | undefined {
  if (typeof json === 'string') return json;
  if (typeof json === 'number') return String(json);
  return json instanceof NumberText ? json.text : undefined;
}
