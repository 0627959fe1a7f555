/** The list of a values picker: what is chosen first, then what occurs, then what could. Pure. */

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** How many records have it; undefined: not counted. */
  readonly records: number | undefined;
}

export interface ChoiceSources {
  /** Values an enumeration allows. */
  readonly options: readonly string[];
  readonly occurring: readonly { readonly value: string; readonly records: number }[];
  readonly chosen: readonly string[];
  readonly typed: string;
  readonly nameOf: (value: string) => string | undefined;
}

/** Typed words narrow by name and by value; chosen values always stay in sight. */
export function listChoices({ options, occurring, chosen, typed, nameOf }: ChoiceSources): Choice[] {
  const counts = new Map(occurring.map(({ value, records }) => [value, records]));
  const values = new Set([...chosen, ...counts.keys(), ...options]);
  const wanted = typed.trim().toLowerCase();
  return [...values].flatMap((value) => {
    const label = nameOf(value) ?? value;
    const fits = wanted === '' || `${label}\n${value}`.toLowerCase().includes(wanted);
    return fits || chosen.includes(value) ? [{ value, label, records: counts.get(value) }] : [];
  });
}
