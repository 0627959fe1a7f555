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
import { hasNoNul } from '../name-schema.ts';
import { requireProperty } from '../properties.ts';

/** The columns of a complete table, in the order they are written. */
export const nameColumns = [
  'kind',
  'id',
  'name',
  'team',
  'weekly_hours',
  'active_from',
  'active_to',
  'client',
  'currency',
] as const;
type Column = (typeof nameColumns)[number];

/** Synonyms of a column. `owner_id` also says that every line is a person. */
const otherWords: Readonly<Record<string, Column>> = { type: 'kind', owner_id: 'id' };

const PERSON = 'person';
const objectKinds = requireProperty('assoc_obj_type').options ?? [];
const kinds: readonly string[] = [PERSON, ...objectKinds];

const ownerColumns = ['team', 'weekly_hours', 'active_from', 'active_to'] as const;
const objectColumns = ['client', 'currency'] as const;

/** A line of the table; lines are counted from 1, the header's included. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface TableProblem {
  /** `line 7`, or the place in a JSON file. */
  readonly where: string;
  /** Half a sentence. */
  readonly what: string;
}

type Answer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly TableProblem[] };

/** The fields a line sets in one entry; the others stay as they are. */
export interface NamePatch {
  readonly where: string;
  /** `person` or the object's type. */
  readonly kind: string;
  readonly id: string;
  readonly owner?: Partial<OwnerEntry>;
  readonly object?: Partial<ObjectEntry>;
}

/** The header's columns, in any order, case and with spaces for underscores; undefined for an unknown word. */
export function readHeader(heads: readonly string[]): (Column | undefined)[] {
  return heads.map((head) => {
    const word = toWord(head);
    return (
      nameColumns.find((each) => each === word) ?? (Object.hasOwn(otherWords, word) ? otherWords[word] : undefined)
    );
  });
}

const toWord = (head: string) =>
  head
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

/**
 * Reads header and lines without looking at the directory.
 * @returns the patches in the table's order, or every line that cannot be used.
 */
export function readNamesTable(header: TableLine, lines: readonly TableLine[]): Answer<NamePatch[]> {
  const columns = readHeader(header.cells);
  const problem = headerProblem(header.cells, columns);
  if (problem !== undefined) return { ok: false, problems: [{ where: texts.lineAt(header.line), what: problem }] };
  if (lines.length === 0) return { ok: false, problems: [{ where: texts.lineAt(header.line), what: texts.noRows }] };
  const allPeople = !columns.includes('kind');
  const patches: NamePatch[] = [];
  const problems: TableProblem[] = [];
  const seen = new Map<string, string>();
  for (const { line, cells } of lines) {
    const given = new Map(columns.flatMap((name, at) => (name ? [[name, (cells[at] ?? '').trim()] as const] : [])));
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
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: patches };
}

function headerProblem(heads: readonly string[], columns: readonly (Column | undefined)[]): string | undefined {
  const unknown = heads.filter((_, at) => columns[at] === undefined);
  if (unknown.length > 0) return texts.unknownColumns(unknown, [...nameColumns, 'owner_id']);
  const twice = columns.find((name, at) => columns.indexOf(name) !== at);
  if (twice !== undefined) return texts.columnTwice(twice);
  if (!columns.includes('id')) return texts.noIdColumn;
  const saysPerson = heads.some((head) => toWord(head) === 'owner_id');
  return columns.includes('kind') || saysPerson ? undefined : texts.noKindColumn;
}

type Cells = ReadonlyMap<Column, string>;

/** @returns the patch, or what is wrong with the line. */
function readLine(where: string, cells: Cells, allPeople: boolean): NamePatch | string {
  const kind = allPeople ? PERSON : (cells.get('kind') ?? '').toLowerCase().replace(/^owner$/, PERSON);
  if (!kinds.includes(kind)) return texts.unknownKind(cells.get('kind') ?? '', kinds);
  const id = cells.get('id') ?? '';
  if (id === '') return texts.noId;
  for (const [column, cell] of cells) if (!hasNoNul(cell)) return texts.nul(column);
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(id)) return texts.mangledId(id);
  if (cells.get('name') === '') return texts.noName;
  const foreign = (kind === PERSON ? objectColumns : ownerColumns).find((name) => (cells.get(name) ?? '') !== '');
  if (foreign !== undefined) return texts.foreign(foreign, kind);
  if (kind === PERSON) {
    const owner = readFields(ownerReaders, cells);
    return typeof owner === 'string' ? owner : (backwards(owner) ?? { where, kind, id, owner });
  }
  const object = readFields(objectReaders, cells);
  return typeof object === 'string' ? object : { where, kind, id, object };
}

