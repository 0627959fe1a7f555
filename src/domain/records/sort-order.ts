/** The order in which records are requested, shown and written. */
import { z } from 'zod';
import { propertyNames } from '../properties.ts';

export const sortOrderSchema = z.strictObject({
  propertyName: z.string(),
  direction: z.enum(['ASCENDING', 'DESCENDING']),
});
export type SortOrder = Readonly<z.output<typeof sortOrderSchema>>;

/** Further orders would decide nothing that people could see. */
export const MOST_SORTS = 6;

/** One property, or several: the second sorts the records that the first holds equal. Older files have one. */
export const sortSchema = z.union([sortOrderSchema, z.array(sortOrderSchema).min(1).max(MOST_SORTS)]);
export type Sort = SortOrder | readonly SortOrder[];

export function listSorts(sort: Sort | undefined): readonly SortOrder[] {
  if (sort === undefined) return [];
  return 'propertyName' in sort ? [sort] : sort;
}

/** The order of a calendar. */
export const byStart: SortOrder = { propertyName: propertyNames.firstStart, direction: 'ASCENDING' };

/** @returns one property as itself, so that equal orders are written alike; undefined for none. */
export function toSort(orders: readonly SortOrder[]): SortOrder | SortOrder[] | undefined {
  const [first, ...more] = orders;
  return first && (more.length === 0 ? first : [first, ...more]);
}
