/** Files that leave the program: records or a report with their manifest, and a chart's picture. */
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
import { changesQuestion, momentSchema, sinceSchema } from './memory.ts';
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

/** What rounding line by line leaves in each column: added to the column's sum, it gives the printed total. Set only where there is any. */
const roundingDifferences = z.record(z.string(), z.string()).optional();

const writtenOptions = z.object({
  heads: z.enum(headStyles),
  times: z.enum(timeStyles),
  names: z.boolean(),
  separator: z.enum(separators),
  decimalMark: z.enum(decimalMarks),
  rates: z.boolean(),
  /** Only entries with billable time are in the file, besides what the filter says. */
  billableOnly: z.literal(true).optional(),
  /** Absent in files of earlier versions, and where everything is as in the program itself. */
  locale: z.string().optional(),
  paper: z.enum(papers).optional(),
  groupedBy: z.enum(lineGroups).optional(),
  title: z.string().optional(),
  /** A block for signatures is at the end of the file. */
  signature: z.literal(true).optional(),
  chart: z.enum(charts).optional(),
  /** The file is split by this into a folder. */
  partition: z.enum(partitions).optional(),
});

/** One file of a folder that is split by month. */
const partitionSchema = z.object({
  /** The file with its folder, `month=2026-10/part.parquet`. */
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
  /** The definition, where the part is a report. */
  report: reportSchema.optional(),
  chart: z.enum(charts).optional(),
  /** True where each line is a figure. */
  figures: z.literal(true).optional(),
  notes: z.array(noteSchema),
});

/**
 * The manifest stands beside every exported file, and its receiver can check the file by it. Totals cover the entire selection, to the last
 * digit.
 */
