/** Prints a record's values from the contract's text form and the property's type. */
import { type Property, propertyNames } from '#domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { chooseGrid, type PrintSettings } from '#domain/reports/print/printed.ts';
import { exactFigure, dayOfTime, dayText, monthText, timeText } from './figures-and-times.ts';
import { formatAs } from './measured.ts';
import type { RecordRow } from '#contract/api.ts';
import type { NameOf } from '#domain/people/directory.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';

/** Prints every digit, and the day and minute of a time. @param value decimal, `YYYY-MM-DD`, ISO time, true/false or text */
export function formatValue(property: Property, value: string, zone: string): string {
  switch (property.type) {
    case 'number':
      return exactFigure(value);
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

export interface CellSettings extends PrintSettings {
  readonly zone: string;
}

/** Prints a value for a table's cell: hours and money by the settings, and only the day of a time. The tooltip has the full value. */
export function formatCell(property: Property, value: string, settings: CellSettings): string {
  if (property.type === 'datetime') return dayOfTime(value, settings.zone);
  const unit = property.type === 'number' ? findPrintedUnit(property) : undefined;
  return unit === undefined ? formatValue(property, value, settings.zone) : formatAs(unit, value, settings);
}

/** Prints every digit, and at least as many as in a table's cell: `2.30`, `2.3333`. */
export function formatFullValue(property: Property, value: string, settings: CellSettings): string {
  const unit = property.type === 'number' ? findPrintedUnit(property) : undefined;
  return unit === undefined
    ? formatValue(property, value, settings.zone)
    : exactFigure(value, chooseGrid(unit, settings).digits);
}

/** @returns the unit whose figures the settings print; undefined for a number that is printed unchanged */
function findPrintedUnit({ unit }: Property): 'hours' | 'money' | 'rate' | 'percent' | undefined {
  return unit === 'hours' || unit === 'money' || unit === 'rate' || unit === 'percent' ? unit : undefined;
}

/** @returns the unit of the property's numbers: `h`, `%`, `EUR` */
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
    case 'days':
    case 'years':
    case 'decades':
    case 'centuries':
      return uiTexts.units[unit];
  }
}

/** A number with either decimal mark. */
const NUMBER = /^-?\d+([.,]\d+)?$/;

/** Removes tabs and line ends, and keeps a spreadsheet from running a text as a formula; numbers stay numbers. */
function toClipboardCell(text: string): string {
  const flat = text.replaceAll(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(flat) && !NUMBER.test(flat) ? `'${flat}` : flat;
}

/** Writes rows for a spreadsheet, a line each with tabs between the cells. */
export function formatClipboardRows(lines: readonly (readonly string[])[]): string {
  return `${lines.map((line) => line.map(toClipboardCell).join('\t')).join('\n')}\n`;
}

/** @returns undefined if the property is unset */
export function formatRecordCell(
  property: Property,
  row: RecordRow,
  settings: CellSettings,
  nameOf: NameOf,
): string | undefined {
  const received = row.unreadable[property.name];
  if (received !== undefined) return received;
  const value = row.values[property.name] ?? undefined;
  if (value === undefined) return findClientFallback(property, row, nameOf);
  return nameOf(property.name, value) ?? formatCell(property, value, settings);
}

/** @returns the object shown in the client's cell of a record without a named client */
export function findClientFallback(property: Property, row: RecordRow, nameOf: NameOf): string | undefined {
  const object = property.name === CLIENT_PROPERTY ? (row.values[propertyNames.objectId] ?? undefined) : undefined;
  return object === undefined ? undefined : (nameOf(propertyNames.objectId, object) ?? object);
}
