/** The local directory: the names of ids, the clients and teams they belong to, and the expected hours of persons. */
import { z } from 'zod';
import { currencySchema, findNearSpellings, type NearSpelling } from './currency-spelling.ts';
import { entriesById } from '../entries-by-id.ts';
import { hasNoNul, nameSchema, NO_NUL } from '../name-schema.ts';
import { formatAbsences, MOST_ABSENCE_LETTERS, parseAbsences } from './absences.ts';
import { formatWeeklyHours, parseWeeklyHours } from './weekly-hours.ts';
import { valueNeeds } from '#texts/refusals.ts';

const day = z.iso.date();

export const ownerEntrySchema = z
  .strictObject({
    name: nameSchema(200),
    team: nameSchema(200).nullable().default(null),
    /** As `parseWeeklyHours` reads them; null: unknown, and then this person has no expected hours. */
    weeklyHours: z
      .string()
      .refine((text) => parseWeeklyHours(text) !== undefined, valueNeeds.week)
      .transform((text) => formatWeeklyHours(parseWeeklyHours(text) ?? []))
      .nullable()
      .default(null),
    /** First and last active day, inclusive; null: open. */
    activeFrom: day.nullable().default(null),
    activeTo: day.nullable().default(null),
    /** Days away, as `parseAbsences` reads them; absent: none. No hours are expected on them. */
    absences: z
      .string()
      .max(MOST_ABSENCE_LETTERS)
      .refine((text) => (parseAbsences(text) ?? []).length > 0, valueNeeds.absences)
      // One way to write them: their order and spaces are no change.
      .transform((text) => formatAbsences(parseAbsences(text) ?? []))
      .optional(),
  })
  .refine(({ activeFrom, activeTo }) => !activeFrom || !activeTo || activeFrom <= activeTo, valueNeeds.activeBackwards);
export type OwnerEntry = z.output<typeof ownerEntrySchema>;

export const objectEntrySchema = z.strictObject({
  name: nameSchema(200),
  client: nameSchema(200).nullable().default(null),
  /** A currency; amounts of two currencies are never added up. */
  currency: currencySchema.nullable().default(null),
});
export type ObjectEntry = z.output<typeof objectEntrySchema>;

/** From the service, and typed by people into files of names. */
export const ownerIdSchema = z.string().min(1).refine(hasNoNul, NO_NUL);
/** `type:id`. */
export const objectKeySchema = z
  .string()
  .regex(/^[^:]+:.+$/, valueNeeds.objectKey)
  .refine(hasNoNul, NO_NUL);

export const directorySchema = z.object({
  /** By owner id. */
  owners: entriesById(z.string(), ownerEntrySchema),
  /** By `type:id`. */
  objects: entriesById(z.string(), objectEntrySchema),
});
export type Directory = z.output<typeof directorySchema>;

export const emptyDirectory: Directory = { owners: {}, objects: {} };

/** The key of an object's entry. */
export function objectKey(type: string, id: string): string {
  return `${type}:${id}`;
}

/** The type and id of an object's key; types have no colon. */
export function objectOfKey(key: string): { readonly type: string; readonly id: string } {
  const colon = key.indexOf(':');
  return { type: key.slice(0, colon), id: key.slice(colon + 1) };
}

/** Whole entries to add or replace, null to remove one; unnamed entries stay. */
export interface DirectoryChange {
  readonly owners: Readonly<Record<string, OwnerEntry | null>>;
  readonly objects: Readonly<Record<string, ObjectEntry | null>>;
}

