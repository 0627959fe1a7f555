/** Compiles the search over everything: each word begins a word of the record, of a name that the directory has for it, or one of its ids. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { FilterGroups } from '../../../src/domain/filter/model.ts';
import { isSearch, readSearch, searchedIds, type SearchTerm } from '../../../src/domain/filter/search.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';
import { OWNER_PROPERTY } from '../../../src/domain/properties.ts';
import { readRows } from '../database/connections.ts';
import { Params } from '../database/parameters.ts';
import { columnSql, ownColumns, searchedColumn } from '../database/schema.ts';

/** Where a word, or what an id may begin with, is found at all. */
interface FoundIn {
  readonly owners: boolean;
  readonly objects: boolean;
  /** The id properties, beside the record's own id. */
  readonly ids: readonly string[];
}

/** By word or beginning of an id; what is missing may be anywhere. */
export type SearchPlaces = ReadonlyMap<string, FoundIn>;

const ANYWHERE: FoundIn = { owners: true, objects: true, ids: searchedIds };
const NOTHING_KNOWN: SearchPlaces = new Map();

/**
 * Looks for what a selection searches in names and ids before the records are gone through: each place that has none of it is a look less
 * for every record. Names are few, and of ids the store knows the least and the most in each block. Valid within the transaction.
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
  const asked = [
    ...words.flatMap((word) => {
      const part = params.text(` ${word}`);
      return ['owners', 'objects'].map((table) => `FROM directory.${table} WHERE contains(searched, ${part})`);
    }),
    ...numbers.flatMap((part) => searchedIds.map((name) => `FROM records WHERE ${idBeginsSql(name, part, params)}`)),
  ].map((from) => `EXISTS (SELECT 1 ${from})`);
  const [found = []] = await readRows(connection, `SELECT ${asked.join(', ')}`, params);
  const places = new Map<string, FoundIn>();
  for (const [at, word] of words.entries()) {
    places.set(word, { ...ANYWHERE, owners: found[2 * at] === true, objects: found[2 * at + 1] === true });
  }
  for (const [at, part] of numbers.entries()) {
    const first = 2 * words.length + searchedIds.length * at;
    const ids = searchedIds.filter((_, place) => found[first + place] === true);
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

/** Names come first: a record that is found by one is not looked through. */
function wordSql(part: string, { owners, objects }: FoundIn): string {
  const named = (keys: string, table: string) =>
    `(SELECT ${keys} FROM directory.${table} AS named WHERE contains(named.searched, ${part}))`;
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
  const conditions = [...(isDigits(part) ? ownIdRanges(part) : []), ...texts];
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`;
}

/** No letter's lower case is a digit: digits are compared as they are, by a range that rules out whole blocks of records. */
function idBeginsSql(name: string, part: string, params: Params): string {
  const sql = columnSql(name);
  if (!isDigits(part)) return `starts_with(lower(${sql}), ${params.text(part)})`;
  return `(${sql} >= ${params.text(part)} AND ${sql} < ${params.text(textAfter(part))})`;
}

const isDigits = (part: string) => /^\d+$/.test(part);

/** The least text after all that begin with these digits, as the store orders texts. */
function textAfter(digits: string): string {
  return digits.slice(0, -1) + String.fromCharCode(digits.charCodeAt(digits.length - 1) + 1);
}

/** Of a record's own id, an integer of at most 18 digits: a range for each length. Written as digits, none of which is the caller's text. */
function ownIdRanges(part: string): readonly string[] {
  const first = BigInt(part);
  if (part.length > MOST_DIGITS || String(first) !== part) return [];
  return Array.from({ length: MOST_DIGITS - part.length + 1 }, (_, more) => {
    const step = 10n ** BigInt(more);
    return `${ownColumns.id.sql} BETWEEN ${first * step} AND ${(first + 1n) * step - 1n}`;
  });
}

const MOST_DIGITS = 18;
