/** Selects records by filter and by part of a list. A filter's values are checked before their result is trusted. */
import { z } from 'zod';
import { filterGroupsSchema } from '#domain/filter/model.ts';

/** A value of a filter that no record here has. */
export const unheldValueSchema = z.object({
  propertyName: z.string(),
  /** The value as the filter has it. */
  value: z.string(),
  /** Whether the directory has such a client or team, or the property such an option, so that only its records are missing. */
  isKnown: z.boolean(),
  /** The value that was probably intended, and its name where that is not the value itself; null where none is similar. */
  near: z.object({ value: z.string(), name: z.string().nullable() }).nullable(),
});
export type UnheldValue = z.output<typeof unheldValueSchema>;

/**
 * A searched word that no record and no name has, and the words of names that are one letter away: one is searched for instead, several are
 * not.
 */
export const misspeltWordSchema = z.object({ word: z.string(), names: z.array(z.string()).min(1) });
export type MisspeltWord = z.output<typeof misspeltWordSchema>;

/** The records are selected by the one filter model, with free text and period. */
export const selection = {
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().default(''),
  period: z.string().optional(),
};

export const filterMethods = {
  /**
   * Lists the values of texts, enumerations, clients and teams in the filter that no record has, and the words of its search that are taken
   * for a name. The lists are empty while there is no record at all.
   */
  'filter.unheld': {
    input: z.strictObject({ filterGroups: filterGroupsSchema }),
    output: z.object({ values: z.array(unheldValueSchema), misspelt: z.array(misspeltWordSchema) }),
  },
  /**
   * Lists the largest sets of a search's words that find something, where all words together find nothing; the sets that find most come
   * first.
   */
  'filter.fewerWords': {
    input: z.strictObject(selection),
    output: z.object({
      sets: z.array(
        z.object({ words: z.string(), kept: z.number().int(), of: z.number().int(), records: z.number().int() }),
      ),
    }),
  },
} as const;

/** A larger offset or limit is refused as usage before a database or the service sees it: no workspace holds more records. */
export const MOST_ROWS = 1_000_000_000;

export const offsetSchema = z.number().int().min(0).max(MOST_ROWS).default(0);

export function limitUpTo(most: number): z.ZodNumber {
  return z.number().int().min(1).max(most);
}
