/** What a list would change in the directory: what each line does, which are refused or left out, and what was restored. Pure. */
import { namesTableTexts as texts } from '#texts/names-table.ts';
import type { TableLine, TableSheet } from '../tables/csv.ts';
import type { NearSpelling } from './currency-spelling.ts';
import { findNearCurrencies, type Directory, type DirectoryChange } from './directory.ts';
import { restoreId, type KnownIds } from './known-ids.ts';
import { guessColumns, HEAD_WITHIN, type SaidColumns, type TableReading } from './list-columns.ts';
import { findDayOrder, mayBeTwoDays, readDay, readHours } from './list-days.ts';
import { isEnglishHead, listFields, readKind, readOwnKind, toHead, type ListField } from './list-heads.ts';
import type { NameColumn } from './names-line.ts';
import { mergePatches, readNamesLines, type NamesLine, type TableProblem } from './names-table.ts';

export interface ImportPlan {
  readonly change: DirectoryChange;
  /** Line by line. */
  readonly refused: readonly TableProblem[];
  /** Ids that were damaged and are read as one that records have. */
  readonly restored: readonly TableProblem[];
  /** Ids that are read though no record here has them. */
  readonly unknown: readonly string[];
  /** Currencies that are nearly others. */
  readonly nearCurrencies: readonly NearSpelling[];
}

export interface ImportContext {
  readonly directory: Directory;
  readonly known: KnownIds;
  /** Of all lines; undefined: as records and directory have their ids. */
  readonly kind: string | undefined;
  /** From when weekly hours hold that have no day of their own. */
  readonly hoursFrom?: string | undefined;
}

/** The sheet that most looks like a list of names: most ids that are known, and most heads. */
export function chooseSheet(sheets: readonly TableSheet[], known: KnownIds): number {
  if (sheets.length === 1) return 0;
  const worths = sheets.map(({ lines }) => {
    const { columns, doubts } = guessColumns(lines, known);
    return columns.filter((field) => field !== undefined).length - doubts.length * listFields.length;
  });
  return Math.max(0, worths.indexOf(Math.max(...worths)));
}

/** @param map `Column=field,…`, columns by head or number; `none` leaves one out */
export function mapByHand(
  lines: readonly TableLine[],
  guessed: TableReading,
  map: string,
): { readonly ok: true; readonly said: SaidColumns } | { readonly ok: false; readonly problem: string } {
  const pairs = map.split(/,(?=[^,]*=)/).map((pair) => {
    const split = pair.lastIndexOf('=');
    return { name: pair.slice(0, split).trim(), word: pair.slice(split + 1).trim() };
  });
  const isHead = (name: string) => (cell: string) => toHead(cell) === toHead(name);
  // Heads that nothing else tells from a line are told by their names.
  const named = lines
    .slice(0, HEAD_WITHIN)
    .findIndex(({ cells }) => pairs.some(({ name }) => cells.some(isHead(name))));
  const headAt = guessed.headAt >= 0 ? guessed.headAt : named;
  const heads = lines[headAt]?.cells ?? [];
  const byHand = new Map<number, ListField | undefined>();
  for (const { name, word } of pairs) {
    const head = heads.findIndex(isHead(name));
    const at = head < 0 && /^\d+$/.test(name) ? Number(name) - 1 : head;
    const field = listFields.find((each) => each === word);
    if (at < 0 || (heads.length > 0 && at >= heads.length)) return { ok: false, problem: texts.noColumn(name, heads) };
    if (!field && word !== 'none') return { ok: false, problem: texts.noField(word, [...listFields, 'none']) };
    if (field && [...byHand].some(([other, of]) => other !== at && of === field))
      return { ok: false, problem: texts.fieldTwice(field) };
    byHand.set(at, field);
  }
  return { ok: true, said: { byHand, headAt } };
}

/** What is said by hand with one column more; what another one was said to be is not read twice. */
export function chooseByHand(
  byHand: SaidColumns['byHand'],
  at: number,
  field: ListField | undefined,
): NonNullable<SaidColumns['byHand']> {
  const others = [...(byHand ?? [])].map(([other, of]) => [other, of === field ? undefined : of] as const);
  return new Map([...others, [at, field]]);
}

/** Columns that are not read though they hold something. */
export function listUnread(lines: readonly TableLine[], { columns, headAt }: TableReading): string[] {
  const unread = columns.flatMap((field, at) => (field === undefined ? [at] : []));
  const isFilled = (at: number) => lines.some(({ cells }, index) => index > headAt && (cells[at] ?? '') !== '');
  return unread.filter(isFilled).map((at) => lines[headAt]?.cells[at] || texts.columnAt(at + 1));
}

