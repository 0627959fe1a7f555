/** A live value as text: the service's words, with a name where an id has one and a date without its midnight. Pure. */
import type { Property } from '../../../domain/properties.ts';
import { parseDecimal } from '../../../domain/decimal.ts';
import { exactFigure, UNKNOWN } from '../../format/figures.ts';
import { timeText } from '../../format/times.ts';
import type { NameOf } from '../../names.ts';

/** @param value any JSON value; what is not readable as its type stands as received. */
export function receivedText(property: Property, value: unknown, zone: string, nameOf: NameOf): string {
  if (value === undefined || value === null || value === '') return UNKNOWN;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const name = nameOf(property.name, text);
  if (name !== undefined) return name;
  switch (property.type) {
    case 'number':
      return parseDecimal(text) ? exactFigure(text) : text;
    case 'date':
      return text.replace(/T00:00:00(\.000)?Z$/, '');
    case 'datetime':
      return timeText(text, zone);
    case 'string':
    case 'enumeration':
    case 'boolean':
      return text;
  }
}
