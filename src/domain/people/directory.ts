/** The local directory: names, clients and teams of ids, and weekly hours of persons. */
import { z } from 'zod';
import { valueNeeds } from '#texts/refusals.ts';
import { hasNoNul, nameSchema, NO_NUL, currencySchema, findNearSpellings, type NearSpelling } from '../name-schema.ts';
import { formatAbsences, MAX_ABSENCE_LETTERS, parseAbsences } from './absences.ts';
import { propertyNames } from '../properties.ts';
import { formatUnits, parseDecimal, type Units } from '../decimal.ts';

const day = z.iso.date();

export const ownerEntrySchema = z
  .strictObject({
    name: nameSchema(200),
    team: nameSchema(200).nullable().default(null),
    /** In the form of `parseWeeklyHours`; null if unknown, so that the person has no expected hours. */
    weeklyHours: z
      .string()
      .refine((text) => parseWeeklyHours(text) !== undefined, valueNeeds.week)
      .transform((text) => formatWeeklyHours(parseWeeklyHours(text) ?? []))
      .nullable()
      .default(null),
    /** The first and the last active day, inclusive; null if open. */
    activeFrom: day.nullable().default(null),
    activeTo: day.nullable().default(null),
    /** Days of absence in the form of `parseAbsences`; absent if there are none. */
    absences: z
      .string()
      .max(MAX_ABSENCE_LETTERS)
      .refine((text) => (parseAbsences(text) ?? []).length > 0, valueNeeds.absences)
      // Normalises order and spaces, so that they do not count as changes.
      .transform((text) => formatAbsences(parseAbsences(text) ?? []))
      .optional(),
  })
  .refine(({ activeFrom, activeTo }) => !activeFrom || !activeTo || activeFrom <= activeTo, valueNeeds.activeBackwards);
export type OwnerEntry = z.output<typeof ownerEntrySchema>;

export const objectEntrySchema = z.strictObject({
  name: nameSchema(200),
  client: nameSchema(200).nullable().default(null),
  /** Amounts in different currencies are never added up. */
  currency: currencySchema.nullable().default(null),
});
export type ObjectEntry = z.output<typeof objectEntrySchema>;

/** An id from the service or from a file of names. */
export const ownerIdSchema = z.string().min(1).refine(hasNoNul, NO_NUL);
/** The key is `type:id`. */
export const objectKeySchema = z
  .string()
  .regex(/^[^:]+:.+$/, valueNeeds.objectKey)
  .refine(hasNoNul, NO_NUL);

export const directorySchema = z.object({
  /** The keys are owner ids. */
  owners: entriesById(z.string(), ownerEntrySchema),
  /** The keys are `type:id`. */
  objects: entriesById(z.string(), objectEntrySchema),
});
export type Directory = z.output<typeof directorySchema>;

export const emptyDirectory: Directory = { owners: {}, objects: {} };

export function toObjectKey(type: string, id: string): string {
  return `${type}:${id}`;
}

/** Splits an object's key; types have no colon. */
export function parseObjectKey(key: string): { readonly type: string; readonly id: string } {
  const colon = key.indexOf(':');
  return { type: key.slice(0, colon), id: key.slice(colon + 1) };
}

/** A change has entries to add or replace, and null to remove one; other entries stay. */
export interface DirectoryChange {
  readonly owners: Readonly<Record<string, OwnerEntry | null>>;
  readonly objects: Readonly<Record<string, ObjectEntry | null>>;
}

