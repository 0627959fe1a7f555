/**
 * How a file is to be written: format, heads, times, names and for whom. Checked at every entrance; each choice has one default, and one that
 * was made and would do nothing is refused.
 */
import { z } from 'zod';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { exportFormats, type ExportFormat } from '../export-formats.ts';
import { charts, type ChartKind } from '../reports/definition/chart-kinds.ts';
import { pdfWords } from './pdf-words.ts';

/** Who receives the file. A client's file cannot hold what audience.ts does not allow. */
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
/** What a file may be parted by: a folder with a file for each then. */
export const partitions = ['month'] as const;
export type Partition = (typeof partitions)[number];

export const exportOptionsSchema = z.strictObject({
  /** Default: the first. */
  format: z.enum(exportFormats).optional(),
  preset: z.enum(exportPresets).optional(),
  /** Default: labels for people, names for programs. */
  heads: z.enum(headStyles).optional(),
  /** Times in the workspace's zone or in UTC; programs get UTC unless told otherwise. */
  times: z.enum(timeStyles).optional(),
  /** Names of persons, objects and clients beside their ids. Default: in files for people. */
  names: z.boolean().optional(),
  /** Only of CSV for spreadsheets. A comma between cells excludes a comma in numbers. */
  separator: z.enum(separators).optional(),
  decimalMark: z.enum(decimalMarks).optional(),
  /** Default: internal, unless a client's profile says otherwise. */
  audience: z.enum(audiences).optional(),
  /** Whether a client's file may show rates. */
  rates: z.boolean().optional(),
  /** Only entries with billable time. Only of records. */
  billableOnly: z.boolean().optional(),
  /** Whether a client's file may hold records of several clients. */
  severalClients: z.boolean().optional(),
  /** The file's title; a client's file bears no other name given by people. */
  title: z.string().trim().min(1).max(120).optional(),
  /** Lines to sign on at the end, for both sides. Only of PDF. */
  signature: z.boolean().optional(),
  /** Whether this app's key signs the manifest. */
  sign: z.boolean().optional(),
  /** The chart above a report's table. Formats without pages have none. */
  chart: z.enum(charts).optional(),
  /** A folder of files instead of one. Only of records as Parquet. */
  partition: z.enum(partitions).optional(),
});
export type ExportOptionsInput = z.input<typeof exportOptionsSchema>;

/** Every choice made. */
export interface ExportOptions {
  readonly format: ExportFormat;
  readonly preset: ExportPreset;
  readonly heads: (typeof headStyles)[number];
  readonly times: (typeof timeStyles)[number];
  readonly names: boolean;
  readonly separator: (typeof separators)[number];
  readonly decimalMark: (typeof decimalMarks)[number];
  readonly audience: Audience;
  readonly rates: boolean;
  readonly billableOnly: boolean;
  readonly severalClients: boolean;
  readonly title: string | undefined;
  readonly signature: boolean;
  readonly sign: boolean;
  readonly chart?: ChartKind | undefined;
  readonly partition?: Partition | undefined;
}

/** Whose figures are texts with a mark to choose. */
const marked: ReadonlySet<ExportFormat> = new Set<ExportFormat>(['csv', 'pdf', 'digest']);
const forPrograms: ReadonlySet<ExportFormat> = new Set<ExportFormat>(['json', 'jsonl', 'parquet']);

export type SettledOptions =
  { readonly ok: true; readonly value: ExportOptions } | { readonly ok: false; readonly problem: string };

/** Makes the choices that were left open; those that do not fit together, or would do nothing, are refused. */
export function settleOptions(asked: z.output<typeof exportOptionsSchema>): SettledOptions {
  const format = asked.format ?? exportFormats[0];
  const audience = asked.audience ?? 'internal';
  const problem = findContradiction(asked, format);
  if (problem !== undefined) return { ok: false, problem };
  const preset = forPrograms.has(format) ? 'machine' : (asked.preset ?? 'excel');
  const isMachine = preset === 'machine';
  const decimalMark = isMachine ? 'point' : (asked.decimalMark ?? 'point');
  const separator = isMachine ? 'comma' : (asked.separator ?? (decimalMark === 'comma' ? 'semicolon' : 'comma'));
  if (decimalMark === 'comma' && separator === 'comma') return { ok: false, problem: texts.refusals.marks };
  return {
    ok: true,
    value: {
      format,
      preset,
      heads: asked.heads ?? (isMachine ? 'names' : 'labels'),
      times: asked.times ?? (isMachine ? 'utc' : 'local'),
      names: asked.names ?? !isMachine,
      separator,
      decimalMark,
      audience,
      rates: asked.rates ?? false,
      billableOnly: asked.billableOnly ?? false,
      severalClients: asked.severalClients ?? false,
      title: asked.title,
      signature: asked.signature ?? false,
      sign: asked.sign ?? false,
      ...(format === 'pdf' && asked.chart !== undefined && { chart: asked.chart }),
      ...(asked.partition !== undefined && { partition: asked.partition }),
    },
  };
}

/** A choice that would be said and not be done. */
function findContradiction(asked: z.output<typeof exportOptionsSchema>, format: ExportFormat): string | undefined {
  const { refusals } = texts;
  if (asked.signature && format !== 'pdf') return pdfWords.refusals.signature;
  if (asked.chart !== undefined && asked.chart !== 'none' && format !== 'pdf') return refusals.chart(format);
  if (asked.rates && asked.audience !== 'client') return refusals.rates;
  if (asked.severalClients && asked.audience !== 'client') return refusals.severalInside;
  if (asked.preset === 'excel' && forPrograms.has(format)) return refusals.preset(format);
  if (asked.separator !== undefined && format !== 'csv') return refusals.separator(format);
  if (asked.decimalMark !== undefined && !marked.has(format)) return refusals.decimalMark(format);
  if (asked.partition !== undefined && format !== 'parquet') return refusals.partition(format);
  // Programs read one form alone.
  if (asked.preset === 'machine' && ((asked.separator ?? 'comma') !== 'comma' || asked.decimalMark === 'comma'))
    return refusals.machine;
  return undefined;
}

/** With the chart of a report, where the format has pages to draw it on. */
export function withChart(options: ExportOptionsInput, chart: ChartKind | undefined): ExportOptionsInput {
  return options.format === 'pdf' && chart !== undefined ? { chart, ...options } : options;
}

/** A definition's choices with others instead. Those that only its own format or audience has do not outlast it. */
export function overrideOptions(own: ExportOptionsInput, others: ExportOptionsInput): ExportOptionsInput {
  const { preset: _preset, separator: _separator, decimalMark: _mark, signature: _, chart: _chart, ...unmarked } = own;
  const { partition: _partition, ...plain } = unmarked;
  const base = others.format !== undefined && others.format !== (own.format ?? exportFormats[0]) ? plain : own;
  const kept = others.audience === 'internal' ? { ...base, rates: undefined, severalClients: undefined } : base;
  return Object.fromEntries(Object.entries({ ...kept, ...others }).filter(([, value]) => value !== undefined));
}
