/**
 * The search over everything: a filter on no property, `search FINDS <words>`, so that it travels wherever a filter does. Each word must
 * stand in a word of the record's texts or of the names that the directory has for its person, object and client, or begin one of its ids.
 * A word that is in no text and no name is taken for the one word of names that is one letter away from it. Pure.
 */
import { findClient, createObjectNames, findOwner, type Directory } from '../people/directory.ts';
import { OWNER_PROPERTY, RECORD_ID_PROPERTY, propertyNames } from '../properties.ts';
import type { TimeLogRecord } from '../record.ts';
import { addFilters, removeFilters, type Filter, type FilterGroups } from './model.ts';
import { foldCase } from './text.ts';
import { measureDistance } from '../people/nearest-name.ts';

export const SEARCH_PROPERTY = 'search';

/** A search reads these texts of a record. */
export const searchedProperties: readonly string[] = [
  propertyNames.title,
  propertyNames.description,
  propertyNames.category,
  propertyNames.service,
];

/** A search also finds these ids, beside the record's own, by how they begin. */
export const searchedIds: readonly string[] = [RECORD_ID_PROPERTY, propertyNames.objectId];

const BEYOND_ASCII = /[^\0-\x7f]/;
const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** A word before it is folded. */
const WRITTEN = /[\p{L}\p{N}\p{M}]+/gu;
/** These are not letters with an accent, but are typed as the plain letter on keyboards that lack them. */
const typedAs: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
};
const TYPED_OTHERWISE = new RegExp(`[${Object.keys(typedAs).join('')}]`, 'g');

/** Folds case and accents: `Horváth` is `horvath`. */
export function foldSearched(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  const plain = foldCase(text.normalize('NFKD').replace(MARKS, ''));
  return plain.replace(TYPED_OTHERWISE, (letter) => typedAs[letter] ?? letter);
}

/** A term is what stands between two blanks of a search. */
export interface SearchTerm {
  /** All of the words must match; there are none where the term holds neither letter nor digit. */
  readonly words: readonly string[];
  /** An id may begin with this instead, in lower case; undefined where the term is too short for one. */
  readonly id: string | undefined;
}

export interface Search {
  readonly terms: readonly SearchTerm[];
  /** All that was typed, as one id that holds blanks; set only where each term holds a digit. */
  readonly id: string | undefined;
}

export function readSearch(text: string): Search {
  const allTerms = text
    .split(/\s+/u)
    .map((term) => ({ words: foldSearched(term).match(WORD) ?? [], id: readIdPart(term) }));
  const terms = allTerms.filter(({ words }) => words.length > 0);
  const isOneId = terms.length > 1 && terms.every(({ words }) => words.some((word) => /\p{N}/u.test(word)));
  return { terms, id: isOneId ? readIdPart(text) : undefined };
}

/** With fewer characters, the search would match the beginning of every tenth id. */
const LEAST_OF_ID = 3;

