/**
 * How a file is to be written: format, heads, times, names and for whom. Checked at every entrance; each choice has one default, and a
 * choice without effect is refused.
 */
import { z } from 'zod';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { exportFormats, knownFormats, toFormat, type ExportFormat } from '../export-formats.ts';
import { charts, type ChartKind } from '../reports/definition/chart-kinds.ts';
import { findForms } from '../locale-forms.ts';

/** The person who receives the file. A client's file cannot hold what audience.ts does not allow. */
export const audiences = ['internal', 'client'] as const;
export type Audience = (typeof audiences)[number];

/**
 * `excel`: read by people in a spreadsheet, which must neither change ids nor run texts as formulas. `machine`: read by programs, nothing is
 * changed, typed by a description beside it. Formats that only programs read (JSON, Parquet) are always so.
 */
export const exportPresets = ['excel', 'machine'] as const;
export type ExportPreset = (typeof exportPresets)[number];

export const headStyles = ['labels', 'names'] as const;
export const timeStyles = ['local', 'utc'] as const;
export const separators = ['comma', 'semicolon', 'tab'] as const;
export const decimalMarks = ['point', 'comma'] as const;
/** A file may be split by these into a folder with one file for each. */
export const partitions = ['month'] as const;
/** The lines of a client's statement are grouped by these. */
export const lineGroups = ['service', 'object', 'none'] as const;
export type LineGroup = (typeof lineGroups)[number];
export const papers = ['a4', 'letter'] as const;
export type Paper = (typeof papers)[number];

const localeSchema = z
  .string()
  .max(40)
  .refine((name) => canonicalise(name) !== undefined, texts.refusals.locale)
  .transform((name) => canonicalise(name) ?? name);

function canonicalise(name: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(name)[0];
  } catch {
    return undefined;
  }
}

export const exportOptionsSchema = z.strictObject({
  /** The default is the first format. One of an earlier version is settled as the format that took its place. */
  format: z.enum(knownFormats).optional(),
  preset: z.enum(exportPresets).optional(),
  /** The default is labels for people, names for programs. */
  heads: z.enum(headStyles).optional(),
  /** Times are in the workspace's zone or in UTC; programs get UTC unless this says otherwise. */
  times: z.enum(timeStyles).optional(),
  /** Whether names of persons, objects and clients stand beside their ids. The default is yes in files for people. */
  names: z.boolean().optional(),
  /** Only CSV for spreadsheets has a choice. A comma between cells excludes a comma in numbers. */
  separator: z.enum(separators).optional(),
  decimalMark: z.enum(decimalMarks).optional(),
  /**
   * Days and numbers of pages are written as readers of this locale write them, such as de-DE. It decides the decimal mark and the paper,
   * too.
   */
  locale: localeSchema.optional(),
  /** Only PDF has a choice; the default follows from the locale. */
  paper: z.enum(papers).optional(),
  /** Groups the lines of a client's statement, which only PDF has; the default is the service. */
  groupedBy: z.enum(lineGroups).optional(),
  /** The default is internal, unless a client's profile says otherwise. */
  audience: z.enum(audiences).optional(),
  /** Whether a client's file may show rates. */
  rates: z.boolean().optional(),
  /** Whether only entries with billable time are written. Only files of records have the choice. */
  billableOnly: z.boolean().optional(),
  /** Whether a client's file may hold records of several clients. */
  severalClients: z.boolean().optional(),
  /** The file's title; a client's file bears no other name given by people. */
  title: z.string().trim().min(1).max(120).optional(),
  /** Whether lines to sign on stand at the end, for both sides. Only PDF has them. */
  signature: z.boolean().optional(),
  /** Whether this app's key signs the manifest. */
  sign: z.boolean().optional(),
  /** The chart above a report's table. Formats without pages have none. */
  chart: z.enum(charts).optional(),
  /** Whether the file bills its records. The default is no: it is remembered as sent, and nothing more. */
  bills: z.boolean().optional(),
  /** Why records are billed that an earlier file bills already. */
  again: z.string().trim().min(1).max(200).optional(),
  /** Splits the file into a folder of files. Only records as Parquet can be split. */
  partition: z.enum(partitions).optional(),
});
export type ExportOptionsInput = z.input<typeof exportOptionsSchema>;

type Choices = z.output<typeof exportOptionsSchema>;

/** These choices have no value where the file has nothing of the kind. */
type RemainingChoice = 'locale' | 'paper' | 'groupedBy' | 'chart' | 'partition' | 'again';
/** The options with every choice made. */
export type ExportOptions = Readonly<
  { [Name in Exclude<keyof Choices, RemainingChoice | 'title' | 'bills'>]-?: NonNullable<Choices[Name]> } & Pick<
    Choices,
    RemainingChoice
  > & { format: ExportFormat; title: string | undefined; bills?: true | undefined }
>;

/** In these formats figures are texts, so their decimal mark can be chosen. */
const formatsWithMark: ReadonlySet<ExportFormat> = new Set<ExportFormat>(['csv', 'pdf', 'html']);
/** These formats have a page to draw a chart on. */
const formatsWithPages: ReadonlySet<ExportFormat> = new Set<ExportFormat>(['pdf', 'html']);
/** These formats are read as pages, so days and numbers are written in the reader's locale. */
const formatsWithLocale: ReadonlySet<ExportFormat> = formatsWithPages;
const formatsForPrograms: ReadonlySet<ExportFormat> = new Set<ExportFormat>(['json', 'jsonl', 'parquet']);

export type SettledOptions =
  { readonly ok: true; readonly value: ExportOptions } | { readonly ok: false; readonly problem: string };