export const manifestSchema = z.object({
  file: z.string(),
  format: z.enum(knownFormats),
  preset: z.enum(exportPresets),
  of: z.enum(['records', 'report', 'overview', 'findings', 'changes']),
  title: z.string(),
  audience: z.enum(audiences),
  /** The other choices by which the file was written, so that it can be written again. */
  options: writtenOptions,
  /** True for a page of records with its default columns, because none were chosen. */
  paper: z.literal(true).optional(),
  /** The full names of the chosen properties of records; `columns` also has the columns beside them. */
  chosen: z.array(z.string()).optional(),
  sort: sortSchema.optional(),
  records: count,
  /** How many lines the file has below its head; for a report, its groups. */
  lines: count,
  columns: z.array(z.string()),
  heads: z.array(z.string()),
  /** Totals by property for records, by measure for a report. Null where there is no readable value, or money of several currencies. */
  totals: sums,
  /** Totals of money for each currency. Set only where there are several, and then instead of those in `totals`. */
  totalsByCurrency: byCurrency.optional(),
  /** Sums of the columns as they are in the file, each counted in the unit that `units` names. */
  sums,
  /** Set only where lines tell their currency and there are several. */
  sumsByCurrency: byCurrency.optional(),
  roundingDifferences,
  /** The unit of every column that adds up: hours that are written as h:mm add up in minutes. Files of earlier versions have none. */
  units: z.record(z.string(), z.enum(sumUnits)).optional(),
  /** The currency of every amount in the file; null where it is unknown, or where there are several and no amounts are added up. */
  currency: z.string().nullable(),
  /** All currencies, null for amounts without one. Set only where there are several, which is why totals of money are null. */
  currencies: z.array(z.string().nullable()).optional(),
  filter: filterGroupsSchema,
  query: z.string(),
  /** Words of the search that no record has, with what each is taken for. Set only where there are any. */
  misspelt: z.array(misspeltWordSchema).optional(),
  /** True where conditions apply that the receiver may not see. */
  internalFilter: z.literal(true).optional(),
  /** Values of the filter that no record of the store has, so that it matches less than was meant. Set only where there are any. */
  unheld: z.array(z.object({ property: z.string(), value: z.string() })).optional(),
  /** The tables of a document with several, in order. Its own lines are all of theirs. */
  parts: z.array(partSchema).optional(),
  /** The files of a folder that is split by month, whose records and sums add up to those above. */
  partitions: z.array(partitionSchema).optional(),
  /** The check whose findings are in the file; absent where it has those of all checks. */
  check: z.string().optional(),
  /** Of a file of changes: the moments that are compared, the last merge of each, and the sent file that the first is of. */
  changes: z.object({ since: sinceSchema, until: momentSchema, file: count.optional() }).optional(),
  report: reportSchema.optional(),
  /** The period as it was written, and its days at that time; `last-month` alone would mean another month tomorrow. */
  period: z.object({ name: z.string(), from: z.iso.date(), to: z.iso.date() }).nullable(),
  calendar: z.string().nullable(),
  /** The day on which a report of a running period was made, up to which its figures go. */
  runningOn: z.iso.date().optional(),
  zone: z.string(),
  /** Which amounts the workspace counts as billable value and cost. */
  amounts: z.enum(amountSources),
  footing: z.enum(footings),
  digits: z.object({ hours: count, money: count }),
  /** The other settings that figures rest on, so that the file can be written again after they were changed. */
  settings: settingsSchema
    .pick({ weekStart: true, fiscalYearStart: true, hoursStyle: true, currency: true, hoursPerDay: true })
    .optional(),
  /** Every note of the report, as it is printed below it. */
  notes: z.array(noteSchema),
  /** Months of the period whose records may be missing, `YYYY-MM`. Without a period it is empty, and only `complete` says so. */
  missing: z.array(z.string()),
  /**
   * For records, how many values of the file's columns could not be read: as many stand in its column `unreadable`. For a report, how many
   * records have such a value.
   */
  unreadable: count,
  /** How many texts were changed so that no spreadsheet takes them for a formula or a number. */
  guarded: count,
  /** Columns, measures or an order that were left out for this receiver. The person who exports sees them, but no file has them. */
  withheld: z.array(z.string()).optional(),
  /**
   * How many clients a client's file holds that was allowed several, or one and records of none. The person who exports sees it, but no
   * file has it.
   */
  holds: z.object({ clients: count, withoutClient: z.boolean() }).optional(),
  /** The client whose profile decided what was not chosen. The person who exports sees it, but no file has it. */
  profiled: z.array(z.string()).optional(),
  /** The format of an earlier version that was requested. The person who exports sees it, but no file has it. */
  formerFormat: z.enum(formerFormats).optional(),
  /** SHA-256 of the names and of the settings that figures rest on. No file for a client has it. */
  directoryHash: z.string().optional(),
  settingsHash: z.string().optional(),
  /** SHA-256 of what settings put above the pages of a PDF: the firm, or a statement's sender, number and receiver. Hidden from clients. */
  letterheadHash: z.string().optional(),
  /** The service's address; null where there is none yet. No file for a client has it. */
  source: z.string().nullable().optional(),
  complete: z.boolean(),
  asOf: z.string().nullable(),
  /** When the file was saved from which its records were loaded that were not read from the service since. */
  fromFile: z.string().optional(),
  /** The moment of the past whose records, names and settings these are; absent for today's. */
  asKnown: z.string().optional(),
  /** For findings, the SHA-256 of what was marked as reviewed, and of the limits of checks. */
  reviewsHash: z.string().optional(),
  /** True where names or settings it rests on were damaged when it was written; then it is not `complete`. */
  namesDamaged: z.literal(true).optional(),
  /** For a folder that is split by month, the hash is of the list of its files, a line `SHA256  FILE` each, as `sha256sum` prints them. */
  sha256: z.string(),
  /**
   * The fingerprint of the key whose signature of this manifest stands beside it, in `FILE.manifest.json.sig`. Absent where it is not
   * signed.
   */
  signedBy: z.string().optional(),
  appVersion: z.string(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** What a file can state about itself: everything but its name, its hash and its signature. */
export const sealedManifestSchema = manifestSchema.omit({ file: true, guarded: true, sha256: true, signedBy: true });

/** The index of a pack, whose files add up to the whole. */
export const packIndexSchema = z.object({
  /** The dimension that decides in whose file a record is. */
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
      /** The same count as in its manifest. */
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
  /** All records as one file would have them: the files are compared with it, and it is used to write them again. */
  whole: sealedManifestSchema,
  /** SHA-256 of `index.csv`, the index for people. */
  tableSha256: z.string(),
  /** The fingerprint of the key whose signature of this index stands beside it. */
  signedBy: z.string().optional(),
  appVersion: z.string(),
});
export type PackIndex = z.output<typeof packIndexSchema>;

/** The answer for a finished pack. */
export const packManifestSchema = packIndexSchema.extend({
  as: z.enum(packForms),
  /** What was left out for its receivers; no file of it says so. */
  withheld: z.array(z.string()).optional(),
  /** How many clients the files hold together, where each file is of a person. No file has it. */
  holds: z.object({ clients: count, withoutClient: z.boolean() }).optional(),
  /** Files for clients to look at before they are sent: that of records of no client, and those with nothing billable. No file has it. */
  attention: z.object({ unassigned: z.string().nullable(), notBillable: z.array(z.string()) }).optional(),
  /** The clients whose profile decided what was not chosen in their file. No file has it. */
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
/** Whether the file is opened to be printed, instead of being kept. Only PDF can be. */
const paper = { isPrinted: z.boolean().default(false) };

interface PrintChoice {
  readonly isPrinted: boolean;
  readonly format?: KnownFormat | undefined;
}

/** Only PDF has pages to print. */
export const pdfPrintRule = [
  ({ isPrinted, format }: PrintChoice): boolean => !isPrinted || format === 'pdf',
  { message: pdfWords.refusals.printed },
] as const;

const overviewPartSchema = z.strictObject({
  title: z.string().trim().min(1).max(120),
  /** Where it is absent, the part shows what the checks found on the selected records. */
  report: reportSchema.optional(),
  chart: z.enum(charts).default('none'),
  /** Whether each line is a figure: its value, the compared one and the change. */
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
      .refine(...pdfPrintRule),
    output: manifestSchema.nullable(),
  },
  /** Writes a report to the host's `chooseDestination`; null when none was chosen. */
  'export.report': {
    input: z
      .strictObject({
        ...options,
        report: reportSchema,
        /** The report's name, which is its title unless another is chosen or a client receives it. */
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
      /** The default is all panels of the screen over the period, with money. */
      parts: z.array(overviewPartSchema).min(1).max(12).optional(),
      ...paper,
    }),
    output: manifestSchema.nullable(),
  },
  /** Writes what changed between two moments, in sums and record by record, for internal use; null when no destination was chosen. */
  'export.changes': {
    input: z.strictObject({ ...changesQuestion, ...internalOptions, ...paper }).refine(...pdfPrintRule),
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
      /** Each file is this report over the records it holds; filter, free text, period, columns and sort are then the report's. */
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
