/** An export as data: what is written and how. Saved, shared and run again; holds no records and no key. */
import { z } from 'zod';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { filterGroupsSchema } from '../filter/model.ts';
import { nameSchema } from '../name-schema.ts';
import { sortSchema } from '../records/sort-order.ts';
import { reportSchema } from '../reports/definition/report.ts';
import { exportOptionsSchema } from './options.ts';
import { packForms, packKeys, patternSchema } from './pack-names.ts';
import { rhythmSchema } from './saved/rhythm.ts';

const recordsSchema = z.strictObject({
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().default(''),
  /** A period as text: `last-month` is another one next month. */
  period: z.string().optional(),
  /** Absent: every property. */
  columns: z.array(z.string()).optional(),
  sort: sortSchema.optional(),
});

/** A name of its own needs no place in it: the same file is replaced each time. */
const fileNameSchema = z.string().trim().min(1).max(120);

const fields = z.strictObject({
  format: z.literal('timelog-export'),
  version: z.literal(1).default(1),
  name: nameSchema(120).optional(),
  records: recordsSchema.optional(),
  report: reportSchema.optional(),
  options: exportOptionsSchema.default(() => exportOptionsSchema.parse({})),
  /** A file for each of these. */
  pack: z
    .strictObject({ by: z.enum(packKeys), as: z.enum(packForms).optional(), pattern: patternSchema.optional() })
    .optional(),
  /** Of its file's name, without the ending: `{name}` is the definition's, `{period}` its days. */
  fileName: fileNameSchema.optional(),
  /** When it is due again; absent: only when it is asked for. */
  rhythm: rhythmSchema.optional(),
});

type Fields = z.output<typeof fields>;

/** Exactly one of `records` and `report` is what is written. */
const hasOne = ({ records, report }: Fields) => (records === undefined) !== (report === undefined);

export const exportDefinitionSchema = fields.refine(hasOne, { message: texts.refusals.what });
export type ExportDefinition = z.output<typeof exportDefinitionSchema>;

/** One that is saved has a name. */
export const namedDefinitionSchema = fields
  .extend({ name: nameSchema(120) })
  .refine(hasOne, { message: texts.refusals.what });
export type NamedDefinition = z.output<typeof namedDefinitionSchema>;
export type NamedDefinitionInput = z.input<typeof namedDefinitionSchema>;