/** An id holds a digit; signs that stand around it in a mail are no part of it. */
function readIdPart(text: string): string | undefined {
  const part = foldCase(text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return part.length >= LEAST_OF_ID && /\p{N}/u.test(part) ? part : undefined;
}

/** Lists the words of what was typed, each once. */
export function listSearchWords(text: string): readonly string[] {
  return [...new Set(foldSearched(text).match(WORD) ?? [])];
}

/** Shorter words, and numbers, would be inside of nearly everything: they must begin a word. */
const LEAST_INSIDE = 3;

/** Gives what `joinSearchWords` must contain for the word to be found in it. */
export function toSearchPart(word: string): string {
  return word.length >= LEAST_INSIDE && !/\p{N}/u.test(word) ? word : ` ${word}`;
}

/** One letter of a shorter word makes another word. Letters beyond ASCII would be counted differently by the store. */
const MISSPELT = /^[a-z]{4,}$/;
const PLAIN = /^[a-z]+$/;

export const mayBeMisspelt = (word: string): boolean => MISSPELT.test(word);

/** A shorter word is one letter away from parts of too many others. */
export const LEAST_PART = 5;

/**
 * Tells whether changing, adding, leaving out or swapping one letter turns a word into the other, or a change or swap turns it into a part
 * of the other. Both are folded.
 */
export function isOneLetterAway(word: string, other: string): boolean {
  if (!mayBeMisspelt(word) || !PLAIN.test(other)) return false;
  if (measureDistance(word, other) <= 1) return true;
  const { length } = word;
  const starts = length < LEAST_PART ? 0 : Math.max(0, other.length - length + 1);
  return Array.from({ length: starts }, (_, index) => other.slice(index, index + length)).some(
    (part) => measureDistance(word, part) <= 1,
  );
}

/** Puts each word behind a blank, so that a word begins where a blank and its first letters are. */
export function joinSearchWords(texts: readonly (string | null | undefined)[]): string {
  let searched = '';
  for (const text of texts) {
    if (text === null || text === undefined || text === '') continue;
    for (const word of foldSearched(text).match(WORD) ?? []) searched += ` ${word}`;
  }
  return searched;
}

/** Gives the words of a record as one text, which is stored beside it. */
export function toSearchText({ values }: Pick<TimeLogRecord, 'values'>): string {
  return joinSearchWords(searchedProperties.map((name) => toText(values.get(name))));
}

const toText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/**
 * Tests in memory whether a record has every word: the plain statement of the rule, with which the store must agree.
 * @param isInTexts whether the texts of any record have the word, which only all records can tell
 */
export function createSearchTest(
  text: string,
  directory: Directory,
  isInTexts: (word: string) => boolean = () => true,
): (record: TimeLogRecord) => boolean {
  const { terms, id } = readSearch(text);
  const names = listSearchedNames(directory);
  const isNowhere = (word: string) =>
    mayBeMisspelt(word) && !names.some((name) => name.includes(toSearchPart(word))) && !isInTexts(word);
  const replacements = new Map(
    listSearchWords(text)
      .filter(isNowhere)
      .map((word) => [word, takeWord(word, directory)]),
  );
  return (record) => {
    const namesText = toNamesSearchText(record, directory);
    const searched = toSearchText(record) + namesText;
    const hasWord = (word: string) =>
      searched.includes(toSearchPart(word)) || namesText.split(' ').some((name) => name === replacements.get(word));
    const ids = [record.id, ...searchedIds.map((name) => toText(record.values.get(name)) ?? '')].map(foldCase);
    const isId = (part: string | undefined) => part !== undefined && ids.some((id) => id.startsWith(part));
    const hasTerm = (term: SearchTerm) => isId(term.id) || term.words.every(hasWord);
    return isId(id) || terms.every(hasTerm);
  };
}

/** @returns undefined for several: which of them is meant, only a person can say */
function takeWord(word: string, directory: Directory): string | undefined {
  const [first, ...others] = findNearNames(word, directory).keys();
  return others.length === 0 ? first : undefined;
}

/** @returns the words of names that are one letter away from a word, folded, each as a name writes it */
export function findNearNames(word: string, { owners, objects }: Directory): ReadonlyMap<string, string> {
  const near = new Map<string, string>();
  const names = [
    ...Object.values(owners).map(({ name }) => name),
    ...Object.values(objects).flatMap(({ name, client }) => [name, client ?? '']),
  ];
  for (const name of names) {
    for (const nameWord of joinSearchWords([name]).split(' ')) {
      if (near.has(nameWord) || !isOneLetterAway(word, nameWord)) continue;
      near.set(nameWord, name.match(WRITTEN)?.find((written) => foldSearched(written) === nameWord) ?? nameWord);
    }
  }
  return near;
}

/** Writes another word in each search where a word stands. @param word folded */
export function replaceSearched(groups: FilterGroups, word: string, other: string): FilterGroups {
  const replaceInFilter = (filter: Filter): Filter => {
    if (!isSearch(filter)) return filter;
    const value = (filter.value ?? '').replaceAll(WRITTEN, (writtenWord) =>
      foldSearched(writtenWord) === word ? other : writtenWord,
    );
    return { ...filter, value };
  };
  return groups.map(({ filters }) => ({ filters: filters.map(replaceInFilter) }));
}

function listSearchedNames({ owners, objects }: Directory): readonly string[] {
  return [
    ...Object.values(owners).map(({ name }) => joinSearchWords([name])),
    ...Object.values(objects).map(({ name, client }) => joinSearchWords([name, client])),
  ];
}

function toNamesSearchText({ values }: TimeLogRecord, directory: Directory): string {
  const read = (name: string) => toText(values.get(name));
  const [owner, type, id] = [read(OWNER_PROPERTY), read(propertyNames.objectType), read(propertyNames.objectId)];
  const person = owner === undefined ? undefined : findOwner(directory, owner)?.name;
  const object = id === undefined ? undefined : createObjectNames(directory)(type, id);
  return joinSearchWords([person, object, findClient(directory, type, id)]);
}

export const isSearch = ({ propertyName }: Filter) => propertyName === SEARCH_PROPERTY;

/** Finds the search that all groups share; undefined where no group has one, or where they differ. */
export function findSearch(groups: FilterGroups): string | undefined {
  const [first, ...others] = groups.map(({ filters }) => filters.find(isSearch)?.value);
  return first !== undefined && others.every((value) => value === first) ? first : undefined;
}

/** Removes the search that all groups share. */
export function removeSearch(groups: FilterGroups): FilterGroups {
  return findSearch(groups) === undefined ? groups : removeFilters(groups, isSearch);
}

/** Narrows each group to what is searched for; without words, the groups stay as they are. */
export function applySearch(groups: FilterGroups, text: string): FilterGroups {
  const rest = removeSearch(groups);
  if (listSearchWords(text).length === 0) return rest;
  return addFilters(rest, [{ propertyName: SEARCH_PROPERTY, operator: 'FINDS', value: text }]);
}

/** Finds the stretches of a text that the words match: of each word that has one in it, as many letters as were typed. */
export function findMatches(
  text: string,
  words: readonly string[],
): readonly (readonly [start: number, end: number])[] {
  const stretches: (readonly [number, number])[] = [];
  for (const match of text.matchAll(WRITTEN)) {
    const folded = ` ${foldSearched(match[0])}`;
    const longestWord = words
      .filter((word) => folded.includes(toSearchPart(word)))
      .reduce((most, word) => (word.length > most.length ? word : most), '');
    if (longestWord === '') continue;
    const start = folded.indexOf(longestWord) - 1;
    const end = match.index + countLetters(match[0], start + longestWord.length);
    stretches.push([match.index + countLetters(match[0], start), end]);
  }
  return stretches;
}

/** Counts how many code units of a word fold to so many letters. */
function countLetters(word: string, folded: number): number {
  let end = 0;
  for (const letter of word) {
    if (foldSearched(word.slice(0, end)).length >= folded && !/^\p{M}$/u.test(letter)) break;
    end += letter.length;
  }
  return end;
}
