import { expect, it } from 'vitest';
import { fileParts, toLines } from '../../../src/contract/proof/file-lines.ts';
import { judgeAnswer } from '../../../src/contract/proof/verdict.ts';
import type { FileAnswer } from '../../../src/contract/file-answer.ts';

const nothing = { cells: [], cellCount: 0, missing: [], missingCount: 0, extra: [], extraCount: 0 };
const whole: FileAnswer = {
  file: 'a.csv',
  format: 'csv',
  of: 'records',
  untouched: { holds: true, sha256: '', manifestSha256: '', seal: null },
  signature: { state: 'none', fingerprint: null, told: null, own: null },
  addsUp: { holds: true, lines: { written: 1, found: 1 }, sums: [] },
  today: {
    holds: true,
    records: { written: 1, found: 1 },
    sums: [],
    sameNames: true,
    sameSettings: true,
    settings: [],
    complete: true,
    asOf: null,
  },
  differences: { against: 'today', ...nothing },
};
const cell = { line: 3, key: ['r7'], column: 'hours', head: 'Hours', inFile: '2', today: '3', difference: '-1' };
const differing = (against: 'original' | 'today'): FileAnswer => ({
  ...whole,
  differences: {
    against,
    ...nothing,
    cells: [cell],
    cellCount: 1,
    missing: [{ line: null, cells: ['r8'] }],
    missingCount: 1,
  },
});

it('of a file that was changed says what stands in it instead of what was written', () => {
  const lines = toLines(fileParts(differing('original')));
  expect(lines.slice(-3)).toEqual([
    'Changed in the file:',
    '  line 3 (r7), Hours: 2 instead of 3, -1',
    '  taken out: r8',
  ]);
});

it('of records that changed says what they give today instead of what stands in the file', () => {
  const lines = toLines(fileParts(differing('today')));
  expect(lines.slice(-3)).toEqual([
    'What the same export gives today:',
    '  line 3 (r7), Hours: 3 instead of 2, +1',
    '  a line that the file does not have: r8',
  ]);
});

it('names the settings that are others today, in the words of the screen', () => {
  const settings = [{ name: 'hoursDigits' as const, written: '2', now: '4' }];
  const changed = { ...whole, today: { ...whole.today, sameSettings: false, settings } };
  expect(toLines(fileParts(changed))).toContain(
    "  settings changed: Decimals of hours was 2, is 4; asked under the file's own",
  );
});

it('never takes a wrong, missing or unreadable signature for fine, nor one by another key than was named', () => {
  const signed = (signature: Partial<FileAnswer['signature']>) => ({
    ...whole,
    signature: { ...whole.signature, ...signature },
  });
  const valid = { state: 'valid', fingerprint: 'SHA256:a' } as const;
  expect(judgeAnswer(whole)).toBe('good');
  for (const state of ['wrong', 'missing', 'unreadable'] as const) {
    expect(judgeAnswer(signed({ state }))).toBe('wrongly-signed');
    expect(toLines(fileParts(signed({ state })))[1]).toMatch(/^Signed: NO/);
  }
  expect(judgeAnswer(signed({ ...valid, own: true }))).toBe('good');
  expect(judgeAnswer(signed({ ...valid, own: false }))).toBe('stranger');
  expect(judgeAnswer(signed({ ...valid, own: null }))).toBe('stranger');
  expect(judgeAnswer(signed({ ...valid, own: false }), 'SHA256:a')).toBe('good');
  expect(judgeAnswer(signed({ ...valid, own: true }), 'SHA256:b')).toBe('wrongly-signed');
  expect(judgeAnswer(whole, 'SHA256:a')).toBe('wrongly-signed');
});
