/** Every format's writer. A format without one does not compile. */
import type { ExportFormat } from '#domain/export-formats.ts';
import type { FormatWriter, ExportDocument, WriteResult } from './document.ts';
import { csv } from './formats/csv.ts';
import { html } from './formats/html.ts';
import { pdf } from './formats/pdf.ts';
import { xlsx } from './formats/xlsx.ts';
import { json, jsonl } from './formats/json.ts';
import { parquet } from './formats/parquet.ts';
import type { FileWithScratch } from './atomic-file.ts';
import { MANY_LINES, writeInThread, type StartThread } from './export-thread.ts';

export const writers: Readonly<Record<ExportFormat, FormatWriter>> = {
  csv,
  xlsx,
  pdf,
  html,
  json,
  jsonl,
  parquet,
};

/** Writes a document: from the store's bulk output, in a thread if it has many lines and there is a `start`, or here. */
export async function writeDocument(
  writer: FormatWriter,
  document: ExportDocument,
  file: FileWithScratch,
  start?: StartThread,
): Promise<WriteResult> {
  const written = (await writer.copy?.(document, file)) ?? (await writeLines(writer, document, file, start));
  return { ...written, sidecar: written.sidecar ?? writer.describe?.(document) };
}

function writeLines(
  writer: FormatWriter,
  document: ExportDocument,
  file: FileWithScratch,
  start: StartThread | undefined,
): Promise<WriteResult> {
  const isInThread = start !== undefined && writer.isThreaded === true && document.lineCount >= MANY_LINES;
  return isInThread ? writeInThread(document, file, start) : writer.write(document, file);
}
