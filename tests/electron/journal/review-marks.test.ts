import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openJournal } from '#electron/journal/journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'review-marks-'));
afterAll(() => rmSync(folder, { recursive: true }));

const mark = (id: string, digest = 'd') => ({
  id,
  recordChangedAt: '2026-10-01T00:00:00.000Z',
  digest,
  reviewedAt: '2026-11-01T00:00:00.000Z',
});

describe('review marks', () => {
  test('belong to one check and one record, last of all what was marked last', () => {
    const journal = openJournal(':memory:');
    journal.saveReviewMarks('overlap', [mark('1'), mark('2')]);
    journal.saveReviewMarks('overlap', [mark('2', 'later')]);
    journal.saveReviewMarks('duplicate', [mark('1', 'other')]);
    expect([...journal.reviewMarks('overlap').values()]).toEqual([mark('1'), mark('2', 'later')]);
    expect([...journal.reviewMarks('negative')]).toEqual([]);
    expect(journal.removeReviewMarks('overlap', ['1', '7'])).toBe(1);
    expect([...journal.reviewMarks('overlap').keys()]).toEqual(['2']);
    expect([...journal.reviewMarks('duplicate').keys()]).toEqual(['1']);
    journal.close();
  });

  test('are there after a restart, with their notes', () => {
    const path = join(folder, 'journal.sqlite');
    const first = openJournal(path);
    first.saveReviewMarks('overlap', [mark('1'), { ...mark('2'), note: 'two clients at once, agreed' }]);
    first.close();
    const opened = openJournal(path);
    expect([...opened.reviewMarks('overlap').values()].map(({ id, note }) => [id, note])).toEqual([
      ['1', undefined],
      ['2', 'two clients at once, agreed'],
    ]);
    opened.close();
  });
});
