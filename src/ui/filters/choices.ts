/** Lists the choices of a values picker: first the values that were chosen before, then those that occur, then the possible ones. Pure. */
import { findValues } from '#domain/filter/find-values.ts';
import { BILLABLE_PROPERTY, BILLED_PROPERTY, CLIENT_PROPERTY, MODIFIED_PROPERTY } from '#domain/local-properties.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { toVisibleText } from '#domain/spelling.ts';
import { uiTexts } from '#texts/screens/ui.ts';

/** The properties that people filter by most. They have chips of their own where there is room, and head the list of properties. */
export const quickProperties: readonly string[] = [
  OWNER_PROPERTY,
  CLIENT_PROPERTY,
  propertyNames.service,
  propertyNames.category,
  BILLABLE_PROPERTY,
];

/** @returns what yes and no mean, where the property's name does not say it */
export function stateWords(propertyName: string): string | undefined {
  const { billable, billed, modified } = uiTexts.filters.states;
  if (propertyName === MODIFIED_PROPERTY) return modified;
  return propertyName === BILLABLE_PROPERTY ? billable : propertyName === BILLED_PROPERTY ? billed : undefined;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** How many records have the value; undefined where they are not counted. */
  readonly records: number | undefined;
  /** Other spellings that a filter for this value finds too. */
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
  /** Maps values that a filter treats as equal to one text; without it all values differ. */
  readonly fold?: ((value: string) => string) | undefined;
}

export interface Choices {
  /** The choices that fit what is typed, and the chosen ones. */
  readonly choices: readonly Choice[];
  /** The values of the choices that fit what is typed. */
  readonly fitting: readonly string[];
  /** As many of the typed words as any choice has, where none has all of them. */
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
  const held = new Map(occurring.map((entry) => [fold(entry.value), entry]));
  const offered = [...occurring.map(({ value }) => value), ...options];
  // Chosen values keep each spelling that the filter has, because that is the one to remove.
  const kept = [...first, ...chosen.filter((value) => !offered.includes(value))];
  const picked = new Set(kept.map(fold));
  const all = [...new Set([...kept, ...offered.filter((value) => !picked.has(fold(value)))])].map((value): Choice => {
    const match = held.get(fold(value));
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
 * Enter ticks the marked value, and applies where none is marked and nothing is typed; with Ctrl or Cmd it applies at once. Arrows move the
 * mark.
 * @param marked undefined where no value is marked
 * @returns undefined for any other key
 */
export function choosePickerStep(
  { key, isFar }: { readonly key: string; readonly isFar: boolean },
  {
    values,
    marked,
    typed,
  }: { readonly values: readonly string[]; readonly marked?: string | undefined; readonly typed: string },
): PickerStep | undefined {
  if (key === 'Enter') {
    if (isFar) return { kind: 'submit' };
    if (marked !== undefined) return { kind: 'tick', value: marked };
    return { kind: typed.trim() === '' ? 'submit' : 'nothing' };
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const at = marked === undefined ? -1 : values.indexOf(marked);
  const next = key === 'ArrowDown' ? Math.min(values.length - 1, at + 1) : Math.max(0, at - 1);
  const to = values[next];
  return to === undefined ? { kind: 'nothing' } : { kind: 'move', to };
}
