/** A report as data: what is measured, grouped by what, over which records. No data and no key inside. */
import { z } from 'zod';
import { filterGroupsSchema } from '../filter/model.ts';

export const reportSchema = z.strictObject({
  measures: z.array(z.string()).min(1),
  groupBy: z.array(z.string()).max(3).default([]),
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().default(''),
  /** A period as people write it (domain/period); without one, all of time. */
  period: z.string().optional(),
});
export type Report = z.output<typeof reportSchema>;
export type ReportInput = z.input<typeof reportSchema>;

const decimalOrNull = z.string().nullable();

/** Decimals are exact strings; a group key that is unset is null; a sum over no readable value is null, never 0. */
export const reportResultSchema = z.object({
  asOf: z.string().nullable(),
  complete: z.boolean(),
  rows: z.array(
    z.object({
      key: z.record(z.string(), z.string().nullable()),
      values: z.record(z.string(), decimalOrNull),
      records: z.number().int(),
    }),
  ),
  totals: z.record(z.string(), decimalOrNull),
  records: z.number().int(),
});
export type ReportResult = z.output<typeof reportResultSchema>;