/** How a field is read: its column, its schema, and the message for an invalid cell. */
interface FieldReader {
  readonly column: Column;
  readonly schema: { safeParse(value: unknown): { success: boolean; data?: unknown } };
  readonly problem: (given: string) => string;
}

const { shape: owner } = ownerEntrySchema;
const { shape: object } = objectEntrySchema;
const tooLong = (column: Column, most: number) => () => texts.tooLong(column, most);
const noDay = (column: Column) => (given: string) => texts.day(column, given);

const ownerReaders: Readonly<Record<keyof OwnerEntry, FieldReader>> = {
  name: { column: 'name', schema: owner.name, problem: tooLong('name', 200) },
  team: { column: 'team', schema: owner.team, problem: tooLong('team', 200) },
  weeklyHours: { column: 'weekly_hours', schema: owner.weeklyHours, problem: texts.weeklyHours },
  activeFrom: { column: 'active_from', schema: owner.activeFrom, problem: noDay('active_from') },
  activeTo: { column: 'active_to', schema: owner.activeTo, problem: noDay('active_to') },
};

const objectReaders: Readonly<Record<keyof ObjectEntry, FieldReader>> = {
  name: { column: 'name', schema: object.name, problem: tooLong('name', 200) },
  client: { column: 'client', schema: object.client, problem: tooLong('client', 200) },
  currency: { column: 'currency', schema: object.currency, problem: tooLong('currency', 12) },
};

/** An empty cell removes the value; a missing column leaves it. */
function readFields<Entry>(
  readers: Readonly<Record<keyof Entry & string, FieldReader>>,
  cells: Cells,
): Partial<Entry> | string {
  const fields: [string, unknown][] = [];
  for (const [field, { column, schema, problem }] of Object.entries<FieldReader>(readers)) {
    const given = cells.get(column);
    if (given === undefined) continue;
    const read = schema.safeParse(given === '' ? null : column === 'weekly_hours' ? withPoint(given) : given);
    if (!read.success) return problem(given);
    fields.push([field, read.data]);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field was read by the entry's own schema
  return Object.fromEntries(fields) as Partial<Entry>;
}

/** A decimal comma, where it is unambiguous: hours have no thousands. */
function withPoint(given: string): string {
  return /^\d{1,3},\d+$/.test(given) ? given.replace(',', '.') : given;
}

function backwards({ activeFrom, activeTo }: Partial<OwnerEntry>): string | undefined {
  return activeFrom && activeTo && activeTo < activeFrom ? texts.backwards : undefined;
}

/**
 * Merges the lines into the directory's entries.
 * @returns the lines that do not give a valid entry.
 */
export function toChange(patches: readonly NamePatch[], before: Directory): Answer<DirectoryChange> {
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
      if (problem !== undefined) problems.push({ where: patch.where, what: problem });
      owners.push([patch.id, entry]);
    } else {
      const entry = { ...objectEntrySchema.parse({ name }), ...thing, ...patch.object };
      objects.push([objectKey(patch.kind, patch.id), entry]);
    }
  }
  if (problems.length > 0) return { ok: false, problems };
  // fromEntries: an id called __proto__ is a key like any other.
  return { ok: true, value: { owners: Object.fromEntries(owners), objects: Object.fromEntries(objects) } };
}

const toName = ({ kind, id }: Pick<NamePatch, 'kind' | 'id'>) => `${kind} ${id}`;

/** The directory as lines of a complete table, people first, each in the columns' order. */
export function namesTable({ owners, objects }: Directory): string[][] {
  const toRow = (cells: Readonly<Partial<Record<Column, string | null>>>) =>
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
      }),
    ),
    ...Object.entries(objects).map(([key, { name, client, currency }]) => {
      const { type, id } = objectOfKey(key);
      return toRow({ kind: type, id, name, client, currency });
    }),
  ];
}
