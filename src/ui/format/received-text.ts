/** Prints a live value by its property's type, an id by its name, and a value that fits neither as received. Pure. */
import { readInstant } from '#domain/filter/operand.ts';
import type { Property } from '#domain/properties.ts';
import { fitsColumn, parseDecimal } from '#domain/decimal.ts';
import { formatReceived } from '#domain/record.ts';
import { exactFigure, UNKNOWN, timeText } from './figures-and-times.ts';
import { formatCell, formatValue, type CellSettings } from './values.ts';
import type { NameOf } from '#domain/people/directory.ts';

/** The service sends ISO times, dates and epoch milliseconds alike. */
function formatInstant(text: string, print: (iso: string) => string): string {
  const instant = readInstant(text);
  return instant === undefined ? text : print(new Date(instant).toISOString());
}

/** @param value any JSON value; one that its type cannot be read from is printed as received */
export function formatLiveValue(property: Property, value: unknown, settings: CellSettings, nameOf: NameOf): string {
  return formatByType(property, value, { ...settings, nameOf, number: (text) => formatCell(property, text, settings) });
}

/** Like `formatLiveValue`, with every digit. */
export function formatFullLiveValue(property: Property, value: unknown, zone: string, nameOf: NameOf): string {
  return formatByType(property, value, {
    zone,
    nameOf,
    number: (text) => (parseDecimal(text)?.rounded ? text : exactFigure(text)),
  });
}

/** Whether a text is a number in the range with which the app computes. */
function isInRange(text: string): boolean {
  const parsed = parseDecimal(text);
  return parsed !== undefined && fitsColumn(parsed.units);
}

interface ValueFormat {
  readonly zone: string;
  readonly nameOf: NameOf;
  readonly number: (text: string) => string;
}

function formatByType(property: Property, value: unknown, { zone, nameOf, number }: ValueFormat): string {
  if (value === undefined || value === null || value === '') return UNKNOWN;
  const text = formatReceived(value);
  const name = nameOf(property.name, text);
  if (name !== undefined) return name;
  switch (property.type) {
    case 'number':
      return isInRange(text) ? number(text) : text;
    case 'date':
      return formatInstant(text, (iso) => formatValue(property, iso.slice(0, 10), zone));
    case 'datetime':
      return formatInstant(text, (iso) => timeText(iso, zone));
    case 'string':
    case 'enumeration':
    case 'boolean':
      return text;
  }
}
