/** How stored values are spelled on the wire, where the upstream's documents disagree. */
import { findProperty } from '../../src/domain/properties.ts';
import { isUnset, readMoment } from './readings.ts';
import type { Switches } from './switches.ts';
import type { WireValue } from './upstream.ts';

export type Speller = (name: string, value: WireValue) => WireValue;

const asStored: Speller = (_name, value) => value;

/** @returns how values of declared properties travel; what cannot be read travels as it is stored. */
export function createSpeller({ values, dates }: Switches): Speller {
  if (values === 'as-stored' && dates === 'as-stored') return asStored;
  return (name, value) => {
    const property = findProperty(name);
    if (isUnset(value) || property?.name !== name || property.group === 'system') return value;
    switch (property.type) {
      case 'date':
        return dated(value, dates);
      case 'datetime':
        return dated(value, dates === 'days' ? 'iso' : dates);
      case 'number':
      case 'boolean':
        return valued(value, values);
      case 'string':
      case 'enumeration':
        return value;
    }
  };
}

function dated(value: string | number | boolean, dates: Switches['dates']): WireValue {
  const moment = readMoment(String(value));
  if (moment === undefined) return value;
  switch (dates) {
    case 'as-stored':
      return value;
    case 'iso':
      return new Date(moment).toISOString();
    case 'days':
      return new Date(moment).toISOString().slice(0, 10);
    case 'epoch':
      return String(moment);
  }
}

function valued(value: string | number | boolean, values: Switches['values']): WireValue {
  switch (values) {
    case 'as-stored':
      return value;
    case 'strings':
      return String(value);
    case 'json':
      return typeof value === 'string' ? asJson(value) : value;
  }
}

/** A number that a double would change stays text. */
function asJson(text: string): WireValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return String(Number(text)) === text ? Number(text) : text;
}
