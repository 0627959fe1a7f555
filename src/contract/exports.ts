/** Files that leave the program: records or a report with their manifest, and a chart's picture. */
import { z } from 'zod';
import { exportFormats } from '../domain/export-formats.ts';
import {
  audiences,
  decimalMarks,
  exportOptionsSchema,
  exportPresets,
  headStyles,
  separators,
  timeStyles,
} from '../domain/exports/options.ts';
import { DEFAULT_PATTERN } from '../domain/exports/pack-names.ts';
import { sumUnits } from '../domain/exports/value-types.ts';
import { filterGroupsSchema } from '../domain/filter/model.ts';
import { reportSchema } from '../domain/reports/definition/report.ts';
import { amountSources, footings } from '../domain/settings.ts';
import { sortOrderSchema } from '../domain/records/sort-order.ts';
import { selection } from './selection.ts';
import { fileAnswerSchema } from './file-answer.ts';

export { CURRENCY_COLUMN } from '../domain/exports/record-columns.ts';

const count = z.number().int().nonnegative();
const sums = z.record(z.string(), z.string().nullable());
const byCurrency = z.array(z.object({ currency: z.string().nullable(), totals: sums }));

const noteSchema = z.object({
  code: z.string(),
  records: count.nullable(),
  hours: z.string().optional(),
  money: z.array(z.object({ currency: z.string().nullable(), amount: z.string() })).optional(),
  compared: z.literal(true).optional(),
  text: z.string(),
});

const writtenOptions = z.object({
  heads: z.enum(headStyles),
  times: z.enum(timeStyles),
  names: z.boolean(),
  separator: z.enum(separators),
  decimalMark: z.enum(decimalMarks),
  rates: z.boolean(),
  title: z.string().optional(),
  /** A block for signatures is at its end. */
  signature: z.literal(true).optional(),
});

