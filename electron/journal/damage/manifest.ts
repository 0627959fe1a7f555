/**
 * The journal's manifest: a small file beside it that repeats its counts and digests. A file that lost its end, or was replaced by an older
 * one, does not show what it lacks; only something outside can tell.
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
