/** Which records, and in which order: the same for every method that takes records. */
import { z } from 'zod';
import { filterGroupsSchema } from '#domain/filter/model.ts';

/** The records are selected by the one filter model, with free text and period. */
export const selection = {
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().default(''),
  period: z.string().optional(),
};
