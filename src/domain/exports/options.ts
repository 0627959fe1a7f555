/**
 * The options of a file: format, headers, times, names and receiver. They are checked wherever they enter; each option has one default, and
 * an option without effect is refused.
 */
import { z } from 'zod';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { exportFormats, knownFormats, toFormat, type ExportFormat } from '../export-formats.ts';
import { charts, type ChartKind } from '../reports/definition/chart-kinds.ts';
import { findForms } from '../locale-forms.ts';

/** Who receives the file. A client's file contains only what audience.ts allows. */
export const audiences = ['internal', 'client'] as const;
export type Audience = (typeof audiences)[number];

/**
 * `excel`: for people who open it in a spreadsheet, which must neither change ids nor run texts as formulas. `machine`: for programs, with
 * unchanged values and a description of their types beside it. Formats that only programs read (JSON, Parquet) are always `machine`.
 */
export const exportPresets = ['excel', 'machine'] as const;
export type ExportPreset = (typeof exportPresets)[number];

export const headStyles = ['labels', 'names'] as const;
export const timeStyles = ['local', 'utc'] as const;
export const separators = ['comma', 'semicolon', 'tab'] as const;
export const decimalMarks = ['point', 'comma'] as const;
/** What a file can be split by, into a folder with one file for each. */
export const partitions = ['month'] as const;
/** What the lines of a client's statement can be grouped by. */
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
  /** The default is the first format. A format of an earlier version is replaced by its successor. */
  format: z.enum(knownFormats).optional(),
  preset: z.enum(exportPresets).optional().meta({ default: exportPresets[0] }),
  /** The default is labels for people and names for programs. */
  heads: z.enum(headStyles).optional(),
  /** Times are in the workspace's zone or in UTC. The default is UTC for programs and local for people. */
  times: z.enum(timeStyles).optional(),
  /** Whether names of persons, objects and clients are added beside their ids. The default is true in files for people. */
  names: z.boolean().optional(),
  /** Only for CSV. A comma as the separator excludes a comma as the decimal mark. */
  separator: z.enum(separators).optional(),
  decimalMark: z.enum(decimalMarks).optional(),
  /** The locale of dates and numbers on pages, such as de-DE. It also decides the decimal mark and the paper. */
  locale: localeSchema.optional(),
  /** Only for PDF; the default follows from the locale. */
  paper: z.enum(papers).optional(),
  /** Groups the lines of a client's statement. Only for PDF; the default is the service. */
  groupedBy: z.enum(lineGroups).optional().meta({ default: lineGroups[0] }),
  /** The default is internal, unless a client's profile applies. */
  audience: z.enum(audiences).optional(),
  /** Whether a client's file may show rates. */
  rates: z.boolean().optional(),
  /** Whether only entries with billable time are written. Only for files of records. */
  billableOnly: z.boolean().optional(),
  /** Whether a client's file may contain records of several clients. */
  severalClients: z.boolean().optional(),
  /** The file's title. No other name that users have given appears in a client's file. */
  title: z.string().trim().min(1).max(120).optional(),
  /** Whether the file ends with signature lines for both parties. Only for PDF. */
  signature: z.boolean().optional(),
  /** Whether this app's key signs the manifest. */
  sign: z.boolean().optional(),
  /** The chart above a report's table. Only for formats with pages. */
  chart: z.enum(charts).optional(),
  /** Whether the file bills its records. By default it is only recorded as sent. */
  bills: z.boolean().optional(),
  /** Why records are billed that an earlier file has billed. */
  again: z.string().trim().min(1).max(200).optional(),
  /** Splits the file into a folder of files. Only records as Parquet can be split. */
  partition: z.enum(partitions).optional(),
});
export type ExportOptionsInput = z.input<typeof exportOptionsSchema>;

type Choices = z.output<typeof exportOptionsSchema>;

/** Options that remain undefined if they do not apply to the file. */
type OptionalChoice = 'locale' | 'paper' | 'groupedBy' | 'chart' | 'partition' | 'again';
/** The options after defaults have been applied. */
export type ExportOptions = Readonly<
  { [Name in Exclude<keyof Choices, OptionalChoice | 'title' | 'bills'>]-?: NonNullable<Choices[Name]> } & Pick<
    Choices,
    OptionalChoice
  > & { format: ExportFormat; title: string | undefined; bills?: true | undefined }
>;

/** Formats whose figures are texts, so that their decimal mark can be chosen. */
const formatsWithMark: ReadonlySet<ExportFormat> = new Set<ExportFormat>(['csv', 'pdf', 'html']);
/** Formats with pages, on which a chart can be drawn. */
const formatsWithPages: ReadonlySet<ExportFormat> = new Set<ExportFormat>(['pdf', 'html']);
/** Formats whose dates and numbers are written in the reader's locale. */
const formatsWithLocale: ReadonlySet<ExportFormat> = formatsWithPages;
const formatsForPrograms: ReadonlySet<ExportFormat> = new Set<ExportFormat>(['json', 'jsonl', 'parquet']);

export type SettledOptions =
  { readonly ok: true; readonly value: ExportOptions } | { readonly ok: false; readonly problem: string };

/** Applies the defaults. Options that contradict each other or have no effect are refused. */
export function resolveOptions(choices: Choices): SettledOptions {
  const format = toFormat(choices.format ?? exportFormats[0]);
  const audience = choices.audience ?? 'internal';
  const problem = findContradiction(choices, format);
  if (problem !== undefined) return { ok: false, problem };
  const preset = formatsForPrograms.has(format) ? 'machine' : (choices.preset ?? exportPresets[0]);
  const isMachine = preset === 'machine';
  const decimalMark = isMachine ? 'point' : (choices.decimalMark ?? chooseMark(choices.locale));
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

const chooseMark = (locale: string | undefined) =>
  locale !== undefined && findForms(locale).decimalMark === ',' ? 'comma' : 'point';

/** Finds an option that would have no effect on the file. */
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
  // Files for programs have a fixed form.
  if (choices.preset === 'machine' && ((choices.separator ?? 'comma') !== 'comma' || choices.decimalMark === 'comma'))
    return refusals.machine;
  return undefined;
}

/** Adds a report's chart if the format has pages. */
export function addChart(options: ExportOptionsInput, chart: ChartKind | undefined): ExportOptionsInput {
  const { format = exportFormats[0] } = options;
  return formatsWithPages.has(toFormat(format)) && chart !== undefined ? { chart, ...options } : options;
}

/** Options that apply to only some formats. */
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

/** Drops the options that only some formats have, because they would be hidden for the new format. */
export function changeFormat(choices: ExportOptionsInput, format: ExportOptionsInput['format']): ExportOptionsInput {
  return { ...choices, ...noFormatChoices, format };
}

/** Overrides a definition's options. Options that apply only to its former format or audience are dropped. */
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

/** Regions that use Letter paper, according to CLDR. */
const letterRegions: ReadonlySet<string> = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/**
 * Chooses the paper size of pages: the usual one of the locale, unless one is chosen.
 * @param locale undefined for the program's default, which is A4
 */
export function choosePaper(paper: Paper | undefined, locale: string | undefined): Paper {
  if (paper !== undefined) return paper;
  const region = locale === undefined ? undefined : new Intl.Locale(locale).maximize().region;
  return region !== undefined && letterRegions.has(region) ? 'letter' : 'a4';
}
