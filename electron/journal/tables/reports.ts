/** Saved reports in the journal: each with a random id and a unique name. */
import { randomUUID } from 'node:crypto';
import type { SQLOutputValue } from 'node:sqlite';
import { fail } from '../../../src/contract/errors.ts';
import type { SavedReport } from '../../../src/contract/reports.ts';
import { foldName } from '../../../src/domain/name-schema.ts';
import { reportFileSchema, type ReportFile } from '../../../src/domain/reports/definition/report.ts';
import { nameTaken } from '#texts/screens/reports/saved-reports.ts';
import type { Storage } from './storage.ts';
import type { JournalTable } from './table.ts';

export interface ReportStore {
  /** By name, regardless of case. */
  reports(): SavedReport[];
  /**
   * Without an id: a new one. With one: in its place, or under it again after it was removed.
   * @param savedAt UTC timestamp
   * @throws AppFailure `usage` when another report has the name, regardless of case.
   */
  saveReport(file: ReportFile, savedAt: string, id?: string): SavedReport;
  /** @returns what was removed, so that it can be saved again; undefined: there was none. */
  removeReport(id: string): SavedReport | undefined;
}

export const REPORTS: JournalTable = {
  name: 'saved_report',
  key: ['id'],
  required: ['name_folded', 'file', 'saved_at'],
  optional: [],
  unique: 'name_folded',
};

export function reportStore({ select, change }: Storage): ReportStore {
  const all = select('SELECT id, file, saved_at FROM saved_report ORDER BY name_folded');
  const one = select('SELECT id, file, saved_at FROM saved_report WHERE id = ?');
  const namesake = select('SELECT file FROM saved_report WHERE name_folded = ? AND id <> ?');
  return {
    reports: () => all.all().flatMap((row) => savedReport(row) ?? []),
    saveReport: (file, savedAt, id = randomUUID()) =>
      change(({ put }) => {
        const name = file.name.trim();
        if (namesake.get(foldName(name), id)) fail({ code: 'usage', detail: nameTaken(name) });
        const kept = { ...file, name };
        put(REPORTS, { id, name_folded: foldName(name), file: JSON.stringify(kept), saved_at: savedAt });
        return { id, file: kept, savedAt };
      }),
    removeReport: (id) =>
      change(({ drop }) => {
        const row = one.get(id);
        const removed = row && savedReport(row);
        if (removed) drop(REPORTS, { id });
        return removed;
      }),
  };
}

/** Undefined for a row of a newer version: it stays in the file for that version. */
function savedReport(row: Record<string, SQLOutputValue>): SavedReport | undefined {
  const file = reportFileSchema.safeParse(JSON.parse(String(row['file'])));
  return file.success ? { id: String(row['id']), file: file.data, savedAt: String(row['saved_at']) } : undefined;
}