/** The numbers of entries that a change adds, replaces, removes or leaves unchanged. */
export interface DirectoryDifference {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

type Effect = keyof DirectoryDifference;

export interface EntryChange {
  /** `person` or the object's type. */
  readonly kind: string;
  readonly id: string;
  /** The name in the new entry; for a removed entry, the old name. */
  readonly name: string;
  readonly effect: Effect;
  /** The changed fields with their texts before and after; null if unknown. */
  readonly fields: Readonly<Record<string, readonly [before: string | null, after: string | null]>>;
}

/** Lists the effects of a change on a directory by entry, without applying it. */
export function listEntryChanges(before: Directory, change: DirectoryChange): EntryChange[] {
  return [
    ...Object.entries(change.owners).map(([id, entry]) => ({
      kind: 'person',
      id,
      ...findEffect(findOwnEntry(before.owners, id), entry),
    })),
    ...Object.entries(change.objects).map(([key, entry]) => {
      const { type, id } = parseObjectKey(key);
      return { kind: type, id, ...findEffect(findOwnEntry(before.objects, key), entry) };
    }),
  ];
}

/** Finds currencies in a change that are nearly the same as one in the other entries. */
export function findNearCurrencies(before: Directory, { objects }: DirectoryChange): NearSpelling[] {
  const changed = Object.entries(objects).filter(
    ([key, entry]) => entry?.currency !== findOwnEntry(before.objects, key)?.currency,
  );
  const keys = new Set(changed.map(([key]) => key));
  const remaining = Object.entries(before.objects).filter(([key]) => !keys.has(key));
  const [usedCurrencies, newCurrencies] = [remaining, changed].map((entries) =>
    entries.flatMap(([, entry]) => entry?.currency ?? []),
  );
  return findNearSpellings(usedCurrencies ?? [], newCurrencies ?? []);
}

/** Counts the changes of entries by their effect. */
export function findDifference(before: Directory, { owners, objects }: DirectoryChange): DirectoryDifference {
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  for (const [id, entry] of Object.entries(owners))
    counts[findEffect(findOwnEntry(before.owners, id), entry).effect] += 1;
  for (const [key, entry] of Object.entries(objects))
    counts[findEffect(findOwnEntry(before.objects, key), entry).effect] += 1;
  return counts;
}

type Entry = OwnerEntry | ObjectEntry;

function findEffect(before: Entry | undefined, after: Entry | null): Pick<EntryChange, 'name' | 'effect' | 'fields'> {
  const name = after?.name ?? before?.name ?? '';
  if (!before) return { name, effect: after ? 'added' : 'unchanged', fields: {} };
  if (!after) return { name, effect: 'removed', fields: {} };
  // A field that is missing in one of the two is unknown there.
  const [previous, next]: Readonly<Record<string, string | null | undefined>>[] = [{ ...before }, { ...after }];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => (previous?.[field] ?? null) !== (next?.[field] ?? null))
    .map((field) => [field, [previous?.[field] ?? null, next?.[field] ?? null]] as const);
  return { name, effect: fields.length === 0 ? 'unchanged' : 'changed', fields: Object.fromEntries(fields) };
}

/** Finds a person's entry; undefined if there is none. */
export function findOwner(directory: Directory, ownerId: string): OwnerEntry | undefined {
  return findOwnEntry(directory.owners, ownerId);
}

/** Finds an object's entry; undefined if there is none. */
export function findObject(directory: Directory, type: string, id: string): ObjectEntry | undefined {
  return findOwnEntry(directory.objects, toObjectKey(type, id));
}

/** Finds the client of a record's object; undefined if unknown. */
export function findClient(directory: Directory, type: string | undefined, id: string | undefined): string | undefined {
  if (type === undefined || id === undefined) return undefined;
  return findObject(directory, type, id)?.client ?? undefined;
}

/** Finds the currency of a record's object; the workspace's currency if unknown. */
export function findCurrencyOfObject(
  directory: Directory,
  type: string | undefined,
  id: string | undefined,
  workspaceCurrency: string | null,
): string | null {
  if (type === undefined || id === undefined) return workspaceCurrency;
  return findObject(directory, type, id)?.currency ?? workspaceCurrency;
}

/** Creates a lookup of objects' names by type and id; undefined if unknown. */
export function createObjectNames(directory: Directory): (type: string | undefined, id: string) => string | undefined {
  return (type, id) => (type === undefined ? undefined : (findObject(directory, type, id)?.name ?? undefined));
}

/** Finds the team of a person; undefined if unknown. */
export function findTeam(directory: Directory, ownerId: string | undefined): string | undefined {
  return ownerId === undefined ? undefined : (findOwner(directory, ownerId)?.team ?? undefined);
}

/** Ignores inherited properties, because an id may equal the name of one. */
function findOwnEntry<T>(entries: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}

/** Returns whether the currency of any amount can be known. */
export function hasAnyCurrency({ objects }: Pick<Directory, 'objects'>, workspaceCurrency: string | null): boolean {
  return workspaceCurrency !== null || Object.values(objects).some(({ currency }) => currency !== null);
}

const PROTO = /^__proto__+$/;

