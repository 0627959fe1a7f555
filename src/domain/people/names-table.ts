/** Reads a table of names from a spreadsheet into a change of the directory: every line checked, none guessed. */
import { namesTableTexts as texts } from '#texts/names-table.ts';
import {
  findObject,
  objectEntrySchema,
  toObjectKey,
  parseObjectKey,
  findOwner,
  ownerEntrySchema,
  type Directory,
  type DirectoryChange,
  type ObjectEntry,
  type OwnerEntry,
  mergeWeeklyHours,
} from './directory.ts';
import {
  findBackwardsDays,
  nameColumns,
  PERSON,
  readLine,
  type NameCells,
  type NameColumn,
  type NamePatch,
} from './names-line.ts';

export interface TableProblem {
  /** The place is `line 7`, or the place in a JSON file. */
  readonly where: string;
  /** The problem is half a sentence. */
  readonly what: string;
  /** True where only an id is not known: the other lines are read all the same. */
  readonly isLeftOut?: true;
}

/** The patches can be used; each other line has a problem. */
export interface ParsedLines {
  readonly patches: readonly NamePatch[];
  readonly problems: readonly TableProblem[];
}

export interface NamesLine {
  readonly where: string;
  readonly cells: NameCells;
}

/** Reads each entry once: a second line of it is refused. */
export function readNamesLines(lines: Iterable<NamesLine>): ParsedLines {
  const patches: NamePatch[] = [];
  const problems: TableProblem[] = [];
  const firstSpellings = new Map<string, string>();
  for (const { where, cells } of lines) {
    const patch = readLine(where, cells);
    const first = typeof patch === 'string' ? undefined : firstSpellings.get(toObjectKey(patch.kind, patch.id));
    if (typeof patch === 'string') problems.push({ where, what: patch });
    else if (first !== undefined) problems.push({ where, what: texts.twice(toName(patch), first) });
    else {
      firstSpellings.set(toObjectKey(patch.kind, patch.id), where);
      patches.push(patch);
    }
  }
  return { patches, problems };
}

/** A new entry has these values until anything is known of it, except the name. */
const unknownOwner = ownerEntrySchema.parse({ name: '-' });
const unknownObject = objectEntrySchema.parse({ name: '-' });

/**
 * Merges lines into the directory's entries; those that do not give a valid entry are problems.
 * @param hoursFrom from when weekly hours hold that have no day of their own
 */
export function mergePatches(
  patches: readonly NamePatch[],
  before: Directory,
  hoursFrom?: string,
): { readonly change: DirectoryChange; readonly problems: readonly TableProblem[] } {
  const owners: [string, OwnerEntry][] = [];
  const objects: [string, ObjectEntry][] = [];
  const problems: TableProblem[] = [];
  for (const patch of patches) {
    const ownerEntry = patch.owner ? findOwner(before, patch.id) : undefined;
    const objectEntry = patch.object ? findObject(before, patch.kind, patch.id) : undefined;
    const name = patch.owner?.name ?? patch.object?.name ?? ownerEntry?.name ?? objectEntry?.name;
    if (name === undefined) {
      problems.push({ where: patch.where, what: texts.newWithoutName(toName(patch)) });
      continue;
    }
    if (patch.owner) {
      const weeklyHours = patch.owner.weeklyHours;
      const isDated = hoursFrom === undefined || weeklyHours?.includes(' ') === true;
      const dated = isDated ? weeklyHours : weeklyHours && `${weeklyHours} from ${hoursFrom}`;
      const hours = dated == null ? {} : { weeklyHours: mergeWeeklyHours(ownerEntry?.weeklyHours ?? null, dated) };
      const entry = { ...unknownOwner, name, ...ownerEntry, ...patch.owner, ...hours };
      const problem = findBackwardsDays(entry);
      if (problem === undefined) owners.push([patch.id, entry]);
      else problems.push({ where: patch.where, what: problem });
    } else {
      const entry = { ...unknownObject, name, ...objectEntry, ...patch.object };
      objects.push([toObjectKey(patch.kind, patch.id), entry]);
    }
  }
  // With `fromEntries`, an id called __proto__ is a key like any other.
  return { change: { owners: Object.fromEntries(owners), objects: Object.fromEntries(objects) }, problems };
}

const toName = ({ kind, id }: Pick<NamePatch, 'kind' | 'id'>) => `${kind} ${id}`;

/** Writes the directory as lines of a complete table, people first, each in the columns' order. */
export function buildNamesTable({ owners, objects }: Directory): string[][] {
  const toRow = (cells: Readonly<Partial<Record<NameColumn, string | null>>>) =>
    nameColumns.map((name) => cells[name] ?? '');
  return [
    ...Object.entries(owners).map(([id, entry]) =>
      toRow({
        kind: PERSON,
        id,
        name: entry.name,
        team: entry.team,
        weekly_hours: entry.weeklyHours,
        active_from: entry.activeFrom,
        active_to: entry.activeTo,
        absences: entry.absences ?? null,
      }),
    ),
    ...Object.entries(objects).map(([key, { name, client, currency }]) => {
      const { type, id } = parseObjectKey(key);
      return toRow({ kind: type, id, name, client, currency });
    }),
  ];
}
