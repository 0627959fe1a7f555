/**
 * The search over everything: a filter on no property, `search FINDS <words>`, so that it travels wherever a filter does. Each word must
 * begin a word of the record's texts or of the names that the directory has for its person, object and client, or one of its ids. Pure.
 */
import { findClient, createObjectNames, findOwner, type Directory } from '../people/directory.ts';
import { OWNER_PROPERTY, RECORD_ID_PROPERTY } from '../properties.ts';
import { propertyNames } from '../property-names.ts';
import type { TimeLogRecord } from '../record.ts';
import type { Filter, FilterGroups } from './model.ts';
import { foldCase } from './text.ts';

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
  const typed = text
    .split(/\s+/u)
    .map((term) => ({ words: foldSearched(term).match(WORD) ?? [], id: readIdPart(term) }));
  const terms = typed.filter(({ words }) => words.length > 0);
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

/** Tests in memory whether a record has every word: the plain statement of the rule, with which the store must agree. */
export function createSearchTest(text: string, directory: Directory): (record: TimeLogRecord) => boolean {
  const { terms, id } = readSearch(text);
  return (record) => {
    const searched = toSearchText(record) + toNamesSearchText(record, directory);
    const ids = [record.id, ...searchedIds.map((name) => toText(record.values.get(name)) ?? '')].map(foldCase);
    const isId = (part: string | undefined) => part !== undefined && ids.some((id) => id.startsWith(part));
    const hasTerm = (term: SearchTerm) => isId(term.id) || term.words.every((word) => searched.includes(` ${word}`));
    return isId(id) || terms.every(hasTerm);
  };
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
  const value = findSearch(groups);
  if (value === undefined) return groups;
  const rest = groups.map(({ filters }) => ({ filters: filters.filter((filter) => !isSearch(filter)) }));
  // A group without any filter takes every record, whatever the others say.
  return rest.some(({ filters }) => filters.length === 0) ? [] : rest;
}

/** Narrows each group to what is searched for; without words, the groups stay as they are. */
export function applySearch(groups: FilterGroups, text: string): FilterGroups {
  const rest = removeSearch(groups);
  if (listSearchWords(text).length === 0) return rest;
  const search: Filter = { propertyName: SEARCH_PROPERTY, operator: 'FINDS', value: text };
  if (rest.length === 0) return [{ filters: [search] }];
  return rest.map(({ filters }) => ({ filters: [...filters, search] }));
}

/** Finds the stretches of a text that the words match: of each word that begins with one, as many letters as were typed. */
export function findMatches(
  text: string,
  words: readonly string[],
): readonly (readonly [start: number, end: number])[] {
  const stretches: (readonly [number, number])[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const longest = words
      .filter((word) => foldSearched(match[0]).startsWith(word))
      .reduce((most, word) => Math.max(most, word.length), 0);
    if (longest > 0) stretches.push([match.index, match.index + countLetters(match[0], longest)]);
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
