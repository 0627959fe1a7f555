/** An export as data: what is written and how. Saved, shared and run again; holds no records and no key. */
import { z } from 'zod';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { filterGroupsSchema } from '../filter/model.ts';
import { nameSchema } from '../name-schema.ts';
import { sortOrderSchema } from '../records/sort-order.ts';
import { reportSchema } from '../reports/definition/report.ts';
import { exportOptionsSchema } from './options.ts';

const recordsSchema = z.strictObject({
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().default(''),
  /** A period as text: `last-month` is another one next month. */
  period: z.string().optional(),
  /** Absent: every property. */
  columns: z.array(z.string()).optional(),
  sort: sortOrderSchema.optional(),
});

/** Exactly one of `records` and `report` is what is written. */
export const exportDefinitionSchema = z
  .strictObject({
    format: z.literal('timelog-export'),
    version: z.literal(1).default(1),
    name: nameSchema(120).optional(),
    records: recordsSchema.optional(),
    report: reportSchema.optional(),
    options: exportOptionsSchema.default(() => exportOptionsSchema.parse({})),
  })
  .refine(({ records, report }) => (records === undefined) !== (report === undefined), {
    message: texts.refusals.what,
  });
export type ExportDefinition = z.output<typeof exportDefinitionSchema>;
