/**
 * Pins of the dashboard: a report, or one figure of it. A pin of a saved report follows that one; any other is as it was when it was pinned.
 * Periods such as last month move on.
 */
import { z } from 'zod';
import { nameSchema } from '../../name-schema.ts';
import { reportSchema, reportViewSchema } from './report.ts';

/** A figure of an answer, by its keys. */
export const cellPlaceSchema = z.object({
  measure: z.string(),
  /** Keys of its groups, outermost first. */
  row: z.array(z.string().nullable()).readonly(),
  /** The groups of these keys, where the line is a part of another; undefined: the report's. */
  names: z.array(z.string()).readonly().optional(),
  /** The grouped tail. */
  isOther: z.boolean().optional(),
  /** Undefined: the entire row. */
  column: z.string().nullable().optional(),
  /** The figure of the compared period. */
  isBefore: z.boolean().optional(),
  /** As compared with the period of this further comparison. */
  past: z.number().int().nonnegative().optional(),
});
export type CellPlace = Readonly<z.output<typeof cellPlaceSchema>>;

export const pinSchema = z.strictObject({
  id: z.string().min(1).max(60),
  name: nameSchema(120),
  report: reportSchema,
  view: reportViewSchema.prefault({}),
  /** Id of the saved report it follows: what is pinned is shown only where that one is gone. */
  saved: z.string().optional(),
  /** Undefined: the whole report. */
  cell: cellPlaceSchema.optional(),
});
export type Pin = z.output<typeof pinSchema>;

/** Each is asked anew whenever the dashboard is opened. */
export const MOST_PINS = 40;
