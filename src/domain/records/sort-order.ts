/** The sort order of records in requests, on screen and in files. */
import { z } from 'zod';
import { propertyNames } from '../properties.ts';

export const sortOrderSchema = z.strictObject({
  propertyName: z.string(),
  direction: z.enum(['ASCENDING', 'DESCENDING']),
});
export type SortOrder = Readonly<z.output<typeof sortOrderSchema>>;

/** More orders would have no visible effect. */
export const MAX_SORTS = 6;

/** One or more properties; each further one orders the records that are equal by those before it. Older files have a single one. */
export const sortSchema = z.union([sortOrderSchema, z.array(sortOrderSchema).min(1).max(MAX_SORTS)]);
export type Sort = SortOrder | readonly SortOrder[];

export function listSorts(sort: Sort | undefined): readonly SortOrder[] {
  if (sort === undefined) return [];
  return 'propertyName' in sort ? [sort] : sort;
}

export const byStart: SortOrder = { propertyName: propertyNames.firstStart, direction: 'ASCENDING' };

/** @returns a single order without an array, so that equal orders are written identically; undefined for none */
export function toSort(orders: readonly SortOrder[]): SortOrder | SortOrder[] | undefined {
  const [first, ...more] = orders;
  return first && (more.length === 0 ? first : [first, ...more]);
}
