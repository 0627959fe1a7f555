/**
 * Repeats the journal's manifest in a small note file. A journal that lost its end, or was replaced by an older one, does not show what it
 * lacks; only something outside it can.
 */
import { openNoteFile, readNote } from '#electron/host/manifest-file.ts';
import { readManifestRow, toManifestRow, type StoreManifest } from './manifest-row.ts';

export interface ManifestWriter {
  /** Writes the manifest, durably when it returns. */
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

export function openManifest(path: string): ManifestWriter {
  const file = openNoteFile(path);
  return {
    note: (manifest) => file.note(JSON.stringify(toManifestRow(manifest))),
    close: () => file.close(),
  };
}
