/** What a pasted or dropped table would change in the directory: what each column is, what each line does, which lines are refused. Pure. */
import { peopleTexts } from '#texts/screens/people/table.ts';
import { namesTableTexts as texts } from '#texts/names-table.ts';
import type { NearSpelling } from './currency-spelling.ts';
import {
  entryChanges,
  findNearCurrencies,
  type Directory,
  type DirectoryChange,
  type EntryChange,
} from './directory.ts';
import { nameColumns, readHeader, toWord, type NameColumn } from './names-line.ts';
import { mergePatches, readNamesLines, type ReadLines, type TableProblem } from './names-table.ts';
import type { TableLine } from '../tables/csv.ts';

/** What the cells of a table are; undefined: not read. */
export type ColumnChoice = readonly (NameColumn | undefined)[];

export interface TableReading {
  readonly columns: ColumnChoice;
  /** Whether the first line says what the columns are. */
  readonly hasHead: boolean;
}

export interface ImportPlan {
  readonly change: DirectoryChange;
  /** Entry by entry, in the table's order; those that stay as they are among them. */
  readonly entries: readonly EntryChange[];
  /** Currencies that are nearly others. */
  readonly nearCurrencies: readonly NearSpelling[];
  /** Line by line. */
  readonly refused: readonly TableProblem[];
}

/** Heads as the screen shows them, so that a table copied from it reads back. */
const shownHeads = new Map(nameColumns.map((name) => [toWord(peopleTexts.heads[name]), name]));
const otherHeads = new Map<string, NameColumn>([
  ['owner', 'id'],
  ['user_id', 'id'],
  ['hubspot_id', 'id'],
  ['full_name', 'name'],
  ['department', 'team'],
  ['hours', 'weekly_hours'],
  ['weekly', 'weekly_hours'],
  ['from', 'active_from'],
  ['to', 'active_to'],
  ['start', 'active_from'],
  ['end', 'active_to'],
  ['absence', 'absences'],
  ['customer', 'client'],
]);

/** How many cells of a line are heads that are known. */
export function countHeads(cells: readonly string[]): number {
  return readHeads(cells).filter((each) => each !== undefined).length;
}

function readHeads(cells: readonly string[]): ColumnChoice {
  const known = readHeader(cells).map((name, at) => {
    const word = toWord(cells[at] ?? '');
    return name ?? shownHeads.get(word) ?? otherHeads.get(word);
  });
  // A column that appears twice is read once.
  return known.map((name, at) => (known.indexOf(name) === at ? name : undefined));
}

/** @param isKnown whether records or the directory have such an id */
export function guessColumns(lines: readonly TableLine[], isKnown: (id: string) => boolean): TableReading {
  const [first, ...rest] = lines;
  if (!first) return { columns: [], hasHead: false };
  const heads = readHeads(first.cells);
  if (heads.includes('id')) return { columns: heads, hasHead: true };
  const width = Math.max(...lines.map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_, at) => at);
  const cellsAt = (at: number, some: readonly TableLine[]) => some.map(({ cells }) => cells[at] ?? '');
  const share = (at: number, is: (cell: string) => boolean) => cellsAt(at, lines).filter(is).length;
  const ids = places.toSorted(
    (a, b) => share(b, isKnown) - share(a, isKnown) || share(b, isNumber) - share(a, isNumber),
  );
  const id = ids[0] ?? 0;
  const name = places.find((at) => at !== id && share(at, isWord) * 2 > lines.length);
  const columns = places.map((at) => (at === id ? 'id' : at === name ? 'name' : heads[at]));
  const hasHead = rest.length > 0 && !isNumber(first.cells[id] ?? '') && cellsAt(id, rest).some(isNumber);
  return { columns, hasHead };
}

const isNumber = (cell: string) => /^\d{1,18}$/.test(cell.trim());
const isWord = (cell: string) => /\p{L}/u.test(cell);

/** What is known where no column says what a line is of. */
export interface ImportContext {
  readonly directory: Directory;
  /** Of all lines; undefined: as `kindOf` says. */
  readonly kind: string | undefined;
  /** As records and directory have it. */
  readonly kindOf: (id: string) => string | undefined;
}

export function planImport(
  lines: readonly TableLine[],
  { columns, hasHead }: TableReading,
  { kind, kindOf, directory }: ImportContext,
): ImportPlan {
  const nothing: DirectoryChange = { owners: {}, objects: {} };
  if (!columns.includes('id')) {
    return {
      change: nothing,
      entries: [],
      nearCurrencies: [],
      refused: [{ where: texts.lineAt(1), what: texts.noIdColumn }],
    };
  }
  const body = hasHead ? lines.slice(1) : lines;
  const asked = { columns, kind: columns.includes('kind') ? undefined : kind };
  const isOpen = asked.kind === undefined && !columns.includes('kind');
  const read = isOpen ? readEach(columns, body, kindOf) : readNamesLines(columns, body, asked.kind);
  const { change, problems } = mergePatches(read.patches, directory);
  const refused = [...read.problems, ...problems].toSorted((a, b) => lineOf(a) - lineOf(b));
  return {
    change,
    entries: entryChanges(directory, change),
    nearCurrencies: findNearCurrencies(directory, change),
    refused,
  };
}

const lineOf = ({ where }: TableProblem) => Number(/\d+/.exec(where)?.[0] ?? 0);

/** Each line is of what its id is known to be. */
function readEach(columns: ColumnChoice, lines: readonly TableLine[], kindOf: ImportContext['kindOf']): ReadLines {
  const at = columns.indexOf('id');
  const kinds = lines.map(({ cells }) => kindOf((cells[at] ?? '').trim()));
  const known = lines.flatMap(({ line, cells }, index) => {
    const own = kinds[index];
    // The kind stands before the cells: a line may have fewer or more of these than there are columns.
    return own === undefined ? [] : [{ line, cells: [own, ...cells] }];
  });
  const unknown = lines
    .filter((_, index) => kinds[index] === undefined)
    .map(({ line, cells }) => ({
      where: texts.lineAt(line),
      what: (cells[at] ?? '').trim() === '' ? texts.noId : texts.unknownId((cells[at] ?? '').trim()),
    }));
  const read = readNamesLines(['kind', ...columns], known);
  return { patches: read.patches, problems: [...unknown, ...read.problems] };
}
