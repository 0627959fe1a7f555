/** What a page has room for: the properties of a record that are printed unless others are chosen. */
import type { ExportFormat } from '../../export-formats.ts';
import { properties } from '../../properties.ts';
import { propertyNames as names } from '../../property-names.ts';

/** Formats that are read as pages are: of what was not chosen they show what people read. */
export const isPage = (format: ExportFormat | undefined): boolean => format === 'pdf' || format === 'digest';

/** Full names: when, who, for whom, what, how long, and what it comes to: its column has the amount that counts. */
export const paperProperties: readonly string[] = [
  names.firstStart,
  names.owner,
  names.objectType,
  names.objectId,
  names.title,
  names.totalMinutes,
  names.billableHours,
  names.billableAmount,
];

/** Read for the columns that are printed, and without a column of their own: the type names its object, minutes are printed as hours. */
export const unprinted: ReadonlySet<string> = new Set([names.objectType, names.totalMinutes]);

/** Labels of the catalogue's properties that no printed column is made of. */
export function listLeftOut(printed: readonly string[]): string[] {
  const shown = new Set([...printed, names.totalHours]);
  return properties.filter((each) => !shown.has(each.name)).map(({ label }) => label);
}
