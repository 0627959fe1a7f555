/** The formats in which files are written, with what the whole program knows about each. */
import { exportFormatTexts, formerFormatLabels } from '#texts/export-formats.ts';

/** People name the formats by these words. They are offered in this order, and the first one is the default. */
export const exportFormats = ['csv', 'xlsx', 'pdf', 'html', 'json', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Files and definitions of earlier versions name these; what they asked for is written as an HTML page now. */
export const formerFormats = ['capsule', 'digest'] as const;
export type FormerFormat = (typeof formerFormats)[number];

export const knownFormats = [...exportFormats, ...formerFormats] as const;
export type KnownFormat = (typeof knownFormats)[number];

export function isFormer(format: KnownFormat | undefined): format is FormerFormat {
  return format === 'capsule' || format === 'digest';
}

/** Finds the format in which a file of this format is written today. */
export function toFormat(format: KnownFormat): ExportFormat {
  return isFormer(format) ? 'html' : format;
}

/** Browsers scroll and print this many lines and cells without delay. */
export const MOST_HTML_LINES = 10_000;
const MOST_HTML_CELLS = 300_000;

/** @returns how many of the lines an HTML page lists */
export function countHtmlLines(lines: number, columns: number): number {
  return Math.min(lines, MOST_HTML_LINES, Math.floor(MOST_HTML_CELLS / Math.max(1, columns)));
}

interface FileType {
  /** The extension is without its dot. */
  readonly extension: string;
  readonly mediaType: string;
}

export const fileTypes: Readonly<Record<ExportFormat, FileType>> = {
  csv: { extension: 'csv', mediaType: 'text/csv' },
  html: { extension: 'html', mediaType: 'text/html' },
  pdf: { extension: 'pdf', mediaType: 'application/pdf' },
  xlsx: { extension: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  json: { extension: 'json', mediaType: 'application/json' },
  jsonl: { extension: 'jsonl', mediaType: 'application/jsonl' },
  parquet: { extension: 'parquet', mediaType: 'application/vnd.apache.parquet' },
};

export interface ExportFormatText {
  readonly label: string;
  /** A sentence that says how the format writes its contents. */
  readonly about: string;
  /** A sentence about what the format cannot hold; null where nothing is known. */
  readonly limits: ((count: (whole: number) => string) => string) | null;
}

export const exportFormatLabels: Readonly<Record<ExportFormat, ExportFormatText>> = exportFormatTexts;

export function labelFormat(format: KnownFormat): string {
  return isFormer(format) ? formerFormatLabels[format] : exportFormatLabels[format].label;
}

/** Tells whether a file of the format may have this name: the ending of another format would mislead. */
export function fitsName(format: ExportFormat, fileName: string): boolean {
  const namedFormat = findExportFormat(fileName);
  return namedFormat === undefined || namedFormat === format;
}

/** @returns the format that the file's ending names; undefined for any other ending. */
export function findExportFormat(fileName: string): ExportFormat | undefined {
  return exportFormats.find((format) => fileName.toLowerCase().endsWith(`.${fileTypes[format].extension}`));
}
