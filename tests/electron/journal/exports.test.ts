/** Saved exports: one name once, what runs left behind stays with them, undone by saving again as they were. */
import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from '#electron/journal/journal.ts';
import { AppFailure } from '#contract/errors.ts';
import { namedDefinitionSchema } from '#domain/exports/definition.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-exports-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const AT = '2026-11-20T08:00:00.000Z';
const definition = (name: string) => namedDefinitionSchema.parse({ format: 'timelog-export', name, records: {} });
const lastRun = { at: AT, file: 'a.csv', sha256: 'b'.repeat(64), complete: true, records: 3 };

function catchFailure(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof AppFailure ? error.error : error;
  }
}

it('lists saved exports by name, with what a run left behind, after the file was closed', () => {
  const path = join(folder, 'journal.sqlite');
  const first = openJournal(path);
  const weekly = first.saveExport(definition('weekly'), AT, { since: '2026-11-01' });
  const audit = first.saveExport(definition('Audit'), AT, {});
  first.noteRun(weekly.id, ({ state }) => ({ ...state, doneFor: '2026-11-09', lastRun }));
  first.close();
  const second = openJournal(path);
  const ran = { ...weekly, state: { since: '2026-11-01', doneFor: '2026-11-09', lastRun } };
  expect(second.exports()).toEqual([audit, ran]);
  expect(second.savedExport(weekly.id)).toEqual(ran);
  second.close();
});

it('one made for a format of an earlier version is told of until it has run, and then is one of today', () => {
  const journal = openJournal(':memory:');
  const former = { ...definition('mail'), options: { format: 'digest' as const, audience: 'internal' as const } };
  const { id } = journal.saveExport(former, AT, {});
  expect(journal.savedExport(id)?.definition.options).toEqual(former.options);
  journal.noteRun(id, ({ state }) => ({ ...state, lastRun }));
  expect(journal.savedExport(id)?.definition.options).toEqual({ format: 'html', audience: 'internal' });
  journal.close();
});

it('refuses a name that another export has in whatever case, and leaves both as they were', () => {
  const journal = openJournal(':memory:');
  const kept = journal.saveExport(definition('Café'), AT, {});
  const other = journal.saveExport(definition('Other'), AT, {});
  expect(catchFailure(() => journal.saveExport(definition('CAFE\u0301'), AT, {}, other.id))).toEqual({
    code: 'usage',
    detail: 'There is an export called “CAFE\u0301” already: choose another name',
  });
  expect(journal.exports()).toEqual([kept, other]);
  journal.close();
});

it('gives back what it removes with its last run, and notes no run of what is gone', () => {
  const journal = openJournal(':memory:');
  const kept = journal.saveExport(definition('weekly'), AT, { lastRun });
  const removed = journal.removeExport(kept.id);
  expect(removed).toEqual(kept);
  journal.noteRun(kept.id, () => ({}));
  expect(journal.exports()).toEqual([]);
  expect(journal.saveExport(kept.definition, kept.savedAt, kept.state, kept.id)).toEqual(kept);
  journal.close();
});

it('an export that rotted is told as lost, by its name from the good copy', () => {
  const path = join(folder, 'journal.sqlite');
  const journal = openJournal(path, { copyClock: () => Date.parse(AT) });
  journal.saveExport(definition('To Acme'), AT, {});
  journal.close();
  const raw = new DatabaseSync(path);
  raw.exec(`UPDATE saved_export SET definition = replace(definition, 'Acme', 'Evil')`);
  raw.close();
  const damaged = openJournal(path);
  expect(damaged.damage).toMatchObject({
    isWhole: false,
    hitsFigures: false,
    lost: { exports: 1, reports: 0 },
    names: ['To Acme'],
  });
  expect(damaged.exports()).toEqual([]);
  expect(catchFailure(() => damaged.saveExport(definition('New'), AT, {}))).toEqual({ code: 'journal-damaged' });
  damaged.close();
});
