import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openJournal } from '#electron/journal/journal.ts';
import type { Manifest } from '#contract/exports.ts';

const folder = mkdtempSync(join(tmpdir(), 'kept-manifests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifest: Manifest = {
  file: 'a.csv',
  format: 'csv',
  preset: 'excel',
  of: 'records',
  title: 'Time logs',
  audience: 'client',
  options: { heads: 'labels', times: 'local', names: true, separator: 'comma', decimalMark: 'point', rates: false },
  records: 1,
  lines: 1,
  columns: [],
  heads: [],
  totals: {},
  sums: {},
  currency: null,
  filter: [],
  query: '',
  internalFilter: true,
  period: null,
  calendar: null,
  zone: 'UTC',
  amounts: 'recorded',
  footing: 'exact',
  digits: { hours: 2, money: 2 },
  notes: [],
  missing: [],
  unreadable: 0,
  guarded: 0,
  directoryHash: 'd',
  settingsHash: 's',
  source: null,
  complete: true,
  asOf: null,
  sha256: 'a',
  appVersion: '1',
};
const conditions = {
  filter: [{ filters: [{ propertyName: 'a552213_client', operator: 'EQ' as const, value: 'Acme' }] }],
  query: 'call',
};

it('keeps what was written by the hash of the file, under each of its manifests, also when it is opened again', () => {
  const path = join(folder, 'journal.sqlite');
  const journal = openJournal(path);
  const other = { manifest: { ...manifest, title: 'Work' }, conditions };
  journal.saveWrittenExports([{ manifest, conditions }, other]);
  journal.saveWrittenExports([other, { manifest: { ...manifest, sha256: 'b' }, conditions }]);
  journal.close();
  const opened = openJournal(path);
  const found = opened.findWrittenExports(['a', 'none']);
  expect(found.map((each) => each.manifest.title).toSorted()).toEqual(['Time logs', 'Work']);
  expect(found.map((each) => each.conditions)).toEqual([conditions, conditions]);
  expect(opened.findWrittenExports(['b'])).toHaveLength(1);
  opened.close();
});

it('comes back with the good copy where the journal was destroyed', () => {
  const path = join(folder, 'copied.sqlite');
  const copyClock = () => Date.parse('2026-11-20T12:00:00Z');
  const journal = openJournal(path, { copyClock });
  journal.saveWrittenExports([{ manifest, conditions }]);
  journal.close();
  writeFileSync(path, 'no journal any more');
  const damaged = openJournal(path, { copyClock });
  expect(damaged.damage).not.toBeNull();
  damaged.mend('copy', copyClock());
  damaged.close();
  const mended = openJournal(path, { copyClock });
  expect(mended.findWrittenExports(['a'])).toEqual([{ manifest, conditions }]);
  mended.close();
});
