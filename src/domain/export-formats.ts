/** The formats a file can be written in: what every part of the program knows of one without writing it. */
import { exportFormatTexts } from '#texts/export-formats.ts';

/** By the words people ask for them with, in the order they are offered; the first counts where none is named. */
export const exportFormats = ['csv', 'xlsx', 'pdf', 'capsule', 'digest', 'json', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

interface FileType {
  /** Without its dot. */
  readonly extension: string;
  readonly mediaType: string;
}

export const fileTypes: Readonly<Record<ExportFormat, FileType>> = {
  csv: { extension: 'csv', mediaType: 'text/csv' },
  capsule: { extension: 'html', mediaType: 'text/html' },
  /** A page as a capsule is, told apart by the part before. */
  digest: { extension: 'digest.html', mediaType: 'text/html' },
  pdf: { extension: 'pdf', mediaType: 'application/pdf' },
  xlsx: { extension: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  json: { extension: 'json', mediaType: 'application/json' },
  jsonl: { extension: 'jsonl', mediaType: 'application/jsonl' },
  parquet: { extension: 'parquet', mediaType: 'application/vnd.apache.parquet' },
};

export interface ExportFormatText {
  readonly label: string;
  /** How it writes what it holds. */
  readonly about: string;
  /** What it cannot hold, in a sentence; null: nothing that is known. */
  readonly limits: ((count: (whole: number) => string) => string) | null;
}

export const exportFormatLabels: Readonly<Record<ExportFormat, ExportFormatText>> = exportFormatTexts;

/** Whether a file of the format may be named so: an ending that means another format would mislead. */
export function fitsName(format: ExportFormat, fileName: string): boolean {
  const meant = findExportFormat(fileName);
  return meant === undefined || lastPart(meant) === lastPart(format);
}

/** `html` of `digest.html`: what systems go by. */
export function lastPart(format: ExportFormat): string {
  return fileTypes[format].extension.split('.').at(-1) ?? '';
}

/** @returns the format of files that are named so; undefined where it is none of these. */
export function findExportFormat(fileName: string): ExportFormat | undefined {
  const found = exportFormats.filter((each) => fileName.toLowerCase().endsWith(`.${fileTypes[each].extension}`));
  return found.toSorted((a, b) => fileTypes[b].extension.length - fileTypes[a].extension.length)[0];
}
