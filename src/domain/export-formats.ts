/** The formats of exported files and their properties. */
import { exportFormatTexts, formerFormatLabels } from '#texts/export-formats.ts';

/** The formats by the names that people use, in the order in which they are offered; the first is the default. */
export const exportFormats = ['csv', 'xlsx', 'pdf', 'html', 'json', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Formats of earlier versions, in whose place an HTML page is written now. */
export const formerFormats = ['capsule', 'digest'] as const;
export type FormerFormat = (typeof formerFormats)[number];

export const knownFormats = [...exportFormats, ...formerFormats] as const;
export type KnownFormat = (typeof knownFormats)[number];

export function isFormerFormat(format: KnownFormat | undefined): format is FormerFormat {
  return format === 'capsule' || format === 'digest';
}

/** Converts a format of an earlier version to the one that replaced it. */
export function toFormat(format: KnownFormat): ExportFormat {
  return isFormerFormat(format) ? 'html' : format;
}

/** Browsers scroll and print this many lines and cells without a delay. */
export const MAX_HTML_LINES = 10_000;
const MAX_HTML_CELLS = 300_000;

/** @returns how many of the lines an HTML page lists */
export function countHtmlLines(lines: number, columns: number): number {
  return Math.min(lines, MAX_HTML_LINES, Math.floor(MAX_HTML_CELLS / Math.max(1, columns)));
}

interface FileType {
  /** Without its dot. */
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
  /** A sentence about how the format represents its contents. */
  readonly about: string;
  /** A sentence about the format's limits; null if none are known. */
  readonly limits: ((count: (value: number) => string) => string) | null;
}

export const exportFormatLabels: Readonly<Record<ExportFormat, ExportFormatText>> = exportFormatTexts;

export function labelFormat(format: KnownFormat): string {
  return isFormerFormat(format) ? formerFormatLabels[format] : exportFormatLabels[format].label;
}

/** Returns whether a file of the format may have this name, because the extension of another format would mislead. */
export function acceptsFileName(format: ExportFormat, fileName: string): boolean {
  const namedFormat = findExportFormat(fileName);
  return namedFormat === undefined || namedFormat === format;
}

/** @returns the format of the file's extension; undefined for any other extension. */
export function findExportFormat(fileName: string): ExportFormat | undefined {
  return exportFormats.find((format) => fileName.toLowerCase().endsWith(`.${fileTypes[format].extension}`));
}
