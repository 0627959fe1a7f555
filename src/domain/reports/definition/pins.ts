/**
 * Pins on the Overview: a report, or one figure of it. A pin of a saved report follows that one; any other is as it was when it was pinned.
 * Periods such as last month move on.
 */
import { z } from 'zod';
import { nameSchema } from '#domain/name-schema.ts';
import { reportSchema, reportViewSchema } from './report.ts';

/** The figure's place in an answer, by its keys. */
export const cellPlaceSchema = z.object({
  measure: z.string(),
  /** The keys of its groups, outermost first. */
  row: z.array(z.string().nullable()).readonly(),
  /** The groups of these keys, where the line is a part of another line; undefined for the report's groups. */
  names: z.array(z.string()).readonly().optional(),
  /** True for the merged tail. */
  isOther: z.boolean().optional(),
  /** The key of its column; undefined for the entire row. */
  column: z.string().nullable().optional(),
  /** True for the figure of the compared period. */
  isBefore: z.boolean().optional(),
  /** True for its change, which opens why it moved. */
  isChange: z.boolean().optional(),
  /** The number of the further comparison whose period the figure is compared with. */
  past: z.number().int().nonnegative().optional(),
});
export type CellPlace = Readonly<z.output<typeof cellPlaceSchema>>;

export const pinSchema = z.strictObject({
  id: z.string().min(1).max(60),
  name: nameSchema(120),
  report: reportSchema,
  view: reportViewSchema.prefault({}),
  /** The id of the saved report that the pin follows: its own report is shown only where the saved one is gone. */
  saved: z.string().optional(),
  /** The pinned figure; undefined where the whole report is pinned. */
  cell: cellPlaceSchema.optional(),
});
export type Pin = z.output<typeof pinSchema>;

/** Each pin is computed anew whenever it comes into view. */
export const MOST_PINS = 40;
