/** Reads a table of names from a spreadsheet into a change of the directory. Every line is checked, and nothing is guessed. */
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
  formatWeeklyHours,
  parseWeeklyHours,
} from './directory.ts';
import { hasNoNul } from '../name-schema.ts';
import { PERSON, requireProperty } from '../properties.ts';

// Reads one line of a table of names, validating each cell with the entry's schema. Pure.

export const nameColumns = [
  'kind',
  'id',
  'name',
  'team',
  'weekly_hours',
  'active_from',
  'active_to',
  'absences',
  'client',
  'currency',
] as const;
export type NameColumn = (typeof nameColumns)[number];

const objectKinds: readonly string[] = requireProperty('assoc_obj_type').options ?? [];
export const nameKinds: readonly string[] = [PERSON, ...objectKinds];

const ownerColumns = ['team', 'weekly_hours', 'active_from', 'active_to', 'absences'] as const;
const objectColumns = ['client', 'currency'] as const;

/** The fields that a line sets in an entry; other fields stay as they are. */
export interface NamePatch {
  readonly where: string;
  /** `person` or the object's type. */
  readonly kind: string;
  readonly id: string;
  readonly owner?: Partial<OwnerEntry>;
  readonly object?: Partial<ObjectEntry>;
}

export type NameCells = ReadonlyMap<NameColumn, string>;

/** @returns the patch, or what is wrong with the line. */
export function readLine(where: string, cells: NameCells): NamePatch | string {
  const kind = (cells.get('kind') ?? '').toLowerCase().replace(/^owner$/, PERSON);
  if (!nameKinds.includes(kind)) return texts.unknownKind(cells.get('kind') ?? '', nameKinds);
  const id = cells.get('id') ?? '';
  if (id === '') return texts.noId;
  for (const [column, cell] of cells) {
    if (!hasNoNul(cell)) return texts.nul(column);
    if (ERROR.test(cell)) return texts.failed(column, cell);
  }
  if (cells.get('name') === '') return texts.noName;
  const foreign = (kind === PERSON ? objectColumns : ownerColumns).find((name) => (cells.get(name) ?? '') !== '');
  if (foreign !== undefined) return texts.foreign(foreign, kind);
  if (kind === PERSON) {
    const owner = readFields(ownerReaders, cells);
    return typeof owner === 'string' ? owner : (findBackwardsDays(owner) ?? { where, kind, id, owner });
  }
  const object = readFields(objectReaders, cells);
  return typeof object === 'string' ? object : { where, kind, id, object };
}

/** Error values of spreadsheets. */
const ERROR =
  /^#(N\/A|NV|N\/D|N\/B|(REF|BEZUG|VERW|VALUE|WERT|VALEUR|WAARDE|DIV\/0|NUM|ZAHL|NOMBRE|GETAL|NULL|LEEG)!|(NAME|NOM ?|NAAM)\?)$/;

interface FieldReader {
  readonly column: NameColumn;
  readonly schema: { safeParse(value: unknown): { success: boolean; data?: unknown } };
  readonly problem: (cell: string) => string;
}

const { shape: owner } = ownerEntrySchema;
const { shape: object } = objectEntrySchema;
const createTooLong = (column: NameColumn, maxLength: number) => () => texts.tooLong(column, maxLength);
const createNoDay = (column: NameColumn) => (cell: string) => texts.day(column, cell);

/** An empty cell leaves out the field, because an entry without absences has none. */
const emptiable = owner.absences.nullable().transform((text) => text ?? undefined);

const ownerReaders: Readonly<Record<keyof Required<OwnerEntry>, FieldReader>> = {
  name: { column: 'name', schema: owner.name, problem: createTooLong('name', 200) },
  team: { column: 'team', schema: owner.team, problem: createTooLong('team', 200) },
  weeklyHours: { column: 'weekly_hours', schema: owner.weeklyHours, problem: texts.weeklyHours },
  activeFrom: { column: 'active_from', schema: owner.activeFrom, problem: createNoDay('active_from') },
  activeTo: { column: 'active_to', schema: owner.activeTo, problem: createNoDay('active_to') },
  absences: { column: 'absences', schema: emptiable, problem: texts.absences },
};

