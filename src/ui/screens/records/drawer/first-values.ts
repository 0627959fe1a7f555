/** The values of a record that people look for first; those that matter for billing are shown where they are not set, too. Pure. */
import type { RecordRow } from '#contract/api.ts';
import { CLIENT_PROPERTY, requireReadable } from '#domain/local-properties.ts';
import { OWNER_PROPERTY, type Property } from '#domain/properties.ts';
import { propertyNames } from '#domain/property-names.ts';

const always = [
  propertyNames.firstStart,
  OWNER_PROPERTY,
  CLIENT_PROPERTY,
  propertyNames.title,
  propertyNames.totalHours,
  propertyNames.billableHours,
];
/** Without them nothing can be billed: hours without a rate are money that is overlooked. */
const ofBilling = [propertyNames.billableRate, propertyNames.billableAmount];
const whereSet = [propertyNames.service, propertyNames.category, propertyNames.costAmount];

export interface FirstValue {
  readonly property: Property;
  /** It matters that it is not set. */
  readonly isLacking: boolean;
}

export function firstValues(row: Pick<RecordRow, 'values' | 'unreadable'>): FirstValue[] {
  const isSet = (name: string) => row.unreadable[name] !== undefined || (row.values[name] ?? null) !== null;
  const isBillable = /[1-9]/.test(row.values[propertyNames.billableHours] ?? '');
  return [
    ...always.map((name) => ({ property: requireReadable(name), isLacking: false })),
    ...ofBilling.map((name) => ({ property: requireReadable(name), isLacking: isBillable && !isSet(name) })),
    ...whereSet.filter(isSet).map((name) => ({ property: requireReadable(name), isLacking: false })),
  ];
}

/** @returns the record as JSON: every value it has, as stored. */
export function recordJson({ id, values, unreadable }: RecordRow): string {
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  return JSON.stringify({ id, properties: { ...set, ...unreadable } }, null, 2);
}
