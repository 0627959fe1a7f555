/** The list of a values picker: chosen values first, then those that occur, then possible ones. Pure. */
import { toVisibleText } from '#domain/spelling.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** How many records have it; undefined: not counted. */
  readonly records: number | undefined;
  /** Other spellings that a filter for it finds too. */
  readonly others: readonly string[];
}

export interface ChoiceSources {
  /** Values an enumeration allows. */
  readonly options: readonly string[];
  readonly occurring: readonly {
    readonly value: string;
    readonly records: number;
    readonly others?: readonly string[];
  }[];
  readonly chosen: readonly string[];
  readonly typed: string;
  readonly nameOf: (value: string) => string | undefined;
  /** The class of values that a filter treats as equal; absent: each is its own. */
  readonly fold?: ((value: string) => string) | undefined;
}

/** Typed words narrow by name and by value; chosen values always stay in sight. */
export function listChoices({ options, occurring, chosen, typed, nameOf, fold = same }: ChoiceSources): Choice[] {
  const found = new Map(occurring.map((each) => [fold(each.value), each]));
  // Chosen values keep the spelling they have in the filter, several spellings separately: that is the one to remove.
  const picked = new Set(chosen.map(fold));
  const more = [...occurring.map((each) => each.value), ...options].filter((value) => !picked.has(fold(value)));
  return [...new Set([...chosen, ...more])].flatMap((value) => {
    const own = found.get(fold(value));
    const others = own ? [own.value, ...(own.others ?? [])].filter((each) => each !== value) : [];
    const choice = { value, label: nameOf(value) ?? toVisibleText(value), records: own?.records, others };
    return fits(choice, typed) || chosen.includes(value) ? [choice] : [];
  });
}

const same = (value: string) => value;

export function fits({ value, label, others }: Choice, typed: string): boolean {
  return [label, value, ...others].join('\n').toLowerCase().includes(typed.trim().toLowerCase());
}

/** The effect of a key in the picker's search field. `submit`: the form is applied; `nothing`: the key is ignored. */
export type PickerStep =
  | { readonly kind: 'tick'; readonly value: string }
  | { readonly kind: 'move'; readonly to: string }
  | { readonly kind: 'submit' }
  | { readonly kind: 'nothing' };

/**
 * Enter ticks the marked value, and applies where none is marked and nothing was typed; with Ctrl or Cmd it applies at once. Arrows move
 * the mark.
 * @param marked undefined: none is marked
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
