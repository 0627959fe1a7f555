/**
 * Pins on the Overview: a report, or one of its figures. A pin of a saved report follows its changes; any other pin keeps its definition.
 * Periods such as last month move on.
 */
import { z } from 'zod';
import { nameSchema } from '#domain/name-schema.ts';
import { reportSchema, reportViewSchema } from './report.ts';

/** The position of a figure in a result, by its keys. */
export const cellPlaceSchema = z.object({
  measure: z.string(),
  /** The keys of its groups, outermost first. */
  row: z.array(z.string().nullable()).readonly(),
  /** The groups of these keys if the line is a part of a broken-down line; undefined for the report's groups. */
  names: z.array(z.string()).readonly().optional(),
  /** True for the merged tail. */
  isOther: z.boolean().optional(),
  /** The column's key; undefined for the entire row. */
  column: z.string().nullable().optional(),
  /** True for the figure of the compared period. */
  isBefore: z.boolean().optional(),
  isChange: z.boolean().optional(),
  /** The index of the further comparison that the figure is compared with. */
  past: z.number().int().nonnegative().optional(),
});
export type CellPlace = Readonly<z.output<typeof cellPlaceSchema>>;

export const pinSchema = z.strictObject({
  id: z.string().min(1).max(60),
  name: nameSchema(120),
  report: reportSchema,
  view: reportViewSchema.prefault({}),
  /** The id of the saved report that the pin follows; the pin's `report` is shown only if the saved one was removed. */
  saved: z.string().optional(),
  /** The pinned figure; undefined if the entire report is pinned. */
  cell: cellPlaceSchema.optional(),
});
export type Pin = z.output<typeof pinSchema>;

/** A limit, because each pin is computed whenever it comes into view. */
export const MAX_PINS = 40;
