/** Damage of names and settings across the contract: what is lost, and the ways to repair it. */
import { z } from 'zod';

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
