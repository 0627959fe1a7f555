/** Plans what a list would change in the directory: the effect of each line, refused or skipped lines, and repaired ids. Pure. */
import { namesTableTexts as texts } from '#texts/names-table.ts';
import type { TableLine, TableSheet } from '../csv.ts';
import type { NearSpelling } from '../name-schema.ts';
import { findNearCurrencies, type Directory, type DirectoryChange } from './directory.ts';
import {
  guessColumns,
  HEADER_SEARCH_LINES,
  type ColumnAnswers,
  type TableReading,
  repairId,
  type KnownIds,
} from './list-columns.ts';
import { isEnglishHeader, listFields, readKind, readOwnKind, toHeader, type ListField } from './list-heads.ts';
import { mergePatches, readNamesLines, type NamesLine, type TableProblem, type NameColumn } from './names-table.ts';

export interface ImportPlan {
  readonly change: DirectoryChange;
  /** The refused lines, in their order. */
  readonly refused: readonly TableProblem[];
  /** Damaged ids that are read as an id in the records. */
  readonly restored: readonly TableProblem[];
  /** Ids that are read although no local record has them. */
  readonly unknown: readonly string[];
  readonly nearCurrencies: readonly NearSpelling[];
}

export interface ImportContext {
  readonly directory: Directory;
  readonly known: KnownIds;
  /** The kind of all lines; undefined if records and directory determine it by the ids. */
  readonly kind: string | undefined;
  /** The day from which undated weekly hours are valid. */
  readonly hoursFrom?: string | undefined;
}

