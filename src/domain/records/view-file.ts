/** A view of the records as data: which, in which columns and order. Saved, shared as a file; holds no records and no key. */
import { z } from 'zod';
import { filterGroupsSchema } from '../filter/model.ts';
import { nameSchema } from '../name-schema.ts';
import { MOST_SORTS, sortOrderSchema } from './sort-order.ts';

/** How the table is laid out, whatever its columns are. */
export const tableLayoutSchema = z.object({
  /** Pixels by property name, where a column was made wider or narrower. */
  widths: z.record(z.string(), z.number().int().min(32).max(2_000)),
  /** Columns that stay in sight, by property name. */
  pinned: z.array(z.string()).max(100),
  density: z.enum(['tight', 'normal', 'roomy']),
});

const recordsViewSchema = z.strictObject({
  /** As text: `last-month` is another one next month. Absent: the screen's own. */
  period: z.string().max(60).optional(),
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().max(2_000).default(''),
  sort: z.array(sortOrderSchema).max(MOST_SORTS).optional(),
  /** In their order; null: the default ones. */
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

/** Whether two views show the same: what a switch between them would not change. */
export function isSameView(one: RecordsView, other: RecordsView): boolean {
  return describe(one) === describe(other);
}

function describe({ period, filterGroups, query, sort, columns, layout }: RecordsView): string {
  const { widths, pinned, density } = layout;
  const wide = Object.entries(widths).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([period ?? null, filterGroups, query, sort ?? null, columns, wide, pinned, density]);
}
