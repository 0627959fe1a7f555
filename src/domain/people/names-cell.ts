/** Changes of the directory as they are made by hand: one cell, one name, and the way back. Pure. */
import {
  findObject,
  toObjectKey,
  findOwner,
  type Directory,
  type DirectoryChange,
  type ObjectEntry,
  type OwnerEntry,
  formatWeeklyHours,
  parseWeeklyHours,
} from './directory.ts';
import { mergePatches, readNamesLines, PERSON, type NameColumn } from './names-table.ts';

/** The kind is `person`, or the object's type. */
export interface NamedId {
  readonly kind: string;
  readonly id: string;
}

/** The answer is the change, or half a sentence that says what is wrong. */
export type CellChange =
  { readonly ok: true; readonly change: DirectoryChange } | { readonly ok: false; readonly problem: string };

/** @param fields as they were typed. An empty name removes the entry, any other empty field its value. */
export function changeFields(
  directory: Directory,
  { kind, id }: NamedId,
  fields: Readonly<Partial<Record<NameColumn, string>>>,
): CellChange {
  const trimmedFields = Object.entries(fields).map(([column, text]) => [column, text.trim()] as const);
  if (fields.name?.trim() === '') return { ok: true, change: removeEntry(directory, { kind, id }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal object are its own
  const cells = new Map<NameColumn, string>([['kind', kind], ['id', id], ...(trimmedFields as [NameColumn, string][])]);
  const parsed = readNamesLines([{ where: '', cells }]);
  const { change, problems } = mergePatches(
    parsed.patches,
    fields.weekly_hours ? removeDates(directory, id) : directory,
  );
  const [problem] = [...parsed.problems, ...problems];
  return problem ? { ok: false, problem: problem.what } : { ok: true, change };
}

/** The typed text has all of a person's dated hours; hours before the first of them stay. */
function removeDates(directory: Directory, id: string): Directory {
  const person = findOwner(directory, id);
  if (!person) return directory;
  const undated = parseWeeklyHours(person.weeklyHours ?? '')?.filter(({ from }) => from === '') ?? [];
  const weeklyHours = undated.length === 0 ? null : formatWeeklyHours(undated);
  return { ...directory, owners: { [id]: { ...person, weeklyHours } } };
}

function removeEntry(directory: Directory, { kind, id }: NamedId): DirectoryChange {
  if (kind === PERSON) return { owners: findOwner(directory, id) ? { [id]: null } : {}, objects: {} };
  return { owners: {}, objects: findObject(directory, kind, id) ? { [toObjectKey(kind, id)]: null } : {} };
}

/** Builds the change that puts back each entry as it was before another change. */
export function invertChange(before: Directory, { owners, objects }: DirectoryChange): DirectoryChange {
  const findEntry = <Entry extends OwnerEntry | ObjectEntry>(entries: Readonly<Record<string, Entry>>, key: string) =>
    Object.hasOwn(entries, key) ? (entries[key] ?? null) : null;
  return {
    owners: Object.fromEntries(Object.keys(owners).map((id) => [id, findEntry(before.owners, id)])),
    objects: Object.fromEntries(Object.keys(objects).map((key) => [key, findEntry(before.objects, key)])),
  };
}
