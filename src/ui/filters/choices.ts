/** Lists the choices of a values picker: first those already chosen, then occurring values, then other possible ones. Pure. */
import { findValues } from '#domain/filter/find-values.ts';
import { BILLABLE_PROPERTY, BILLED_PROPERTY, CLIENT_PROPERTY, MODIFIED_PROPERTY } from '#domain/local-properties.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { toVisibleText } from '#domain/spelling.ts';
import { uiTexts } from '#texts/screens/ui.ts';

/** The properties that people filter by most. They have fixed chips and head the list of properties. */
export const quickProperties: readonly string[] = [
  OWNER_PROPERTY,
  CLIENT_PROPERTY,
  propertyNames.service,
  propertyNames.category,
  BILLABLE_PROPERTY,
];

/** @returns the meaning of yes and no, if the property's name does not make it clear */
export function describeState(propertyName: string): string | undefined {
  const { billable, billed, modified } = uiTexts.filters.states;
  if (propertyName === MODIFIED_PROPERTY) return modified;
  return propertyName === BILLABLE_PROPERTY ? billable : propertyName === BILLED_PROPERTY ? billed : undefined;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** The number of records with the value; undefined if not counted. */
  readonly records: number | undefined;
  /** Other spellings that a filter for this value also finds. */
  readonly others: readonly string[];
}

export interface ChoiceSources {
  /** The values that an enumeration allows. */
  readonly options: readonly string[];
  readonly occurring: readonly {
    readonly value: string;
    readonly records: number;
    readonly others?: readonly string[];
  }[];
  readonly chosen: readonly string[];
  /** The values that were chosen when the list was opened. They stay first, so that a tick moves nothing. */
  readonly first?: readonly string[];
  readonly typed: string;
  readonly nameOf: (value: string) => string | undefined;
  /** Maps values that a filter treats as equal to the same text; without it all values differ. */
  readonly fold?: ((value: string) => string) | undefined;
}

export interface Choices {
  /** The choices that match the typed text, and the chosen ones. */
  readonly choices: readonly Choice[];
  /** The values of the choices that match the typed text. */
  readonly fitting: readonly string[];
  /** The most typed words that any choice has; null if some choice has all of them. */
  readonly fewer: string | null;
}

/** Narrows the list to names and values with the typed words; chosen values always stay in sight. */
export function listChoices({
  options,
  occurring,
  chosen,
  first = chosen,
  typed,
  nameOf,
  fold = (value) => value,
}: ChoiceSources): Choices {
  const occurringByKey = new Map(occurring.map((entry) => [fold(entry.value), entry]));
  const offered = [...occurring.map(({ value }) => value), ...options];
  // Chosen values keep each spelling that the filter has, because that is the one to remove.
  const pinned = [...first, ...chosen.filter((value) => !offered.includes(value))];
  const picked = new Set(pinned.map(fold));
  const all = [...new Set([...pinned, ...offered.filter((value) => !picked.has(fold(value)))])].map((value): Choice => {
    const match = occurringByKey.get(fold(value));
    const others = match ? [match.value, ...(match.others ?? [])].filter((spelling) => spelling !== value) : [];
    return { value, label: nameOf(value) ?? toVisibleText(value), records: match?.records, others };
  });
  const { values: matches, fewer } = findValues(typed, all, ({ value, label, others }) => [label, value, ...others]);
  const fitting = new Set(matches.map(({ value }) => value));
  return {
    choices: all.filter(({ value }) => fitting.has(value) || chosen.includes(value)),
    fitting: [...fitting],
    fewer,
  };
}

/** The effect of a key in the picker's search field: `submit` applies the form, and `nothing` ignores the key. */
export type PickerStep =
  | { readonly kind: 'tick'; readonly value: string }
  | { readonly kind: 'move'; readonly to: string }
  | { readonly kind: 'submit' }
  | { readonly kind: 'nothing' };

/**
 * Enter ticks the marked value, or applies if none is marked and nothing is typed; with Ctrl or Cmd it applies at once. Arrows move the mark.
 * @param marked undefined if no value is marked
 * @returns undefined for any other key
 */
export function choosePickerStep(
  { key, hasModifier }: { readonly key: string; readonly hasModifier: boolean },
  {
    values,
    marked,
    typed,
  }: { readonly values: readonly string[]; readonly marked?: string | undefined; readonly typed: string },
): PickerStep | undefined {
  if (key === 'Enter') {
    if (hasModifier) return { kind: 'submit' };
    if (marked !== undefined) return { kind: 'tick', value: marked };
    return { kind: typed.trim() === '' ? 'submit' : 'nothing' };
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const at = marked === undefined ? -1 : values.indexOf(marked);
  const next = key === 'ArrowDown' ? Math.min(values.length - 1, at + 1) : Math.max(0, at - 1);
  const to = values[next];
  return to === undefined ? { kind: 'nothing' } : { kind: 'move', to };
}
