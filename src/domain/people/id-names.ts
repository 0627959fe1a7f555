/** Names of the ids in filters and cells: people and objects of the directory, nothing else. Pure. */
import { propertyNames } from '../property-names.ts';

interface DirectoryNames {
  readonly owners: Readonly<Record<string, { readonly name: string }>>;
  /** The keys are type and id: `deal:7`. */
  readonly objects: Readonly<Record<string, { readonly name: string }>>;
}

/** @returns undefined where no name is known. */
export type NameOf = (propertyName: string, value: string) => string | undefined;

/** An object's id alone does not show its type, so it is named only where all types that have the id have one name. */
export function nameIds({ owners, objects }: DirectoryNames): NameOf {
  const byId = new Map<string, string | undefined>();
  for (const [key, { name }] of Object.entries(objects)) {
    const id = key.slice(key.indexOf(':') + 1);
    byId.set(id, byId.has(id) && byId.get(id) !== name ? undefined : name);
  }
  return (propertyName, value) => {
    if (propertyName === propertyNames.owner) return Object.hasOwn(owners, value) ? owners[value]?.name : undefined;
    return propertyName === propertyNames.objectId ? byId.get(value) : undefined;
  };
}
