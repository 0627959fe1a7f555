/** The inputs that select records and parts of lists, and the methods that check a filter's values. */
import { z } from 'zod';
import { filterGroupsSchema } from '#domain/filter/model.ts';

/** A filter value that no local record has. */
export const unheldValueSchema = z.object({
  propertyName: z.string(),
  /** The value as written in the filter. */
  value: z.string(),
  /** Whether the directory has this client or team, or the property this option, so that only its records are missing. */
  isKnown: z.boolean(),
  /** The value that was probably intended, and its name if that is different; null if no value is similar. */
  near: z.object({ value: z.string(), name: z.string().nullable() }).nullable(),
});
export type UnheldValue = z.output<typeof unheldValueSchema>;

/** A searched word that no record and no name has, and the words of names that differ by one letter. A single such word replaces it. */
export const misspeltWordSchema = z.object({ word: z.string(), names: z.array(z.string()).min(1) });
export type MisspeltWord = z.output<typeof misspeltWordSchema>;

/** Selects records by filter, free text and period. */
export const selection = {
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().default(''),
  period: z.string().optional(),
};

export const filterMethods = {
  /**
   * Lists filter values of texts, enumerations, clients and teams that no record has, and the searched words that are read as a name. The
   * lists are empty while there are no records.
   */
  'filter.unheld': {
    input: z.strictObject({ filterGroups: filterGroupsSchema }),
    output: z.object({ values: z.array(unheldValueSchema), misspelt: z.array(misspeltWordSchema) }),
  },
  /** Lists the largest sets of a search's words that find records, if all words together find none, by how many they find. */
  'filter.fewerWords': {
    input: z.strictObject(selection),
    output: z.object({
      sets: z.array(
        z.object({ words: z.string(), kept: z.number().int(), of: z.number().int(), records: z.number().int() }),
      ),
    }),
  },
} as const;

/** No workspace holds more records. Larger offsets and limits are rejected before they reach the database or the service. */
export const MAX_ROWS = 1_000_000_000;

export const offsetSchema = z.number().int().min(0).max(MAX_ROWS).default(0);

export function limitUpTo(maximum: number): z.ZodNumber {
  return z.number().int().min(1).max(maximum);
}