/** Builds an object with an own property for every id, including `__proto__`, which is renamed while `z.record` reads it. */
export function entriesById<Key extends z.ZodString, Value extends z.ZodType>(idSchema: Key, entrySchema: Value) {
  return z
    .preprocess(
      (entries: Readonly<Record<string, z.input<Value>>>) => renameIds(entries, (id) => `${id}_`),
      z.record(idSchema, entrySchema),
    )
    .transform((entries) => renameIds(entries, (id) => id.slice(0, -1)));
}

function renameIds<Entry>(entries: Readonly<Record<string, Entry>>, rename: (id: string) => string) {
  // A value that is not an object is left for `z.record` to reject.
  if (typeof entries !== 'object' || entries === null || !Object.keys(entries).some((id) => PROTO.test(id)))
    return entries;
  // `fromEntries` defines a property, while an assignment would set the prototype.
  return Object.fromEntries(Object.entries(entries).map(([id, entry]) => [PROTO.test(id) ? rename(id) : id, entry]));
}

// Names for ids in filters and cells: people and objects of the directory only.

interface DirectoryNames {
  readonly owners: Readonly<Record<string, { readonly name: string }>>;
  /** The keys are type and id: `deal:7`. */
  readonly objects: Readonly<Record<string, { readonly name: string }>>;
}

/** @returns undefined if no name is known */
export type NameOf = (propertyName: string, value: string) => string | undefined;

/** An object's id does not show its type, so it is named only if its name is the same for all types with this id. */
export function nameIds({ owners, objects }: DirectoryNames): NameOf {
  const byId = new Map<string, string | undefined>();
  for (const [key, { name }] of Object.entries(objects)) {
    const id = key.slice(key.indexOf(':') + 1);
    byId.set(id, byId.has(id) && byId.get(id) !== name ? undefined : name);
  }
  return (propertyName, value) => {
    if (propertyName === propertyNames.owner) return Object.hasOwn(owners, value) ? owners[value]?.name : undefined;
    return propertyName === propertyNames.objectId ? byId.get(value) : undefined;
  };
}

// A person's weekly hours, with the days on which they change. They are written as `40; 20 from 2026-10-01` in the table of names, in files
// and in the journal.

export interface HoursLine {
  readonly hours: Units;
  /** The first day, `YYYY-MM-DD`; empty if the hours are valid from the beginning. */
  readonly from: string;
}

const LINE = /^(\S+?)(?:(?:\s+\p{L}+)?\s+(\d{4}-\d{2}-\d{2}))?$/u;

/** @returns in order of time; undefined if any part is not a valid number of hours, or two lines begin on the same day */
export function parseWeeklyHours(text: string): readonly HoursLine[] | undefined {
  const parts = text.split(/[;\n\r]+/).flatMap((part) => part.trim() || []);
  const lines = parts.flatMap((part) => readLine(part) ?? []).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const isComplete = lines.length === parts.length && new Set(lines.map(({ from }) => from)).size === lines.length;
  return isComplete && lines.length > 0 ? lines : undefined;
}

/** Hours may have at most seven decimals, so that a day's share, a fifth of them, is exact. */
function readLine(part: string): HoursLine | undefined {
  const [, number = '', from = ''] = LINE.exec(part) ?? [];
  const { units: hours, rounded } = parseDecimal(number) ?? { units: -1n, rounded: false };
  const isWeek = hours >= 0n && hours <= 168n * 10n ** 8n && hours % 10n === 0n && !rounded;
  return isWeek && (from === '' || day.safeParse(from).success) ? { hours, from } : undefined;
}

/** Formats equal hours identically, so that 40.0 is not a change from 40. */
export function formatWeeklyHours(lines: readonly HoursLine[]): string {
  return lines.map(({ hours, from }) => formatUnits(hours) + (from === '' ? '' : ` from ${from}`)).join('; ');
}

/** Merges hours: lines with a day replace those of the same day, and the others stay; a line without a day replaces all. */
export function mergeWeeklyHours(currentHours: string | null, addedHours: string): string {
  const [before, after] = [currentHours ?? '', addedHours].map((text) => parseWeeklyHours(text) ?? []);
  if (!before || !after || after[0]?.from === '') return addedHours;
  const days = new Map([...before, ...after].map((line) => [line.from, line]));
  return formatWeeklyHours([...days.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1)));
}
