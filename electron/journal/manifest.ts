/**
 * Repeats the journal's manifest in a small note file, because a journal that lost its end, or was replaced by an older one, does not show
 * what is missing.
 */
import { openNoteFile, readNote } from '#electron/host/manifest-file.ts';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { digestRow, toDigest, tallySheetSchema } from './digest.ts';
import { DIGEST, type JournalTable } from './table.ts';

export type ManifestWriter = ReturnType<typeof openManifest>;

/** @returns undefined if there is no readable note, which is no evidence of a loss. */
export function readManifest(path: string): StoreManifest | undefined {
  try {
    const row: unknown = JSON.parse(readNote(path) ?? '');
    return typeof row === 'object' && row !== null ? readManifestRow({ ...row }) : undefined;
  } catch {
    return undefined;
  }
}

export function openManifest(path: string) {
  const file = openNoteFile(path);
  return {
    /** Writes the manifest, durably when it returns. */
    note: (manifest: StoreManifest) => file.note(JSON.stringify(toManifestRow(manifest))),
    close: () => file.close(),
  };
}

// A journal's manifest has the number of its changes and the digests of its rows. It is stored in the journal and in a note file.

const bodySchema = z.object({
  commits: z.number().int().nonnegative(),
  tallies: tallySheetSchema,
  /** The digest of the journal's complete file after that many changes, once every row in it was proven. Only the note file has it. */
  file: z.string().optional(),
});
export type StoreManifest = z.output<typeof bodySchema>;

export const MANIFEST_TABLE: JournalTable = { name: 'testimony', key: ['only'], required: ['body'], optional: [] };
const ONLY = '1';

export function toManifestRow(manifest: StoreManifest): Record<string, string> {
  const row = { only: ONLY, body: JSON.stringify(manifest) };
  return { ...row, [DIGEST]: digestRow(MANIFEST_TABLE, row) };
}

/** @returns undefined for a row that is missing, incomplete or changed. */
export function readManifestRow(row: Readonly<Record<string, unknown>> | undefined): StoreManifest | undefined {
  if (row === undefined || row[DIGEST] !== digestRow(MANIFEST_TABLE, row)) return undefined;
  try {
    return bodySchema.safeParse(JSON.parse(String(row['body']))).data;
  } catch {
    return undefined;
  }
}

/** Digests the layout of the tables, because a rotted schema page must not decide what a row is. */
export function digestSchema(database: DatabaseSync): string {
  const rows = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
  return toDigest(JSON.stringify(rows.map(({ type, name, tbl_name: table, sql }) => [type, name, table, sql])));
}

/** The schema's key among the tables' digests. No table can have this name. */
export const SCHEMA = '(schema)';
