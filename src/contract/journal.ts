/** Damage of names and settings across the contract: what is lost, and the ways to repair it. */
import { z } from 'zod';

const count = z.number().int().nonnegative();

/** What a journal holds, by kind. */
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
  /** `older`: it is intact, but lacks its last changes. `gone`: there is no file any more. */
  what: z.enum(['damaged', 'older', 'gone']),
  /** Absolute. */
  path: z.string(),
  /** How many changes it lacks at its end; null: unknown. */
  missingChanges: count.nullable(),
  /** How many it held and cannot return; null: unknown. */
  lost: contentsSchema.nullable(),
  /** Names of what is lost, as far as known; at most twenty. */
  names: z.array(z.string()),
  /** Nothing is lost: the file is unsound, but all it held can be read. */
  isWhole: z.boolean(),
  /** Something that figures rest on is lost, or may be: names, or a setting that affects them. */
  hitsFigures: z.boolean(),
  /** The last good copy; null: there is none. */
  copy: z.object({ day: z.iso.date(), contents: contentsSchema }).nullable(),
});
export type JournalDamage = z.output<typeof journalDamageSchema>;

export const journalMethods = {
  /** `preferencesSetAside`: the new name of the program's damaged preferences; null: they were not damaged. */
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
