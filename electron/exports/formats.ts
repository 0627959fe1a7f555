/** Every format's writer. A format without one does not compile. */
import type { ExportFormat } from '../../src/domain/export-formats.ts';
import type { FormatWriter } from './document.ts';
import { capsule } from './formats/capsule.ts';
import { csv } from './formats/csv.ts';
import { digest } from './formats/digest.ts';
import { pdf } from './formats/pdf.ts';
import { xlsx } from './formats/xlsx.ts';
import { json } from './formats/json.ts';
import { jsonl } from './formats/jsonl.ts';
import { parquet } from './formats/parquet.ts';

export const writers: Readonly<Record<ExportFormat, FormatWriter>> = {
  csv,
  xlsx,
  pdf,
  json,
  jsonl,
  parquet,
  capsule,
  digest,
};
