/** A view of the records as data: which, in which columns and order. Saved, shared as a file; holds no records and no key. */
import { z } from 'zod';
import { filterGroupsSchema } from '../filter/model.ts';
import { nameSchema } from '../name-schema.ts';
import { MOST_SORTS, sortOrderSchema } from './sort-order.ts';

export const tableLayoutSchema = z.object({
  /** Widths in pixels by property name, where a column was made wider or narrower. */
  widths: z.record(z.string(), z.number().int().min(32).max(2_000)),
  /** Names of the properties whose columns stay in sight. */
  pinned: z.array(z.string()).max(100),
  density: z.enum(['tight', 'normal', 'roomy']),
});

const recordsViewSchema = z.strictObject({
  /** The period as text: `last-month` is another month next month. Where it is absent, the screen's own period holds. */
  period: z.string().max(60).optional(),
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().max(2_000).default(''),
  sort: z.array(sortOrderSchema).max(MOST_SORTS).optional(),
  /** The columns in their order; null for the default ones. */
  columns: z.array(z.string()).min(1).max(100).nullable().default(null),
  layout: tableLayoutSchema.default({ widths: {}, pinned: [], density: 'normal' }),
});
export type RecordsView = z.output<typeof recordsViewSchema>;

export const viewFileSchema = z.strictObject({
  format: z.literal('timelog-view'),
  version: z.literal(1).default(1),
  name: nameSchema(120),
  view: recordsViewSchema,
});
export type ViewFile = z.output<typeof viewFileSchema>;

/** Tells whether two views show the same, so that a switch between them would change nothing. */
export function isSameView(one: RecordsView, other: RecordsView): boolean {
  return describe(one) === describe(other);
}

function describe({ period, filterGroups, query, sort, columns, layout }: RecordsView): string {
  const { widths, pinned, density } = layout;
  const wide = Object.entries(widths).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([period ?? null, filterGroups, query, sort ?? null, columns, wide, pinned, density]);
}
