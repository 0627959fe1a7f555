/** The columns of the records table, chosen or default, and the measures of their totals. Pure. */
import { CLIENT_PROPERTY, findReadable } from '#domain/local-properties.ts';
import { isSummable, OWNER_PROPERTY, RECORD_ID_PROPERTY, type Property, propertyNames } from '#domain/properties.ts';
import type { SortOrder } from '#domain/records/sort-order.ts';

export const defaultColumns: readonly string[] = [
  propertyNames.firstStart,
  OWNER_PROPERTY,
  CLIENT_PROPERTY,
  propertyNames.service,
  propertyNames.title,
  propertyNames.totalHours,
  propertyNames.billableHours,
  propertyNames.billableRate,
  propertyNames.billableAmount,
  propertyNames.costAmount,
];

/** Default columns that a narrow window leaves out, to keep the essential ones: when, who, for whom, hours, value. */
const hiddenWhenNarrow: ReadonlySet<string> = new Set([propertyNames.service, propertyNames.billableRate]);

/** In these windows all default columns would push the amounts out of sight; above 1180 pixels the menu is wide. */
const NARROW = '(max-width: 1160px), (min-width: 1181px) and (max-width: 1270px)';
/** In these windows they would do so if the totals are two digits longer. */
const NARROW_FOR_MANY = '(max-width: 1400px)';
/** From this many records on, the value exceeds a hundred million and the hours a million. */
const MANY = 200_000;

/** @param total of the records. @returns a media query for windows that leave out columns */
export function chooseNarrowQuery(total: number): string {
  return total < MANY ? NARROW : NARROW_FOR_MANY;
}

/** The measure of hours in every report, counted by the records' minutes. */
export const LOGGED_HOURS = 'logged_hours';
/** The property of hours, whose plain sum may differ from the logged hours. */
export const TOTAL_HOURS = propertyNames.totalHours;

/** Every file has these columns, which identify its records and the objects of their ids. */
const identifying = [RECORD_ID_PROPERTY, propertyNames.objectType];

/** @returns the columns with those that identify a record in front, if they are missing */
export function listExportColumns(columns: readonly Property[]): string[] {
  const names = columns.map(({ name }) => name);
  return [...identifying.filter((name) => !names.includes(name)), ...names];
}

export const defaultSort: readonly SortOrder[] = [{ propertyName: propertyNames.firstStart, direction: 'DESCENDING' }];

/** The totals of rates and shares, which have no sum, are quotients of sums. */
const quotients: Readonly<Record<string, string>> = {
  [propertyNames.billableRate]: 'effective_rate',
  [propertyNames.billableShare]: 'billable_share',
};

/** @returns the columns as properties, without unknown names */
export function findColumnProperties(chosen: readonly string[] | null | undefined): Property[] {
  const known = (chosen ?? []).flatMap((name) => findReadable(name) ?? []);
  return known.length > 0 ? known : defaultColumns.flatMap((name) => findReadable(name) ?? []);
}

/** Adds the object's id to the client's column, which shows the object if no client is named. */
export function listQueriedColumns(columns: readonly Property[]): string[] {
  const names = columns.map(({ name }) => name);
  return names.includes(CLIENT_PROPERTY) && !names.includes(propertyNames.objectId)
    ? [...names, propertyNames.objectId]
    : names;
}

/** Leaves out default columns in a narrow window; chosen ones always stay. */
export function pickVisibleColumns(
  columns: readonly Property[],
  { isChosen, isNarrow }: { readonly isChosen: boolean; readonly isNarrow: boolean },
): readonly Property[] {
  return isChosen || !isNarrow ? columns : columns.filter(({ name }) => !hiddenWhenNarrow.has(name));
}

/** @returns the measure that totals a column; undefined if it has no total */
export function findTotalMeasure(property: Property): string | undefined {
  return isSummable(property) ? property.name : quotients[property.name];
}

export function isRightAligned({ type }: Property): boolean {
  return type === 'number';
}