/** Makes the choices that were left open; those that do not fit together, or would do nothing, are refused. */
export function settleOptions(choices: Choices): SettledOptions {
  const format = toFormat(choices.format ?? exportFormats[0]);
  const audience = choices.audience ?? 'internal';
  const problem = findContradiction(choices, format);
  if (problem !== undefined) return { ok: false, problem };
  const preset = formatsForPrograms.has(format) ? 'machine' : (choices.preset ?? 'excel');
  const isMachine = preset === 'machine';
  const decimalMark = isMachine ? 'point' : (choices.decimalMark ?? findMark(choices.locale));
  const separator = isMachine ? 'comma' : (choices.separator ?? (decimalMark === 'comma' ? 'semicolon' : 'comma'));
  if (decimalMark === 'comma' && separator === 'comma') return { ok: false, problem: texts.refusals.marks };
  return {
    ok: true,
    value: {
      format,
      preset,
      heads: choices.heads ?? (isMachine ? 'names' : 'labels'),
      times: choices.times ?? (isMachine ? 'utc' : 'local'),
      names: choices.names ?? !isMachine,
      separator,
      decimalMark,
      ...(choices.locale !== undefined && { locale: choices.locale }),
      ...(format === 'pdf' && { paper: choosePaper(choices.paper, choices.locale) }),
      ...(format === 'pdf' && audience === 'client' && { groupedBy: choices.groupedBy ?? lineGroups[0] }),
      audience,
      rates: choices.rates ?? false,
      billableOnly: choices.billableOnly ?? false,
      severalClients: choices.severalClients ?? false,
      title: choices.title,
      signature: choices.signature ?? false,
      sign: choices.sign ?? false,
      ...(formatsWithPages.has(format) && choices.chart !== undefined && { chart: choices.chart }),
      ...(choices.partition !== undefined && { partition: choices.partition }),
      ...(choices.bills && { bills: true as const }),
      ...(choices.again !== undefined && { again: choices.again }),
    },
  };
}

const findMark = (locale: string | undefined) =>
  locale !== undefined && findForms(locale).decimalMark === ',' ? 'comma' : 'point';

/** Finds a choice that the file would state but not follow. */
function findContradiction(choices: Choices, format: ExportFormat): string | undefined {
  const { refusals } = texts;
  if (choices.signature && format !== 'pdf') return pdfWords.refusals.signature;
  if (choices.chart !== undefined && choices.chart !== 'none' && !formatsWithPages.has(format))
    return refusals.chart(format);
  if (choices.rates && choices.audience !== 'client') return refusals.rates;
  if (choices.severalClients && choices.audience !== 'client') return refusals.severalInside;
  if (choices.preset === 'excel' && formatsForPrograms.has(format)) return refusals.preset(format);
  if (choices.separator !== undefined && format !== 'csv') return refusals.separator(format);
  if (choices.decimalMark !== undefined && !formatsWithMark.has(format)) return refusals.decimalMark(format);
  if (choices.locale !== undefined && !formatsWithLocale.has(format)) return refusals.localeOf(format);
  if (choices.locale !== undefined && choices.decimalMark !== undefined) return refusals.localeDecides;
  if (choices.paper !== undefined && format !== 'pdf') return refusals.paper(format);
  if (choices.groupedBy !== undefined && (format !== 'pdf' || choices.audience !== 'client')) return refusals.groupedBy;
  if (choices.again !== undefined && !choices.bills) return refusals.again;
  if (choices.partition !== undefined && format !== 'parquet') return refusals.partition(format);
  // Programs read one form only.
  if (choices.preset === 'machine' && ((choices.separator ?? 'comma') !== 'comma' || choices.decimalMark === 'comma'))
    return refusals.machine;
  return undefined;
}

/** Adds the chart of a report, where the format has pages to draw it on. */
export function addChart(options: ExportOptionsInput, chart: ChartKind | undefined): ExportOptionsInput {
  const { format = exportFormats[0] } = options;
  return formatsWithPages.has(toFormat(format)) && chart !== undefined ? { chart, ...options } : options;
}

/** Only one format or a few have these choices. */
const noFormatChoices = {
  preset: undefined,
  separator: undefined,
  decimalMark: undefined,
  locale: undefined,
  paper: undefined,
  groupedBy: undefined,
  signature: undefined,
  chart: undefined,
  partition: undefined,
};

/** Drops the choices that not every format has: behind another format they would be out of sight. */
export function changeFormat(choices: ExportOptionsInput, format: ExportOptionsInput['format']): ExportOptionsInput {
  return { ...choices, ...noFormatChoices, format };
}

/** Replaces choices of a definition by others. Choices that only its own format or audience has are dropped with it. */
export function overrideOptions(choices: ExportOptionsInput, overrides: ExportOptionsInput): ExportOptionsInput {
  const base =
    overrides.format !== undefined && toFormat(overrides.format) !== toFormat(choices.format ?? exportFormats[0])
      ? changeFormat(choices, undefined)
      : choices;
  const noClientChoices = { rates: undefined, severalClients: undefined, groupedBy: undefined };
  const fittingChoices = overrides.audience === 'internal' ? { ...base, ...noClientChoices } : base;
  return Object.fromEntries(
    Object.entries({ ...fittingChoices, ...overrides }).filter(([, value]) => value !== undefined),
  );
}

/** Regions that print on Letter, after the paper sizes of CLDR. */
const letterRegions: ReadonlySet<string> = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/**
 * The paper that pages are laid out for: what readers of a locale have in their printers, unless one is chosen.
 * @param locale undefined: pages are written as everywhere else in the program, which is for A4
 */
export function choosePaper(paper: Paper | undefined, locale: string | undefined): Paper {
  if (paper !== undefined) return paper;
  const region = locale === undefined ? undefined : new Intl.Locale(locale).maximize().region;
  return region !== undefined && letterRegions.has(region) ? 'letter' : 'a4';
}
