import { expect, it } from 'vitest';
import { listFileParts, toLines } from '#contract/proof/file-lines.ts';
import { judgeAnswer } from '#contract/proof/verdict.ts';
import type { FileAnswer } from '#contract/file-answer.ts';

const whole: FileAnswer = {
  file: 'a.csv',
  format: 'csv',
  of: 'records',
  says: {
    name: 'a.csv',
    title: 'Time logs',
    period: { name: '2026-10', from: '2026-10-01', to: '2026-10-31' },
    records: 1,
    total: { measure: 'billable_value', value: '12.5', currency: 'EUR' },
    asOf: '2026-11-20T12:00:00.000Z',
    appVersion: '1',
  },
  matches: { holds: true, sha256: '', manifestSha256: '', seal: null },
  signature: { state: 'none', fingerprint: null, told: null, own: null },
  addsUp: { holds: true, lines: { written: 1, found: 1 }, sums: [] },
  again: {
    state: 'equal',
    why: [],
    difference: null,
    sameBytes: true,
    isKnown: true,
    records: { written: 1, found: 1 },
    sums: [],
    settings: [],
    complete: true,
    asOf: '2026-11-20T12:00:00.000Z',
  },
};
const valid = { state: 'valid', fingerprint: 'SHA256:a', told: 'SHA256:a' } as const;
const last = (again: Partial<FileAnswer['again']>) =>
  toLines(listFileParts({ ...whole, again: { ...whole.again, ...again } }));

it('says first what was checked, and points out another name than it was written under', () => {
  expect(toLines(listFileParts(whole)).slice(0, 2)).toEqual([
    'Checked: “Time logs”, 1–31 Oct 2026, 1 record, Billable value 12.50 EUR.',
    '  written as a.csv',
  ]);
  const renamed = { ...whole, file: 'b.csv' };
  expect(toLines(listFileParts(renamed))[1]).toBe('  ANOTHER NAME: it is called b.csv here, and was written as a.csv');
  expect(judgeAnswer(renamed)).toBe('renamed');
  expect(toLines(listFileParts(renamed)).join('\n')).toContain('every field of its manifest but the name.');
  expect(toLines(listFileParts(whole)).join('\n')).toContain('every field of its manifest.');
});

it('says untouched only of what a known key has signed', () => {
  const lines = (signature: FileAnswer['signature'], signedBy?: string) =>
    toLines(listFileParts({ ...whole, signature }, signedBy)).find((line) => /^(Untouched|Matches)/.test(line));
  expect(lines(whole.signature)).toMatch(/^Matches its manifest: yes/);
  expect(lines({ ...valid, own: null })).toMatch(/^Matches its manifest: yes/);
  expect(lines({ ...valid, own: false })).toMatch(/^Matches its manifest: yes/);
  expect(lines({ ...valid, own: true })).toMatch(/^Untouched: yes/);
  expect(lines({ ...valid, own: null }, 'SHA256:a')).toMatch(/^Untouched: yes/);
  expect(lines({ ...valid, own: true }, 'SHA256:b')).toMatch(/^Matches its manifest: yes/);
});

it('names the first place that differs, what was expected and what was found', () => {
  const place = { kind: 'cell', line: 3, head: 'Hours' } as const;
  const differing = { state: 'differs', difference: { place, expected: '3', found: '' } } as const;
  expect(last(differing)).toContain('Written again: differs here: line 3, Hours: expected 3, found (empty).');
});

it('says why it cannot be compared, and what the records here give', () => {
  const lines = last({
    state: 'unknown',
    why: ['records', 'version'],
    sameBytes: false,
    asOf: null,
    records: { written: 1, found: 2 },
  });
  expect(lines.filter((line) => !line.includes('this computer')).slice(-2)).toEqual([
    'Written again: cannot be compared: its records are as of 2026-11-20 12:00 UTC, those here of no complete download; version 1 wrote it.',
    '  the records here give 2 records instead of 1',
  ]);
});

