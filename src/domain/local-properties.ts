/**
 * Properties from the local directory: a record's client and its person's team. Filters, columns and sorts take them like properties of the
 * catalogue, but records and the service do not have them, so they are in no request, and in tables and files only if chosen.
 */
import { propertyLabels as labels } from '#texts/properties.ts';
import { findNearestId, findProperty, OWNER_PROPERTY, properties, type Property, propertyNames } from './properties.ts';

export const CLIENT_PROPERTY = 'client';
export const TEAM_PROPERTY = 'team';

/**
 * Whether a record counts in billable hours. Filters take it, but it is not a column. True if the record's billable time, counted as in
 * figures, is not 0; false for all other records.
 */
export const BILLABLE_PROPERTY = 'billable';

/**
 * Whether a record is billed according to the register of sent files: in a file that bills, or marked as billed elsewhere. True or false for
 * every record.
 */
export const BILLED_PROPERTY = 'billed';

/** Whether a billed record has been modified since: its time of modification differs from that in the last file that bills it. */
export const MODIFIED_PROPERTY = 'modified_since_billed';

const toState = (name: string, label: string): Property => ({
  name,
  label,
  group: 'billable',
  type: 'boolean',
  aggregations: [],
  groupable: false,
});
export const stateProperties: readonly Property[] = [
  toState(BILLABLE_PROPERTY, labels.isBillable),
  toState(BILLED_PROPERTY, labels.isBilled),
  toState(MODIFIED_PROPERTY, labels.isModified),
];
const stateByName = new Map(stateProperties.map((property) => [property.name, property]));

export const localProperties: readonly Property[] = [
  {
    name: CLIENT_PROPERTY,
    label: labels.client,
    group: 'identity',
    type: 'string',
    aggregations: ['count_distinct'],
    groupable: true,
  },
  {
    name: TEAM_PROPERTY,
    label: labels.team,
    group: 'identity',
    type: 'string',
    aggregations: ['count_distinct'],
    groupable: true,
  },
];

const localByName = new Map(localProperties.map((property) => [property.name, property]));

const localByProperty: ReadonlyMap<string, string> = new Map([
  [propertyNames.objectId, CLIENT_PROPERTY],
  [OWNER_PROPERTY, TEAM_PROPERTY],
]);

/** All properties of a stored record in reading order: the client beside the object, the team beside the person. */
export const readableProperties: readonly Property[] = properties.flatMap((property) => [
  property,
  ...localProperties.filter(({ name }) => name === localByProperty.get(property.name)),
]);

/** Returns whether the property is true or false for every record and never unset. */
export function isState({ name }: Pick<Property, 'name'>): boolean {
  return stateByName.has(name);
}

export function isLocal({ name }: Pick<Property, 'name'>): boolean {
  return localByName.has(name);
}

/** @returns the property with this name for a filter or a column: one of the catalogue, with or without prefix, or a local one */
export function findReadable(name: string): Property | undefined {
  return localByName.get(name) ?? findProperty(name);
}

/** @param isFit limits what may be meant. @returns the name of the property that was most likely meant by an unknown one */
export function findNearestReadable(name: string, isFit: (name: string) => unknown = findReadable): string | undefined {
  const names = readableProperties.map((property) => property.name);
  return findNearestId(name, names.filter(isFit));
}

/** @returns the property with this name for a filter: a readable one, or a state of every record */
export function findFilterable(name: string): Property | undefined {
  return stateByName.get(name) ?? findReadable(name);
}

/** Throws for an unknown name, because names are checked before. */
export function requireFilterable(name: string): Property {
  return stateByName.get(name) ?? requireReadable(name);
}

/** Throws for an unknown name, because names are checked before. */
export function requireReadable(name: string): Property {
  const property = findReadable(name);
  if (!property) throw new RangeError(`Nothing readable is called ${name}`);
  return property;
}
