/**
 * Finds values and their names by typed words: first within words, then with one wrong letter. If nothing is found, returns the words that
 * find something. Pure.
 */
import { foldSearched, isOneLetterAway, joinSearchWords, listSearchWords } from './search.ts';
import { parseObjectKey, type Directory } from '../people/directory.ts';
import { requireFilterable } from '../local-properties.ts';
import { findNearestName } from '../people/nearest-name.ts';
import { OWNER_PROPERTY, propertyNames } from '../properties.ts';
import type { Filter, FilterGroups } from './model.ts';

/**
 * @param readTexts the texts of a value: its name, itself and its other spellings
 * @returns `fewer`: if all words together find nothing, the largest set of words that does; otherwise null
 */
export function findValues<T>(
  searchText: string,
  values: readonly T[],
  readTexts: (value: T) => readonly string[],
): { readonly values: readonly T[]; readonly fewer: string | null } {
  const words = listSearchWords(searchText);
  const punctuation = foldSearched(searchText.trim());
  if (words.length === 0) {
    const isMatch = (value: T) => readTexts(value).some((text) => foldSearched(text).includes(punctuation));
    return { values: punctuation === '' ? values : values.filter(isMatch), fewer: null };
  }
  const searched = values.map((value) => ({ value, text: joinSearchWords(readTexts(value)) }));
  const exactMatches = searched.filter(({ text }) => words.every((word) => text.includes(word)));
  if (exactMatches.length > 0) return { values: exactMatches.map(({ value }) => value), fewer: null };
  const masks = searched.map(({ text }) => {
    const valueWords = text.split(' ');
    return words.map((word) => text.includes(word) || valueWords.some((other) => isOneLetterAway(word, other)));
  });
  const nearValues = values.filter((_, index) => masks[index]?.every(Boolean));
  if (nearValues.length > 0) return { values: nearValues, fewer: null };
  const [best] = chooseFewerWords(
    words,
    masks.map((mask) => ({ has: mask, count: 1 })),
  );
  return { values: [], fewer: best?.words ?? null };
}

/** Which of the words values have, and how many values have exactly these. */
export interface WordMatches {
  readonly has: readonly boolean[];
  readonly count: number;
}

/** Chooses the largest sets of words that find something, ordered by how much they find. */
export function chooseFewerWords(
  words: readonly string[],
  wordMatches: readonly WordMatches[],
): readonly { readonly words: string; readonly kept: number; readonly count: number }[] {
  const bySet = new Map<string, { kept: number; count: number }>();
  for (const { has, count } of wordMatches) {
    const set = words.filter((_, index) => has[index]);
    const entry = bySet.get(set.join(' ')) ?? { kept: set.length, count: 0 };
    entry.count += count;
    bySet.set(set.join(' '), entry);
  }
  const maxCount = Math.max(0, ...[...bySet.values()].map(({ kept }) => kept));
  return [...bySet]
    .filter(([, { kept }]) => kept === maxCount && maxCount > 0)
    .map(([set, { kept, count }]) => ({ words: set, kept, count }))
    .toSorted((a, b) => b.count - a.count);
}

// Lists the values that a filter names, and suggests a similar value for an unknown one.

const byName: readonly Filter['operator'][] = ['EQ', 'NEQ', 'IN', 'NOT_IN'];

/** Lists the distinct values of texts and enumerations that a filter names, by property. @param groups checked */
export function listFilterValues(groups: FilterGroups): Map<string, string[]> {
  const valuesByProperty = new Map<string, Set<string>>();
  for (const { propertyName, operator, value, values } of groups.flatMap(({ filters }) => filters)) {
    if (!byName.includes(operator)) continue;
    const { type } = requireFilterable(propertyName);
    if (type !== 'string' && type !== 'enumeration') continue;
    const propertyValues = valuesByProperty.get(propertyName) ?? new Set();
    for (const text of values ?? [value ?? '']) propertyValues.add(text);
    valuesByProperty.set(propertyName, propertyValues);
  }
  return new Map([...valuesByProperty].map(([name, values]) => [name, [...values]]));
}

/** A value, with a name if that differs from the value. */
export interface NamedValue {
  readonly value: string;
  readonly name?: string | null;
}

/**
 * Finds the value most similar to an unknown one, or the id of a person or object with a similar name. Numbers are ids, whose differences are
 * not typing errors.
 * @param knownValues values that records have
 */
export function findNearValue(
  propertyName: string,
  unknownValue: string,
  knownValues: readonly string[],
  directory: Directory,
): { readonly value: string; readonly name: string | null } | null {
  if (/^\d+$/.test(unknownValue)) return null;
  const namedValues = listNames(propertyName, directory).filter(({ value }) => knownValues.includes(value));
  const name = findNearestName(unknownValue, [...namedValues.map((namedValue) => namedValue.name), ...knownValues]);
  if (name === undefined) return null;
  const match = namedValues.find((namedValue) => namedValue.name === name);
  return match ?? { value: name, name: null };
}

function listNames(propertyName: string, { owners, objects }: Directory): { value: string; name: string }[] {
  if (propertyName === OWNER_PROPERTY) return Object.entries(owners).map(([value, { name }]) => ({ value, name }));
  if (propertyName !== propertyNames.objectId) return [];
  return Object.entries(objects).map(([key, { name }]) => ({ value: parseObjectKey(key).id, name }));
}
