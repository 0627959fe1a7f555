/**
 * Recognises the columns of a list by their headers, by the ids in the records, and by manual choice. Anything uncertain is reported as a
 * doubt. Pure.
 */
import { namesTableTexts as texts } from '#texts/names-table.ts';
import type { TableLine } from '../csv.ts';
import { parseObjectKey, type Directory } from './directory.ts';
import {
  isKnownHeader,
  isLastNameHeader,
  rankHeader,
  readIdKind,
  readKind,
  findNamedKind,
  readOwnKind,
  toHeader,
  type ListField,
} from './list-heads.ts';
import type { NamedId } from './names-table.ts';
import { PERSON } from '../properties.ts';

/** The field of each column; undefined if it is not read. */
export type ColumnChoice = readonly (ListField | undefined)[];

export interface TableReading {
  readonly columns: ColumnChoice;
  /** The index of the header row, below any title; −1 if there is none. */
  readonly headerIndex: number;
  /** Sentence fragments about what the user has to confirm before the list is saved. */
  readonly doubts: readonly string[];
}

interface Column {
  readonly index: number;
  readonly head: string;
  /** The column's name in sentences. */
  readonly title: string;
  readonly filled: number;
  /** How many cells are known ids, and how many of these ids are distinct. */
  readonly known: number;
  readonly ids: number;
  /** Whether the known ids are those of people. */
  readonly isPeople: boolean;
  readonly isWords: boolean;
  readonly isDistinct: boolean;
}

/** The header row is among the first lines, and this many lines are enough to recognise a column. */
const SAMPLED_LINES = 200;
export const HEADER_SEARCH_LINES = 15;

export interface ColumnAnswers {
  /** Manually chosen fields by column; undefined for a column that is not read. */
  readonly byHand?: ReadonlyMap<number, ListField | undefined> | undefined;
  readonly headerIndex?: number | undefined;
  readonly kind?: string | undefined;
}

export function guessColumns(
  lines: readonly TableLine[],
  known: KnownIds,
  { byHand = new Map(), headerIndex = findHeader(lines, known), kind }: ColumnAnswers = {},
): TableReading {
  const body = lines.slice(headerIndex + 1);
  const allColumns = describeColumns(lines, headerIndex, known, kind);
  const fields = new Map(byHand);
  const doubts: string[] = [];
  const choose = (field: ListField, column: Column | undefined) => column && fields.set(column.index, field);
  const findColumn = (field: ListField) => allColumns.find(({ index }) => fields.get(index) === field);
  const listFree = () => allColumns.filter(({ index }) => !fields.has(index));

  if (!findColumn('kind'))
    choose(
      'kind',
      listFree().find((column) => isKindColumn(column, body)),
    );
  if (!findColumn('id')) {
    const { column, doubt } = findIds(listFree(), kind, findColumn('kind') !== undefined);
    choose('id', column);
    if (doubt !== undefined) doubts.push(doubt);
  }
  const kinds = kind === undefined ? listKinds(body, findColumn('id'), findColumn('kind'), known) : new Set([kind]);
  for (const field of listFields(kinds)) {
    if (findColumn(field) || (field === 'hours_from' && !findColumn('weekly_hours'))) continue;
    const ranked = listFree()
      .flatMap((column) => {
        const rank = rankHeader(field, column.head, kinds);
        return rank === undefined ? [] : [{ column, rank }];
      })
      .toSorted((a, b) => a.rank - b.rank);
    const equalColumns = ranked.filter(({ rank }) => rank === ranked[0]?.rank);
    if (equalColumns.length > 1)
      doubts.push(
        texts.columnTwice(
          equalColumns.map(({ column }) => column.title),
          field,
        ),
      );
    choose(field, ranked[0]?.column);
  }
  joinNames(fields, findColumn);
  // A `from` column without an end belongs to the hours; as the person's first active day, it would discard all earlier hours.
  const from = findColumn('active_from');
  if (from?.head === 'from' && !byHand.has(from.index) && findColumn('weekly_hours'))
    if (!findColumn('hours_from') && !findColumn('active_to')) fields.set(from.index, 'hours_from');
  const isNamed = [...fields.values()].some((field) => field === 'name' || field === 'last_name');
  if (!isNamed && ![...byHand.values()].includes('first_name')) {
    const words = listFree().filter(({ isWords }) => isWords);
    const [onlyColumn, ...others] = words.length > 1 ? words.filter(({ isDistinct }) => isDistinct) : words;
    const hasNoHeaders = allColumns.every(({ head }) => head === '');
    const isClear = onlyColumn !== undefined && others.length === 0;
    if (isClear && (hasNoHeaders || !isKnownHeader(findColumn('id')?.head ?? ''))) choose('name', onlyColumn);
    if ((words.length > 0 || fields.size < 2) && !(isClear && hasNoHeaders))
      doubts.push(texts.noNames(words.map(({ title }) => title)));
  }
  return { columns: allColumns.map(({ index }) => fields.get(index)), headerIndex, doubts };
}

