/** Files that leave the program: records or a report with their manifest, and a chart's picture. */
import { z } from 'zod';
import { exportFormats, type ExportFormat } from '../domain/export-formats.ts';
import {
  audiences,
  decimalMarks,
  exportOptionsSchema,
  exportPresets,
  headStyles,
  partitions,
  separators,
  timeStyles,
} from '../domain/exports/options.ts';
import { pdfWords } from '../domain/exports/pdf-words.ts';
import { DEFAULT_PATTERN, packForms, packKeys, patternSchema } from '../domain/exports/pack-names.ts';
import { sumUnits } from '../domain/exports/value-types.ts';
import { filterGroupsSchema } from '../domain/filter/model.ts';
import { charts } from '../domain/reports/definition/chart-kinds.ts';
import { reportSchema } from '../domain/reports/definition/report.ts';
import { amountSources, footings, settingsSchema } from '../domain/settings.ts';
import { sortSchema } from '../domain/records/sort-order.ts';
import { selection } from './selection.ts';
import { fileAnswerSchema } from './file-answer.ts';
import { packAnswerSchema } from './proof/pack-answer.ts';

export { packForms, packKeys, type PackForm, type PackKey } from '../domain/exports/pack-names.ts';
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
  /** Only entries with billable time, beside what the filter says. */
  billableOnly: z.literal(true).optional(),
  title: z.string().optional(),
  /** A block for signatures is at its end. */
  signature: z.literal(true).optional(),
  /** The chart above the table. */
  chart: z.enum(charts).optional(),
  /** What it is parted by. */
  partition: z.enum(partitions).optional(),
});

/** One file of a folder that is parted by month. */
const partitionSchema = z.object({
  /** With its folder, `month=2026-10/part.parquet`. */
  file: z.string(),
  /** `YYYY-MM`; null: of records without a month. */
  month: z.string().nullable(),
  records: count,
  sums,
  sumsByCurrency: byCurrency.optional(),
  /** Of its amounts, as in the manifest. */
  currency: z.string().nullable(),
  bytes: count,
  sha256: z.string(),
});
export type PartitionFile = z.output<typeof partitionSchema>;

const partSchema = z.object({
  title: z.string(),
  lines: count,
  columns: z.array(z.string()),
  heads: z.array(z.string()),
  sums,
  sumsByCurrency: byCurrency.optional(),
  /** Of a report. */
  report: reportSchema.optional(),
  chart: z.enum(charts).optional(),
  /** A figure a line. */
  figures: z.literal(true).optional(),
  notes: z.array(noteSchema),
});

