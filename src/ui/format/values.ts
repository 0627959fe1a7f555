/** A record's values as people read them, from the contract's text form and the property's type. */
import type { Property } from '../../domain/properties.ts';
import { uiTexts } from '../../texts/en/ui.ts';
import { exactFigure, figure } from './figures.ts';
import { dayOfTime, dayText, monthText, timeText } from './times.ts';

const TWO_DIGITS = new Set(['hours', 'money', 'rate', 'percent']);

/** @param value decimal, `YYYY-MM-DD`, ISO time, true/false or text. @param zone of times. */
export function valueText(property: Property, value: string, zone: string): string {
  switch (property.type) {
    case 'number':
      return numberText(property, value);
    case 'date':
      return property.name.endsWith('month_year') && value.endsWith('-01') ? monthText(value) : dayText(value);
    case 'datetime':
      return timeText(value, zone);
    case 'boolean':
      return value === 'true' ? uiTexts.yes : uiTexts.no;
    case 'string':
    case 'enumeration':
      return value;
  }
}

/** As in a table's cell: two digits where money and hours are read, the day of a time. The whole value stands on hover. */
export function cellText(property: Property, value: string, zone: string): string {
  if (property.type === 'datetime') return dayOfTime(value, zone);
  const isShort = property.type === 'number' && property.unit !== undefined && TWO_DIGITS.has(property.unit);
  return isShort ? figure(value, 2) : valueText(property, value, zone);
}

/** Two digits where money and hours are read; every digit where two would hide some. */
function numberText(property: Property, value: string): string {
  if (property.unit === undefined || !TWO_DIGITS.has(property.unit)) return exactFigure(value);
  const decimals = value.split('.')[1]?.length ?? 0;
  return decimals <= 2 ? figure(value, 2) : exactFigure(value);
}

/** What stands beside a number of this property: `h`, `%`, `EUR`. */
export function propertyUnit(property: Property, currency: string | null): string {
  const { unit } = property;
  if (unit === undefined) return '';
  switch (unit) {
    case 'money':
      return currency ?? '';
    case 'rate':
      return uiTexts.units.rate(currency);
    case 'percent':
      return uiTexts.units.percent;
    case 'hours':
      return uiTexts.units.hours;
    case 'minutes':
      return uiTexts.units.minutes;
    case 'days':
    case 'years':
    case 'decades':
    case 'centuries':
      return unit;
  }
}
