/**
 * Compiles the search over everything: each word begins a word of the record, a word of a name that the directory has for it, or one of its
 * ids.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { FilterGroups } from '#domain/filter/model.ts';
import { isSearch, readSearch, searchedIds, type SearchTerm } from '#domain/filter/search.ts';
import { propertyNames } from '#domain/property-names.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { readRows } from '../database/connections.ts';
import { Params } from '../database/parameters.ts';
import { columnSql, recordColumns, searchedColumn } from '../database/schema.ts';

/** Says where a word, or the beginning of an id, is found at all. */
interface SearchPlace {
  readonly owners: boolean;
  readonly objects: boolean;
  /** The id properties, without the record's own id. */
  readonly ids: readonly string[];
}

/** Places by word or beginning of an id. What is missing may be anywhere. */
export type SearchPlaces = ReadonlyMap<string, SearchPlace>;

const ANYWHERE: SearchPlace = { owners: true, objects: true, ids: searchedIds };
const NOTHING_KNOWN: SearchPlaces = new Map();

/**
 * Searches names and ids before the records are read: each place without a match saves a look at every record. Names are few, and for ids
 * the store knows the least and the most in each block. The result is valid within the transaction.
 */
export async function findSearchPlaces(connection: DuckDBConnection, groups: FilterGroups): Promise<SearchPlaces> {
  const searches = groups.flatMap(({ filters }) =>
    filters.filter(isSearch).map(({ value }) => readSearch(value ?? '')),
  );
  const words = [...new Set(searches.flatMap(({ terms }) => terms.flatMap((term) => term.words)))];
  const parts = searches.flatMap(({ terms, id }) => [id, ...terms.map((term) => term.id)]);
  const numbers = [...new Set(parts.flatMap((part) => (part !== undefined && isDigits(part) ? [part] : [])))];
  if (words.length === 0) return NOTHING_KNOWN;
  const params = new Params();
  const lookups = [
    ...words.flatMap((word) => {
      const part = params.text(` ${word}`);
      return ['owners', 'objects'].map((table) => `FROM directory_${table} WHERE contains(searched, ${part})`);
    }),
    ...numbers.flatMap((part) => searchedIds.map((name) => `FROM records WHERE ${idBeginsSql(name, part, params)}`)),
  ].map((from) => `EXISTS (SELECT 1 ${from})`);
  const [exists = []] = await readRows(connection, `SELECT ${lookups.join(', ')}`, params);
  const places = new Map<string, SearchPlace>();
  for (const [at, word] of words.entries()) {
    places.set(word, { ...ANYWHERE, owners: exists[2 * at] === true, objects: exists[2 * at + 1] === true });
  }
  for (const [at, part] of numbers.entries()) {
    const first = 2 * words.length + searchedIds.length * at;
    const ids = searchedIds.filter((_, place) => exists[first + place] === true);
    places.set(part, { ...(places.get(part) ?? ANYWHERE), ids });
  }
  return places;
}

export function searchSql(text: string, params: Params, places: SearchPlaces = NOTHING_KNOWN): string {
  const { terms, id } = readSearch(text);
  if (terms.length === 0) return 'false';
  const all = terms.map((term) => termSql(term, params, places)).join(' AND ');
  return id === undefined ? `(${all})` : `(${idSql(id, params, places)} OR (${all}))`;
}

function termSql({ words, id }: SearchTerm, params: Params, places: SearchPlaces): string {
  const all = words.map((word) => wordSql(params.text(` ${word}`), places.get(word) ?? ANYWHERE)).join(' AND ');
  return id === undefined ? all : `(${idSql(id, params, places)} OR (${all}))`;
}

/** Names come first, because a record that is found by one need not be searched. */
function wordSql(part: string, { owners, objects }: SearchPlace): string {
  const named = (keys: string, table: string) =>
    `(SELECT ${keys} FROM directory_${table} AS named WHERE contains(named.searched, ${part}))`;
  const object = `(${columnSql(propertyNames.objectType)}, ${columnSql(propertyNames.objectId)})`;
  const conditions = [
    ...(objects ? [`${object} IN ${named('named.type, named.id', 'objects')}`] : []),
    ...(owners ? [`${columnSql(OWNER_PROPERTY)} IN ${named('named.id', 'owners')}`] : []),
    `contains(${searchedColumn.sql}, ${part})`,
  ];
  return `(${conditions.join(' OR ')})`;
}

function idSql(part: string, params: Params, places: SearchPlaces): string {
  const { ids } = places.get(part) ?? ANYWHERE;
  const texts = ids.map((name) => `coalesce(${idBeginsSql(name, part, params)}, false)`);
  const conditions = [...(isDigits(part) ? listIdRanges(part) : []), ...texts];
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`;
}

/** No letter's lower case is a digit, so digits are compared as they are, by a range that rules out whole blocks of records. */
function idBeginsSql(name: string, part: string, params: Params): string {
  const sql = columnSql(name);
  if (!isDigits(part)) return `starts_with(lower(${sql}), ${params.text(part)})`;
  return `(${sql} >= ${params.text(part)} AND ${sql} < ${params.text(nextText(part))})`;
}

const isDigits = (part: string) => /^\d+$/.test(part);

/** Returns the least text after all that begin with these digits, in the store's order. */
function nextText(digits: string): string {
  return digits.slice(0, -1) + String.fromCharCode(digits.charCodeAt(digits.length - 1) + 1);
}

/**
 * Compiles a range of the record's own id, an integer of at most 18 digits, for each length. It is written as digits, none of which is the
 * caller's text.
 */
function listIdRanges(part: string): readonly string[] {
  const first = BigInt(part);
  if (part.length > MOST_DIGITS || String(first) !== part) return [];
  return Array.from({ length: MOST_DIGITS - part.length + 1 }, (_, more) => {
    const step = 10n ** BigInt(more);
    return `${recordColumns.id.sql} BETWEEN ${first * step} AND ${(first + 1n) * step - 1n}`;
  });
}

const MOST_DIGITS = 18;
