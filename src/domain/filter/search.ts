/**
 * The full-text search: a filter without a property, `search FINDS <words>`, so that it works wherever filters do. Each word must occur in
 * the record's texts, in the directory's names for its person, object and client, or at the start of one of its ids. A word that occurs in no
 * text and no name is read as the one word of names that differs by one letter. Pure.
 */
import { findClient, createObjectNames, findOwner, type Directory } from '../people/directory.ts';
import { OWNER_PROPERTY, RECORD_ID_PROPERTY, propertyNames } from '../properties.ts';
import type { TimeLogRecord } from '../record.ts';
import { addFilters, removeFilters, type Filter, type FilterGroups } from './model.ts';
import { foldCase } from './text.ts';
import { measureDistance } from '../people/nearest-name.ts';

export const SEARCH_PROPERTY = 'search';

export const searchedProperties: readonly string[] = [
  propertyNames.title,
  propertyNames.description,
  propertyNames.category,
  propertyNames.service,
];

/** Ids that a search finds by their beginning, in addition to the record's id. */
export const searchedIds: readonly string[] = [RECORD_ID_PROPERTY, propertyNames.objectId];

const BEYOND_ASCII = /[^\0-\x7f]/;
const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** A word before folding. */
const WRITTEN = /[\p{L}\p{N}\p{M}]+/gu;
/** Letters without an accent that are typed as plain letters on keyboards that lack them. */
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

/** A part of a search between two blanks. */
export interface SearchTerm {
  /** The words that must all match; empty if the term has neither letters nor digits. */
  readonly words: readonly string[];
  /** A lower-case prefix that an id may have instead; undefined if the term is too short. */
  readonly id: string | undefined;
}

