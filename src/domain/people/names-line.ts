/** Reads one line of a table of names: each cell by its column, held to the entry's own schema, none guessed. Pure. */
import { namesTableTexts as texts } from '#texts/names-table.ts';
import { objectEntrySchema, ownerEntrySchema, type ObjectEntry, type OwnerEntry } from './directory.ts';
import { hasNoNul } from '../name-schema.ts';
import { requireProperty } from '../properties.ts';

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

export const PERSON = 'person';
const objectKinds: readonly string[] = requireProperty('assoc_obj_type').options ?? [];
export const nameKinds: readonly string[] = [PERSON, ...objectKinds];

const ownerColumns = ['team', 'weekly_hours', 'active_from', 'active_to', 'absences'] as const;
const objectColumns = ['client', 'currency'] as const;

/** The fields that a line sets in one entry; the others stay as they are. */
export interface NamePatch {
  readonly where: string;
  /** The kind is `person` or the object's type. */
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

/** Spreadsheets show these where a formula failed. */
const ERROR =
  /^#(N\/A|NV|N\/D|N\/B|(REF|BEZUG|VERW|VALUE|WERT|VALEUR|WAARDE|DIV\/0|NUM|ZAHL|NOMBRE|GETAL|NULL|LEEG)!|(NAME|NOM ?|NAAM)\?)$/;

/** Each field has its column, its schema, and the message for an invalid cell. */
interface FieldReader {
  readonly column: NameColumn;
  readonly schema: { safeParse(value: unknown): { success: boolean; data?: unknown } };
  readonly problem: (cell: string) => string;
}

const { shape: owner } = ownerEntrySchema;
const { shape: object } = objectEntrySchema;
const createTooLong = (column: NameColumn, most: number) => () => texts.tooLong(column, most);
const createNoDay = (column: NameColumn) => (cell: string) => texts.day(column, cell);

/** An entry without absences has no such field. */
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

/** An empty cell removes the value; a missing column leaves it. */
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

/** Replaces a decimal comma where it is unambiguous: hours have no thousands. */
function replaceDecimalComma(cell: string): string {
  return cell.replaceAll(/(?<=^|[;\n]\s*)(\d{1,3}),(\d+)(?=$|[\s;])/g, '$1.$2');
}

export function findBackwardsDays({ activeFrom, activeTo }: Partial<OwnerEntry>): string | undefined {
  return activeFrom && activeTo && activeTo < activeFrom ? texts.backwards : undefined;
}
