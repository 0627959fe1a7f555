/** Stores the exports that this computer wrote, by the hash of each file: the manifest, and the conditions that a client's manifest leaves out. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { manifestSchema, type Manifest } from '#contract/exports.ts';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import type { Storage } from './storage.ts';
import type { JournalTable } from './table.ts';

const conditionsSchema = z.object({ filter: filterGroupsSchema, query: z.string() });

export interface WrittenExport {
  /** The manifest next to the file, with everything that a client's manifest leaves out. */
  readonly manifest: Manifest;
  readonly conditions: z.output<typeof conditionsSchema>;
}

export interface WrittenExportStore {
  keepWritten(written: readonly WrittenExport[]): void;
  /** Finds the exports of every manifest that was written with a file of one of these hashes. */
  findWritten(sha256: readonly string[]): WrittenExport[];
}

export const WRITTEN_EXPORTS: JournalTable = {
  name: 'written_export',
  key: ['sha256', 'manifest_sha256'],
  required: ['manifest', 'conditions'],
  optional: [],
};

export function createWrittenExportStore({ select, change }: Storage): WrittenExportStore {
  const selectWritten = select('SELECT manifest, conditions FROM written_export WHERE sha256 = ?');
  return {
    keepWritten: (written) =>
      change(({ put }) => {
        for (const { manifest, conditions } of written) {
          const text = JSON.stringify(manifest);
          const key = { sha256: manifest.sha256, manifest_sha256: hash('sha256', text) };
          put(WRITTEN_EXPORTS, { ...key, manifest: text, conditions: JSON.stringify(conditions) });
        }
      }),
    findWritten: (sha256) =>
      sha256.flatMap((fileHash) =>
        selectWritten.all(fileHash).flatMap((row) => {
          const manifest = manifestSchema.safeParse(JSON.parse(String(row['manifest'])));
          const conditions = conditionsSchema.safeParse(JSON.parse(String(row['conditions'])));
          // A row of a newer version is skipped and stays in the file for that version.
          return manifest.success && conditions.success
            ? [{ manifest: manifest.data, conditions: conditions.data }]
            : [];
        }),
      ),
  };
}