export interface Search {
  readonly terms: readonly SearchTerm[];
  /** The whole search as an id with blanks; set only if each term has a digit. */
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

/** The minimum length, because shorter prefixes would match too many ids. */
const MIN_ID_CHARACTERS = 3;

/** Reads a prefix of an id, which must have a digit, without surrounding punctuation. */
function readIdPart(text: string): string | undefined {
  const part = foldCase(text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return part.length >= MIN_ID_CHARACTERS && /\p{N}/u.test(part) ? part : undefined;
}

export function listSearchWords(text: string): readonly string[] {
  return [...new Set(foldSearched(text).match(WORD) ?? [])];
}

/** Shorter words and numbers would occur within too many words, so they must start a word. */
const MIN_INNER_LETTERS = 3;

/** Returns the part that the result of `joinSearchWords` must contain to match the word. */
export function toSearchPart(word: string): string {
  return word.length >= MIN_INNER_LETTERS && !/\p{N}/u.test(word) ? word : ` ${word}`;
}

/** A shorter word with one letter changed is often a different word. Letters beyond ASCII would be counted differently by the store. */
const MISSPELT = /^[a-z]{4,}$/;
const PLAIN = /^[a-z]+$/;

export const couldBeMisspelt = (word: string): boolean => MISSPELT.test(word);

/** Shorter words are similar to parts of too many others. */
export const MIN_PART = 5;

/**
 * Returns whether changing, adding, removing or swapping one letter turns a word into the other, or changing or swapping one turns it into a
 * part of the other. Both words are folded.
 */
export function isOneLetterAway(word: string, other: string): boolean {
  if (!couldBeMisspelt(word) || !PLAIN.test(other)) return false;
  if (measureDistance(word, other) <= 1) return true;
  const { length } = word;
  const starts = length < MIN_PART ? 0 : Math.max(0, other.length - length + 1);
  return Array.from({ length: starts }, (_, index) => other.slice(index, index + length)).some(
    (part) => measureDistance(word, part) <= 1,
  );
}

/** Joins words with a blank before each, so that the beginning of a word can be searched for. */
export function joinSearchWords(texts: readonly (string | null | undefined)[]): string {
  let searched = '';
  for (const text of texts) {
    if (text === null || text === undefined || text === '') continue;
    for (const word of foldSearched(text).match(WORD) ?? []) searched += ` ${word}`;
  }
  return searched;
}

/** Joins the words of a record to the text that is stored with it. */
export function toSearchText({ values }: Pick<TimeLogRecord, 'values'>): string {
  return joinSearchWords(searchedProperties.map((name) => toText(values.get(name))));
}

const toText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/**
 * Creates a test in memory whether a record has every word. This is the reference implementation, with which the store must agree.
 * @param isInTexts returns whether the texts of any record contain the word
 */
export function createSearchTest(
  text: string,
  directory: Directory,
  isInTexts: (word: string) => boolean = () => true,
): (record: TimeLogRecord) => boolean {
  const { terms, id } = readSearch(text);
  const names = listSearchedNames(directory);
  const isUnknown = (word: string) =>
    couldBeMisspelt(word) && !names.some((name) => name.includes(toSearchPart(word))) && !isInTexts(word);
  const replacements = new Map(
    listSearchWords(text)
      .filter(isUnknown)
      .map((word) => [word, findSimilarWord(word, directory)]),
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

/** @returns undefined if several names are similar, because only the user knows which is meant */
function findSimilarWord(word: string, directory: Directory): string | undefined {
  const [first, ...others] = findNearNames(word, directory).keys();
  return others.length === 0 ? first : undefined;
}

/** @returns the folded words of names that differ by one letter from a word, each with its spelling in a name */
export function findNearNames(word: string, { owners, objects }: Directory): ReadonlyMap<string, string> {
  const near = new Map<string, string>();
  const names = [
    ...Object.values(owners).map(({ name }) => name),
    ...Object.values(objects).flatMap(({ name, client }) => [name, client ?? '']),
  ];
  for (const name of names) {
    for (const nameWord of joinSearchWords([name]).split(' ')) {
      if (near.has(nameWord) || !isOneLetterAway(word, nameWord)) continue;
      near.set(nameWord, name.match(WRITTEN)?.find((spelling) => foldSearched(spelling) === nameWord) ?? nameWord);
    }
  }
  return near;
}

/** Replaces a word in each search. @param word folded */
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

/** Finds the search that all groups share; undefined if there is none or they differ. */
export function findSearch(groups: FilterGroups): string | undefined {
  const [first, ...others] = groups.map(({ filters }) => filters.find(isSearch)?.value);
  return first !== undefined && others.every((value) => value === first) ? first : undefined;
}

/** Removes the search that all groups share. */
export function removeSearch(groups: FilterGroups): FilterGroups {
  return findSearch(groups) === undefined ? groups : removeFilters(groups, isSearch);
}

/** Sets the search of each group; without words, it is removed. */
export function applySearch(groups: FilterGroups, text: string): FilterGroups {
  const rest = removeSearch(groups);
  if (listSearchWords(text).length === 0) return rest;
  return addFilters(rest, [{ propertyName: SEARCH_PROPERTY, operator: 'FINDS', value: text }]);
}

/** Finds the ranges of a text that the words match; in each matching word, as many letters as were typed. */
export function findMatches(
  text: string,
  words: readonly string[],
): readonly (readonly [start: number, end: number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (const match of text.matchAll(WRITTEN)) {
    const folded = ` ${foldSearched(match[0])}`;
    const longestWord = words
      .filter((word) => folded.includes(toSearchPart(word)))
      .reduce((longest, word) => (word.length > longest.length ? word : longest), '');
    if (longestWord === '') continue;
    const start = folded.indexOf(longestWord) - 1;
    const end = match.index + countLetters(match[0], start + longestWord.length);
    ranges.push([match.index + countLetters(match[0], start), end]);
  }
  return ranges;
}

/** Counts the code units of a word that fold to the given number of letters. */
function countLetters(word: string, folded: number): number {
  let end = 0;
  for (const letter of word) {
    if (foldSearched(word.slice(0, end)).length >= folded && !/^\p{M}$/u.test(letter)) break;
    end += letter.length;
  }
  return end;
}
