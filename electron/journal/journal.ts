/**
 * The small SQLite store of what cannot be fetched again: settings, names, saved reports and exports, review marks, what was exported. It is
 * separate from the snapshot, which can always be rebuilt. Each kind of thing has its own file here with its table and methods; they share
 * one database.
 *
 * A journal that has rotted opens all the same: it answers with what can be verified, reports what is lost, and refuses changes until the
 * user has decided how to continue. Its file stays unchanged until then.
 */
import type { DatabaseSync } from 'node:sqlite';
import { fail } from '#contract/errors.ts';
import { namingSqliteFaults } from '#electron/host/sqlite-errors.ts';
import { saveCopy } from './damage/copies.ts';
import { finishMending } from './damage/mend.ts';
import { inspectJournal, type Inspection } from './damage/inspect.ts';
import { createDatabase, makeDurable, openDatabase } from './damage/database-file.ts';
import { salvageJournal } from './damage/salvage.ts';
import { bringUpToDate, createStorage } from './tables/storage.ts';
import { createStores, type Journal } from './tables/stores.ts';
import { tables } from './tables/tables.ts';
import type { StoreManifest } from './tables/manifest-row.ts';
import { openManifest, type ManifestWriter } from './damage/manifest.ts';
import { refusalTexts } from '#texts/refusals.ts';

export type { Journal } from './tables/stores.ts';

export interface JournalOptions {
  /**
   * Good copies are kept next to the journal, dated by this clock (epoch milliseconds). Without a clock, or while it returns no time, none
   * are made.
   */
  readonly copiesAt?: () => number | undefined;
}

/**
 * Opens or creates the file, bringing an older one up to date; `:memory:` lasts as long as the process.
 * @throws AppFailure, as every method: `disk-full`, `store-in-use`; `file-damaged` for what rots while it is open.
 */
export function openJournal(path: string, { copiesAt }: JournalOptions = {}): Journal {
  return namingSqliteFaults(path, () => {
    if (path === ':memory:') return nameFaults(path, createJournal(createDatabase(), path, {}));
    finishMending(path);
    const { verdict, ...look } = inspectJournal(path);
    return nameFaults(path, verdict ? salvageJournal(path, { ...look, verdict }) : openSound(path, look, copiesAt));
  });
}

function openSound(
  path: string,
  { notedManifest, survey, proven }: Omit<Inspection, 'verdict'>,
  copiesAt: JournalOptions['copiesAt'],
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
    const isProven = proven !== notedManifest?.file && manifest.commits === survey.manifest?.commits;
    return createJournal(database, path, {
      manifestFile,
      copiesAt,
      ...(isProven && { proven: { ...manifest, file: proven } }),
    });
  } catch (cause) {
    manifestFile?.close();
    database.close();
    throw cause;
  }
}

interface JournalCompanions {
  readonly manifestFile?: ManifestWriter | undefined;
  readonly copiesAt?: JournalOptions['copiesAt'] | undefined;
  /** The manifest of the file as it was opened, where the note does not have it yet. */
  readonly proven?: StoreManifest;
}

function createJournal(
  database: DatabaseSync,
  path: string,
  { manifestFile, copiesAt, proven }: JournalCompanions,
): Journal {
  let unnotedManifest = proven;
  let copiedOn: string | undefined;
  const copyToday = (isLast = false): void => {
    const now = copiesAt?.();
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

/** Wraps the journal so that the faults of its methods are named. */
function nameFaults(path: string, journal: Journal): Journal {
  return new Proxy(journal, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return (...values: unknown[]): unknown =>
        namingSqliteFaults(path, () => Reflect.apply(method, target, values) as unknown);
    },
  });
}

// Refuses a journal that holds triggers or views: a trigger would rewrite what the program writes.

const FOREIGN = "SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index') LIMIT 1";

/** @throws AppFailure `file-damaged` for a file with triggers or views. */
function refuseForeignSchema(database: DatabaseSync, path: string): void {
  // Expressions in foreign tables must not call a function that reaches outside the file.
  database.exec('PRAGMA trusted_schema = OFF');
  if (database.prepare(FOREIGN).get() !== undefined) fail({ code: 'file-damaged', detail: path });
}