function describeColumns(
  lines: readonly TableLine[],
  headerIndex: number,
  known: KnownIds,
  kind: string | undefined,
): Column[] {
  const heads = lines[headerIndex]?.cells ?? [];
  // A line with more cells has a separator within a cell, so it is refused rather than read with shifted cells.
  const width = heads.length > 0 ? heads.length : findCommonWidth(lines.slice(0, SAMPLED_LINES));
  const body = lines.slice(headerIndex + 1);
  return Array.from({ length: width }, (_, index) => describeColumn(index, heads[index] ?? '', body, known, kind));
}

function findCommonWidth(lines: readonly TableLine[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of lines) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/** Finds the line with the most known headers; otherwise the first line, if it has no id in the column of the other lines' ids. */
function findHeader(lines: readonly TableLine[], known: KnownIds): number {
  const isId = (cell = '') => known.kinds(cell).length > 0;
  const counts = lines.slice(0, HEADER_SEARCH_LINES).map(({ cells }) => {
    return cells.some(isId) ? 0 : cells.filter((cell) => isKnownHeader(toHeader(cell))).length;
  });
  const maxKnown = Math.max(0, ...counts);
  if (maxKnown > 0) return counts.indexOf(maxKnown);
  const [first, ...others] = lines.slice(0, SAMPLED_LINES);
  const idIndex = others.flatMap(({ cells }) => cells.findIndex(isId)).find((position) => position >= 0);
  return first && idIndex !== undefined && !/\d/.test(first.cells[idIndex] ?? '') ? 0 : -1;
}

function describeColumn(
  index: number,
  headText: string,
  body: readonly TableLine[],
  known: KnownIds,
  kind: string | undefined,
): Column {
  const cells = body.flatMap(({ cells: all }) => all[index] || []);
  const isKnown = (id: string) => known.kinds(id).some((candidate) => kind === undefined || candidate === kind);
  const knownCells = cells.filter(isKnown);
  const restored = () =>
    cells
      .slice(0, SAMPLED_LINES)
      .flatMap((cell) => repairId(cell, isKnown) ?? [])
      .filter(isKnown);
  const ids = knownCells.length > 0 ? knownCells : restored();
  return {
    index,
    head: toHeader(headText),
    title: headText === '' ? texts.columnAt(index + 1) : `"${headText}"`,
    filled: cells.length,
    known: ids.length,
    ids: new Set(ids).size,
    isPeople: ids.some((id) => known.kinds(id).includes(PERSON)),
    isWords: cells.filter((cell) => /\p{L}/u.test(cell)).length * 2 > cells.length,
    isDistinct: new Set(cells).size === cells.length,
  };
}

function isKindColumn({ index, head, filled }: Column, body: readonly TableLine[]): boolean {
  if (rankHeader('kind', head, new Set()) === undefined) return false;
  return head === 'kind' || body.filter(({ cells }) => readKind(cells[index] ?? '') !== undefined).length * 2 > filled;
}

/**
 * Finds the column of ids by its header if only one column is named like ids, or like those of the named kind; otherwise by the records, or
 * with a doubt that the user has to resolve.
 */
function findIds(
  columns: readonly Column[],
  kind: string | undefined,
  hasKindColumn: boolean,
): { readonly column: Column | undefined; readonly doubt?: string } {
  const rank = ({ head }: Column) => rankHeader('id', head, new Set()) ?? Infinity;
  const idHeaded = columns.filter((column) => rank(column) < Infinity).toSorted((a, b) => rank(a) - rank(b));
  const filled = idHeaded.filter((column) => column.filled > 0).toSorted((a, b) => a.index - b.index);
  const matchesKind = createKindTest(columns, kind);
  const [matching, ...others] = filled.length > 1 ? filled.filter(matchesKind) : filled;
  if (matching && matching.known > 0 && others.length === 0) return { column: matching };
  if (filled.length > 1)
    return { column: matching ?? filled[0], doubt: texts.severalIds(filled.map(({ title }) => title)) };
  const idColumns = columns.filter(({ known, filled }) => known * 2 > filled).toSorted((a, b) => b.ids - a.ids);
  const equalColumns = idColumns.filter(({ ids }) => ids === idColumns[0]?.ids);
  if (equalColumns.length > 1)
    return { column: idColumns[0], doubt: texts.severalIds(equalColumns.map(({ title }) => title)) };
  // Only the header shows what a column refers to: people who are partly unknown or occur in several lines may be the owners of the named
  // objects.
  const [onlyColumn] = idColumns;
  const isOwners = onlyColumn?.isPeople === true && kind === undefined && onlyColumn.ids < onlyColumn.filled;
  if (onlyColumn)
    return {
      column: onlyColumn,
      ...((onlyColumn.head !== '' || isOwners) && { doubt: texts.severalIds([onlyColumn.title]) }),
    };
  const [first] = idHeaded;
  if (!first) return { column: undefined, doubt: texts.noIdColumn };
  const isOwn = readOwnKind(first.head) !== undefined || kind !== undefined || hasKindColumn;
  return { column: first, ...(!(isOwn && matchesKind(first)) && { doubt: texts.idsUnknown(first.title) }) };
}

/** Creates a test whether the ids of a column, by its header, can be those of the named people or objects. */
function createKindTest(columns: readonly Column[], kind: string | undefined): (column: Column) => boolean {
  const namedKinds = new Set(columns.flatMap(({ head }) => findNamedKind(head) ?? []));
  return ({ head }) => {
    const headKind = readIdKind(head);
    if (headKind === undefined) return true;
    if (kind !== undefined) return headKind === kind;
    return namedKinds.size !== 1 || namedKinds.has('people') === (headKind === PERSON);
  };
}

/** Lists the kinds of the lines, by a column or by the records. */
function listKinds(
  body: readonly TableLine[],
  id: Column | undefined,
  kind: Column | undefined,
  known: KnownIds,
): ReadonlySet<string> {
  if (kind) return new Set(body.flatMap(({ cells }) => readKind(cells[kind.index] ?? '') ?? []));
  if (!id) return new Set();
  const ownKind = readOwnKind(id.head);
  if (ownKind !== undefined) return new Set([ownKind]);
  const isKnown = (text: string) => known.kinds(text).length > 0;
  return new Set(body.flatMap(({ cells }) => known.kinds(repairId(cells[id.index] ?? '', isKnown) ?? '')));
}

const nameFields = ['name', 'first_name', 'last_name'] as const;
const personFields = ['team', 'weekly_hours', 'hours_from', 'active_from', 'active_to', 'absences'] as const;
const objectFields = ['client', 'currency'] as const;

function listFields(kinds: ReadonlySet<string>): readonly ListField[] {
  const isPeople = kinds.size === 0 || kinds.has(PERSON);
  const isObjects = kinds.size === 0 || [...kinds].some((kind) => kind !== PERSON);
  return [...nameFields, ...(isPeople ? personFields : []), ...(isObjects ? objectFields : [])];
}

/** Prefers a full name to its parts; a name beside only a first name is the last name. */
function joinNames(
  fields: Map<number, ListField | undefined>,
  findColumn: (field: ListField) => Column | undefined,
): void {
  const [name, first, last] = nameFields.map(findColumn);
  if (name && first && !last && isLastNameHeader(name.head)) fields.set(name.index, 'last_name');
  else if (name) for (const part of [first, last]) if (part) fields.set(part.index, undefined);
}

// The ids of records and directory. A damaged id is restored only if it has every digit of one of them.

export interface KnownIds {
  /** Lists the kinds that have exactly this id; there may be several. */
  readonly kinds: (id: string) => readonly string[];
}

export function collectKnownIds(recorded: Iterable<NamedId>, { owners, objects }: Directory): KnownIds {
  const kinds = new Map<string, string[]>();
  const add = (id: string, kind: string) => {
    const kindsOfId = kinds.get(id);
    if (!kindsOfId) kinds.set(id, [kind]);
    else if (!kindsOfId.includes(kind)) kindsOfId.push(kind);
  };
  for (const { kind, id } of recorded) add(id, kind);
  for (const id of Object.keys(owners)) add(id, PERSON);
  for (const key of Object.keys(objects)) {
    const { type, id } = parseObjectKey(key);
    add(id, type);
  }
  return { kinds: (id) => kinds.get(id) ?? [] };
}

/** Restores an id that was damaged by a spreadsheet; undefined if no id or several ids match. */
export function repairId(cell: string, isKnown: (id: string) => boolean): string | undefined {
  if (isKnown(cell) || /^\d+$/.test(cell)) return cell;
  const plain = cell.replaceAll(INVISIBLE, '').replaceAll(/^["'’‘´`\s]+|["'’‘´`\s]+$/g, '');
  const matches = [...new Set(listRepairs(plain))].filter(isKnown);
  if (matches.length === 1) return matches[0];
  return plain === cell && !isDamaged(cell) ? cell : undefined;
}

const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const EXPONENT = /^(\d)(?:[.,](\d*))?E\+?(\d{1,2})$/i;
const THOUSANDS = /^\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/;
const DECIMALS = /^(\d+)[.,]0+$/;

const isDamaged = (id: string) =>
  EXPONENT.test(id) || THOUSANDS.test(id) || DECIMALS.test(id) || /^[\d\s]*\d\s+\d[\d\s]*$/.test(id);

function listRepairs(id: string): readonly string[] {
  const [, first, more = '', exponent] = EXPONENT.exec(id) ?? [];
  if (first === undefined) return [id, DECIMALS.exec(id)?.[1] ?? id.replaceAll(/[.,'’\s](?=\d)/g, '')];
  const digits = first + more;
  // A rounded id could belong to any record of the service, not only to local ones, so it is not restored.
  return digits.length > Number(exponent) ? [digits.replace(/0+$/, '').padEnd(Number(exponent) + 1, '0')] : [];
}