it.each<[string, Partial<FileAnswer['again']['sums'][number]>, string]>([
  ['a552213_billable_amount', { currency: 'EUR' }, 'Billable value (EUR): 1,234.50 instead of 946.50, +288.00'],
  [
    'logged_hours',
    { written: '5318.63333333', found: '5318.13333333', difference: '-0.5' },
    'Logged hours: 5,318.13 instead of 5,318.63, -0.50',
  ],
  [
    'logged_hours',
    { written: '1.001', found: '1.0024', difference: '0.0014' },
    'Logged hours: 1.00240000 instead of 1.00100000, +0.00140000',
  ],
  [
    'People: logged_hours.before',
    { unit: 'minutes', written: null, found: '288' },
    'People: Logged hours, before: 288 instead of nothing minutes, +288',
  ],
  [
    'billable_share',
    { written: '0.6961', found: '0.7092', difference: '0.0131' },
    'Billable share: 70.9 % instead of 69.6 %, +1.3 pts',
  ],
  ['margin', { written: 'none', difference: '1234.5' }, 'Margin: 1,234.50 instead of none, +1,234.50'],
  ['Not ours', {}, 'Not ours: 1,234.50 instead of 946.50, +288.00'],
])('prints the sum of %s by its label and as figures are', (column, own, text) => {
  const sum = { column, currency: null, written: '946.5', found: '1234.5', difference: '288', ...own };
  expect(last({ state: 'unknown', why: ['records'], sameBytes: false, sums: [sum] })).toContain(`  ${text}`);
});

it('prints the headline total grouped, in the digits of its unit', () => {
  const say = (measure: string, value: string) =>
    toLines(listFileParts({ ...whole, says: { ...whole.says, total: { measure, value, currency: 'EUR' } } }))[0];
  expect(say('logged_hours', '5318.63333333')).toContain(', Logged hours 5,318.63 h.');
  expect(say('billable_share', '0.7092')).toContain(', Billable share 70.9 %.');
});

it('says whose word a title is where this computer did not write the file', () => {
  const ownWord = /its title, receiver and conditions are its own word/;
  expect(last({ isKnown: false }).join('\n')).toMatch(ownWord);
  expect(last({}).join('\n')).not.toMatch(ownWord);
});

it('names the settings that are others today, in the words of the screen', () => {
  const settings = [{ name: 'hoursDigits' as const, written: '2', now: '4' }];
  expect(last({ settings })).toContain(
    '  settings changed: “Decimals of hours” was “2”, is “4”; it was written again under its own',
  );
  const chosen = [
    { name: 'amounts' as const, written: 'null', now: 'recorded-else-auto' },
    { name: 'weekStart' as const, written: 'monday', now: 'sunday' },
  ];
  expect(last({ settings: chosen }).join()).toContain(
    'settings changed: “Billable value is” was not set, is “Recorded, else automatic”, “Week starts on” was “Monday”, is “Sunday”;',
  );
});

it('never takes a wrong, missing or unreadable signature for fine, nor one by another key than was named', () => {
  const signed = (signature: Partial<FileAnswer['signature']>) => ({
    ...whole,
    signature: { ...whole.signature, ...signature },
  });
  expect(judgeAnswer(whole)).toBe('good');
  for (const state of ['wrong', 'missing', 'unreadable'] as const) {
    expect(judgeAnswer(signed({ state }))).toBe('wrongly-signed');
    expect(toLines(listFileParts(signed({ state }))).join('\n')).toMatch(/^Signed: NO/m);
  }
  expect(judgeAnswer(signed({ ...valid, own: true }))).toBe('good');
  expect(judgeAnswer(signed({ ...valid, own: false }))).toBe('stranger');
  expect(judgeAnswer(signed({ ...valid, own: null }))).toBe('stranger');
  expect(judgeAnswer(signed({ ...valid, own: false }), 'SHA256:a')).toBe('good');
  expect(judgeAnswer(signed({ ...valid, own: true }), 'SHA256:b')).toBe('wrongly-signed');
  expect(judgeAnswer(whole, 'SHA256:a')).toBe('wrongly-signed');
});
