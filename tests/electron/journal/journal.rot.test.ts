/** Rot of the journal is noticed: what it answers is what was written, or it says what is lost, goes on with the rest and offers the ways out. */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { AppFailure } from '#contract/errors.ts';
import { reportFileSchema } from '#domain/reports/definition/report.ts';
import { SAMPLE_TODAY } from '#domain/settings.ts';
import { chooseSize } from '#tests/support/tier.ts';
import { damageOnce, makeFixtures } from '#tests/faults/journal-campaign.ts';
import { killOften } from '#tests/faults/journal-kills.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

let folder: string;
let path: string;
let now = Date.parse('2026-11-20T08:00:00Z');
const DAY = 24 * 3_600_000;
beforeEach(() => {
  folder = mkdtempSync(join(scratchPlace(), 'journal-rot-'));
  path = join(folder, 'journal.sqlite');
  now = Date.parse('2026-11-20T08:00:00Z');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const open = () => openJournal(path, { copyClock: () => now });
const copies = () => readdirSync(join(folder, 'journal-copies')).toSorted();

function written(names: readonly string[]): void {
  const journal = open();
  const owners = Object.fromEntries(names.map((name, index) => [String(index), { name }]));
  journal.saveNames(directoryOf({ owners }));
  journal.saveSetting('zone', 'Europe/Berlin');
  journal.close();
}

/** One bit of the first place where the text stands. */
function flipIn(file: string, text: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(text);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function tamper(sql: string): void {
  const raw = new DatabaseSync(path);
  raw.exec(sql);
  raw.close();
}

function failureOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof AppFailure ? error.error : error;
  }
}

const namesOf = (journal: Journal) => Object.values(journal.names().owners).map(({ name }) => name);

describe('a seeded campaign', () => {
  it('finds no damage of file, log or witness that goes unsaid, and mends each', () => {
    const fixtures = makeFixtures();
    try {
      const results = Array.from({ length: chooseSize(6, 60) }, (_, index) => damageOnce(fixtures, index));
      expect(results.filter(({ outcome }) => outcome !== 'told' && outcome !== 'equal')).toEqual([]);
      expect(results.filter(({ outcome }) => outcome === 'told').length).toBeGreaterThan(chooseSize(2, 20));
    } finally {
      rmSync(fixtures.folder, { recursive: true, force: true });
    }
  });

  it('never takes a killed owner for damage, and loses no change that was durable', async () => {
    expect(await killOften(chooseSize(1, 4), 7)).toEqual([]);
  });
});

describe('a damaged journal', () => {
  it('says what is lost by name, and goes on with the rest', () => {
    written(['Anna Keller', 'Bo Larsen', 'Cy Twombly']);
    flipIn(path, 'Bo Larsen');
    const journal = open();
    expect(journal.damage).toMatchObject({
      what: 'damaged',
      path,
      isWhole: false,
      lost: { people: 1, objects: 0, settings: 0, reports: 0, exports: 0, reviewMarks: 0 },
      names: ['Bo Larsen'],
      copy: { day: '2026-11-20', contents: { people: 3, settings: 1 } },
    });
    expect(namesOf(journal)).toEqual(['Anna Keller', 'Cy Twombly']);
    expect(journal.setting('zone', z.string())).toBe('Europe/Berlin');
    journal.close();
  });

  it.each([
    ['a row that vanished', 'DELETE FROM owner_name WHERE id = 1'],
    ['a row that came from nowhere', "INSERT INTO owner_name (id, name) VALUES ('9', 'Nobody')"],
    ['a value that became another', "UPDATE setting SET value = '7' WHERE key = 'zone'"],
    ['a table that was laid out otherwise', 'CREATE TABLE more (value TEXT)'],
  ])('%s is damage', (_, sql) => {
    written(['Anna Keller', 'Bo Larsen']);
    tamper(sql);
    const journal = open();
    expect(journal.damage?.what).toBe('damaged');
    journal.close();
  });

  it('says so by its own contents, where its manifest is lost as well', () => {
    written(['Anna Keller', 'Bo Larsen']);
    tamper('DELETE FROM owner_name WHERE id = 1');
    rmSync(`${path}.manifest`);
    const journal = open();
    expect(journal.damage).toMatchObject({ what: 'damaged', lost: { people: 1 }, names: ['Bo Larsen'] });
    journal.close();
  });

  /** Two settings of figures, and of everything else something. */
  function writtenWhole(): void {
    written(['Anna Keller', 'Bo Larsen']);
    const journal = open();
    journal.saveSetting('footing', 'exact');
    journal.saveSetting('scrub', true);
    journal.saveSetting('hoursStyle', 'clock');
    journal.saveSetting(SAMPLE_TODAY, '2026-11-20');
    journal.saveReport(reportFileSchema.parse({ ...reportFile, name: 'Kept report' }), '2026-11-20T00:00:00Z');
    journal.saveReviewMarks('overlap', [
      { id: '7', recordChangedAt: '2026-11-20T00:00:00Z', digest: 'd', reviewedAt: '2026-11-20T00:00:01Z' },
    ]);
    journal.close();
  }
  const reportFile = { format: 'timelog-report', version: 1, report: { measures: ['margin'] } };

  it.each([
    ['a review mark', 'DELETE FROM review_mark', { copy: false, alone: false }],
    ['a kept report', 'DELETE FROM saved_report', { copy: false, alone: false }],
    ['a setting of no figure', "DELETE FROM setting WHERE key = 'scrub'", { copy: false, alone: true }],
    ['the value of one', "UPDATE setting SET value = 'truf' WHERE key = 'scrub'", { copy: false, alone: false }],
    ['the key of one', "UPDATE setting SET key = 'scruc' WHERE key = 'scrub'", { copy: false, alone: true }],
    ['a setting of figures', "DELETE FROM setting WHERE key = 'footing'", { copy: true, alone: true }],
    ['how hours are printed', "DELETE FROM setting WHERE key = 'hoursStyle'", { copy: true, alone: true }],
    ['what the sample calls today', `DELETE FROM setting WHERE key = '${SAMPLE_TODAY}'`, { copy: true, alone: true }],
    ['the value of one of figures', "UPDATE setting SET value = '7' WHERE key = 'zone'", { copy: true, alone: true }],
    ['a name', "UPDATE owner_name SET name = 'Bo Larser' WHERE id = 1", { copy: true, alone: true }],
  ])('%s that is lost enters figures, or it cannot be told, or neither', (_, sql, hits) => {
    writtenWhole();
    tamper(sql);
    const told = () => {
      const journal = open();
      journal.close();
      return { isWhole: journal.damage?.isWhole, hitsFigures: journal.damage?.hitsFigures };
    };
    expect(told()).toEqual({ isWhole: false, hitsFigures: hits.copy });
    rmSync(join(folder, 'journal-copies'), { recursive: true });
    expect(told()).toEqual({ isWhole: false, hitsFigures: hits.alone });
  });

  it('takes no change, is left as it is, and says so each time', () => {
    written(['Anna Keller', 'Bo Larsen']);
    flipIn(path, 'Bo Larsen');
    const before = readFileSync(path);
    const file = reportFileSchema.parse({
      format: 'timelog-report',
      version: 1,
      name: 'R',
      report: { measures: ['margin'] },
    });
    for (let time = 0; time < 2; time += 1) {
      const journal = open();
      const changes = [
        () => journal.saveNames(directoryOf({ owners: { '5': { name: 'Eve' } } })),
        () => journal.saveReport(file, '2026-11-20T00:00:00Z'),
        () => journal.saveReviewMarks('overlap', []),
        () => journal.assertSound(),
      ];
      for (const change of changes) expect(failureOf(change)).toEqual({ code: 'journal-damaged' });
      // What the program notes for itself lasts for this run.
      journal.saveSetting('seen', 1);
      journal.close();
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('that lost its last change is older than it was', () => {
    written(['Anna Keller']);
    copyFileSync(path, `${path}.old`);
    const journal = open();
    journal.saveSetting('footing', 'exact');
    journal.close();
    copyFileSync(`${path}.old`, path);
    const older = open();
    expect(older.damage).toMatchObject({ what: 'older', missingChanges: 1, lost: { settings: 1 }, isWhole: false });
    expect(namesOf(older)).toEqual(['Anna Keller']);
    older.close();
  });

  it('that another file of as many changes has replaced is noticed', () => {
    written(['Anna Keller']);
    const other = openJournal(join(folder, 'other.sqlite'));
    other.saveNames(directoryOf({ owners: { '0': { name: 'Someone else' } } }));
    other.saveSetting('zone', 'UTC');
    other.close();
    copyFileSync(join(folder, 'other.sqlite'), path);
    const journal = open();
    expect(journal.damage).not.toBeNull();
    journal.close();
  });

  it.each([
    ['gone', () => rmSync(path)],
    ['older', () => truncateSync(path, 0)],
  ])('of which nothing is left is %s, not empty', (what, lose) => {
    written(['Anna Keller']);
    lose();
    const journal = open();
    expect(journal.damage).toMatchObject({
      what,
      lost: { people: 1, settings: 1 },
      names: expect.arrayContaining(['Anna Keller']) as unknown,
    });
    journal.close();
  });
});

describe('the ways out of a damaged journal', () => {
  it('the last good copy takes its place, and the damaged file is set aside', () => {
    written(['Anna Keller', 'Bo Larsen']);
    flipIn(path, 'Bo Larsen');
    const damaged = readFileSync(path);
    const journal = open();
    const { setAside, contents } = journal.mend('copy', now);
    journal.close();
    expect(contents).toMatchObject({ people: 2, settings: 1 });
    expect(readFileSync(join(folder, setAside ?? '')).equals(damaged)).toBe(true);
    const again = open();
    expect(again.damage).toBeNull();
    expect(namesOf(again)).toEqual(['Anna Keller', 'Bo Larsen']);
    again.saveNames(directoryOf({ owners: { '7': { name: 'Eve' } } }));
    again.close();
    expect(namesOf(open())).toContain('Eve');
  });

  it('what can be read goes on, with what was noted meanwhile', () => {
    written(['Anna Keller', 'Bo Larsen']);
    flipIn(path, 'Bo Larsen');
    const journal = open();
    journal.saveSetting('seen', 1);
    journal.mend('rest', now);
    journal.close();
    const again = open();
    expect(again.damage).toBeNull();
    expect(namesOf(again)).toEqual(['Anna Keller']);
    expect(again.setting('seen', z.number())).toBe(1);
    again.close();
  });

  it('a copy that rotted is passed over for the one before', () => {
    written(['Anna Keller']);
    now += DAY;
    written(['Anna Keller', 'Bo Larsen']);
    const [, latest = ''] = copies();
    flipIn(join(folder, 'journal-copies', latest), 'Bo Larsen');
    flipIn(path, 'Bo Larsen');
    const journal = open();
    expect(journal.damage?.copy).toMatchObject({ day: '2026-11-20', contents: { people: 1 } });
    journal.close();
  });

  it('a mending whose process died between the two files ends with the new one', () => {
    written(['Anna Keller']);
    copyFileSync(path, `${path}.mending`);
    rmSync(path);
    const journal = open();
    expect(journal.damage).toBeNull();
    expect(namesOf(journal)).toEqual(['Anna Keller']);
    journal.close();
  });

  it('nothing is mended that is whole, and no copy is promised where there is none', () => {
    const whole = open();
    expect(failureOf(() => whole.mend('rest', now))).toMatchObject({ code: 'usage' });
    whole.close();
    written(['Anna Keller']);
    rmSync(join(folder, 'journal-copies'), { recursive: true });
    flipIn(path, 'Anna Keller');
    const journal = open();
    expect(journal.damage?.copy).toBeNull();
    expect(failureOf(() => journal.mend('copy', now))).toMatchObject({ code: 'usage' });
    journal.close();
  });
});

describe('copies', () => {
  it('are the last state of each of the last seven days on which something changed', () => {
    for (let day = 0; day < 10; day += 1) {
      written([`Person ${day}`, 'draft']);
      written([`Person ${day}`, 'final']);
      // A day without a change needs no copy.
      now += 2 * DAY;
      open().close();
    }
    expect(copies().map((name) => name.slice(5, 15))).toEqual([
      '2026-11-26',
      '2026-11-28',
      '2026-11-30',
      '2026-12-02',
      '2026-12-04',
      '2026-12-06',
      '2026-12-08',
    ]);
    const newest = openJournal(join(folder, 'journal-copies', copies().at(-1) ?? ''));
    expect(namesOf(newest)).toEqual(['Person 9', 'final']);
    newest.close();
  });

  it('are made by a program that is open for days, before a change of the next day is over', () => {
    const journal = open();
    journal.saveNames(directoryOf({ owners: { '1': { name: 'Anna Keller' } } }));
    now += 3 * DAY;
    journal.saveNames(directoryOf({ owners: { '2': { name: 'Bo Larsen' } } }));
    expect(copies().map((name) => name.slice(5, 15))).toContain('2026-11-23');
    journal.close();
  });

  it('are not made of a damaged journal', () => {
    written(['Anna Keller']);
    const before = copies();
    flipIn(path, 'Anna Keller');
    now += DAY;
    open().close();
    expect(copies()).toEqual(before);
  });

  it('are not made of one that rots while it is open', () => {
    written(['Anna Keller', 'Bo Larsen']);
    const journal = open();
    const before = copies();
    tamper("UPDATE owner_name SET name = 'Bo Lars_n' WHERE id = '1'");
    now += DAY;
    journal.saveSetting('footing', 'exact');
    journal.close();
    expect(copies()).toEqual(before);
    const again = open();
    expect(again.damage).toMatchObject({ what: 'damaged', lost: { people: 1 } });
    again.close();
  });
});

describe('a journal that is not accused', () => {
  it('one of an earlier version gets its digests once, and is watched from then on', () => {
    tamper(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
      CREATE TABLE owner_name (id TEXT PRIMARY KEY, name TEXT NOT NULL, team TEXT) STRICT;
      INSERT INTO setting VALUES ('zone', '"Europe/Berlin"');
      INSERT INTO owner_name VALUES ('1', 'Anna Keller', 'Tax'), ('2', 'Bo Larsen', NULL);
    `);
    for (const opening of ['first', 'second']) {
      const journal = open();
      expect(journal.damage, opening).toBeNull();
      expect(namesOf(journal), opening).toEqual(['Anna Keller', 'Bo Larsen']);
      journal.close();
    }
    expect(existsSync(`${path}-wal`)).toBe(false);
    flipIn(path, 'Anna Keller');
    const journal = open();
    expect(journal.damage).toMatchObject({ lost: { people: 1 } });
    journal.close();
  });

  it('one whose process died before the witness heard of its last change', () => {
    written(['Anna Keller']);
    copyFileSync(`${path}.manifest`, `${path}.kept`);
    written(['Anna Keller', 'Bo Larsen']);
    copyFileSync(`${path}.kept`, `${path}.manifest`);
    const journal = open();
    expect(journal.damage).toBeNull();
    journal.close();
  });

  it.each(['', 'half of {"only"'])('one whose witness is "%s", and it is watched again afterwards', (text) => {
    written(['Anna Keller']);
    writeFileSync(`${path}.manifest`, text);
    open().close();
    rmSync(path);
    rmSync(join(folder, 'journal-copies'), { recursive: true });
    const journal = open();
    expect(journal.damage?.what).toBe('gone');
    journal.close();
  });

  it('one with every kind of text: no Unicode, controls, and what looks like a prototype', () => {
    const odd = {
      'a\u0001b': { name: 'control \u0001 inside' },
      '\ud800': { name: 'half \ud83d a sign' },
      constructor: { name: '\uFFFD' },
    };
    const journal = open();
    journal.saveNames(directoryOf({ owners: odd }));
    journal.close();
    const again = open();
    expect(again.damage).toBeNull();
    expect(namesOf(again).toSorted()).toEqual(['half \uFFFD a sign', 'control \u0001 inside', '\uFFFD'].toSorted());
    again.close();
  });

  it('one that several processes have open, each with changes of its own', () => {
    const [one, other] = [openJournal(path), openJournal(path)];
    for (let each = 0; each < 5; each += 1) {
      one.saveSetting('one', each);
      other.saveSetting('other', each);
      expect(other.setting('one', z.number())).toBe(each);
    }
    const third = openJournal(path);
    expect(third.damage).toBeNull();
    for (const journal of [one, other, third]) journal.close();
  });
});

it('rows are written by one function alone: no other file of the journal changes one', () => {
  const sources = join(import.meta.dirname, '../../../electron/journal');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const writers = files.filter((name) =>
    /\b(INSERT|UPDATE \w+ SET|DELETE FROM|REPLACE INTO)\b/.test(readFileSync(join(sources, name), 'utf8')),
  );
  expect(writers).toEqual(['storage.ts']);
});
