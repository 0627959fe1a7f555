/** Files as a writer writes them, on the disk. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeAtomically } from '../../../electron/exports/atomic-file.ts';
import type { ExportDocument, FormatWriter } from '../../../electron/exports/document.ts';

/** Writes to a real file. @param read is given its path; nothing else may stand beside it by then. */
export async function writeExported<T>(
  writer: FormatWriter,
  document: ExportDocument,
  read: (path: string) => T,
): Promise<Awaited<T>> {
  const folder = mkdtempSync(join(tmpdir(), 'written-'));
  try {
    const path = join(folder, 'file');
    await writeAtomically(path, async (file) => void (await writer.write(document, file)));
    const beside = readdirSync(folder).filter((name) => name !== 'file');
    if (beside.length > 0) throw new Error(`Left behind: ${beside.join(', ')}`);
    return await read(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const readText = (path: string) => readFileSync(path, 'utf8');
