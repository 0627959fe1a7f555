/** Finds the items that match the typed words, and orders the chosen ones. Pure. */

export interface PickItem {
  readonly value: string;
  readonly label: string;
  readonly detail?: string | undefined;
  /** Further words by which it is found. */
  readonly alias?: string | undefined;
  readonly isOff?: boolean;
}

export interface PickGroup {
  readonly label: string;
  readonly items: readonly PickItem[];
}

/** Every typed word must occur; groups without a fitting item are left out. */
export function fitting(groups: readonly PickGroup[], typed: string): PickGroup[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return groups.flatMap(({ label, items }) => {
    const fit = items.filter((item) => {
      const text = `${label} ${item.label} ${item.detail ?? ''} ${item.alias ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return fit.length === 0 ? [] : [{ label, items: fit }];
  });
}

/** Moves one entry a step towards the front (−1) or the end (1). */
export function moved(names: readonly string[], at: number, step: 1 | -1): string[] {
  const to = at + step;
  const [one, other] = [names[at], names[to]];
  if (one === undefined || other === undefined) return [...names];
  return names.map((name, index) => (index === at ? other : index === to ? one : name));
}

/** Adds a missing entry, removes an existing one. */
export function switched<Name extends string>(names: readonly Name[], name: Name): Name[] {
  return names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
}
