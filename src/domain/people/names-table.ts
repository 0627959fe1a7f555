/** Reads a table of names from a spreadsheet into a change of the directory: every line checked, none guessed. */
import { namesTableTexts as texts } from '#texts/names-table.ts';
import {
  objectEntry,
  objectEntrySchema,
  objectKey,
  objectOfKey,
  ownerEntry,
  ownerEntrySchema,
  type Directory,
  type DirectoryChange,
  type ObjectEntry,
  type OwnerEntry,
} from './directory.ts';
import type { TableLine } from '../tables/csv.ts';
import {
  backwards,
  nameColumns,
  PERSON,
  readHeader,
  readLine,
  toWord,
  type NameColumn,
  type NamePatch,
} from './names-line.ts';

export interface TableProblem {
  /** `line 7`, or the place in a JSON file. */
  readonly where: string;
  /** Half a sentence. */
  readonly what: string;
}

type Answer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly TableProblem[] };

/**
 * Reads header and lines without looking at the directory.
 * @returns the patches in the table's order, or every line that cannot be used.
 */
export function readNamesTable(header: TableLine, lines: readonly TableLine[]): Answer<NamePatch[]> {
  const columns = readHeader(header.cells);
  const problem = headerProblem(header.cells, columns);
  if (problem !== undefined) return { ok: false, problems: [{ where: texts.lineAt(header.line), what: problem }] };
  if (lines.length === 0) return { ok: false, problems: [{ where: texts.lineAt(header.line), what: texts.noRows }] };
  const { patches, problems } = readNamesLines(columns, lines);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: [...patches] };
}

/** What can be used, and each line that cannot. */
export interface ReadLines {
  readonly patches: readonly NamePatch[];
  readonly problems: readonly TableProblem[];
}

/** @param columns what each cell of a line is; undefined: not read. Without a kind, all lines are of people. */
export function readNamesLines(
  columns: readonly (NameColumn | undefined)[],
  lines: readonly TableLine[],
  kind?: string,
): ReadLines {
  const allPeople = !columns.includes('kind') && kind === undefined;
  const patches: NamePatch[] = [];
  const problems: TableProblem[] = [];
  const seen = new Map<string, string>();
  for (const { line, cells } of lines) {
    const given = new Map(columns.flatMap((name, at) => (name ? [[name, (cells[at] ?? '').trim()] as const] : [])));
    if (kind !== undefined) given.set('kind', kind);
    const where = texts.lineAt(line);
    const read = readLine(where, given, allPeople);
    const first = typeof read === 'string' ? undefined : seen.get(objectKey(read.kind, read.id));
    if (typeof read === 'string') problems.push({ where, what: read });
    else if (first !== undefined) problems.push({ where, what: texts.twice(toName(read), first) });
    else {
      seen.set(objectKey(read.kind, read.id), where);
      patches.push(read);
    }
  }
  return { patches, problems };
}

function headerProblem(heads: readonly string[], columns: readonly (NameColumn | undefined)[]): string | undefined {
  const unknown = heads.filter((_, at) => columns[at] === undefined);
  if (unknown.length > 0) return texts.unknownColumns(unknown, [...nameColumns, 'owner_id']);
  const twice = columns.find((name, at) => columns.indexOf(name) !== at);
  if (twice !== undefined) return texts.columnTwice(twice);
  if (!columns.includes('id')) return texts.noIdColumn;
  const saysPerson = heads.some((head) => toWord(head) === 'owner_id');
  return columns.includes('kind') || saysPerson ? undefined : texts.noKindColumn;
}

/**
 * Merges the lines into the directory's entries.
 * @returns the lines that do not give a valid entry.
 */
export function toChange(patches: readonly NamePatch[], before: Directory): Answer<DirectoryChange> {
  const { change, problems } = mergePatches(patches, before);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: change };
}

/** The same, of the lines that do. */
export function mergePatches(
  patches: readonly NamePatch[],
  before: Directory,
): { readonly change: DirectoryChange; readonly problems: readonly TableProblem[] } {
  const owners: [string, OwnerEntry][] = [];
  const objects: [string, ObjectEntry][] = [];
  const problems: TableProblem[] = [];
  for (const patch of patches) {
    const person = patch.owner ? ownerEntry(before, patch.id) : undefined;
    const thing = patch.object ? objectEntry(before, patch.kind, patch.id) : undefined;
    const name = patch.owner?.name ?? patch.object?.name ?? person?.name ?? thing?.name;
    if (name === undefined) {
      problems.push({ where: patch.where, what: texts.newWithoutName(toName(patch)) });
      continue;
    }
    if (patch.owner) {
      const entry = { ...ownerEntrySchema.parse({ name }), ...person, ...patch.owner };
      const problem = backwards(entry);
      if (problem === undefined) owners.push([patch.id, entry]);
      else problems.push({ where: patch.where, what: problem });
    } else {
      const entry = { ...objectEntrySchema.parse({ name }), ...thing, ...patch.object };
      objects.push([objectKey(patch.kind, patch.id), entry]);
    }
  }
  // fromEntries: an id called __proto__ is a key like any other.
  return { change: { owners: Object.fromEntries(owners), objects: Object.fromEntries(objects) }, problems };
}

const toName = ({ kind, id }: Pick<NamePatch, 'kind' | 'id'>) => `${kind} ${id}`;

/** The directory as lines of a complete table, people first, each in the columns' order. */
export function namesTable({ owners, objects }: Directory): string[][] {
  const toRow = (cells: Readonly<Partial<Record<NameColumn, string | null>>>) =>
    nameColumns.map((name) => cells[name] ?? '');
  return [
    ...Object.entries(owners).map(([id, each]) =>
      toRow({
        kind: PERSON,
        id,
        name: each.name,
        team: each.team,
        weekly_hours: each.weeklyHours,
        active_from: each.activeFrom,
        active_to: each.activeTo,
        absences: each.absences ?? null,
      }),
    ),
    ...Object.entries(objects).map(([key, { name, client, currency }]) => {
      const { type, id } = objectOfKey(key);
      return toRow({ kind: type, id, name, client, currency });
    }),
  ];
}
