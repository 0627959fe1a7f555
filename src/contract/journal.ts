/** What the journal keeps across the contract: settings and names, and how damage of them is told and repaired. */
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

/** The contents of a journal, by kind. */
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
  /** `older` means that it is intact but lacks its last changes. `gone` means that there is no file any more. */
  what: z.enum(['damaged', 'older', 'gone']),
  /** The path is absolute. */
  path: z.string(),
  /** How many changes it lacks at its end; null where unknown. */
  missingChanges: count.nullable(),
  /** How many entries it held and cannot return; null where unknown. */
  lost: contentsSchema.nullable(),
  /** The names of what is lost, as far as known; at most twenty. */
  names: z.array(z.string()),
  /** True where nothing is lost: the file is unsound, but all it held can be read. */
  isWhole: z.boolean(),
  /** Whether names or settings that figures rest on are lost, or may be. */
  hitsFigures: z.boolean(),
  /** The last good copy; null where there is none. */
  copy: z.object({ day: z.iso.date(), contents: contentsSchema }).nullable(),
});
export type JournalDamage = z.output<typeof journalDamageSchema>;

export const journalMethods = {
  /** `preferencesSetAside` is the new name of the program's damaged preferences; null where they were not damaged. */
  'journal.state': {
    input: z.strictObject({}),
    output: z.object({ damage: journalDamageSchema.nullable(), preferencesSetAside: z.string().nullable() }),
  },
  /** Sets the damaged file aside, never deleting it, and continues with the last good copy, or with what can still be read. */
  'journal.mend': {
    input: z.strictObject({ from: z.enum(['copy', 'rest']) }),
    output: z.object({ setAside: z.string().nullable(), contents: contentsSchema }),
  },
} as const;

// The workspace's settings across the contract.

/** A setting that was stored under earlier rules, as it was stored. */
export const refusedSettingSchema = z.object({ name: settingsSchema.keyof(), text: z.string() });

export const settingsMethods = {
  'settings.get': { input: z.strictObject({}), output: settingsSchema },
  /**
   * Lists settings that were stored under earlier rules and are not accepted any more: they count as not set, and stay as they are until
   * others take their place.
   */
  'settings.refused': {
    input: z.strictObject({}),
    output: z.object({ refused: z.array(refusedSettingSchema) }),
  },
  /** Changes the given settings. @throws `usage` naming what is invalid; nothing is changed then. */
  'settings.set': { input: settingsSchema.partial(), output: settingsSchema },
} as const;

// The local directory across the contract.

/** The entries were checked by their schema when they were stored: a hundred thousand are not read again on their way out. */
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
  /** The ids of persons and objects that records have, each with the title of its newest record to recognise it by. */
  'names.recorded': {
    input: z.strictObject({}),
    output: z.object({
      ids: z.array(z.object({ kind: z.string(), id: z.string(), title: z.string().nullable() })),
    }),
  },
  /** Adds and replaces whole entries; null removes one, and entries that are not named stay. */
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
  /** Writes a table that `names import` reads back, to the host's `chooseDestination`; null when none was chosen. */
  'names.export': { input: z.strictObject({}), output: z.object({ file: z.string() }).nullable() },
} as const;
