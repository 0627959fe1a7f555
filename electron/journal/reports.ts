/** Stores saved reports in the journal, each with a random id and a unique name. */
import { randomUUID } from 'node:crypto';
import type { SQLOutputValue } from 'node:sqlite';
import { fail } from '#contract/errors.ts';
import type { SavedReport } from '#contract/reports.ts';
import { foldName } from '#domain/name-schema.ts';
import { reportFileSchema, type ReportFile } from '#domain/reports/definition/report.ts';
import { nameTaken } from '#texts/journal.ts';
import type { Storage } from './storage.ts';
import type { JournalTable } from './table.ts';

export const REPORTS: JournalTable = {
  name: 'saved_report',
  key: ['id'],
  required: ['name_folded', 'file', 'saved_at'],
  optional: [],
  unique: 'name_folded',
};

export function createReportStore({ select, change }: Storage) {
  const selectAll = select('SELECT id, file, saved_at FROM saved_report ORDER BY name_folded');
  const selectOne = select('SELECT id, file, saved_at FROM saved_report WHERE id = ?');
  const selectNamesake = select('SELECT file FROM saved_report WHERE name_folded = ? AND id <> ?');
  return {
    /** Lists the reports by name, regardless of case. */
    reports: () => selectAll.all().flatMap((row) => toSavedReport(row) ?? []),
    /**
     * Saves a new report without an id. With one, replaces that report, or saves it again under its id after it was removed.
     * @param savedAt UTC timestamp
     * @throws AppFailure `usage` if a different report has the name, regardless of case.
     */
    saveReport: (file: ReportFile, savedAt: string, id: string = randomUUID()) =>
      change(({ put }): SavedReport => {
        const name = file.name.trim();
        if (selectNamesake.get(foldName(name), id)) fail({ code: 'usage', detail: nameTaken(name) });
        const namedFile = { ...file, name };
        put(REPORTS, { id, name_folded: foldName(name), file: JSON.stringify(namedFile), saved_at: savedAt });
        return { id, file: namedFile, savedAt };
      }),
    /** @returns the removed report, so that it can be saved again; undefined when there was none. */
    removeReport: (id: string) =>
      change(({ drop }) => {
        const row = selectOne.get(id);
        const removed = row && toSavedReport(row);
        if (removed) drop(REPORTS, { id });
        return removed;
      }),
  };
}

/** @returns undefined for a row of a newer version, which stays in the file for that version. */
function toSavedReport(row: Record<string, SQLOutputValue>): SavedReport | undefined {
  const file = reportFileSchema.safeParse(JSON.parse(String(row['file'])));
  return file.success ? { id: String(row['id']), file: file.data, savedAt: String(row['saved_at']) } : undefined;
}
