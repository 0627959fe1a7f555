/**
 * Opens the small SQLite store of everything that cannot be fetched again: settings, names, saved reports and exports, review marks, written
 * exports. It is separate from the snapshot, which can always be rebuilt. Each kind of entry has its own file here with its table and methods;
 * they share one database.
 *
 * A damaged journal still opens: it answers with the entries that can be verified, reports what is lost, and refuses changes until the user has
 * decided how to continue. Its file stays unchanged until then.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { fail } from '#contract/errors.ts';
import { nameSqliteFaults } from '#electron/host/sqlite-errors.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { saveCopy, listCopies } from './copies.ts';
import { judgeSurvey, type Verdict } from './damage.ts';
import { createDatabase, makeDurable, openDatabase, surveyFile } from './database-file.ts';
import { openManifest, type ManifestWriter, readManifest, type StoreManifest } from './manifest.ts';
import { finishMending, LOGS } from './mend.ts';
import { salvageJournal } from './salvage.ts';
import { emptySurvey, type Survey } from './survey.ts';
import { toDigest } from './digest.ts';
import { bringUpToDate, createStorage } from './storage.ts';
import { createStores, type Journal, tables } from './stores.ts';

export type { Journal } from './stores.ts';

export interface JournalOptions {
  /**
   * Dates the good copies that are kept next to the journal (epoch milliseconds). Without this clock, or while it returns no time, no copies
   * are made.
   */
  readonly copyClock?: () => number | undefined;
}

/**
 * Opens or creates the file, bringing an older one up to date; `:memory:` lasts as long as the process.
 * @throws AppFailure, as every method: `disk-full`, `store-in-use`; `file-damaged` for damage that occurs while it is open.
 */
export function openJournal(path: string, { copyClock }: JournalOptions = {}): Journal {
  return nameSqliteFaults(path, () => {
    if (path === ':memory:') return nameFaults(path, createJournal(createDatabase(), path, {}));
    finishMending(path);
    const { verdict, ...inspection } = inspectJournal(path);
    const journal = verdict ? salvageJournal(path, { ...inspection, verdict }) : openSound(path, inspection, copyClock);
    return nameFaults(path, journal);
  });
}

function openSound(
  path: string,
  { notedManifest, survey, provenDigest }: Omit<Inspection, 'verdict'>,
  copyClock: JournalOptions['copyClock'],
): Journal {
  const database = openDatabase(path);
  let manifestFile: ManifestWriter | undefined;
  try {
    refuseForeignSchema(database, path);
    makeDurable(database);
    const manifest = bringUpToDate(database, tables);
    manifestFile = openManifest(path);
    if (notedManifest?.commits !== manifest.commits) manifestFile.note(manifest);
    // The digest still proves the file unless bringing it up to date, or its owner, changed it meanwhile.
    const isProven = provenDigest !== notedManifest?.file && manifest.commits === survey.manifest?.commits;
    return createJournal(database, path, {
      manifestFile,
      copyClock,
      ...(isProven && { provenManifest: { ...manifest, file: provenDigest } }),
    });
  } catch (cause) {
    manifestFile?.close();
    database.close();
    throw cause;
  }
}

interface JournalCompanions {
  readonly manifestFile?: ManifestWriter | undefined;
  readonly copyClock?: JournalOptions['copyClock'] | undefined;
  /** The manifest of the file as it was opened, if the note does not have it yet. */
  readonly provenManifest?: StoreManifest;
}

function createJournal(
  database: DatabaseSync,
  path: string,
  { manifestFile, copyClock, provenManifest }: JournalCompanions,
): Journal {
  let unnotedManifest = provenManifest;
  let copiedOn: string | undefined;
  const copyToday = (isLast = false): void => {
    const now = copyClock?.();
    if (now === undefined) return;
    const day = new Date(now).toISOString().slice(0, 10);
    if (day === copiedOn && !isLast) return;
    copiedOn = day;
    try {
      const manifest = saveCopy(database, path, now) ?? unnotedManifest;
      if (manifest) manifestFile?.note(manifest);
      unnotedManifest = undefined;
    } catch {
      // On a full disk the existing copies stay, and the next opening tries again.
    }
  };
  const storage = createStorage(database, path, (manifest) => {
    unnotedManifest = undefined;
    manifestFile?.note(manifest);
    copyToday();
  });
  copyToday();
  return {
    ...createStores(storage),
    damage: null,
    assertSound: () => {},
    saveCopy: () => copyToday(),
    mend: () => fail({ code: 'usage', detail: refusalTexts.notDamaged }),
    close() {
      if (!database.isOpen) return;
      copyToday(true);
      manifestFile?.close();
      database.close();
    },
  };
}

/** Wraps the journal so that its methods throw the app's errors instead of SQLite's. */
function nameFaults(path: string, journal: Journal): Journal {
  return new Proxy(journal, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return (...values: unknown[]): unknown =>
        nameSqliteFaults(path, () => Reflect.apply(method, target, values) as unknown);
    },
  });
}

/** A trigger would rewrite what the program writes. */
const FOREIGN = "SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index') LIMIT 1";

/** @throws AppFailure `file-damaged` for a file with triggers or views. */
function refuseForeignSchema(database: DatabaseSync, path: string): void {
  // Expressions in foreign tables must not call a function that reaches outside the file.
  database.exec('PRAGMA trusted_schema = OFF');
  if (database.prepare(FOREIGN).get() !== undefined) fail({ code: 'file-damaged', detail: path });
}

interface Inspection {
  readonly notedManifest: StoreManifest | undefined;
  readonly survey: Survey;
  readonly verdict: Verdict | undefined;
  /** The digest of an undamaged file. */
  readonly provenDigest?: string | undefined;
}

/**
 * Examines a journal before anything is written to it.
 * @throws errors of the computer, not of the file: it is locked, or the disk is full.
 */
export function inspectJournal(path: string): Inspection {
  // The note is read before the file. Another process may add a change to both in between, and then the file is the one ahead.
  const notedManifest = readManifest(path);
  if (existsSync(path)) {
    const digest = toDigest(readFileSync(path));
    // Every row was proven when this digest was noted, and no byte has changed since. A process that died during a change would have left a
    // log file.
    if (digest === notedManifest?.file && !LOGS.some((log) => existsSync(`${path}${log}`)))
      return { notedManifest, survey: emptySurvey, verdict: undefined, provenDigest: digest };
    const survey = surveyFile(path);
    const isSame = toDigest(readFileSync(path)) === digest;
    return {
      notedManifest,
      survey,
      verdict: judgeSurvey(survey, notedManifest),
      provenDigest: isSame ? digest : undefined,
    };
  }
  const hasExisted = (notedManifest?.commits ?? 0) > 0 || listCopies(path).length > 0;
  const goneVerdict: Verdict = { what: 'gone', missingChanges: null, expected: notedManifest?.tallies, isWhole: false };
  return { notedManifest, survey: emptySurvey, verdict: hasExisted ? goneVerdict : undefined };
}