export function planImport(lines: readonly TableLine[], reading: TableReading, context: ImportContext): ImportPlan {
  const { columns, headAt } = reading;
  const refused: TableProblem[] = [];
  const restored: TableProblem[] = [];
  const unknown: string[] = [];
  const body = lines.slice(headAt + 1);
  const head = lines[headAt]?.cells ?? [];
  const days = columns.flatMap((field, at) => (isDayField(field) ? [at] : []));
  const isDayFirst = findDayOrder(
    body,
    days,
    days.every((at) => isEnglishHead(toHead(head[at] ?? ''))),
  );
  const statedKind = context.kind ?? readOwnKind(toHead(head[columns.indexOf('id')] ?? ''));
  const commonKind = statedKind ?? findCommonKind(body, columns.indexOf('id'), context.known);
  const readAll = function* (): Generator<NamesLine> {
    for (const { line, cells } of columns.includes('id') ? body : []) {
      const where = texts.lineAt(line);
      const leaveOut = (what: string) => refused.push({ where, what, isLeftOut: true });
      const filled = cells.filter((cell) => cell !== '').length;
      const isRagged =
        cells.slice(columns.length).some((cell) => cell !== '') ||
        columns.some((field, at) => field && at >= cells.length);
      if (isRagged) {
        if (filled < 2 && columns.length > 2) leaveOut(texts.cells(filled, columns.length));
        else refused.push({ where, what: texts.cells(cells.length, columns.length) });
        continue;
      }
      const given = new Map<ListField, string>();
      for (const [at, field] of columns.entries()) if (field) given.set(field, (cells[at] ?? '').trim());
      const cell = given.get('id') ?? '';
      const column = given.get('kind');
      const said = column === undefined ? statedKind : (readKind(column) ?? column);
      const kindsOf = (id: string) => context.known.kinds(id).filter((kind) => said === undefined || kind === said);
      const id = restoreId(cell, (each) => kindsOf(each).length > 0);
      const kinds = id === undefined ? [] : kindsOf(id);
      const kind = said ?? (kinds.length > 1 ? kinds.find((each) => each === commonKind) : kinds[0]);
      if (cell === '') leaveOut(texts.noId);
      else if (id === undefined) leaveOut(texts.damagedId(cell));
      else if (kind === undefined) leaveOut(texts.unknownId(cell));
      else {
        if (id !== cell) restored.push({ where, what: texts.repaired(cell, id) });
        if (kinds.length === 0) unknown.push(id);
        const either = days.find(
          (at) =>
            isDayFirst === undefined &&
            mayBeTwoDays(cells[at] ?? '') &&
            readDay(cells[at] ?? '', undefined) === cells[at],
        );
        if (either === undefined) yield { where, cells: toCells(given, kind, id, isDayFirst) };
        else refused.push({ where, what: texts.eitherDay(columns[either] ?? '', cells[either] ?? '') });
      }
    }
  };
  const read = readNamesLines(columns.includes('hours_from') ? joinHours(readAll()) : readAll());
  const { change, problems } = mergePatches(read.patches, context.directory, context.hoursFrom);
  if (!columns.includes('id')) refused.push({ where: texts.lineAt(1), what: texts.noIdColumn });
  return {
    change,
    refused: [...refused, ...read.problems, ...problems].toSorted((a, b) => lineOf(a) - lineOf(b)),
    restored,
    unknown,
    nearCurrencies: findNearCurrencies(context.directory, change),
  };
}

const lineOf = ({ where }: TableProblem) => Number(/\d+/.exec(where)?.[0] ?? 0);

function toCells(
  given: ReadonlyMap<ListField, string>,
  kind: string,
  id: string,
  isDayFirst: boolean | undefined,
): NamesLine['cells'] {
  const cells = new Map<NameColumn, string>();
  const parts = [given.get('first_name'), given.get('last_name')].filter((part) => part !== undefined);
  if (parts.length > 0) cells.set('name', parts.join(' ').trim());
  for (const [field, text] of given) {
    if (field === 'first_name' || field === 'last_name' || field === 'hours_from') continue;
    cells.set(field, isDayField(field) ? readDay(text, isDayFirst) : field === 'weekly_hours' ? readHours(text) : text);
  }
  const [hours, from] = [cells.get('weekly_hours'), given.get('hours_from') ?? ''];
  if (hours !== undefined && from !== '') cells.set('weekly_hours', `${hours} from ${readDay(from, isDayFirst)}`);
  return cells.set('kind', kind).set('id', id);
}

const isDayField = (field: ListField | undefined) =>
  field === 'active_from' || field === 'active_to' || field === 'hours_from';

/** Further lines of a person, which say nothing else of it, add their hours to those of the first. */
function joinHours(lines: Iterable<NamesLine>): NamesLine[] {
  const joined = new Map<string, NamesLine>();
  const others: NamesLine[] = [];
  for (const line of lines) {
    const key = `${line.cells.get('kind')} ${line.cells.get('id')}`;
    const first = joined.get(key);
    const [held = '', more = ''] = [first, line].map((each) => each?.cells.get('weekly_hours'));
    const isSame = [...line.cells].every(([column, text]) => {
      return column === 'weekly_hours' || text === '' || text === first?.cells.get(column);
    });
    if (!first) joined.set(key, line);
    else if (!isSame || held === '' || more === '') others.push(line);
    else joined.set(key, { ...first, cells: new Map(first.cells).set('weekly_hours', `${held}; ${more}`) });
  }
  return [...joined.values(), ...others];
}

/** What most lines are of: an id that several kinds have is of that one. */
function findCommonKind(lines: readonly TableLine[], at: number, { kinds }: KnownIds): string | undefined {
  const counts = new Map<string, number>();
  for (const { cells } of lines) {
    for (const kind of kinds(cells[at] ?? '')) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
