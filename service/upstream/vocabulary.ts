/** The platform's own prefixes for what the interface calls `sys_…` and `platform_…`. */

export interface Vocabulary {
  /** In place of `sys_`. */
  readonly system: string;
  /** In place of `platform_`. */
  readonly owner: string;
}

export const asInInterface: Vocabulary = { system: 'sys_', owner: 'platform_' };

/** @returns the platform's name of a property. */
export function toPlatform(name: string, vocabulary: Vocabulary): string {
  return rename(rename(name, asInInterface.system, vocabulary.system), asInInterface.owner, vocabulary.owner);
}

/** @returns the interface's name of a property. */
function fromPlatform(name: string, vocabulary: Vocabulary): string {
  return rename(rename(name, vocabulary.system, asInInterface.system), vocabulary.owner, asInInterface.owner);
}

function rename(name: string, from: string, to: string): string {
  return name.startsWith(from) ? to + name.slice(from.length) : name;
}

/** Keys of a record's properties, in the interface's names. */
export function namedFromPlatform<T>(properties: Readonly<Record<string, T>>, vocabulary: Vocabulary) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [fromPlatform(name, vocabulary), value] as const),
  );
}
