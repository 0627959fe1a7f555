/** The list of a values picker: values chosen before first, then those that occur, then possible ones. Pure. */
import { findValues } from '#domain/filter/find-values.ts';
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
  /** Those chosen when the list was opened: a tick moves nothing. */
  readonly first?: readonly string[];
  readonly typed: string;
  readonly nameOf: (value: string) => string | undefined;
  /** The class of values that a filter treats as equal; absent: each is its own. */
  readonly fold?: ((value: string) => string) | undefined;
}

export interface Choices {
  /** What fits, and what is chosen. */
  readonly shown: readonly Choice[];
  /** The values of those that fit what is typed. */
  readonly fitting: readonly string[];
  /** Where nothing has all typed words: as many of them as something has. */
  readonly fewer: string | null;
}

/** Typed words narrow by name and by value; chosen values always stay in sight. */
export function listChoices({
  options,
  occurring,
  chosen,
  first = chosen,
  typed,
  nameOf,
  fold = same,
}: ChoiceSources): Choices {
  const held = new Map(occurring.map((each) => [fold(each.value), each]));
  const offered = [...occurring.map((each) => each.value), ...options];
  // Chosen values keep the spelling they have in the filter, several spellings separately: that is the one to remove.
  const own = [...first, ...chosen.filter((value) => !offered.includes(value))];
  const picked = new Set(own.map(fold));
  const all = [...new Set([...own, ...offered.filter((value) => !picked.has(fold(value)))])].map((value): Choice => {
    const found = held.get(fold(value));
    const others = found ? [found.value, ...(found.others ?? [])].filter((each) => each !== value) : [];
    return { value, label: nameOf(value) ?? toVisibleText(value), records: found?.records, others };
  });
  const { found, fewer } = findValues(typed, all, ({ value, label, others }) => [label, value, ...others]);
  const fitting = new Set(found.map(({ value }) => value));
  return {
    shown: all.filter(({ value }) => fitting.has(value) || chosen.includes(value)),
    fitting: [...fitting],
    fewer,
  };
}

const same = (value: string) => value;

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
