/** What can still be read of a damaged journal, in memory: it answers questions and refuses changes that would be lost. */
import { DatabaseSync } from 'node:sqlite';
import { fail } from '../../../src/contract/errors.ts';
import type { JournalDamage } from '../../../src/contract/journal.ts';
import { copyFacts, lastGoodCopy } from './copies.ts';
import { toContents, lostNames, countLost, type Verdict } from './damage.ts';
import { hitsFigures } from './figures-hit.ts';
import { replaceJournal } from './mend.ts';
import { freshDatabase, openDatabase } from './database-file.ts';
import { currentManifest, createStorage } from '../tables/storage.ts';
import { createStores, type Journal } from '../tables/stores.ts';
import type { Survey } from './survey.ts';
import { tables } from '../tables/tables.ts';
import type { StoreManifest } from '../tables/manifest-row.ts';
import { refusalTexts } from '#texts/refusals.ts';

interface Found {
  readonly noted: StoreManifest | undefined;
  readonly found: Survey;
  readonly verdict: Verdict;
}

export function salvageJournal(path: string, { noted, found, verdict }: Found): Journal {
  const copy = lastGoodCopy(path);
  const { what, missingChanges, expected, isWhole } = verdict;
  const damage: JournalDamage = {
    what,
    path,
    missingChanges,
    lost: expected ? countLost(expected, found.tallies) : null,
    names: lostNames(found, expected, copy?.survey),
    isWhole,
    hitsFigures: !isWhole && hitsFigures(found, expected, copy?.survey),
    copy: copyFacts(copy),
  };
  const database = rebuildDatabase(found);
  const refuse = () => fail({ code: 'journal-damaged' });
  const atLeast = Math.max(noted?.commits ?? 0, found.manifest?.commits ?? 0, copy?.commits ?? 0) + 1;
  return {
    ...createStores(createStorage(database, path, () => {})),
    damage,
    assertSound: refuse,
    saveCopy: () => {},
    saveNames: refuse,
    saveReport: refuse,
    removeReport: refuse,
    saveExport: refuse,
    removeExport: refuse,
    saveReviewMarks: refuse,
    removeReviewMarks: refuse,
    mend(from, now) {
      if (from === 'rest') {
        const replaced = replaceJournal(path, { fill: writeInto(database), atLeast, now });
        return { ...replaced, contents: toContents(currentManifest(database)?.tallies ?? {}) };
      }
      const good = lastGoodCopy(path);
      if (!good) fail({ code: 'usage', detail: refusalTexts.noGoodCopy });
      const source = openDatabase(good.path);
      try {
        const replaced = replaceJournal(path, { fill: writeInto(source), atLeast, now });
        return { ...replaced, contents: toContents(good.survey.tallies) };
      } finally {
        source.close();
      }
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

function rebuildDatabase({ rows }: Survey): DatabaseSync {
  const database = freshDatabase();
  createStorage(database, ':memory:', () => {}).change(({ put }) => {
    for (const table of tables) {
      for (const row of rows.get(table.name)?.values() ?? []) {
        try {
          put(table, row);
        } catch {
          // An older version of a row, from a page that came back, conflicts with the one that is there.
        }
      }
    }
  });
  return database;
}

const writeInto = (source: DatabaseSync) => (target: string) => {
  source.prepare('VACUUM INTO ?').run(target);
};
