/** Reads filter operands by the type of their property, for the check, the matcher and the store. */
import { Temporal } from 'temporal-polyfill';
import { parseDecimal, type Units } from '../decimal.ts';
import { isLocal } from '../local-properties.ts';
import { ID_PROPERTY, type Property, type PropertyType } from '../properties.ts';
import { operatorsByType, type Operator } from './model.ts';
import { DAY_MS } from '../time/utc.ts';

/** How a property's values are compared. `id` is the record's identifier, which is declared as text but is always an integer. */
export type Comparison = PropertyType | 'id';

export function chooseComparison(property: Property): Comparison {
  return property.name === ID_PROPERTY ? 'id' : property.type;
}

/** Lists the operators of the property's type; the record's id takes those of numbers, a client or team only equality. */
export function listFittingOperators(property: Property): readonly Operator[] {
  if (isLocal(property)) return operatorsByType.enumeration;
  return operatorsByType[chooseComparison(property) === 'id' ? 'number' : property.type];
}

/** Reads a number at 8 decimals, half-even, like values. */
export function readNumber(text: string): Units | undefined {
  return parseDecimal(text)?.units;
}

export function readBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** Reads a record id as an integer; undefined for anything but plain digits without leading zeros. */
export function readId(text: string): bigint | undefined {
  return /^(0|[1-9]\d{0,17})$/.test(text) ? BigInt(text) : undefined;
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})$/;
const EPOCH = /^-?\d{1,15}$/;

/**
 * Reads `YYYY-MM-DD` (midnight UTC), an ISO time with its zone, or epoch milliseconds. A time without a zone is rejected as ambiguous.
 * @returns epoch milliseconds.
 */
export function readInstant(text: string): number | undefined {
  const trimmed = text.trim();
  if (EPOCH.test(trimmed)) return Number(trimmed);
  try {
    if (ISO_DATE.test(trimmed)) return toMidnightUtc(trimmed);
    return ISO_TIME.test(trimmed) ? Temporal.Instant.from(trimmed).epochMilliseconds : undefined;
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

/** Reads like `readInstant`, but a time counts as its UTC day, because a date property has only days. @returns that day's midnight. */
export function readDay(text: string): number | undefined {
  const instant = readInstant(text);
  return instant === undefined ? undefined : Math.floor(instant / DAY_MS) * DAY_MS;
}

/** Converts a `YYYY-MM-DD` date to the epoch milliseconds of its midnight UTC. @throws RangeError if it is not in the calendar. */
export function toMidnightUtc(date: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Date.parse reads 30 February as 2 March, so a date that does not format to the same text is invalid.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) {
    throw new RangeError(`Not a date: ${date}`);
  }
  return midnight;
}

export function isReadable(text: string, comparison: Comparison): boolean {
  switch (comparison) {
    case 'string':
    case 'enumeration':
      return text !== '';
    case 'id':
      return readId(text) !== undefined;
    case 'boolean':
      return readBoolean(text) !== undefined;
    case 'number':
      return readNumber(text) !== undefined;
    case 'date':
    case 'datetime':
      return readInstant(text) !== undefined;
  }
}
