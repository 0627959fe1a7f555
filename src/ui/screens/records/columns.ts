/** The columns of the records table: the chosen ones, else the default ones; and the measures of their totals. Pure. */
import { CLIENT_PROPERTY, findReadable } from '#domain/local-properties.ts';
import { isSummable, OWNER_PROPERTY, RECORD_ID_PROPERTY, type Property } from '#domain/properties.ts';
import type { SortOrder } from '#domain/records/sort-order.ts';
import { propertyNames } from '#domain/property-names.ts';

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

/** Default columns that a narrow window drops, to keep the essential ones: when, who, for whom, hours, value. */
const leftOutWhereNarrow: ReadonlySet<string> = new Set([propertyNames.service, propertyNames.billableRate]);

/** Windows in which all default columns would push the amounts out of sight; above 1180 pixels the wide menu takes its part. */
const NARROW = '(max-width: 1160px), (min-width: 1181px) and (max-width: 1270px)';
/** The same where the totals are two digits longer. */
const NARROW_FOR_MANY = '(max-width: 1400px)';
/** From so many records on the value is above a hundred million, the hours above a million. */
const MANY = 200_000;

/** @param total how many records the totals are of. @returns a media query. */
export function narrowFor(total: number): string {
  return total < MANY ? NARROW : NARROW_FOR_MANY;
}

/** The hours as every report counts them, by the minutes of the records. */
export const LOGGED_HOURS = 'logged_hours';
/** The property that holds hours itself; its sum is only that. */
export const TOTAL_HOURS = propertyNames.totalHours;

/** The columns that a file needs so that its lines can be found again: the record, and the type of the object's id. */
const identifying = [RECORD_ID_PROPERTY, propertyNames.objectType];

/** @returns the shown columns with those that identify a record, in front where they are not shown. */
export function exportColumns(shown: readonly Property[]): string[] {
  const names = shown.map(({ name }) => name);
  return [...identifying.filter((name) => !names.includes(name)), ...names];
}

/** Newest first. */
export const defaultSort: readonly SortOrder[] = [{ propertyName: propertyNames.firstStart, direction: 'DESCENDING' }];

/** Rates and shares have no sum: their total is the quotient of the sums. */
const quotients: Readonly<Record<string, string>> = {
  [propertyNames.billableRate]: 'effective_rate',
  [propertyNames.billableShare]: 'billable_share',
};

/** @returns the columns as properties; unknown names are left out. */
export function columnProperties(chosen: readonly string[] | null | undefined): Property[] {
  const known = (chosen ?? []).flatMap((name) => findReadable(name) ?? []);
  return known.length > 0 ? known : defaultColumns.flatMap((name) => findReadable(name) ?? []);
}

/** What is asked for with the columns: where no client is named, its object is shown in its place. */
export function askedColumns(columns: readonly Property[]): string[] {
  const names = columns.map(({ name }) => name);
  return names.includes(CLIENT_PROPERTY) && !names.includes(propertyNames.objectId)
    ? [...names, propertyNames.objectId]
    : names;
}

/** Chosen columns are always shown. */
export function columnsInSight(
  columns: readonly Property[],
  { isChosen, isNarrow }: { readonly isChosen: boolean; readonly isNarrow: boolean },
): readonly Property[] {
  return isChosen || !isNarrow ? columns : columns.filter(({ name }) => !leftOutWhereNarrow.has(name));
}

/** @returns the measure that totals a column; undefined: it has none. */
export function totalMeasure(property: Property): string | undefined {
  return isSummable(property) ? property.name : quotients[property.name];
}

export function isRightAligned({ type }: Property): boolean {
  return type === 'number';
}
