/** Every format's writer. A format without one does not compile. */
import type { ExportFormat } from '../../src/domain/export-formats.ts';
import { csv } from './formats/csv.ts';
import type { FormatWriter } from './table.ts';

export const writers: Readonly<Record<ExportFormat, FormatWriter>> = {
  csv,
};
