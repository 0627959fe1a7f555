/**
 * The journal's testimony once more, in a small file beside it: a file that lost its end, or an older one put back, says nothing about
 * what it lacks, and only something outside can tell.
 */
import { openNoteFile, readNote } from '../../host/manifest-file.ts';
import { readManifestRow, toManifestRow, type StoreManifest } from '../tables/manifest-row.ts';

export interface ManifestWriter {
  /** Durable when it returns. */
  note(manifest: StoreManifest): void;
  close(): void;
}

/** @returns undefined when nothing readable is there: only evidence of a loss counts as a loss. */
export function readManifest(path: string): StoreManifest | undefined {
  try {
    const row: unknown = JSON.parse(readNote(path) ?? '');
    return typeof row === 'object' && row !== null ? readManifestRow({ ...row }) : undefined;
  } catch {
    return undefined;
  }
}

/** @param path of the journal, which is open */
export function openManifest(path: string): ManifestWriter {
  const file = openNoteFile(path);
  return {
    note: (manifest) => file.note(JSON.stringify(toManifestRow(manifest))),
    close: () => file.close(),
  };
}
