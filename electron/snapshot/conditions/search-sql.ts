/**
 * Compiles the search over everything. A record is found when each searched word is part of a word of the record or of a name that the
 * directory has for it, or begins one of its ids. A word that occurs nowhere counts as misspelt and also matches the name word that is one
 * letter away, if there is only one.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { FilterGroups } from '#domain/filter/model.ts';
import {
  isSearch,
  MIN_PART,
  couldBeMisspelt,
  readSearch,
  searchedIds,
  toSearchPart,
  type SearchTerm,
} from '#domain/filter/search.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { readRows } from '../database/connections.ts';
import { Params } from '../database/parameters.ts';
import { columnSql, recordColumns, searchedColumn } from '../database/schema.ts';

/** Where a word, or the beginning of an id, occurs at all. */
interface SearchScope {
  readonly owners: boolean;
  readonly objects: boolean;
  /** True if any record's texts contain it; undefined if that does not matter and was not looked up. */
  readonly texts?: boolean | undefined;
  /** The id properties, without the record's own id. */
  readonly ids: readonly string[];
}

/** Scopes by word or beginning of an id. A word that is missing here may occur anywhere. */
export type SearchScopes = ReadonlyMap<string, SearchScope>;

const ANYWHERE: SearchScope = { owners: true, objects: true, ids: searchedIds };
const NOTHING_KNOWN: SearchScopes = new Map();

/**
 * Searches names and ids before the records are read, because each scope without a match saves searching every record. Names are few, and
 * for ids the store knows the least and the greatest in each block. The result is valid within the transaction.
 */
export async function findSearchScopes(connection: DuckDBConnection, groups: FilterGroups): Promise<SearchScopes> {
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
      const part = params.text(toSearchPart(word));
      return tables.map((table) => `FROM ${table} WHERE contains(searched, ${part})`);
    }),
    ...numbers.flatMap((part) => searchedIds.map((name) => `FROM records WHERE ${idBeginsSql(name, part, params)}`)),
  ].map((from) => `EXISTS (SELECT 1 ${from})`);
  const [exists = []] = await readRows(connection, `SELECT ${lookups.join(', ')}`, params);
  const scopes = new Map<string, SearchScope>();
  for (const [at, word] of words.entries()) {
    const [owners, objects] = [exists[2 * at] === true, exists[2 * at + 1] === true];
    const isInName = owners || objects;
    const texts = isInName || !couldBeMisspelt(word) ? undefined : await isInTexts(connection, word);
    scopes.set(word, { ...ANYWHERE, owners, objects, ...(texts !== undefined && { texts }) });
  }
  for (const [at, part] of numbers.entries()) {
    const first = 2 * words.length + searchedIds.length * at;
    const ids = searchedIds.filter((_, index) => exists[first + index] === true);
    scopes.set(part, { ...(scopes.get(part) ?? ANYWHERE), ids });
  }
  return scopes;
}

/** @returns the words of the searches that occur in no record and no name, which may be misspelt */
export async function findMisspeltWords(connection: DuckDBConnection, groups: FilterGroups): Promise<string[]> {
  const scopes = await findSearchScopes(connection, groups);
  return [...scopes].filter(([, { texts }]) => texts === false).map(([word]) => word);
}

const tables = ['directory_owners', 'directory_objects'] as const;

async function isInTexts(connection: DuckDBConnection, word: string): Promise<boolean> {
  const params = new Params();
  const [row] = await readRows(connection, `SELECT EXISTS (${textsSql(params.text(word))})`, params);
  return row?.[0] === true;
}

const textsSql = (part: string) =>
  `SELECT 1 FROM records WHERE NOT archived AND contains(${searchedColumn.sql}, ${part})`;

export function searchSql(text: string, params: Params, scopes: SearchScopes = NOTHING_KNOWN): string {
  const { terms, id } = readSearch(text);
  if (terms.length === 0) return 'false';
  const all = terms.map((term) => termSql(term, params, scopes)).join(' AND ');
  return id === undefined ? `(${all})` : `(${idSql(id, params, scopes)} OR (${all}))`;
}

/** Compiles each term of a search separately, with its text as it was typed. */
export function listTermsSql(
  text: string,
  params: Params,
  scopes: SearchScopes,
): readonly { readonly text: string; readonly sql: string }[] {
  return text.split(/\s+/u).flatMap((typed) => {
    const [term] = readSearch(typed).terms;
    return term ? [{ text: typed, sql: termSql(term, params, scopes) }] : [];
  });
}

