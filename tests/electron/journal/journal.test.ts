import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openJournal } from '#electron/journal/journal.ts';
import { fail } from '#contract/errors.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('finds a setting again after the file was closed', () => {
  const path = join(folder, 'journal.sqlite');
  const first = openJournal(path);
  first.saveSetting('zone', 'Europe/Berlin');
  first.close();
  const second = openJournal(path);
  expect(second.setting('zone', z.string())).toBe('Europe/Berlin');
  second.close();
});

it('reads a setting of another shape as unset instead of handing it on', () => {
  const journal = openJournal(':memory:');
  journal.saveSetting('zone', 7);
  expect(journal.setting('zone', z.string())).toBeUndefined();
  expect(journal.setting('never written', z.string())).toBeUndefined();
  journal.close();
});

const foreign = [
  "CREATE TRIGGER away AFTER INSERT ON setting BEGIN UPDATE setting SET value = '\"x\"' WHERE key = 'baseUrl'; END",
  'ALTER TABLE owner_name RENAME TO kept; CREATE VIEW owner_name AS SELECT * FROM kept',
];

it.each(foreign)('a file in which somebody else acts is damaged, and what acts does nothing: %s', (sql) => {
  const path = join(folder, 'journal.sqlite');
  openJournal(path).close();
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  const journal = openJournal(path);
  expect(journal.damage).not.toBeNull();
  journal.saveSetting('baseUrl', 'https://timelogs.example');
  expect(journal.setting('baseUrl', z.string())).toBe('https://timelogs.example');
  journal.close();
});

it.each(foreign)('nor is a file from before there were digests opened as sound: %s', (sql) => {
  const path = join(folder, 'journal.sqlite');
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE owner_name (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT`);
  database.exec(sql);
  database.close();
  const openSound = () => {
    const journal = openJournal(path);
    const { damage } = journal;
    journal.close();
    if (damage) fail({ code: 'file-damaged', detail: path });
  };
  expect(openSound).toThrow(expect.objectContaining({ error: { code: 'file-damaged', detail: path } }) as Error);
});