/** The manifest beside every exported file: what its receiver can check it by. Totals cover the entire selection, to the last digit. */
export const manifestSchema = z.object({
  file: z.string(),
  format: z.enum(exportFormats),
  preset: z.enum(exportPresets),
  of: z.enum(['records', 'report']),
  title: z.string(),
  audience: z.enum(audiences),
  /** The other choices it was written by: with them it can be written again. */
  options: writtenOptions,
  /** Of records: the full names of the properties that were asked for; `columns` has what stands beside them too. */
  chosen: z.array(z.string()).optional(),
  sort: sortOrderSchema.optional(),
  /** Records behind the file. */
  records: count,
  /** Lines of the file below its head; of a report its groups. */
  lines: count,
  /** Names of the columns, in order, and their heads. */
  columns: z.array(z.string()),
  heads: z.array(z.string()),
  /** Of records by property, of a report by measure. Null: no readable value, or money of several currencies. */
  totals: sums,
  /** Totals of money for each currency. Only where there are several, and then instead of those in `totals`. */
  totalsByCurrency: byCurrency.optional(),
  /** Sums of the columns as they are in the file, each counted in the unit that `units` names. */
  sums,
  /** Only where lines tell their currency and there are several. */
  sumsByCurrency: byCurrency.optional(),
  /** Of every column that adds up: hours that are written as h:mm add up in minutes. Files of earlier versions name none. */
  units: z.record(z.string(), z.enum(sumUnits)).optional(),
  /** The currency of every amount in it; null: unknown, or there are several, and then no amounts are added up. */
  currency: z.string().nullable(),
  /** All of them, null for amounts without one. Only where there are several: why totals of money are null. */
  currencies: z.array(z.string().nullable()).optional(),
  filter: filterGroupsSchema,
  query: z.string(),
  /** Conditions apply that the receiver may not see. */
  internalFilter: z.literal(true).optional(),
  /** Values of the filter that no record of the store has: why it matches less than was meant. Only where there are any. */
  unheld: z.array(z.object({ property: z.string(), value: z.string() })).optional(),
  /** Of a report: its definition. */
  report: reportSchema.optional(),
  /** As it was asked for, and the days it was then; `last-month` alone would mean another month tomorrow. */
  period: z.object({ name: z.string(), from: z.string(), to: z.string() }).nullable(),
  calendar: z.string().nullable(),
  zone: z.string(),
  /** Which amounts the workspace counts as billable value and cost. */
  amounts: z.enum(amountSources),
  footing: z.enum(footings),
  digits: z.object({ hours: count, money: count }),
  /** Every note of the report, as it is printed below it. */
  notes: z.array(noteSchema),
  /** Months of the period whose records may be missing: `YYYY-MM`. Without a period none is named, and `complete` alone tells. */
  missing: z.array(z.string()),
  /** Of records: values that the file's columns are made of and that could not be read, as many as stand in its column `unreadable`. Of a report: records with such a value. */
  unreadable: count,
  /** Texts changed so that no spreadsheet takes them for a formula or a number. */
  guarded: count,
  /** What was asked for and left out for this receiver: columns, measures, an order. Told to the person who exports, and in no file. */
  withheld: z.array(z.string()).optional(),
  /** SHA-256 of the names and of the settings that figures rest on. */
  directoryHash: z.string(),
  settingsHash: z.string(),
  /** The service's address; null: none yet. */
  source: z.string().nullable(),
  complete: z.boolean(),
  asOf: z.string().nullable(),
  /** Names or settings it rests on were damaged when it was written; then it is not `complete`. */
  namesDamaged: z.literal(true).optional(),
  sha256: z.string(),
  appVersion: z.string(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The index of a pack: its files add up to the whole. */
export const packManifestSchema = z.object({
  /** The dimension that decides whose file a record is in. */
  by: z.string(),
  files: z.array(
    z.object({
      file: z.string(),
      /** The group's key; null: of records that belong to none. */
      key: z.string().nullable(),
      records: count,
      sums,
      sumsByCurrency: byCurrency.optional(),
      currency: z.string().nullable(),
      sha256: z.string(),
    }),
  ),
  records: count,
  sums,
  sumsByCurrency: byCurrency.optional(),
  units: z.record(z.string(), z.enum(sumUnits)).optional(),
  currency: z.string().nullable(),
  period: z.object({ name: z.string(), from: z.string(), to: z.string() }).nullable(),
  complete: z.boolean(),
  asOf: z.string().nullable(),
  appVersion: z.string(),
  /** Of the zip file. */
  sha256: z.string(),
});
export type PackManifest = z.output<typeof packManifestSchema>;

/** What decides whose file a record is in. */
export const packKeys = ['client', 'platform_owner_id'] as const;
export type PackKey = (typeof packKeys)[number];

const options = exportOptionsSchema.shape;

export const exportMethods = {
  /** Writes records to the host's `chooseDestination`; null when none was chosen. */
  'export.run': {
    input: z.strictObject({
      ...selection,
      ...options,
      columns: z.array(z.string()).optional(),
      sort: sortOrderSchema.optional(),
      /** Writes a file without a line where nothing matches. */
      allowEmpty: z.boolean().default(false),
    }),
    output: manifestSchema.nullable(),
  },
  /** Writes a report to the host's `chooseDestination`; null when none was chosen. */
  'export.report': {
    input: z.strictObject({
      ...options,
      report: reportSchema,
      /** What people call it: its title, unless another is chosen or a client receives it. */
      name: z.string().trim().min(1).max(120).optional(),
      allowEmpty: z.boolean().default(false),
    }),
    output: manifestSchema.nullable(),
  },
  /** Writes a file for each client or person into a zip at the host's `chooseDestination`; null when none was chosen. */
  'export.pack': {
    input: z.strictObject({
      ...selection,
      ...options,
      columns: z.array(z.string()).optional(),
      sort: sortOrderSchema.optional(),
      by: z.enum(packKeys).default(packKeys[0]),
      /** Of each file's name: `{name}` is whose it is, `{period}` its days. */
      pattern: z.string().trim().min(1).max(120).default(DEFAULT_PATTERN),
    }),
    output: packManifestSchema.nullable(),
  },
  /** Writes a chart's picture to the host's `chooseDestination`; null when none was chosen. */
  'export.picture': {
    input: z.strictObject({ name: z.string().trim().min(1).max(120), png: z.base64().max(900_000) }),
    output: z.object({ file: z.string() }).nullable(),
  },
  /** Checks a file that was exported, from the host's `chooseSource`; null when none was chosen. Spends no request. */
  'export.verify': { input: z.strictObject({}), output: fileAnswerSchema.nullable() },
  'export.cancel': { input: z.strictObject({}), output: z.object({ cancelled: z.boolean() }) },
} as const;