/** Chooses the sheet that is most likely a list of names: the one with the most recognised columns and the fewest doubts. */
export function chooseSheet(sheets: readonly TableSheet[], known: KnownIds): number {
  if (sheets.length === 1) return 0;
  const scores = sheets.map(({ lines }) => {
    const { columns, doubts } = guessColumns(lines, known);
    return columns.filter((field) => field !== undefined).length - doubts.length * listFields.length;
  });
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/** @param mapping `Column=field,…`, columns by header or number; `none` leaves one out */
export function mapByHand(
  lines: readonly TableLine[],
  guessed: TableReading,
  mapping: string,
): { readonly ok: true; readonly said: ColumnAnswers } | { readonly ok: false; readonly problem: string } {
  const pairs = mapping.split(/,(?=[^,]*=)/).map((pair) => {
    const equalsAt = pair.lastIndexOf('=');
    return { name: pair.slice(0, equalsAt).trim(), word: pair.slice(equalsAt + 1).trim() };
  });
  const isHead = (name: string) => (cell: string) => toHeader(cell) === toHeader(name);
  // A header row that was not recognised is found by the column names.
  const namedHeadAt = lines
    .slice(0, HEADER_SEARCH_LINES)
    .findIndex(({ cells }) => pairs.some(({ name }) => cells.some(isHead(name))));
  const headerIndex = guessed.headerIndex >= 0 ? guessed.headerIndex : namedHeadAt;
  const heads = lines[headerIndex]?.cells ?? [];
  const byHand = new Map<number, ListField | undefined>();
  for (const { name, word } of pairs) {
    const head = heads.findIndex(isHead(name));
    const columnIndex = head < 0 && /^\d+$/.test(name) ? Number(name) - 1 : head;
    const field = listFields.find((listField) => listField === word);
    if (columnIndex < 0 || (heads.length > 0 && columnIndex >= heads.length))
      return { ok: false, problem: texts.noColumn(name, heads) };
    if (!field && word !== 'none') return { ok: false, problem: texts.noField(word, [...listFields, 'none']) };
    if (field && [...byHand].some(([other, otherField]) => other !== columnIndex && otherField === field))
      return { ok: false, problem: texts.fieldTwice(field) };
    byHand.set(columnIndex, field);
  }
  return { ok: true, said: { byHand, headerIndex } };
}

/** Adds a column to those chosen by hand; a field that was assigned to a different column is removed from it. */
export function chooseByHand(
  byHand: ColumnAnswers['byHand'],
  columnIndex: number,
  field: ListField | undefined,
): NonNullable<ColumnAnswers['byHand']> {
  const others = [...(byHand ?? [])].map(
    ([other, otherField]) => [other, otherField === field ? undefined : otherField] as const,
  );
  return new Map([...others, [columnIndex, field]]);
}

/** Lists the columns that are not read although they have contents. */
export function listUnread(lines: readonly TableLine[], { columns, headerIndex }: TableReading): string[] {
  const unread = columns.flatMap((field, index) => (field === undefined ? [index] : []));
  const isFilled = (columnIndex: number) =>
    lines.some(({ cells }, index) => index > headerIndex && (cells[columnIndex] ?? '') !== '');
  return unread
    .filter(isFilled)
    .map((columnIndex) => lines[headerIndex]?.cells[columnIndex] || texts.columnAt(columnIndex + 1));
}

export function planImport(lines: readonly TableLine[], reading: TableReading, context: ImportContext): ImportPlan {
  const { columns, headerIndex } = reading;
  const refused: TableProblem[] = [];
  const restored: TableProblem[] = [];
  const unknown: string[] = [];
  const body = lines.slice(headerIndex + 1);
  const head = lines[headerIndex]?.cells ?? [];
  const days = columns.flatMap((field, index) => (isDayField(field) ? [index] : []));
  const isDayFirst = findDayOrder(
    body,
    days,
    days.every((columnIndex) => isEnglishHeader(toHeader(head[columnIndex] ?? ''))),
  );
  const statedKind = context.kind ?? readOwnKind(toHeader(head[columns.indexOf('id')] ?? ''));
  const commonKind = statedKind ?? findCommonKind(body, columns.indexOf('id'), context.known);
  const readAll = function* (): Generator<NamesLine> {
    for (const { line, cells } of columns.includes('id') ? body : []) {
      const where = texts.lineAt(line);
      const leaveOut = (what: string) => refused.push({ where, what, isLeftOut: true });
      const filled = cells.filter((cell) => cell !== '').length;
      const isRagged =
        cells.slice(columns.length).some((cell) => cell !== '') ||
        columns.some((field, index) => field && index >= cells.length);
      if (isRagged) {
        if (filled < 2 && columns.length > 2) leaveOut(texts.cells(filled, columns.length));
        else refused.push({ where, what: texts.cells(cells.length, columns.length) });
        continue;
      }
      const fieldTexts = new Map<ListField, string>();
      for (const [index, field] of columns.entries()) if (field) fieldTexts.set(field, (cells[index] ?? '').trim());
      const cell = fieldTexts.get('id') ?? '';
      const column = fieldTexts.get('kind');
      const lineKind = column === undefined ? statedKind : (readKind(column) ?? column);
      const listKinds = (id: string) =>
        context.known.kinds(id).filter((kind) => lineKind === undefined || kind === lineKind);
      const id = repairId(cell, (candidate) => listKinds(candidate).length > 0);
      const kinds = id === undefined ? [] : listKinds(id);
      const kind = lineKind ?? (kinds.length > 1 ? kinds.find((candidate) => candidate === commonKind) : kinds[0]);
      if (cell === '') leaveOut(texts.noId);
      else if (id === undefined) leaveOut(texts.damagedId(cell));
      else if (kind === undefined) leaveOut(texts.unknownId(cell));
      else {
        if (id !== cell) restored.push({ where, what: texts.repaired(cell, id) });
        if (kinds.length === 0) unknown.push(id);
        const ambiguousColumn = days.find(
          (columnIndex) =>
            isDayFirst === undefined &&
            isAmbiguousDay(cells[columnIndex] ?? '') &&
            readDay(cells[columnIndex] ?? '', undefined) === cells[columnIndex],
        );
        if (ambiguousColumn === undefined) yield { where, cells: toCells(fieldTexts, kind, id, isDayFirst) };
        else
          refused.push({ where, what: texts.eitherDay(columns[ambiguousColumn] ?? '', cells[ambiguousColumn] ?? '') });
      }
    }
  };
  const parsed = readNamesLines(columns.includes('hours_from') ? joinHours(readAll()) : readAll());
  const { change, problems } = mergePatches(parsed.patches, context.directory, context.hoursFrom);
  if (!columns.includes('id')) refused.push({ where: texts.lineAt(1), what: texts.noIdColumn });
  return {
    change,
    refused: [...refused, ...parsed.problems, ...problems].toSorted((a, b) => readLineNumber(a) - readLineNumber(b)),
    restored,
    unknown,
    nearCurrencies: findNearCurrencies(context.directory, change),
  };
}

const readLineNumber = ({ where }: TableProblem) => Number(/\d+/.exec(where)?.[0] ?? 0);

function toCells(
  fieldTexts: ReadonlyMap<ListField, string>,
  kind: string,
  id: string,
  isDayFirst: boolean | undefined,
): NamesLine['cells'] {
  const cells = new Map<NameColumn, string>();
  const parts = [fieldTexts.get('first_name'), fieldTexts.get('last_name')].filter((part) => part !== undefined);
  if (parts.length > 0) cells.set('name', parts.join(' ').trim());
  for (const [field, text] of fieldTexts) {
    if (field === 'first_name' || field === 'last_name' || field === 'hours_from') continue;
    cells.set(field, isDayField(field) ? readDay(text, isDayFirst) : field === 'weekly_hours' ? readHours(text) : text);
  }
  const [hours, from] = [cells.get('weekly_hours'), fieldTexts.get('hours_from') ?? ''];
  if (hours !== undefined && from !== '') cells.set('weekly_hours', `${hours} from ${readDay(from, isDayFirst)}`);
  return cells.set('kind', kind).set('id', id);
}

const isDayField = (field: ListField | undefined) =>
  field === 'active_from' || field === 'active_to' || field === 'hours_from';

/** Merges further lines of a person that have only other hours into the first one. */
function joinHours(lines: Iterable<NamesLine>): NamesLine[] {
  const joined = new Map<string, NamesLine>();
  const others: NamesLine[] = [];
  for (const line of lines) {
    const key = `${line.cells.get('kind')} ${line.cells.get('id')}`;
    const first = joined.get(key);
    const [firstHours = '', moreHours = ''] = [first, line].map((namesLine) => namesLine?.cells.get('weekly_hours'));
    const isSame = [...line.cells].every(([column, text]) => {
      return column === 'weekly_hours' || text === '' || text === first?.cells.get(column);
    });
    if (!first) joined.set(key, line);
    else if (!isSame || firstHours === '' || moreHours === '') others.push(line);
    else joined.set(key, { ...first, cells: new Map(first.cells).set('weekly_hours', `${firstHours}; ${moreHours}`) });
  }
  return [...joined.values(), ...others];
}

/** Finds the most frequent kind, which is used for ids that several kinds have. */
function findCommonKind(lines: readonly TableLine[], columnIndex: number, { kinds }: KnownIds): string | undefined {
  const counts = new Map<string, number>();
  for (const { cells } of lines) {
    for (const kind of kinds(cells[columnIndex] ?? '')) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

// Reads days and hours in the formats of different countries; an ambiguous day is left as it is, and refused.

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s].*)?$/;
const LOCAL = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

/** Returns whether days come before months; undefined if ambiguous. */
function findDayOrder(
  lines: readonly TableLine[],
  columns: readonly number[],
  hasEnglishHeaders: boolean,
): boolean | undefined {
  const days = lines.flatMap(({ cells }) =>
    columns.flatMap((columnIndex) => [LOCAL.exec(cells[columnIndex] ?? '')].filter((day) => day !== null)),
  );
  if (days.some(([, first]) => Number(first) > 12)) return true;
  if (days.some(([, , , second]) => Number(second) > 12)) return false;
  return !hasEnglishHeaders || days.some(([, , between]) => between === '.') ? true : undefined;
}

function readDay(text: string, isDayFirst: boolean | undefined): string {
  const [, year = '', month = '', day = ''] = ISO.exec(text) ?? [];
  if (year !== '') return toIso(year, month, day);
  const [, first = '', , second = '', century = ''] = LOCAL.exec(text) ?? [];
  if (century === '' || (isDayFirst === undefined && first !== second)) return text;
  return isDayFirst === false ? toIso(century, first, second) : toIso(century, second, first);
}

const isAmbiguousDay = (text: string) => LOCAL.test(text);

const toIso = (year: string, month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Reads `38,5 Std.` as `38,5`. */
const readHours = (text: string) => text.replace(/(?<=\d)\s*(?:h|hrs?|hours?|std|stunden|heures?|uur|uren)\.?$/i, '');
