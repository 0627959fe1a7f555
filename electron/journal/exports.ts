/** Saved exports in the journal, each with a random id, a unique name, and what its runs have left behind. */
import { randomUUID } from 'node:crypto';
import type { SQLOutputValue } from 'node:sqlite';
import { fail } from '#contract/errors.ts';
import { runStateSchema, type RunState, type SavedExport } from '#contract/saved-exports.ts';
import { namedDefinitionSchema, toCurrentFormat, type NamedDefinition } from '#domain/exports/definition.ts';
import { foldName } from '#domain/name-schema.ts';
import { exportNameTaken } from '#texts/screens/reports/saved-reports.ts';
import type { Storage } from './storage.ts';
import type { JournalTable } from './table.ts';

export interface ExportStore {
  /** Lists them by name, regardless of case. */
  exports(): SavedExport[];
  savedExport(id: string): SavedExport | undefined;
  /**
   * Saves a new export without an id. With one, replaces that export, or saves it again under its id after it was removed.
   * @param savedAt UTC timestamp
   * @throws AppFailure `usage` when another export has the name, regardless of case.
   */
  saveExport(definition: NamedDefinition, savedAt: string, state: RunState, id?: string): SavedExport;
  /** @returns what was removed, so that it can be saved again; undefined when there was none. */
  removeExport(id: string): SavedExport | undefined;
  /**
   * Does nothing when the export was removed meanwhile.
   * @param toState receives the export as it is now: a run is long, and the export may have been edited since it began
   */
  noteRun(id: string, toState: (now: SavedExport) => RunState): void;
}

export const EXPORTS: JournalTable = {
  name: 'saved_export',
  key: ['id'],
  required: ['name_folded', 'definition', 'saved_at', 'state'],
  optional: [],
  unique: 'name_folded',
};

export function createExportStore({ select, change }: Storage): ExportStore {
  const selectAll = select('SELECT * FROM saved_export ORDER BY name_folded');
  const selectOne = select('SELECT * FROM saved_export WHERE id = ?');
  const selectNamesake = select('SELECT id FROM saved_export WHERE name_folded = ? AND id <> ?');
  return {
    exports: () => selectAll.all().flatMap((row) => toSavedExport(row) ?? []),
    savedExport: (id) => {
      const row = selectOne.get(id);
      return row && toSavedExport(row);
    },
    saveExport: (definition, savedAt, state, id = randomUUID()) =>
      change(({ put }) => {
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
    removeExport: (id) =>
      change(({ drop }) => {
        const row = selectOne.get(id);
        const removed = row && toSavedExport(row);
        if (removed) drop(EXPORTS, { id });
        return removed;
      }),
    noteRun: (id, toState) =>
      change(({ put }) => {
        const row = selectOne.get(id);
        const now = row && toSavedExport(row);
        if (!now) return;
        const text = (column: string) => String(row[column]);
        put(EXPORTS, {
          id,
          name_folded: text('name_folded'),
          // That its format is another one now is told once, by this run.
          definition: JSON.stringify(toCurrentFormat(now.definition)),
          saved_at: text('saved_at'),
          state: JSON.stringify(toState(now)),
        });
      }),
  };
}

/** Undefined for a row of a newer version, which stays in the file for that version. */
function toSavedExport(row: Record<string, SQLOutputValue>): SavedExport | undefined {
  const definition = namedDefinitionSchema.safeParse(JSON.parse(String(row['definition'])));
  const state = runStateSchema.safeParse(JSON.parse(String(row['state'])));
  if (!definition.success || !state.success) return undefined;
  return { id: String(row['id']), definition: definition.data, savedAt: String(row['saved_at']), state: state.data };
}
