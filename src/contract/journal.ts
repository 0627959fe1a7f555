/** The methods of the journal's contents: settings and names, and how damage to them is reported and repaired. */
import { z } from 'zod';
import { settingsSchema } from '#domain/settings.ts';
import {
  entriesById,
  type Directory,
  objectEntrySchema,
  objectKeySchema,
  ownerEntrySchema,
  ownerIdSchema,
} from '#domain/people/directory.ts';

const count = z.number().int().nonnegative();

const contentsSchema = z.object({
  people: count,
  objects: count,
  settings: count,
  reports: count,
  exports: count,
  reviewMarks: count,
});
export type JournalContents = z.output<typeof contentsSchema>;

export const journalDamageSchema = z.object({
  /** `older`: intact, but its last changes are missing. `gone`: the file no longer exists. */
  what: z.enum(['damaged', 'older', 'gone']),
  /** The path is absolute. */
  path: z.string(),
  /** How many of its last changes are missing; null if unknown. */
  missingChanges: count.nullable(),
  /** How many entries are lost; null if unknown. */
  lost: contentsSchema.nullable(),
  /** The names of lost entries, as far as known; at most twenty. */
  names: z.array(z.string()),
  /** True if nothing is lost: the file is damaged, but all its entries can be read. */
  isWhole: z.boolean(),
  /** Whether names or settings that affect figures are or may be lost. */
  hitsFigures: z.boolean(),
  /** The last intact copy; null if there is none. */
  copy: z.object({ day: z.iso.date(), contents: contentsSchema }).nullable(),
});
export type JournalDamage = z.output<typeof journalDamageSchema>;

export const journalMethods = {
  /** `preferencesSetAside` is the new name of the damaged preferences file; null if it was not damaged. */
  'journal.state': {
    input: z.strictObject({}),
    output: z.object({ damage: journalDamageSchema.nullable(), preferencesSetAside: z.string().nullable() }),
  },
  /** Sets the damaged file aside, never deleting it, and continues with the last intact copy, or with the entries that can still be read. */
  'journal.mend': {
    input: z.strictObject({ from: z.enum(['copy', 'rest']) }),
    output: z.object({ setAside: z.string().nullable(), contents: contentsSchema }),
  },
} as const;

// The methods of the workspace's settings.

/** A stored setting that is no longer valid, with its text as stored. */
export const refusedSettingSchema = z.object({ name: settingsSchema.keyof(), text: z.string() });

export const settingsMethods = {
  'settings.get': { input: z.strictObject({}), output: settingsSchema },
  /** Lists stored settings that are no longer valid: they count as not set, and stay stored until they are replaced. */
  'settings.refused': {
    input: z.strictObject({}),
    output: z.object({ refused: z.array(refusedSettingSchema) }),
  },
  /** Changes the given settings. @throws `usage` that names what is invalid; then nothing is changed. */
  'settings.set': { input: settingsSchema.partial(), output: settingsSchema },
} as const;

// The methods of the local directory.

/** Entries were validated when they were stored, so a hundred thousand of them are not validated again when they are listed. */
function createStoredEntriesSchema<Entries>(): z.ZodType<Entries> {
  return z.custom<Entries>((entries) => typeof entries === 'object' && entries !== null);
}

export const namesMethods = {
  'names.list': {
    input: z.strictObject({}),
    output: z.object({
      owners: createStoredEntriesSchema<Directory['owners']>(),
      objects: createStoredEntriesSchema<Directory['objects']>(),
    }),
  },
  /** Lists the ids of persons and objects in the records, each with the title of its newest record for recognition. */
  'names.recorded': {
    input: z.strictObject({}),
    output: z.object({
      ids: z.array(z.object({ kind: z.string(), id: z.string(), title: z.string().nullable() })),
    }),
  },
  /** Adds or replaces entries; null removes an entry, and entries that are not named stay. */
  'names.keep': {
    input: z.strictObject({
      owners: entriesById(ownerIdSchema, ownerEntrySchema.nullable()).default({}),
      objects: entriesById(objectKeySchema, objectEntrySchema.nullable()).default({}),
    }),
    output: z.object({
      added: z.number().int(),
      changed: z.number().int(),
      removed: z.number().int(),
      unchanged: z.number().int(),
    }),
  },
  /** Writes a table that `names import` can read to the host's `chooseDestination`; null when none was chosen. */
  'names.export': { input: z.strictObject({}), output: z.object({ file: z.string() }).nullable() },
} as const;