/** The manifest beside every exported file: what its receiver can check it by. Totals cover the entire selection, to the last digit. */
export const manifestSchema = z.object({
  file: z.string(),
  format: z.enum(exportFormats),
  preset: z.enum(exportPresets),
  of: z.enum(['records', 'report', 'overview', 'findings']),
  title: z.string(),
  audience: z.enum(audiences),
  /** The other choices it was written by: with them it can be written again. */
  options: writtenOptions,
  /** Of records: none were asked for, and pages have those that people read. */
  paper: z.literal(true).optional(),
  /** Of records: the full names of the properties that were asked for; `columns` has what stands beside them too. */
  chosen: z.array(z.string()).optional(),
  sort: sortSchema.optional(),
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
  /** Of a document of several tables: each of them, in order. Its own lines are all of theirs. */
  parts: z.array(partSchema).optional(),
  /** Of a folder parted by month: its files, whose records and sums add up to those above. */
  partitions: z.array(partitionSchema).optional(),
  /** Of findings: the check; absent: all of them. */
  check: z.string().optional(),
  /** Of a report: its definition. */
  report: reportSchema.optional(),
  /** As it was asked for, and the days it was then; `last-month` alone would mean another month tomorrow. */
  period: z.object({ name: z.string(), from: z.iso.date(), to: z.iso.date() }).nullable(),
  calendar: z.string().nullable(),
  /** Of a report whose period was running: the day it was asked on, up to which its figures go. */
  runningOn: z.iso.date().optional(),
  zone: z.string(),
  /** Which amounts the workspace counts as billable value and cost. */
  amounts: z.enum(amountSources),
  footing: z.enum(footings),
  digits: z.object({ hours: count, money: count }),
  /** The other settings that figures rest on: with them it can be written again after they were changed. */
  settings: settingsSchema
    .pick({ weekStart: true, fiscalYearStart: true, hoursStyle: true, currency: true, hoursPerDay: true })
    .optional(),
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
  /** Of a client's file that was allowed several clients, or one and records of none. Told to the person who exports, and in no file. */
  holds: z.object({ clients: count, withoutClient: z.boolean() }).optional(),
  /** The client whose profile decided what was not chosen. Told to the person who exports, and in no file. */
  profiled: z.array(z.string()).optional(),
  /** SHA-256 of the names and of the settings that figures rest on. In no file for a client. */
  directoryHash: z.string().optional(),
  settingsHash: z.string().optional(),
  /** The service's address; null: none yet. In no file for a client. */
  source: z.string().nullable().optional(),
  complete: z.boolean(),
  asOf: z.string().nullable(),
  /** When the file was saved that its records were loaded from, which were not read from the service since. */
  fromFile: z.string().optional(),
  /** Of findings: SHA-256 of what was marked as reviewed, and of the limits of checks. */
  reviewsHash: z.string().optional(),
  /** Names or settings it rests on were damaged when it was written; then it is not `complete`. */
  namesDamaged: z.literal(true).optional(),
  /** Of a folder parted by month: of the list of its files, a line `SHA256  FILE` each, as `sha256sum` prints them. */
  sha256: z.string(),
  /** Fingerprint of the key whose signature of this manifest stands beside it, in `FILE.manifest.json.sig`. Absent: it is not signed. */
  signedBy: z.string().optional(),
  appVersion: z.string(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** What a file can say of itself: everything but its name, its hash and its signature. */
export const sealedManifestSchema = manifestSchema.omit({ file: true, guarded: true, sha256: true, signedBy: true });

/** The index of a pack: its files add up to the whole. */
export const packIndexSchema = z.object({
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
      /** As in its manifest. */
      unreadable: count,
      guarded: count,
      sha256: z.string(),
    }),
  ),
  records: count,
  sums,
  sumsByCurrency: byCurrency.optional(),
  units: z.record(z.string(), z.enum(sumUnits)).optional(),
  currency: z.string().nullable(),
  period: z.object({ name: z.string(), from: z.iso.date(), to: z.iso.date() }).nullable(),
  complete: z.boolean(),
  asOf: z.string().nullable(),
  fromFile: z.string().optional(),
  /** Of all files together. */
  unreadable: count,
  guarded: count,
  /** All records as one file would have them: what the files are compared with, and asked again by. */
  whole: sealedManifestSchema,
  /** SHA-256 of `index.csv`, the index for people. */
  tableSha256: z.string(),
  /** Fingerprint of the key whose signature of this index stands beside it. */
  signedBy: z.string().optional(),
  appVersion: z.string(),
});
export type PackIndex = z.output<typeof packIndexSchema>;

/** What is answered of a finished pack. */
export const packManifestSchema = packIndexSchema.extend({
  as: z.enum(packForms),
  /** What was asked for and left out for its receivers; in no file of it. */
  withheld: z.array(z.string()).optional(),
  /** Of files for clients that are each of a person: how many clients they hold together. In no file. */
  holds: z.object({ clients: count, withoutClient: z.boolean() }).optional(),
  /** Files for clients to look at before they are sent: that of records of no client, and those with nothing billable. In no file. */
  attention: z.object({ unassigned: z.string().nullable(), notBillable: z.array(z.string()) }).optional(),
  /** The clients whose profile decided what was not chosen in their file. In no file. */
  profiled: z.array(z.string()).optional(),
  /** Of the zip file; of a folder of its `index.json`. */
  sha256: z.string(),
});
export type PackManifest = z.output<typeof packManifestSchema>;

