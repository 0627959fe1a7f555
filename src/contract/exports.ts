/** Exported files: records or a report with their manifest, and a chart's picture. */
import { z } from 'zod';
import { formerFormats, knownFormats, type KnownFormat } from '#domain/export-formats.ts';
import {
  audiences,
  decimalMarks,
  exportOptionsSchema,
  exportPresets,
  headStyles,
  lineGroups,
  partitions,
  separators,
  timeStyles,
  papers,
} from '#domain/exports/options.ts';
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { DEFAULT_PATTERN, packForms, packKeys, patternSchema } from '#domain/exports/pack-names.ts';
import { sumUnits } from '#domain/exports/model.ts';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import { sortSchema } from '#domain/records/sort-order.ts';
import { charts } from '#domain/reports/definition/chart-kinds.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { amountSources, footings, settingsSchema } from '#domain/settings.ts';
import { fileAnswerSchema, hashAnswerSchema } from './file-answer.ts';
import { misspeltWordSchema, selection } from './filters.ts';
import { changesInput, momentSchema, sinceSchema } from './memory.ts';
import { packAnswerSchema } from './proof/verdict.ts';

export { packForms, packKeys, type PackForm, type PackKey } from '#domain/exports/pack-names.ts';
export { CURRENCY_COLUMN } from '#domain/exports/record-columns.ts';

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

/** The rounding difference of each column: added to the column's sum, it gives the printed total. Set only if there is one. */
const roundingDifferences = z.record(z.string(), z.string()).optional();

const writtenOptions = z.object({
  heads: z.enum(headStyles),
  times: z.enum(timeStyles),
  names: z.boolean(),
  separator: z.enum(separators),
  decimalMark: z.enum(decimalMarks),
  rates: z.boolean(),
  /** Only entries with billable time are in the file, in addition to the filter. */
  billableOnly: z.literal(true).optional(),
  /** Absent in files of earlier versions, and if the program's own formats are used. */
  locale: z.string().optional(),
  paper: z.enum(papers).optional(),
  groupedBy: z.enum(lineGroups).optional(),
  title: z.string().optional(),
  /** The file ends with a block for signatures. */
  signature: z.literal(true).optional(),
  chart: z.enum(charts).optional(),
  /** The file is split into a folder by this. */
  partition: z.enum(partitions).optional(),
});

/** One file of a folder that is split by month. */
const partitionSchema = z.object({
  /** The file's path in the folder, `month=2026-10/part.parquet`. */
  file: z.string(),
  /** `YYYY-MM`; null for records without a month. */
  month: z.string().nullable(),
  records: count,
  sums,
  sumsByCurrency: byCurrency.optional(),
  /** The currency of its amounts, as in the manifest. */
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
  roundingDifferences,
  /** The definition, if the part is a report. */
  report: reportSchema.optional(),
  chart: z.enum(charts).optional(),
  /** True if each line is a figure. */
  figures: z.literal(true).optional(),
  notes: z.array(noteSchema),
});

