/** What of a saved workspace goes into the journal: each thing once, of the right shape, and no more than a file may hold. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { FileFault, limits } from '#electron/features/workspace-file/parts.ts';
import { JournalReading, writeJournalLines } from '#electron/features/workspace-file/journal-lines.ts';
import { namedDefinitionSchema } from '#domain/exports/definition.ts';
import { reportFileSchema } from '#domain/reports/definition/report.ts';

const at = '2026-11-20T08:00:00.000Z';
const reportOf = (id: string, name = id) => ({
  kind: 'report',
  saved: {
    id,
    file: reportFileSchema.parse({ format: 'timelog-report', version: 1, name, report: { measures: ['records'] } }),
    savedAt: at,
  },
});
const exportOf = (id: string, name = id) => ({
  kind: 'export',
  saved: {
    id,
    definition: namedDefinitionSchema.parse({ format: 'timelog-export', name, records: { period: 'last-month' } }),
    savedAt: at,
    state: { since: '2026-10-01' },
  },
});
const mark = { id: '7', recordChangedAt: at, digest: 'd', reviewedAt: at };
const markOf = (change: object = {}, check = 'overlap') => ({ kind: 'mark', check, mark: { ...mark, ...change } });
const owner = (id: string) => ({ kind: 'owner', id, entry: { name: 'Ada' } });
const object = (key: string) => ({ kind: 'object', key, entry: { name: 'ACME' } });

let journal: Journal;
let reading: JournalReading;
beforeEach(() => {
  journal = openJournal(':memory:');
  reading = new JournalReading();
});
afterEach(() => journal.close());

const read = (...lines: readonly object[]) => {
  for (const line of lines) reading.read(JSON.stringify(line));
};

describe('each thing comes once', () => {
  test.each([
    [
      'settings',
      [
        { kind: 'settings', settings: {} },
        { kind: 'settings', settings: { currency: 'CHF' } },
      ],
    ],
    [
      'a visit',
      [
        { kind: 'seen', asOf: at },
        { kind: 'seen', asOf: '2026-11-21T08:00:00.000Z' },
      ],
    ],
    ['a person', [owner('7'), owner('7')]],
    ['an object', [object('deal:7'), object('deal:7')]],
    ['a report', [reportOf('1', 'one'), reportOf('1', 'other')]],
    ['an export', [exportOf('1', 'one'), exportOf('1', 'other')]],
    ['a mark', [markOf(), markOf({ digest: 'e' })]],
    [
      'a removed record',
      [
        { kind: 'removed', id: '7' },
        { kind: 'removed', id: '7' },
      ],
    ],
    [
      'a state',
      [
        { kind: 'state', text: '{}' },
        { kind: 'state', text: '{"a":1}' },
      ],
    ],
  ])('%s', (_, [first, second]) => {
    read(first ?? {});
    expect(() => read(second ?? {})).toThrow(FileFault);
  });

  test('under one id of each kind, of each check and of each type', () => {
    read(owner('7'), object('deal:7'), object('company:7'), reportOf('7'), exportOf('7'), { kind: 'removed', id: '7' });
    read(markOf(), markOf({}, 'gap'), markOf({ id: '8' }));
    reading.saveTo(journal);
    expect([...journal.reviewMarks('overlap').keys()]).toEqual(['7', '8']);
    expect([...journal.reviewMarks('gap').values()]).toEqual([{ ...mark, note: undefined }]);
    expect(Object.keys(journal.names().objects)).toEqual(['company:7', 'deal:7']);
    expect([journal.reports().length, journal.exports().length]).toEqual([1, 1]);
    expect(reading.storeContent).toEqual({ removed: ['7'], state: undefined });
  });

  test.each([
    ['reports', reportOf('1', 'Hours'), reportOf('2', 'Hours')],
    ['exports', exportOf('1', 'Hours'), exportOf('2', 'Hours')],
  ])('no two %s have one name', (_, one, other) => {
    read(one, other);
    expect(() => reading.saveTo(journal)).toThrow(FileFault);
  });
});

describe('a line is refused', () => {
  test.each<[string, object]>([
    ['of no kind that is known', { kind: 'key', key: 'secret' }],
    ['of a setting that only this computer’s person decides', { kind: 'settings', settings: { quotaLimit: 5 } }],
    [
      'of an address that pages would open',
      { kind: 'settings', settings: { recordAddress: 'https://x.example/{id}' } },
    ],
    ['of how long changes are remembered', { kind: 'settings', settings: { historyMonths: 3 } }],
    ['with more than its kind has', { ...owner('7'), more: 1 }],
    ['of a visit on a day without a time', { kind: 'seen', asOf: '2026-11-20' }],
    ['of a mark on no record', markOf({ id: 'x' })],
    ['of a mark with more than marks have', markOf({ more: 1 })],
    ['of a mark of a record that changed at no time', markOf({ recordChangedAt: 'today' })],
    ['of a mark made at no time', markOf({ reviewedAt: '2026-11-20' })],
    ['of a mark without a digest', markOf({ digest: '' })],
    ['of a mark with an endless digest', markOf({ digest: 'd'.repeat(301) })],
    ['of a mark with a digest that a database would cut', markOf({ digest: 'd\0' })],
    ['of a mark of no check', markOf({}, '')],
    ['of a mark of a check with an endless name', markOf({}, 'x'.repeat(101))],
    ['of a mark with an endless note', markOf({ note: 'x'.repeat(100_000) })],
    ['of a report with an endless id', reportOf('x'.repeat(101), 'one')],
    ['of an export that was saved at no time', { ...exportOf('1'), saved: { ...exportOf('1').saved, savedAt: '' } }],
    ['of a removed record without an id', { kind: 'removed', id: '' }],
    ['of an endless state', { kind: 'state', text: 'x'.repeat(limits.stateCharacters + 1) }],
  ])('%s', (_, line) => {
    expect(() => read(line)).toThrow(z.ZodError);
  });

  test('that is one report or export more than a file may hold', () => {
    for (const of of [reportOf, exportOf]) {
      for (let count = 0; count < limits.reports; count += 1) read(of(String(count)));
      expect(() => read(of('more'))).toThrow(FileFault);
    }
  });
});

test('what a journal holds is read back the same, in its own lines', () => {
  read(markOf({ note: 'agreed' }), markOf({ id: '8' }), markOf({}, 'gap'), { kind: 'seen', asOf: at });
  read(owner('7'), owner('__proto__'), owner('constructor'));
  reading.saveTo(journal);
  const lines = () => [...writeJournalLines(journal, { removed: ['1', '2'], state: '{}' })].flat();
  const again = new JournalReading();
  for (const line of lines()) again.read(line);
  const other = openJournal(':memory:');
  again.saveTo(other);
  expect(again.storeContent).toEqual({ removed: ['1', '2'], state: '{}' });
  expect(Object.keys(other.names().owners)).toEqual(['7', '__proto__', 'constructor']);
  expect([...writeJournalLines(other, again.storeContent)].flat()).toEqual(lines());
  other.close();
});
