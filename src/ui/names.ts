/** Names of ids: people and objects from the local directory, everything else unchanged. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Output } from '../contract/api.ts';
import { OWNER_PROPERTY } from '../domain/properties.ts';
import { names } from './data/queries.ts';
import { propertyNames } from '../domain/property-names.ts';

export type Names = Output<'names.list'>;

/** @returns undefined where no name is known. */
export type NameOf = (propertyName: string, value: string) => string | undefined;

export function nameLookup(directory: Names): NameOf {
  // An object's id alone does not show its type: named only where a single type has it.
  const byId = new Map<string, string | undefined>();
  for (const [key, { name }] of Object.entries(directory.objects)) {
    const id = key.slice(key.indexOf(':') + 1);
    byId.set(id, byId.has(id) && byId.get(id) !== name ? undefined : name);
  }
  return (propertyName, value) => {
    if (propertyName === OWNER_PROPERTY) return directory.owners[value]?.name;
    return propertyName === propertyNames.objectId ? byId.get(value) : undefined;
  };
}

const nobody: Names = { owners: {}, objects: {} };

export function useNames(): { readonly directory: Names; readonly nameOf: NameOf } {
  const { data = nobody } = useQuery(names);
  return useMemo(() => ({ directory: data, nameOf: nameLookup(data) }), [data]);
}
