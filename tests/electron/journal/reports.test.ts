/** Kept reports: one name once, undone by saving again under the old id, there after a restart. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from '#electron/journal/journal.ts';
import { AppFailure } from '#contract/errors.ts';
import { reportFileSchema, type ReportFile } from '#domain/reports/definition/report.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-reports-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const AT = '2026-11-20T08:00:00.000Z';
const file = (name: string, measures = ['billable_value']): ReportFile =>
  reportFileSchema.parse({ format: 'timelog-report', version: 1, name, report: { measures } });

function failureOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof AppFailure ? error.error : error;
  }
}

it('lists kept reports by name after the file was closed', () => {
  const path = join(folder, 'journal.sqlite');
  const first = openJournal(path);
  const weekly = first.saveReport(file('weekly'), AT);
  const audit = first.saveReport(file('Audit'), AT);
  first.close();
  const second = openJournal(path);
  expect(second.reports()).toEqual([audit, weekly]);
  expect(audit.id).not.toBe(weekly.id);
  second.close();
});

it('refuses a name that another report has in whatever case, and leaves both as they were', () => {
  const journal = openJournal(':memory:');
  const kept = journal.saveReport(file('Café'), AT);
  const other = journal.saveReport(file('Other'), AT);
  const taken = { code: 'usage', detail: 'Another report is already called “CAFÉ”' };
  expect(failureOf(() => journal.saveReport(file('CAFÉ'), AT))).toEqual(taken);
  expect(failureOf(() => journal.saveReport(file('CAFÉ'), AT, other.id))).toEqual(taken);
  // The same letters, composed otherwise.
  expect(failureOf(() => journal.saveReport(file('Cafe\u0301'), AT))).toMatchObject({ code: 'usage' });
  expect(journal.reports()).toEqual([kept, other]);
  journal.close();
});

it('puts a report in its own place under a new name, in another case too', () => {
  const journal = openJournal(':memory:');
  const { id } = journal.saveReport(file('weekly'), AT);
  journal.saveReport(file('Weekly', ['margin']), '2026-11-21T08:00:00.000Z', id);
  expect(journal.reports()).toEqual([{ id, file: file('Weekly', ['margin']), savedAt: '2026-11-21T08:00:00.000Z' }]);
  // The old name is free again.
  journal.saveReport(file('Renamed'), AT, id);
  journal.saveReport(file('weekly'), AT);
  expect(journal.reports().map((each) => each.file.name)).toEqual(['Renamed', 'weekly']);
  journal.close();
});

it('gives back what it removes, so that it can be kept again under the same id', () => {
  const journal = openJournal(':memory:');
  const kept = journal.saveReport(file('weekly'), AT);
  const removed = journal.removeReport(kept.id);
  expect(removed).toEqual(kept);
  expect(journal.reports()).toEqual([]);
  expect(journal.removeReport(kept.id)).toBeUndefined();
  expect(journal.saveReport(kept.file, kept.savedAt, kept.id)).toEqual(kept);
  expect(journal.reports()).toEqual([kept]);
  journal.close();
});

it('leaves a report of a newer version where it is, unread', () => {
  const path = join(folder, 'journal.sqlite');
  const raw = new DatabaseSync(path);
  raw.exec(`
    CREATE TABLE saved_report (
      id TEXT PRIMARY KEY, name_folded TEXT NOT NULL UNIQUE, file TEXT NOT NULL, saved_at TEXT NOT NULL
    ) STRICT;
    INSERT INTO saved_report VALUES ('n', 'newer', '{"format":"timelog-report","version":2}', '${AT}');
  `);
  const journal = openJournal(path);
  expect(journal.reports()).toEqual([]);
  expect(journal.removeReport('n')).toBeUndefined();
  expect(raw.prepare('SELECT id FROM saved_report').all()).toEqual([{ id: 'n' }]);
  journal.close();
  raw.close();
});