const options = exportOptionsSchema.shape;
/** Of what no client receives. */
const internalOptions = exportOptionsSchema.omit({
  audience: true,
  rates: true,
  billableOnly: true,
  severalClients: true,
}).shape;
/** Whether it is opened to be printed, instead of being kept as a file. Only of PDF. */
const paper = { isPrinted: z.boolean().default(false) };

interface MayBePrinted {
  readonly isPrinted: boolean;
  readonly format?: ExportFormat | undefined;
}

/** Nothing else has pages to print. */
export const printsPdf = [
  ({ isPrinted, format }: MayBePrinted): boolean => !isPrinted || format === 'pdf',
  { message: pdfWords.refusals.printed },
] as const;

const overviewPartSchema = z.strictObject({
  title: z.string().trim().min(1).max(120),
  /** Absent: what the checks found on the selected records. */
  report: reportSchema.optional(),
  chart: z.enum(charts).default('none'),
  /** A figure a line: its value, the compared one and the change. */
  isFigures: z.boolean().default(false),
});

export const exportMethods = {
  /** Writes records to the host's `chooseDestination`; null when none was chosen. */
  'export.run': {
    input: z
      .strictObject({
        ...selection,
        ...options,
        columns: z.array(z.string()).optional(),
        sort: sortSchema.optional(),
        /** Writes a file without a line where nothing matches. */
        allowEmpty: z.boolean().default(false),
        ...paper,
      })
      .refine(...printsPdf),
    output: manifestSchema.nullable(),
  },
  /** Writes a report to the host's `chooseDestination`; null when none was chosen. */
  'export.report': {
    input: z
      .strictObject({
        ...options,
        report: reportSchema,
        /** What people call it: its title, unless another is chosen or a client receives it. */
        name: z.string().trim().min(1).max(120).optional(),
        allowEmpty: z.boolean().default(false),
        ...paper,
      })
      .refine(...printsPdf),
    output: manifestSchema.nullable(),
  },
  /** Writes several reports as one document of pages to the host's `chooseDestination`; null when none was chosen. */
  'export.overview': {
    input: z.strictObject({
      ...selection,
      ...internalOptions,
      format: z.literal('pdf').default('pdf'),
      /** Default: the screen's. */
      name: z.string().trim().min(1).max(120).optional(),
      /** Default: all panels of the screen over the period, with money. */
      parts: z.array(overviewPartSchema).min(1).max(12).optional(),
      ...paper,
    }),
    output: manifestSchema.nullable(),
  },
  /** Writes a file for each client or person into a zip at the host's `chooseDestination`, or a folder at its `chooseFolder`; null: none was chosen. */
  'export.pack': {
    input: z.strictObject({
      ...selection,
      ...options,
      columns: z.array(z.string()).optional(),
      sort: sortSchema.optional(),
      /** Each file is this report over whose records it holds; filter, free text, period, columns and sort are the report's then. */
      report: reportSchema.optional(),
      /** What people call the report. */
      name: z.string().trim().min(1).max(120).optional(),
      by: z.enum(packKeys).default(packKeys[0]),
      /** Of each file's name: `{name}` is whose it is, `{period}` its days. */
      pattern: patternSchema.default(DEFAULT_PATTERN),
      as: z.enum(packForms).default(packForms[0]),
    }),
    output: packManifestSchema.nullable(),
  },
  /** Writes a chart's picture to the host's `chooseDestination`; null when none was chosen. */
  'export.picture': {
    input: z.strictObject({ name: z.string().trim().min(1).max(120), png: z.base64().max(900_000) }),
    output: z.object({ file: z.string() }).nullable(),
  },
  /** Checks a file or a pack that was exported, from the host's `chooseSource`; null when none was chosen. Spends no request. */
  'export.verify': { input: z.strictObject({}), output: z.union([fileAnswerSchema, packAnswerSchema]).nullable() },
  'export.cancel': { input: z.strictObject({}), output: z.object({ cancelled: z.boolean() }) },
} as const;
