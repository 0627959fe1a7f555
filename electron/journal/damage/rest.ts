/** What can still be read of a damaged journal, in memory: it answers, and takes no change that somebody would miss. */
import { DatabaseSync } from 'node:sqlite';
import { fail } from '../../../src/contract/errors.ts';
import type { JournalDamage } from '../../../src/contract/journal.ts';
import { copyFacts, lastGoodCopy } from './copies.ts';
import { contentsOf, lostNames, lostOf, type Verdict } from './damage.ts';
import { hitsFigures } from './figures-hit.ts';
import { replaceJournal } from './mend.ts';
import { freshDatabase, openDatabase } from './opened.ts';
import { currentTestimony, storageOf } from '../tables/storage.ts';
import { storesOf, type Journal } from '../tables/stores.ts';
import type { Survey } from './survey.ts';
import { tables } from '../tables/tables.ts';
import type { Testimony } from '../tables/testimony.ts';

interface Found {
  readonly noted: Testimony | undefined;
  readonly found: Survey;
  readonly verdict: Verdict;
}

export function restOf(path: string, { noted, found, verdict }: Found): Journal {
  const copy = lastGoodCopy(path);
  const { what, missingChanges, expected, isWhole } = verdict;
  const damage: JournalDamage = {
    what,
    path,
    missingChanges,
    lost: expected ? lostOf(expected, found.tallies) : null,
    names: lostNames(found, expected, copy?.survey),
    isWhole,
    hitsFigures: !isWhole && hitsFigures(found, expected, copy?.survey),
    copy: copyFacts(copy),
  };
  const database = databaseOf(found);
  const refuse = () => fail({ code: 'journal-damaged' });
  const atLeast = Math.max(noted?.commits ?? 0, found.testimony?.commits ?? 0, copy?.commits ?? 0) + 1;
  return {
    ...storesOf(storageOf(database, path, () => {})),
    damage,
    assertSound: refuse,
    keepCopy: () => {},
    keepNames: refuse,
    keepReport: refuse,
    removeReport: refuse,
    keepReviewMarks: refuse,
    removeReviewMarks: refuse,
    mend(from, now) {
      if (from === 'rest') {
        const replaced = replaceJournal(path, { fill: writeInto(database), atLeast, now });
        return { ...replaced, contents: contentsOf(currentTestimony(database)?.tallies ?? {}) };
      }
      const good = lastGoodCopy(path);
      if (!good) fail({ code: 'usage', detail: 'There is no good copy of the names and settings' });
      const source = openDatabase(good.path);
      try {
        const replaced = replaceJournal(path, { fill: writeInto(source), atLeast, now });
        return { ...replaced, contents: contentsOf(good.survey.tallies) };
      } finally {
        source.close();
      }
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

function databaseOf({ rows }: Survey): DatabaseSync {
  const database = freshDatabase();
  storageOf(database, ':memory:', () => {}).change(({ put }) => {
    for (const table of tables) {
      for (const row of rows.get(table.name)?.values() ?? []) {
        try {
          put(table, row);
        } catch {
          // An older version of a row, from a page that came back: it stands against the one that is there.
        }
      }
    }
  });
  return database;
}

const writeInto = (source: DatabaseSync) => (target: string) => {
  source.prepare('VACUUM INTO ?').run(target);
};