/** The manifest beside every exported file, by which its receiver can check the file. Totals cover the entire selection exactly. */
export const manifestSchema = z.object({
  file: z.string(),
  format: z.enum(knownFormats),
  preset: z.enum(exportPresets),
  of: z.enum(['records', 'report', 'overview', 'findings', 'changes']),
  title: z.string(),
  audience: z.enum(audiences),
  /** The other options with which the file was written, so that it can be written again. */
  options: writtenOptions,
  /** True for a page of records with its default columns. */
  paper: z.literal(true).optional(),
  /** The full names of the chosen properties of records; `columns` also has the columns beside them. */
  chosen: z.array(z.string()).optional(),
  sort: sortSchema.optional(),
  records: count,
  /** How many lines the file has below its header; for a report, its groups. */
  lines: count,
  columns: z.array(z.string()),
  heads: z.array(z.string()),
  /** Totals by property for records, by measure for a report. Null if there is no readable value, or money in several currencies. */
  totals: sums,
  /** Totals of money for each currency. Set only if there are several currencies, and then instead of those in `totals`. */
  totalsByCurrency: byCurrency.optional(),
  /** Sums of the columns as they are in the file, each counted in the unit that `units` names. */
  sums,
  /** Set only if lines name their currency and there are several. */
  sumsByCurrency: byCurrency.optional(),
  roundingDifferences,
  /** The unit of every column that adds up: hours written as h:mm add up in minutes. Absent in files of earlier versions. */
  units: z.record(z.string(), z.enum(sumUnits)).optional(),
  /** The currency of every amount in the file; null if it is unknown, or if there are several and amounts are not added up. */
  currency: z.string().nullable(),
  /** All currencies, null for amounts without one. Set only if there are several, so that totals of money are null. */
  currencies: z.array(z.string().nullable()).optional(),
  filter: filterGroupsSchema,
  query: z.string(),
  /** Words of the search that no record has, with the names they were read as. Set only if there are any. */
  misspelt: z.array(misspeltWordSchema).optional(),
  /** True if conditions apply that the receiver may not see. */
  internalFilter: z.literal(true).optional(),
  /** Values of the filter that no record has, so that it may match less than intended. Set only if there are any. */
  unheld: z.array(z.object({ property: z.string(), value: z.string() })).optional(),
  /** The tables of a document with several tables, in order. Its lines are those of all tables. */
  parts: z.array(partSchema).optional(),
  /** The files of a folder that is split by month, whose records and sums add up to those above. */
  partitions: z.array(partitionSchema).optional(),
  /** The check whose findings are in the file; absent if it has those of all checks. */
  check: z.string().optional(),
  /** For a file of changes: the compared moments with their last merges, and the sent file if the first moment is that of a file. */
  changes: z.object({ since: sinceSchema, until: momentSchema, file: count.optional() }).optional(),
  report: reportSchema.optional(),
  /** The period as written, and its dates at that time, because `last-month` would mean a different month later. */
  period: z.object({ name: z.string(), from: z.iso.date(), to: z.iso.date() }).nullable(),
  calendar: z.string().nullable(),
  /** For a report of a running period, the day on which it was made, up to which its figures go. */
  runningOn: z.iso.date().optional(),
  zone: z.string(),
  /** Which amounts the workspace counts as billable value and cost. */
  amounts: z.enum(amountSources),
  footing: z.enum(footings),
  digits: z.object({ hours: count, money: count }),
  /** The other settings that affect figures, so that the file can be written again after they were changed. */
  settings: settingsSchema
    .pick({ weekStart: true, fiscalYearStart: true, hoursStyle: true, currency: true, hoursPerDay: true })
    .optional(),
  /** The notes printed below the report. */
  notes: z.array(noteSchema),
  /** Months of the period whose records may be missing, `YYYY-MM`. Empty without a period, even if records are missing. */
  missing: z.array(z.string()),
  /**
   * For records, how many values of the file's columns could not be read, which is the number of values in its column `unreadable`. For a
   * report, how many records have such a value.
   */
  unreadable: count,
  /** How many texts were changed so that no spreadsheet reads them as a formula or a number. */
  guarded: count,
  /** Columns, measures or an order that were left out for this receiver. Shown to the exporting user only, not in any file. */
  withheld: z.array(z.string()).optional(),
  /**
   * How many clients a client's file holds if several clients were allowed, or records without a client. Shown to the exporting user only,
   * not in any file.
   */
  holds: z.object({ clients: count, withoutClient: z.boolean() }).optional(),
  /** The client whose profile supplied the options that were not chosen. Shown to the exporting user only, not in any file. */
  profiled: z.array(z.string()).optional(),
  /** The format of an earlier version that was requested. Shown to the exporting user only, not in any file. */
  formerFormat: z.enum(formerFormats).optional(),
  /** SHA-256 of the names, and of the settings that affect figures. Not in files for clients. */
  directoryHash: z.string().optional(),
  settingsHash: z.string().optional(),
  /** SHA-256 of the letterhead in the settings: the firm, or a statement's sender, number and receiver. Not in files for clients. */
  letterheadHash: z.string().optional(),
  /** The service's address; null if there is none yet. Not in files for clients. */
  source: z.string().nullable().optional(),
  complete: z.boolean(),
  asOf: z.string().nullable(),
  /** When the saved workspace was written whose records have not all been read from the service since. */
  fromFile: z.string().optional(),
  /** The moment of the past whose records, names and settings these are; absent for today's. */
  asKnown: z.string().optional(),
  /** For findings, the SHA-256 of the review marks and the checks' thresholds. */
  reviewsHash: z.string().optional(),
  /** True if names or settings that affect the figures were damaged when it was written; then it is not `complete`. */
  namesDamaged: z.literal(true).optional(),
  /**
   * For a folder that is split by month, this is the hash of the list of its files, with a line `SHA256  FILE` for each, as `sha256sum`
   * prints them.
   */
  sha256: z.string(),
  /** The fingerprint of the key that signed this manifest; the signature is in `FILE.manifest.json.sig`. Absent if it is not signed. */
  signedBy: z.string().optional(),
  appVersion: z.string(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The manifest that is stored inside the file: everything but its name, its hash and its signature. */
export const sealedManifestSchema = manifestSchema.omit({ file: true, guarded: true, sha256: true, signedBy: true });

/** The index of a pack, whose files add up to all records. */
export const packIndexSchema = z.object({
  /** The dimension by which records are assigned to files. */
  by: z.string(),
  files: z.array(
    z.object({
      file: z.string(),
      /** The group's key; null for records that belong to none. */
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
  /** The moment of the past whose records, names and settings these are; absent for today's. */
  asKnown: z.string().optional(),
  /** The counts of all files together. */
  unreadable: count,
  guarded: count,
  /** The manifest of all records in one file, with which the files are compared and from which they can be written again. */
  whole: sealedManifestSchema,
  /** SHA-256 of `index.csv`, the index as a table. */
  tableSha256: z.string(),
  /** The fingerprint of the key that signed this index. */
  signedBy: z.string().optional(),
  appVersion: z.string(),
});
export type PackIndex = z.output<typeof packIndexSchema>;

/** The answer for a finished pack. */
export const packManifestSchema = packIndexSchema.extend({
  as: z.enum(packForms),
  /** What was left out for its receivers. Not in any file. */
  withheld: z.array(z.string()).optional(),
  /** How many clients the files hold together, if each file is for a person. Not in any file. */
  holds: z.object({ clients: count, withoutClient: z.boolean() }).optional(),
  /** Files to review before they are sent to clients: the one without a client, and those with nothing billable. Not in any file. */
  attention: z.object({ unassigned: z.string().nullable(), notBillable: z.array(z.string()) }).optional(),
  /** The clients whose profile supplied options that were not chosen. Not in any file. */
  profiled: z.array(z.string()).optional(),
  /** As in a manifest. */
  formerFormat: z.enum(formerFormats).optional(),
  /** The hash of the zip file, or of a folder's `index.json`. */
  sha256: z.string(),
});
export type PackManifest = z.output<typeof packManifestSchema>;

const options = exportOptionsSchema.shape;
/** These options are for internal files only; no client receives them. */
const internalOptions = exportOptionsSchema.omit({
  audience: true,
  rates: true,
  billableOnly: true,
  severalClients: true,
  groupedBy: true,
}).shape;
/** Whether the file is opened for printing instead of being saved. Only for PDF. */
const paper = { isPrinted: z.boolean().default(false) };

/** Only PDF files can be printed. */
export const pdfPrintRule = [
  ({ isPrinted, format }: { readonly isPrinted: boolean; readonly format?: KnownFormat | undefined }): boolean =>
    !isPrinted || format === 'pdf',
  { message: pdfWords.refusals.printed },
] as const;

const overviewPartSchema = z.strictObject({
  title: z.string().trim().min(1).max(120),
  /** If absent, the part lists the findings of the checks on the selected records. */
  report: reportSchema.optional(),
  chart: z.enum(charts).default('none'),
  /** Whether each line is a figure with its value, the compared value and the change. */
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
        /** Writes a file without lines if nothing matches. */
        allowEmpty: z.boolean().default(false),
        ...paper,
      })
      .refine(...pdfPrintRule),
    output: manifestSchema.nullable(),
  },
  /** Writes a report to the host's `chooseDestination`; null when none was chosen. */
  'export.report': {
    input: z
      .strictObject({
        ...options,
        report: reportSchema,
        /** The report's name, used as the title unless another title is chosen or the file is for a client. */
        name: z.string().trim().min(1).max(120).optional(),
        allowEmpty: z.boolean().default(false),
        ...paper,
      })
      .refine(...pdfPrintRule),
    output: manifestSchema.nullable(),
  },
  /** Writes several reports as one document of pages to the host's `chooseDestination`; null when none was chosen. */
  'export.overview': {
    input: z.strictObject({
      ...selection,
      ...internalOptions,
      format: z.literal('pdf').default('pdf'),
      /** The default is the screen's title. */
      name: z.string().trim().min(1).max(120).optional(),
      /** The default is all panels of the screen for the period, with money. */
      parts: z.array(overviewPartSchema).min(1).max(12).optional(),
      ...paper,
    }),
    output: manifestSchema.nullable(),
  },
  /** Writes what changed between two moments, in sums and record by record, for internal use; null when no destination was chosen. */
  'export.changes': {
    input: z.strictObject({ ...changesInput, ...internalOptions, ...paper }).refine(...pdfPrintRule),
    output: manifestSchema.nullable(),
  },
  /**
   * Writes a file for each client or person into a zip at the host's `chooseDestination`, or a folder at its `chooseFolder`; null when none
   * was chosen.
   */
  'export.pack': {
    input: z.strictObject({
      ...selection,
      ...options,
      columns: z.array(z.string()).optional(),
      sort: sortSchema.optional(),
      /** If set, each file is this report over its records, and the report's filter, free text, period, columns and sort apply. */
      report: reportSchema.optional(),
      name: z.string().trim().min(1).max(120).optional(),
      by: z.enum(packKeys).default(packKeys[0]),
      /** The pattern of each file's name: `{name}` is the client or person, `{period}` the days. */
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
  'export.verify': {
    input: z.strictObject({}),
    output: z.union([fileAnswerSchema, packAnswerSchema, hashAnswerSchema]).nullable(),
  },
  'export.cancel': { input: z.strictObject({}), output: z.object({ cancelled: z.boolean() }) },
} as const;
