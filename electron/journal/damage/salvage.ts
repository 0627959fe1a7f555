/** Opens in memory what can still be read of a damaged journal. It answers questions and refuses changes that would be lost. */
import { DatabaseSync } from 'node:sqlite';
import { fail } from '#contract/errors.ts';
import type { JournalDamage } from '#contract/journal.ts';
import { describeCopy, findLastGoodCopy } from './copies.ts';
import { toContents, listLostNames, countLost, type Verdict } from './damage.ts';
import { affectsFigures } from './figures-hit.ts';
import { replaceJournal } from './mend.ts';
import { createDatabase, openDatabase } from './database-file.ts';
import { readCurrentManifest, createStorage } from '../tables/storage.ts';
import { createStores, type Journal } from '../tables/stores.ts';
import type { Survey } from './survey.ts';
import { tables } from '../tables/tables.ts';
import type { StoreManifest } from '../tables/manifest-row.ts';
import { refusalTexts } from '#texts/refusals.ts';

interface DamagedInspection {
  readonly notedManifest: StoreManifest | undefined;
  readonly survey: Survey;
  readonly verdict: Verdict;
}

export function salvageJournal(path: string, { notedManifest, survey, verdict }: DamagedInspection): Journal {
  const copy = findLastGoodCopy(path);
  const { what, missingChanges, expected, isWhole } = verdict;
  const damage: JournalDamage = {
    what,
    path,
    missingChanges,
    lost: expected ? countLost(expected, survey.tallies) : null,
    names: listLostNames(survey, expected, copy?.survey),
    isWhole,
    hitsFigures: !isWhole && affectsFigures(survey, expected, copy?.survey),
    copy: describeCopy(copy),
  };
  const database = rebuildDatabase(survey);
  const refuse = () => fail({ code: 'journal-damaged' });
  const atLeast = Math.max(notedManifest?.commits ?? 0, survey.manifest?.commits ?? 0, copy?.commits ?? 0) + 1;
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
        const replaced = replaceJournal(path, { fill: createWriter(database), atLeast, now });
        return { ...replaced, contents: toContents(readCurrentManifest(database)?.tallies ?? {}) };
      }
      const copyNow = findLastGoodCopy(path);
      if (!copyNow) fail({ code: 'usage', detail: refusalTexts.noGoodCopy });
      const source = openDatabase(copyNow.path);
      try {
        const replaced = replaceJournal(path, { fill: createWriter(source), atLeast, now });
        return { ...replaced, contents: toContents(copyNow.survey.tallies) };
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
  const database = createDatabase();
  createStorage(database, ':memory:', () => {}).change(({ put }) => {
    for (const table of tables) {
      for (const row of rows.get(table.name)?.values() ?? []) {
        try {
          put(table, row);
        } catch {
          // An older version of a row, from a page that came back, conflicts with the row that is there.
        }
      }
    }
  });
  return database;
}

const createWriter = (source: DatabaseSync) => (target: string) => {
  source.prepare('VACUUM INTO ?').run(target);
};
