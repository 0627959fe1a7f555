/** The kinds of file a save dialog offers: that of the suggested name where it is an export format's, else any. */
import { exportFormatLabels, fileTypes, findExportFormat } from '#domain/export-formats.ts';

export function toSaveFilters(suggestedName: string): { name: string; extensions: string[] }[] {
  const format = findExportFormat(suggestedName);
  if (format === undefined) return [];
  return [{ name: exportFormatLabels[format].label, extensions: [fileTypes[format].extension] }];
}
