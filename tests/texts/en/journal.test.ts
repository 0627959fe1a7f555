/** What people read about damaged names and settings: whole sentences, whatever is lost. */
import { expect, it } from 'vitest';
import { groupThousands } from '#domain/decimal.ts';
import { journalTexts, type JournalFacts } from '#texts/journal.ts';

const none = { people: 0, objects: 0, settings: 0, reports: 0, exports: 0, reviewMarks: 0 };
const facts: JournalFacts = {
  what: 'damaged',
  path: '/data/journal.sqlite',
  missingChanges: null,
  lost: { ...none, people: 2, settings: 1 },
  names: ['Anna Keller', 'zone'],
  isWhole: false,
  hitsFigures: true,
  copy: { day: '2026-11-20', contents: { ...none, people: 1200, objects: 1 } },
};

it('counts and names what is lost', () => {
  expect(journalTexts.what(facts, groupThousands)).toBe('2 people and 1 setting (Anna Keller, zone) are lost');
  expect(journalTexts.what({ ...facts, lost: { ...none, reports: 1 }, names: [] }, groupThousands)).toBe(
    '1 saved report is lost',
  );
  expect(journalTexts.what({ ...facts, lost: { ...none, exports: 2 }, names: [] }, groupThousands)).toBe(
    '2 saved exports are lost',
  );
  expect(journalTexts.what({ ...facts, lost: null }, groupThousands)).toBe('It is not known what is lost');
  expect(journalTexts.what({ ...facts, lost: none }, groupThousands)).toBe('Some of its contents have changed');
});

it('says how much later a file was that is an older one, and that one is missing', () => {
  const older = { ...facts, what: 'older', lost: { ...none, people: 1 }, names: [] } as const;
  expect(journalTexts.what({ ...older, missingChanges: 1 }, groupThousands)).toBe(
    'The file is an older version: its last change is missing. 1 person is lost',
  );
  expect(journalTexts.what({ ...older, missingChanges: 3 }, groupThousands)).toContain(
    'its last 3 changes are missing',
  );
  expect(journalTexts.what({ ...older, what: 'gone' }, groupThousands)).toMatch(/is missing\. 1 person is lost$/);
});

it('tells the terminal the file and both ways out, and no copy that is not there', () => {
  expect(journalTexts.terminal(facts, groupThousands)).toBe(
    'Names and settings are damaged (/data/journal.sqlite). 2 people and 1 setting (Anna Keller, zone) are lost; "workspace restore" puts the good copy of 2026-11-20 in its place, "workspace restore --rest" continues with what can be read.',
  );
  expect(journalTexts.terminal({ ...facts, hitsFigures: false }, groupThousands)).toMatch(
    /^The file of names and settings is damaged/,
  );
  expect(journalTexts.terminal({ ...facts, copy: null }, groupThousands)).not.toContain('good copy');
  expect(journalTexts.copy(facts, groupThousands)).toBe(
    'The last good copy is from 2026-11-20: 1,200 people and 1 named object.',
  );
});

it('says of figures only what is true of them', () => {
  expect(journalTexts.rest(facts)).toContain('figures are marked as incomplete');
  expect(journalTexts.rest({ ...facts, hitsFigures: false })).toContain('no figure depends on what is lost');
});
