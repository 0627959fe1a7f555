/** Finds values and their names by typed words: inside of words, then with one wrong letter; else it says which words find something. Pure. */
import { foldSearched, isOneLetterAway, joinSearchWords, listSearchWords } from './search.ts';

export interface FoundValues<T> {
  readonly found: readonly T[];
  /** Where all of the words find nothing: as many of them as find something together. */
  readonly fewer: string | null;
}

/** @param textsOf a value's own texts: its name, itself, its other spellings */
export function findValues<T>(
  typed: string,
  values: readonly T[],
  textsOf: (value: T) => readonly string[],
): FoundValues<T> {
  const words = listSearchWords(typed);
  const sign = foldSearched(typed.trim());
  if (words.length === 0) {
    const has = (value: T) => textsOf(value).some((text) => foldSearched(text).includes(sign));
    return { found: sign === '' ? values : values.filter(has), fewer: null };
  }
  const searched = values.map((value) => ({ value, text: joinSearchWords(textsOf(value)) }));
  const exact = searched.filter(({ text }) => words.every((word) => text.includes(word)));
  if (exact.length > 0) return { found: exact.map(({ value }) => value), fewer: null };
  const masks = searched.map(({ text }) => {
    const own = text.split(' ');
    return words.map((word) => text.includes(word) || own.some((other) => isOneLetterAway(word, other)));
  });
  const near = values.filter((_, at) => masks[at]?.every(Boolean));
  if (near.length > 0) return { found: near, fewer: null };
  const [best] = chooseFewerWords(
    words,
    masks.map((has) => ({ has, count: 1 })),
  );
  return { found: [], fewer: best?.words ?? null };
}

/** Which of the words something has, and how many have just these. */
export interface WordsHeld {
  readonly has: readonly boolean[];
  readonly count: number;
}

/** Of the sets of words that find anything, those with the most words, by how much they find. Without one that is found, none. */
export function chooseFewerWords(
  words: readonly string[],
  held: readonly WordsHeld[],
): readonly { readonly words: string; readonly kept: number; readonly count: number }[] {
  const bySet = new Map<string, { kept: number; count: number }>();
  for (const { has, count } of held) {
    const set = words.filter((_, at) => has[at]);
    const own = bySet.get(set.join(' ')) ?? { kept: set.length, count: 0 };
    own.count += count;
    bySet.set(set.join(' '), own);
  }
  const most = Math.max(0, ...[...bySet.values()].map(({ kept }) => kept));
  return [...bySet]
    .filter(([, { kept }]) => kept === most && most > 0)
    .map(([set, { kept, count }]) => ({ words: set, kept, count }))
    .toSorted((a, b) => b.count - a.count);
}
