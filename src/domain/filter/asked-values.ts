/** Finds which values a filter names, and suggests a similar one for a value that does not exist. Pure. */
import { parseObjectKey, type Directory } from '../people/directory.ts';
import { requireFilterable } from '../local-properties.ts';
import { findNearestName } from '../people/nearest-name.ts';
import { OWNER_PROPERTY } from '../properties.ts';
import type { Filter, FilterGroups } from './model.ts';
import { propertyNames } from '../property-names.ts';

const byName: readonly Filter['operator'][] = ['EQ', 'NEQ', 'IN', 'NOT_IN'];

/** Lists the values of texts and enumerations that a filter names, each once, by property. @param groups checked */
export function listFilterValues(groups: FilterGroups): Map<string, string[]> {
  const valuesByProperty = new Map<string, Set<string>>();
  for (const { propertyName, operator, value, values } of groups.flatMap(({ filters }) => filters)) {
    if (!byName.includes(operator)) continue;
    const { type } = requireFilterable(propertyName);
    if (type !== 'string' && type !== 'enumeration') continue;
    const propertyValues = valuesByProperty.get(propertyName) ?? new Set();
    for (const text of values ?? [value ?? '']) propertyValues.add(text);
    valuesByProperty.set(propertyName, propertyValues);
  }
  return new Map([...valuesByProperty].map(([name, values]) => [name, [...values]]));
}

/** A value has a name only where the name is not the value itself. */
export interface NamedValue {
  readonly value: string;
  readonly name?: string | null;
}

/**
 * Finds the value most similar to an unknown one: another value, or the id of a person or object of that name. Numbers are ids: another id
 * is not a typing error.
 * @param heldValues values that records have
 */
export function findNearValue(
  propertyName: string,
  unknownValue: string,
  heldValues: readonly string[],
  directory: Directory,
): { readonly value: string; readonly name: string | null } | null {
  if (/^\d+$/.test(unknownValue)) return null;
  const namedValues = listNames(propertyName, directory).filter(({ value }) => heldValues.includes(value));
  const name = findNearestName(unknownValue, [...namedValues.map((namedValue) => namedValue.name), ...heldValues]);
  if (name === undefined) return null;
  const match = namedValues.find((namedValue) => namedValue.name === name);
  return match ?? { value: name, name: null };
}

function listNames(propertyName: string, { owners, objects }: Directory): { value: string; name: string }[] {
  if (propertyName === OWNER_PROPERTY) return Object.entries(owners).map(([value, { name }]) => ({ value, name }));
  if (propertyName !== propertyNames.objectId) return [];
  return Object.entries(objects).map(([key, { name }]) => ({ value: parseObjectKey(key).id, name }));
}