function termSql({ words, id }: SearchTerm, params: Params, scopes: SearchScopes): string {
  const all = words.map((word) => wordSql(word, params, scopes.get(word))).join(' AND ');
  return id === undefined ? all : `(${idSql(id, params, scopes)} OR (${all}))`;
}

/** Names come first, because the texts of a record that is found by a name need not be searched. */
function wordSql(word: string, params: Params, scope: SearchScope | undefined): string {
  const { owners, objects } = scope ?? ANYWHERE;
  const part = params.text(toSearchPart(word));
  const has = (searched: string) => `contains(${searched}, ${part})`;
  const conditions = [
    ...(objects ? [objectSql(has('named.searched'))] : []),
    ...(owners ? [ownerSql(has('named.searched'))] : []),
    has(searchedColumn.sql),
    ...(couldBeMisspelt(word) ? nearSql(word, part, params, scope) : []),
  ];
  return `(${conditions.join(' OR ')})`;
}

const objectSql = (condition: string) =>
  `(${columnSql(propertyNames.objectType)}, ${columnSql(propertyNames.objectId)})
    IN (SELECT named.type, named.id FROM directory_objects AS named WHERE ${condition})`;
const ownerSql = (condition: string) =>
  `${columnSql(OWNER_PROPERTY)} IN (SELECT named.id FROM directory_owners AS named WHERE ${condition})`;

/**
 * Compiles the match of a word that occurs nowhere with the only name word that is one letter away. If the word's scope is unknown, the
 * statement itself looks up whether the word occurs.
 */
function nearSql(word: string, part: string, params: Params, scope: SearchScope | undefined): readonly string[] {
  if (scope && scope.texts !== false) return [];
  const { length } = word;
  const typed = params.text(word);
  const isOneLetterAway = (sql: string) => `damerau_levenshtein(${sql}, ${typed}) <= 1`;
  const parts = `list_transform(range(1, len(name_word) - ${length - 2}), lambda start: ${isOneLetterAway(`substr(name_word, start, ${length})`)})`;
  const isInside = length < MIN_PART ? 'false' : `list_contains(${parts}, true)`;
  const names = tables.map((table) => `SELECT unnest(string_split(searched, ' ')) AS name_word FROM ${table}`);
  const intendedWord = `(SELECT CASE WHEN count(DISTINCT name_word) = 1 THEN any_value(name_word) END FROM (${names.join(' UNION ALL ')})
    WHERE regexp_full_match(name_word, '[a-z]+') AND (${isOneLetterAway('name_word')} OR ${isInside}))`;
  const isIntended = `list_contains(string_split(named.searched, ' '), ${intendedWord})`;
  const near = `(${objectSql(isIntended)} OR ${ownerSql(isIntended)})`;
  if (scope) return [near];
  const somewhere = [
    textsSql(part),
    ...tables.map((table) => `SELECT 1 FROM ${table} WHERE contains(searched, ${part})`),
  ];
  return [`(${somewhere.map((sql) => `NOT EXISTS (${sql})`).join(' AND ')} AND ${near})`];
}

function idSql(part: string, params: Params, scopes: SearchScopes): string {
  const { ids } = scopes.get(part) ?? ANYWHERE;
  const texts = ids.map((name) => `coalesce(${idBeginsSql(name, part, params)}, false)`);
  const conditions = [...(isDigits(part) ? listIdRanges(part) : []), ...texts];
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`;
}

/** Compares digits as they are, because no letter's lower case is a digit, and by a range, which excludes entire blocks of records. */
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
 * Compiles a range of the record's id, an integer of at most 18 digits, for each length. The bounds are written as digits, never as the
 * caller's text.
 */
function listIdRanges(part: string): readonly string[] {
  const first = BigInt(part);
  if (part.length > MAX_DIGITS || String(first) !== part) return [];
  return Array.from({ length: MAX_DIGITS - part.length + 1 }, (_, more) => {
    const step = 10n ** BigInt(more);
    return `${recordColumns.id.sql} BETWEEN ${first * step} AND ${(first + 1n) * step - 1n}`;
  });
}

const MAX_DIGITS = 18;
