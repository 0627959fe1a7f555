/** Stores saved exports in the journal, each with a random id, a unique name and the results of its runs. */
import { randomUUID, hash } from 'node:crypto';
import type { SQLOutputValue } from 'node:sqlite';
import { fail } from '#contract/errors.ts';
import { runStateSchema, type RunState, type SavedExport } from '#contract/saved-exports.ts';
import { namedDefinitionSchema, toCurrentFormat, type NamedDefinition } from '#domain/exports/definition.ts';
import { foldName } from '#domain/name-schema.ts';
import { exportNameTaken } from '#texts/journal.ts';
import type { Storage } from './storage.ts';
import type { JournalTable } from './table.ts';
import { z } from 'zod';
import { manifestSchema, type Manifest } from '#contract/exports.ts';
import { filterGroupsSchema } from '#domain/filter/model.ts';

export const EXPORTS: JournalTable = {
  name: 'saved_export',
  key: ['id'],
  required: ['name_folded', 'definition', 'saved_at', 'state'],
  optional: [],
  unique: 'name_folded',
};

export function createExportStore({ select, change }: Storage) {
  const selectAll = select('SELECT * FROM saved_export ORDER BY name_folded');
  const selectOne = select('SELECT * FROM saved_export WHERE id = ?');
  const selectNamesake = select('SELECT id FROM saved_export WHERE name_folded = ? AND id <> ?');
  return {
    /** Lists the exports by name, regardless of case. */
    exports: () => selectAll.all().flatMap((row) => toSavedExport(row) ?? []),
    savedExport: (id: string) => {
      const row = selectOne.get(id);
      return row && toSavedExport(row);
    },
    /**
     * Saves a new export without an id. With one, replaces that export, or saves it again under its id after it was removed.
     * @param savedAt UTC timestamp
     * @throws AppFailure `usage` if a different export has the name, regardless of case.
     */
    saveExport: (definition: NamedDefinition, savedAt: string, state: RunState, id: string = randomUUID()) =>
      change(({ put }): SavedExport => {
        const { name } = definition;
        if (selectNamesake.get(foldName(name), id)) fail({ code: 'usage', detail: exportNameTaken(name) });
        put(EXPORTS, {
          id,
          name_folded: foldName(name),
          definition: JSON.stringify(definition),
          saved_at: savedAt,
          state: JSON.stringify(state),
        });
        return { id, definition, savedAt, state };
      }),
    /** @returns the removed export, so that it can be saved again; undefined when there was none. */
    removeExport: (id: string) =>
      change(({ drop }) => {
        const row = selectOne.get(id);
        const removed = row && toSavedExport(row);
        if (removed) drop(EXPORTS, { id });
        return removed;
      }),
    /**
     * Does nothing if the export was removed in the meantime.
     * @param toState receives the export as it is now, because it may have been edited while the run lasted
     */
    noteRun: (id: string, toState: (currentExport: SavedExport) => RunState) =>
      change(({ put }) => {
        const row = selectOne.get(id);
        const currentExport = row && toSavedExport(row);
        if (!currentExport) return;
        const readText = (column: string) => String(row[column]);
        put(EXPORTS, {
          id,
          name_folded: readText('name_folded'),
          // An outdated format is replaced here, so that only this run reports the replacement.
          definition: JSON.stringify(toCurrentFormat(currentExport.definition)),
          saved_at: readText('saved_at'),
          state: JSON.stringify(toState(currentExport)),
        });
      }),
  };
}

/** @returns undefined for a row of a newer version, which stays in the file for that version. */
function toSavedExport(row: Record<string, SQLOutputValue>): SavedExport | undefined {
  const definition = namedDefinitionSchema.safeParse(JSON.parse(String(row['definition'])));
  const state = runStateSchema.safeParse(JSON.parse(String(row['state'])));
  if (!definition.success || !state.success) return undefined;
  return { id: String(row['id']), definition: definition.data, savedAt: String(row['saved_at']), state: state.data };
}

// Stores the exports that this computer wrote, by the hash of each file: the manifest, and the conditions that a client's manifest omits.

const conditionsSchema = z.object({ filter: filterGroupsSchema, query: z.string() });

export interface WrittenExport {
  /** The manifest next to the file, with everything that a client's manifest omits. */
  readonly manifest: Manifest;
  readonly conditions: z.output<typeof conditionsSchema>;
}

export const WRITTEN_EXPORTS: JournalTable = {
  name: 'written_export',
  key: ['sha256', 'manifest_sha256'],
  required: ['manifest', 'conditions'],
  optional: [],
};

export function createWrittenExportStore({ select, change }: Storage) {
  const selectWritten = select('SELECT manifest, conditions FROM written_export WHERE sha256 = ?');
  return {
    saveWrittenExports: (written: readonly WrittenExport[]) =>
      change(({ put }) => {
        for (const { manifest, conditions } of written) {
          const text = JSON.stringify(manifest);
          const key = { sha256: manifest.sha256, manifest_sha256: hash('sha256', text) };
          put(WRITTEN_EXPORTS, { ...key, manifest: text, conditions: JSON.stringify(conditions) });
        }
      }),
    findWrittenExports: (sha256: readonly string[]): WrittenExport[] =>
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
