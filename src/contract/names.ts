/** The local directory across the contract. */
import { z } from 'zod';
import {
  entriesById,
  type Directory,
  objectEntrySchema,
  objectKeySchema,
  ownerEntrySchema,
  ownerIdSchema,
} from '#domain/people/directory.ts';

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
