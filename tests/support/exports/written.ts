/** Files as a writer writes them, on the disk. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeAtomically } from '#electron/exports/atomic-file.ts';
import type { ExportDocument, FormatWriter } from '#electron/exports/document.ts';
import type { StartThread } from '#electron/exports/export-thread.ts';
import { writeDocument } from '#electron/exports/formats.ts';

/** Writes to a real file. @param read is given its path; nothing else may stand beside it by then. @param start as `writeDocument` has it */
export async function writeExported<T>(
  writer: FormatWriter,
  document: ExportDocument,
  read: (path: string) => T,
  start?: StartThread,
): Promise<Awaited<T>> {
  const folder = mkdtempSync(join(tmpdir(), 'written-'));
  try {
    const path = join(folder, 'file');
    await writeAtomically(path, async (file) => void (await writeDocument(writer, document, file, start)));
    const beside = readdirSync(folder).filter((name) => name !== 'file');
    if (beside.length > 0) throw new Error(`Left behind: ${beside.join(', ')}`);
    return await read(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const readText = (path: string) => readFileSync(path, 'utf8');
export const readBytes = (path: string) => readFileSync(path);