/** How many entries a change adds, replaces, removes, or leaves as they are. */
export interface DirectoryDifference {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

type Effect = keyof DirectoryDifference;

/** What a change does to one entry. */
export interface EntryChange {
  /** `person` or the object's type. */
  readonly kind: string;
  readonly id: string;
  /** The new entry; for a removed one, the old entry. */
  readonly name: string;
  readonly effect: Effect;
  /** The changed fields: before, after; null is unknown. */
  readonly fields: Readonly<Record<string, readonly [before: string | null, after: string | null]>>;
}

/** What a change would do to a directory, entry by entry, without doing it. */
export function entryChanges(before: Directory, change: DirectoryChange): EntryChange[] {
  return [
    ...Object.entries(change.owners).map(([id, entry]) => ({
      kind: 'person',
      id,
      ...findEffect(own(before.owners, id), entry),
    })),
    ...Object.entries(change.objects).map(([key, entry]) => {
      const { type, id } = objectOfKey(key);
      return { kind: type, id, ...findEffect(own(before.objects, key), entry) };
    }),
  ];
}

/** Currencies that a change brings and that are nearly one of those it leaves. */
export function findNearCurrencies(before: Directory, { objects }: DirectoryChange): NearSpelling[] {
  const changed = Object.entries(objects).filter(
    ([key, entry]) => entry?.currency !== own(before.objects, key)?.currency,
  );
  const keys = new Set(changed.map(([key]) => key));
  const left = Object.entries(before.objects).filter(([key]) => !keys.has(key));
  const [used, given] = [left, changed].map((entries) => entries.flatMap(([, entry]) => entry?.currency ?? []));
  return findNearSpellings(used ?? [], given ?? []);
}

/** The same, counted. */
export function findDifference(before: Directory, change: DirectoryChange): DirectoryDifference {
  const effects = entryChanges(before, change).map(({ effect }) => effect);
  const count = (wanted: Effect) => effects.filter((each) => each === wanted).length;
  return {
    added: count('added'),
    changed: count('changed'),
    removed: count('removed'),
    unchanged: count('unchanged'),
  };
}

type Entry = OwnerEntry | ObjectEntry;

function findEffect(before: Entry | undefined, after: Entry | null): Pick<EntryChange, 'name' | 'effect' | 'fields'> {
  const name = after?.name ?? before?.name ?? '';
  if (!before) return { name, effect: after ? 'added' : 'unchanged', fields: {} };
  if (!after) return { name, effect: 'removed', fields: {} };
  // A field that one of the two lacks is unknown there.
  const [old, next]: Readonly<Record<string, string | null | undefined>>[] = [{ ...before }, { ...after }];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => (old?.[field] ?? null) !== (next?.[field] ?? null))
    .map((field) => [field, [old?.[field] ?? null, next?.[field] ?? null]] as const);
  return { name, effect: fields.length === 0 ? 'unchanged' : 'changed', fields: Object.fromEntries(fields) };
}

/** What is known of a person; undefined: nothing. */
export function ownerEntry(directory: Directory, ownerId: string): OwnerEntry | undefined {
  return own(directory.owners, ownerId);
}

/** What is known of an object; undefined: nothing. */
export function objectEntry(directory: Directory, type: string, id: string): ObjectEntry | undefined {
  return own(directory.objects, objectKey(type, id));
}

/** The client of a record's object; undefined where it is unknown. */
export function clientOf(directory: Directory, type: string | undefined, id: string | undefined): string | undefined {
  if (type === undefined || id === undefined) return undefined;
  return objectEntry(directory, type, id)?.client ?? undefined;
}

/** The currency of the money of a record's object; the workspace's own where it is unknown. */
export function currencyOfObject(
  directory: Directory,
  type: string | undefined,
  id: string | undefined,
  workspaces: string | null,
): string | null {
  if (type === undefined || id === undefined) return workspaces;
  return objectEntry(directory, type, id)?.currency ?? workspaces;
}

/** Names of objects by type and id; undefined where unknown. */
export function objectNames(directory: Directory): (type: string | undefined, id: string) => string | undefined {
  return (type, id) => (type === undefined ? undefined : (objectEntry(directory, type, id)?.name ?? undefined));
}

/** The team of a person; undefined where it is unknown. */
export function teamOf(directory: Directory, ownerId: string | undefined): string | undefined {
  return ownerId === undefined ? undefined : (ownerEntry(directory, ownerId)?.team ?? undefined);
}

/** An id may be equal to a name that every object inherits. */
function own<T>(entries: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}

/** Whether the currency of any amount can be known. @param own the workspace's currency */
export function knowsCurrency({ objects }: Pick<Directory, 'objects'>, own: string | null): boolean {
  return own !== null || Object.values(objects).some(({ currency }) => currency !== null);
}
