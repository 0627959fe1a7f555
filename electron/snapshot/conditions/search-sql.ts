/** Compiles the search over everything: each word begins a word of the record, of a name that the directory has for it, or one of its ids. */
import { readSearch, searchedIds, type SearchTerm } from '../../../src/domain/filter/search.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';
import { OWNER_PROPERTY } from '../../../src/domain/properties.ts';
import type { Params } from '../database/parameters.ts';
import { columnSql, ownColumns, searchedColumn } from '../database/schema.ts';

export function searchSql(text: string, params: Params): string {
  const { terms, id } = readSearch(text);
  if (terms.length === 0) return 'false';
  const all = terms.map((term) => termSql(term, params)).join(' AND ');
  return id === undefined ? `(${all})` : `(${idSql(id, params)} OR (${all}))`;
}

function termSql({ words, id }: SearchTerm, params: Params): string {
  const all = words.map((word) => wordSql(params.text(` ${word}`))).join(' AND ');
  return id === undefined ? all : `(${idSql(id, params)} OR (${all}))`;
}

function wordSql(part: string): string {
  const named = (keys: string, table: string) =>
    `(SELECT ${keys} FROM directory.${table} AS named WHERE contains(named.searched, ${part}))`;
  const object = `(${columnSql(propertyNames.objectType)}, ${columnSql(propertyNames.objectId)})`;
  return `(contains(${searchedColumn.sql}, ${part})
    OR ${columnSql(OWNER_PROPERTY)} IN ${named('named.id', 'owners')}
    OR ${object} IN ${named('named.type, named.id', 'objects')})`;
}

function idSql(part: string, params: Params): string {
  const begins = params.text(part);
  // No letter's lower case is a digit: texts are compared as they are, which takes half as long.
  const isNumber = /^\d+$/.test(part);
  const texts = searchedIds.map((name) => (isNumber ? columnSql(name) : `lower(${columnSql(name)})`));
  const conditions = texts.map((sql) => `coalesce(starts_with(${sql}, ${begins}), false)`);
  return `(${[...conditions, ...(isNumber ? ownIdRanges(part) : [])].join(' OR ')})`;
}

/** Of a record's own id, an integer of at most 18 digits: a range for each length. Written as digits, none of which is the caller's text. */
function ownIdRanges(part: string): readonly string[] {
  const first = BigInt(part);
  if (part.length > MOST_DIGITS || String(first) !== part) return [];
  if (first === 0n) return [`${ownColumns.id.sql} = 0`];
  return Array.from({ length: MOST_DIGITS - part.length + 1 }, (_, more) => {
    const step = 10n ** BigInt(more);
    return `${ownColumns.id.sql} BETWEEN ${first * step} AND ${(first + 1n) * step - 1n}`;
  });
}

const MOST_DIGITS = 18;
