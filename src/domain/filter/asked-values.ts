/** Finds which values a filter names, and suggests a similar one for a value that does not exist. Pure. */
import { objectOfKey, type Directory } from '../people/directory.ts';
import { requireReadable } from '../local-properties.ts';
import { nearestName } from '../people/nearest-name.ts';
import { OWNER_PROPERTY } from '../properties.ts';
import type { Filter, FilterGroups } from './model.ts';
import { propertyNames } from '../property-names.ts';

const byName: readonly Filter['operator'][] = ['EQ', 'NEQ', 'IN', 'NOT_IN'];

/** Of texts and enumerations, each once, by property. @param groups checked */
export function askedValues(groups: FilterGroups): Map<string, string[]> {
  const asked = new Map<string, Set<string>>();
  for (const { propertyName, operator, value, values } of groups.flatMap(({ filters }) => filters)) {
    if (!byName.includes(operator)) continue;
    const { type } = requireReadable(propertyName);
    if (type !== 'string' && type !== 'enumeration') continue;
    const own = asked.get(propertyName) ?? new Set();
    for (const each of values ?? [value ?? '']) own.add(each);
    asked.set(propertyName, own);
  }
  return new Map([...asked].map(([name, values]) => [name, [...values]]));
}

/** A value, and its name where that is not the value itself. */
export interface NamedValue {
  readonly value: string;
  readonly name?: string | null;
}

/**
 * Finds the value most similar to an unknown one: another value, or the id of a person or object of that name. Numbers are ids: another id
 * is not a typing error.
 * @param held values that records have
 */
export function nearValue(
  propertyName: string,
  wanted: string,
  held: readonly string[],
  directory: Directory,
): { readonly value: string; readonly name: string | null } | null {
  if (/^\d+$/.test(wanted)) return null;
  const named = listNames(propertyName, directory).filter(({ value }) => held.includes(value));
  const name = nearestName(wanted, [...named.map((each) => each.name), ...held]);
  if (name === undefined) return null;
  const found = named.find((each) => each.name === name);
  return found ?? { value: name, name: null };
}

function listNames(propertyName: string, { owners, objects }: Directory): { value: string; name: string }[] {
  if (propertyName === OWNER_PROPERTY) return Object.entries(owners).map(([value, { name }]) => ({ value, name }));
  if (propertyName !== propertyNames.objectId) return [];
  return Object.entries(objects).map(([key, { name }]) => ({ value: objectOfKey(key).id, name }));
}
