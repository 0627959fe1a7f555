/**
 * What the local directory says about a record: its client and its person's team. Filters, columns and sorts take them like properties of
 * the catalogue, but no record carries them and the service knows nothing of them, so they are in no request, and in a table or file only
 * on request.
 */
import { propertyLabels as labels } from '#texts/properties.ts';
import { findProperty, OWNER_PROPERTY, properties, type Property, propertyNames } from './properties.ts';

export const CLIENT_PROPERTY = 'client';
export const TEAM_PROPERTY = 'team';

/**
 * Whether a record adds to billable hours: filters take it, but it is no column. True where its billable time, read as every figure reads
 * it, is not 0; false for all others, so that the two together are every record.
 */
export const BILLABLE_PROPERTY = 'billable';

/**
 * Whether a record is billed, as the register of sent files has it: in a file that bills, or marked as billed elsewhere. Like the one above
 * it is true or false of every record.
 */
export const BILLED_PROPERTY = 'billed';

/** Whether a billed record was modified since: it has another time of modification than the last file that bills it had. */
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

/**
 * Lists all that the store knows of a record in the order in which people read it: the client beside the object, the team beside the
 * person.
 */
export const readableProperties: readonly Property[] = properties.flatMap((property) => [
  property,
  ...localProperties.filter(({ name }) => name === localByProperty.get(property.name)),
]);

/** Tells whether it is true or false of every record, and never unset. */
export function isState({ name }: Pick<Property, 'name'>): boolean {
  return stateByName.has(name);
}

export function isLocal({ name }: Pick<Property, 'name'>): boolean {
  return localByName.has(name);
}

/** @returns the property that a filter or a column means by this name: one of the catalogue, with or without prefix, or a local one. */
export function findReadable(name: string): Property | undefined {
  return localByName.get(name) ?? findProperty(name);
}

/** @returns the property that a filter means by this name: a readable one, or a state of every record. */
export function findFilterable(name: string): Property | undefined {
  return stateByName.get(name) ?? findReadable(name);
}

/** The names were checked before: an unknown one is a programming error. */
export function requireFilterable(name: string): Property {
  return stateByName.get(name) ?? requireReadable(name);
}

/** The names were checked before: an unknown one is a programming error. */
export function requireReadable(name: string): Property {
  const property = findReadable(name);
  if (!property) throw new RangeError(`Nothing readable is called ${name}`);
  return property;
}
