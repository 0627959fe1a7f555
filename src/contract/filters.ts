/** Filters across the contract: warns about values before their result is trusted. Spends no request. */
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

export const filterMethods = {
  /**
   * Lists the values of texts, enumerations, clients and teams in the filter that no record has. The list is empty while there is no record
   * at all.
   */
  'filter.unheld': {
    input: z.strictObject({ filterGroups: filterGroupsSchema }),
    output: z.object({ values: z.array(unheldValueSchema) }),
  },
} as const;
