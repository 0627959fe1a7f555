/** Opens the readable part of a damaged journal in memory. It answers queries, and refuses changes because they would be lost. */
import { DatabaseSync } from 'node:sqlite';
import { fail } from '#contract/errors.ts';
import type { JournalDamage } from '#contract/journal.ts';
import { isFigureSetting, isSettingName } from '#domain/settings.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { digestRow, isSame, moveTally, findTally, type Tally, type TallySheet } from './digest.ts';
import type { StoreManifest } from './manifest.ts';
import { OBJECTS, OWNERS } from './names.ts';
import { readCurrentManifest, createStorage } from './storage.ts';
import { createStores, type Journal, tables, SETTINGS } from './stores.ts';
import { DIGEST, toKey, type Row } from './table.ts';
import { describeCopy, findLastGoodCopy } from './copies.ts';
import { toContents, listLostNames, countLost, type Verdict } from './damage.ts';
import { createDatabase, openDatabase } from './database-file.ts';
import { replaceJournal } from './mend.ts';
import type { Survey } from './survey.ts';

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
    hitsFigures: !isWhole && hasAffectedFigures(survey, expected, copy?.survey),
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
        const result = replaceJournal(path, { fill: createWriter(database), atLeast, now });
        return { ...result, contents: toContents(readCurrentManifest(database)?.tallies ?? {}) };
      }
      const copyNow = findLastGoodCopy(path);
      if (!copyNow) fail({ code: 'usage', detail: refusalTexts.noGoodCopy });
      const source = openDatabase(copyNow.path);
      try {
        const result = replaceJournal(path, { fill: createWriter(source), atLeast, now });
        return { ...result, contents: toContents(copyNow.survey.tallies) };
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
          // A stale page may hold an older version of a row, which conflicts with the newer one.
        }
      }
    }
  });
  return database;
}

const createWriter = (source: DatabaseSync) => (target: string) => {
  source.prepare('VACUUM INTO ?').run(target);
};

type Rows = ReadonlyMap<string, Row>;

/**
 * Decides whether the losses of a journal affect figures. A lost review mark, saved report or saved export does not change them.
 * @param expected what the journal held; undefined when unknown, so that anything may be lost.
 * @param copy the last good copy, if there is one
 */
function hasAffectedFigures(survey: Survey, expected: TallySheet | undefined, copy: Survey | undefined): boolean {
  if (expected === undefined || !isSame(expected, survey.tallies, [OWNERS.name, OBJECTS.name])) return true;
  if (isSame(expected, survey.tallies, [SETTINGS.name])) return false;
  const lost = findLostSettings(survey, findTally(expected, SETTINGS.name), copy);
  return lost === undefined || lost.some(isFigureSetting);
}

/** Finds the settings that are lost or changed, as the digests prove. @returns undefined if that cannot be decided */
function findLostSettings(survey: Survey, expected: Tally, copy: Survey | undefined): readonly string[] | undefined {
  const heldSettings: Rows = survey.rows.get(SETTINGS.name) ?? new Map<string, Row>();
  const copiedSettings: Rows = copy?.rows.get(SETTINGS.name) ?? new Map<string, Row>();
  const current = findTally(survey.tallies, SETTINGS.name);
  const isCompletedBy = (digests: readonly string[]) => isSameTally(digests.reduce(addDigest, current), expected);
  // Here the copy has exactly the settings that the journal had.
  if (copy !== undefined && isSameTally(findTally(copy.tallies, SETTINGS.name), expected))
    return [...new Set([...heldSettings.keys(), ...copiedSettings.keys()])]
      .filter((key) => findDigest(heldSettings, key) !== findDigest(copiedSettings, key))
      .map((key) => readName(copiedSettings.get(key) ?? heldSettings.get(key)));
  const absent = [...copiedSettings].filter(([key]) => !heldSettings.has(key)).map(([, row]) => row);
  if (isCompletedBy(absent.map((row) => digestRow(SETTINGS, row)))) return absent.map(readName);
  const suspects = (survey.suspects.get(SETTINGS.name) ?? []).filter((row) => !heldSettings.has(toKey(SETTINGS, row)));
  const names = suspects.map(readName);
  // A rotted name identifies nothing.
  const isNamed = names.every(isSettingName);
  return isNamed && isCompletedBy(suspects.map((row) => String(row[DIGEST]))) ? names : undefined;
}

function isSameTally(a: Tally, b: Tally): boolean {
  return a.rows === b.rows && a.sum === b.sum;
}

const DIGEST_FORM = /^[0-9a-f]{32}$/;

/** An invalid digest adds nothing and proves nothing. */
function addDigest(tally: Tally, digest: string): Tally {
  return DIGEST_FORM.test(digest) ? moveTally(tally, undefined, digest) : tally;
}

function findDigest(rows: Rows, key: string): string | undefined {
  const row = rows.get(key);
  return row && digestRow(SETTINGS, row);
}

function readName(row: Readonly<Record<string, unknown>> | undefined): string {
  return String(row?.['key']);
}
