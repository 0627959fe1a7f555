/** A view of the records as data, which can be saved and shared as a file: filters, columns, order and layout, but no records and no key. */
import { z } from 'zod';
import { filterGroupsSchema } from '../filter/model.ts';
import { nameSchema } from '../name-schema.ts';
import { MAX_SORTS, sortOrderSchema } from './sort-order.ts';

export const tableLayoutSchema = z.object({
  /** Widths of resized columns in pixels, by property name. */
  widths: z.record(z.string(), z.number().int().min(32).max(2_000)),
  /** Property names of pinned columns. */
  pinned: z.array(z.string()).max(100),
  density: z.enum(['tight', 'normal', 'roomy']),
});

const recordsViewSchema = z.strictObject({
  /** The period as text; a period such as `last-month` moves on. If absent, the screen's period is used. */
  period: z.string().max(60).optional(),
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().max(2_000).default(''),
  sort: z.array(sortOrderSchema).max(MAX_SORTS).optional(),
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

/** Returns whether two views are identical, so that switching between them has no effect. */
export function isSameView(one: RecordsView, other: RecordsView): boolean {
  return describe(one) === describe(other);
}

function describe({ period, filterGroups, query, sort, columns, layout }: RecordsView): string {
  const { widths, pinned, density } = layout;
  const columnWidths = Object.entries(widths).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([period ?? null, filterGroups, query, sort ?? null, columns, columnWidths, pinned, density]);
}