const objectReaders: Readonly<Record<keyof ObjectEntry, FieldReader>> = {
  name: { column: 'name', schema: object.name, problem: createTooLong('name', 200) },
  client: { column: 'client', schema: object.client, problem: createTooLong('client', 200) },
  currency: { column: 'currency', schema: object.currency, problem: createTooLong('currency', 12) },
};

/** Reads the fields of a line. An empty cell removes the value; a missing column leaves it as it is. */
function readFields<Entry>(
  readers: Readonly<Record<keyof Entry & string, FieldReader>>,
  cells: NameCells,
): Partial<Entry> | string {
  const fields: [string, unknown][] = [];
  for (const [field, { column, schema, problem }] of Object.entries<FieldReader>(readers)) {
    const cell = cells.get(column);
    if (cell === undefined) continue;
    const read = schema.safeParse(cell === '' ? null : column === 'weekly_hours' ? replaceDecimalComma(cell) : cell);
    if (!read.success) return problem(cell);
    fields.push([field, read.data]);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field was read by the entry's own schema
  return Object.fromEntries(fields) as Partial<Entry>;
}

/** Replaces decimal commas, which are unambiguous because hours have no thousands. */
function replaceDecimalComma(cell: string): string {
  return cell.replaceAll(/(?<=^|[;\n]\s*)(\d{1,3}),(\d+)(?=$|[\s;])/g, '$1.$2');
}

export function findBackwardsDays({ activeFrom, activeTo }: Partial<OwnerEntry>): string | undefined {
  return activeFrom && activeTo && activeTo < activeFrom ? texts.backwards : undefined;
}

export interface TableProblem {
  /** For example `line 7`, or the path in a JSON file. */
  readonly where: string;
  /** Half a sentence. */
  readonly what: string;
  /** True if only this line is left out, because its id is unknown, and the other lines are still read. */
  readonly isLeftOut?: true;
}

export interface NamesLine {
  readonly where: string;
  readonly cells: NameCells;
}

/** Reads lines into patches, and a problem for each other line; a second line for the same entry is refused. */
export function readNamesLines(lines: Iterable<NamesLine>) {
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

/** The initial values of a new entry, except for the name. */
const unknownOwner = ownerEntrySchema.parse({ name: '-' });
const unknownObject = objectEntrySchema.parse({ name: '-' });

/**
 * Merges patches into the directory's entries; those that do not result in a valid entry are reported as problems.
 * @param hoursFrom the day from which undated weekly hours are valid
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
  // `fromEntries` treats an id called __proto__ like any other key.
  return { change: { owners: Object.fromEntries(owners), objects: Object.fromEntries(objects) }, problems };
}

const toName = ({ kind, id }: Pick<NamePatch, 'kind' | 'id'>) => `${kind} ${id}`;

/** Converts the directory to the lines of a complete table, people first. */
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

// Manual changes of the directory, and their reversal. Pure.

/** An id; the kind is `person` or the object's type. */
export interface NamedId {
  readonly kind: string;
  readonly id: string;
}

/** The change, or half a sentence about what is wrong. */
export type CellChange =
  { readonly ok: true; readonly change: DirectoryChange } | { readonly ok: false; readonly problem: string };

/** @param fields as typed; an empty name removes the entry, any other empty field removes its value */
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

/** Removes a person's dated hours, which the typed text replaces; hours before the first of them stay. */
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

/** Builds the change that restores the entries as they were before a change. */
export function invertChange(before: Directory, { owners, objects }: DirectoryChange): DirectoryChange {
  const findEntry = <Entry extends OwnerEntry | ObjectEntry>(entries: Readonly<Record<string, Entry>>, key: string) =>
    Object.hasOwn(entries, key) ? (entries[key] ?? null) : null;
  return {
    owners: Object.fromEntries(Object.keys(owners).map((id) => [id, findEntry(before.owners, id)])),
    objects: Object.fromEntries(Object.keys(objects).map((key) => [key, findEntry(before.objects, key)])),
  };
}
