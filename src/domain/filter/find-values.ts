/** Finds values and their names by typed words: inside of words, then with one wrong letter; else it says which words find something. Pure. */
import { foldSearched, isOneLetterAway, joinSearchWords, listSearchWords } from './search.ts';

export interface FoundValues<T> {
  readonly found: readonly T[];
  /** Set where all words together find nothing: the most words that find something together. */
  readonly fewer: string | null;
}

/** @param textsOf a value's own texts: its name, itself, its other spellings */
export function findValues<T>(
  searchText: string,
  values: readonly T[],
  textsOf: (value: T) => readonly string[],
): FoundValues<T> {
  const words = listSearchWords(searchText);
  const sign = foldSearched(searchText.trim());
  if (words.length === 0) {
    const includesSign = (value: T) => textsOf(value).some((text) => foldSearched(text).includes(sign));
    return { found: sign === '' ? values : values.filter(includesSign), fewer: null };
  }
  const searched = values.map((value) => ({ value, text: joinSearchWords(textsOf(value)) }));
  const exactMatches = searched.filter(({ text }) => words.every((word) => text.includes(word)));
  if (exactMatches.length > 0) return { found: exactMatches.map(({ value }) => value), fewer: null };
  const masks = searched.map(({ text }) => {
    const valueWords = text.split(' ');
    return words.map((word) => text.includes(word) || valueWords.some((other) => isOneLetterAway(word, other)));
  });
  const nearValues = values.filter((_, index) => masks[index]?.every(Boolean));
  if (nearValues.length > 0) return { found: nearValues, fewer: null };
  const [best] = chooseFewerWords(
    words,
    masks.map((includesSign) => ({ has: includesSign, count: 1 })),
  );
  return { found: [], fewer: best?.words ?? null };
}

/** Which of the words a set of values has, and how many values have exactly these. */
export interface WordsHeld {
  readonly has: readonly boolean[];
  readonly count: number;
}

/** Chooses, of the sets of words that find anything, those with the most words, ordered by how much they find. */
export function chooseFewerWords(
  words: readonly string[],
  wordsHeld: readonly WordsHeld[],
): readonly { readonly words: string; readonly kept: number; readonly count: number }[] {
  const bySet = new Map<string, { kept: number; count: number }>();
  for (const { has, count } of wordsHeld) {
    const set = words.filter((_, index) => has[index]);
    const entry = bySet.get(set.join(' ')) ?? { kept: set.length, count: 0 };
    entry.count += count;
    bySet.set(set.join(' '), entry);
  }
  const most = Math.max(0, ...[...bySet.values()].map(({ kept }) => kept));
  return [...bySet]
    .filter(([, { kept }]) => kept === most && most > 0)
    .map(([set, { kept, count }]) => ({ words: set, kept, count }))
    .toSorted((a, b) => b.count - a.count);
}
