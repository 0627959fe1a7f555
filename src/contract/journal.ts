/** Damage of the small files across the contract: what is lost of names and settings, and the ways out. */
import { z } from 'zod';

const count = z.number().int().nonnegative();

/** What a journal holds, by kind. */
const contentsSchema = z.object({
  people: count,
  objects: count,
  settings: count,
  reports: count,
  reviewMarks: count,
});
export type JournalContents = z.output<typeof contentsSchema>;

export const journalDamageSchema = z.object({
  /** `older`: it is whole, and lacks its last changes. `gone`: there is no file any more. */
  what: z.enum(['damaged', 'older', 'gone']),
  /** Absolute. */
  path: z.string(),
  /** How many changes it lacks at its end; null: it cannot be told. */
  missingChanges: count.nullable(),
  /** How many it held and cannot give back; null: it cannot be told. */
  lost: contentsSchema.nullable(),
  /** Of what is lost, as far as it can be told; at most twenty. */
  names: z.array(z.string()),
  /** Nothing is lost: the file is unsound, and all it held can be read. */
  isWhole: z.boolean(),
  /** Something that figures rest on is lost, or nobody can tell: names, or a setting that decides them. */
  hitsFigures: z.boolean(),
  /** The last good copy; null: there is none. */
  copy: z.object({ day: z.iso.date(), contents: contentsSchema }).nullable(),
});
export type JournalDamage = z.output<typeof journalDamageSchema>;

export const journalMethods = {
  /** `preferencesSetAside`: the program's own preferences were damaged, and lie under this name now; null: they were not. */
  'journal.state': {
    input: z.strictObject({}),
    output: z.object({ damage: journalDamageSchema.nullable(), preferencesSetAside: z.string().nullable() }),
  },
  /** Sets the damaged file aside, never deleting it, and goes on with the last good copy, or with what can still be read. */
  'journal.mend': {
    input: z.strictObject({ from: z.enum(['copy', 'rest']) }),
    output: z.object({ setAside: z.string().nullable(), contents: contentsSchema }),
  },
} as const;
