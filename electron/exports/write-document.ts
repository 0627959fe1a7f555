/** Writes a document by its format: as the store makes it by itself, in a thread where it has many lines, or here. */
import type { RoomyFile } from './atomic-file.ts';
import type { ExportDocument, FormatWriter, Written } from './document.ts';
import { MANY_LINES, writeInThread, type StartThread } from './thread/host.ts';

/** @param start undefined: all is written here */
export async function writeDocument(
  writer: FormatWriter,
  document: ExportDocument,
  file: RoomyFile,
  start?: StartThread,
): Promise<Written> {
  const written = (await writer.copy?.(document, file)) ?? (await writeLines(writer, document, file, start));
  return { ...written, beside: written.beside ?? writer.describe?.(document) };
}

function writeLines(
  writer: FormatWriter,
  document: ExportDocument,
  file: RoomyFile,
  start: StartThread | undefined,
): Promise<Written> {
  const isInThread = start !== undefined && writer.isThreaded === true && document.lineCount >= MANY_LINES;
  return isInThread ? writeInThread(document, file, start) : writer.write(document, file);
}
