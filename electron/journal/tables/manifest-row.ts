/** A journal's manifest: how many changes it has taken, and the digest of all its rows. It is stored in the journal and beside it. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { digestOfRow, digestOfText, tallySheetSchema } from './digest.ts';
import { DIGEST, type JournalTable } from './table.ts';

const bodySchema = z.object({ commits: z.number().int().nonnegative(), tallies: tallySheetSchema });
export type StoreManifest = z.output<typeof bodySchema>;

export const MANIFEST_TABLE: JournalTable = { name: 'testimony', key: ['only'], required: ['body'], optional: [] };
const ONLY = '1';

/** The row that holds it, with its digest. */
export function toManifestRow(manifest: StoreManifest): Record<string, string> {
  const row = { only: ONLY, body: JSON.stringify(manifest) };
  return { ...row, [DIGEST]: digestOfRow(MANIFEST_TABLE, row) };
}

/** @returns undefined for an incomplete one. */
export function readManifestRow(row: Readonly<Record<string, unknown>> | undefined): StoreManifest | undefined {
  if (row === undefined || row[DIGEST] !== digestOfRow(MANIFEST_TABLE, row)) return undefined;
  try {
    return bodySchema.safeParse(JSON.parse(String(row['body']))).data;
  } catch {
    return undefined;
  }
}

/** The tables as they are laid out: a rotted schema page must not decide what a row is. */
export function schemaDigest(database: DatabaseSync): string {
  const rows = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
  return digestOfText(JSON.stringify(rows.map(({ type, name, tbl_name: of, sql }) => [type, name, of, sql])));
}

/** The schema's key among the tables' digests: no table can have this name. */
export const SCHEMA = '(schema)';
