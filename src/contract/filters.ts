/** Filters across the contract: what is told about one before it is believed. No request is spent. */
import { z } from 'zod';
import { filterGroupsSchema } from '../domain/filter/model.ts';

/** A value in a filter that no record here has. */
export const unheldValueSchema = z.object({
  propertyName: z.string(),
  /** As the filter has it. */
  value: z.string(),
  /** The directory has such a client or team, or the property such an option: only its records are not here. */
  isKnown: z.boolean(),
  /** What may have been meant, and what it is called where that is not the value itself; null: nothing is near. */
  near: z.object({ value: z.string(), name: z.string().nullable() }).nullable(),
});
export type UnheldValue = z.output<typeof unheldValueSchema>;

export const filterMethods = {
  /** Values of texts, enumerations, clients and teams that are asked for and no record has. Empty while there is no record at all. */
  'filter.unheld': {
    input: z.strictObject({ filterGroups: filterGroupsSchema }),
    output: z.object({ values: z.array(unheldValueSchema) }),
  },
} as const;
