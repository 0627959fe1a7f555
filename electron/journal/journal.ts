/**
 * The small SQLite store of what cannot be fetched again: settings, names, saved reports and exports, review marks, what was exported. It is
 * separate from the snapshot, which can always be rebuilt. Each kind of thing has its own file here with its table and methods; they share
 * one database.
 *
 * A journal that has rotted opens all the same: it answers with what can be verified, reports what is lost, and refuses changes until the
 * user has decided how to continue. Its file stays unchanged until then.
 */
import type { DatabaseSync } from 'node:sqlite';
import { fail } from '../../src/contract/errors.ts';
import { namingSqliteFaults } from '../host/sqlite-errors.ts';
import { saveCopy } from './damage/copies.ts';
import { refuseForeignSchema } from './foreign-schema.ts';
import { finishMending } from './damage/mend.ts';
import { lookAt } from './damage/inspect.ts';
import { freshDatabase, makeDurable, openDatabase } from './damage/database-file.ts';
import { salvageJournal } from './damage/salvage.ts';
import { bringUpToDate, createStorage } from './tables/storage.ts';
import { createStores, type Journal } from './tables/stores.ts';
import { tables } from './tables/tables.ts';
import type { StoreManifest } from './tables/manifest-row.ts';
import { openManifest, type ManifestWriter } from './damage/manifest.ts';
import { refusalTexts } from '#texts/refusals.ts';

export type { Journal } from './tables/stores.ts';

export interface JournalOptions {
  /** Good copies are kept beside it, dated by this clock (epoch milliseconds). Without a clock, or while it tells no time: none. */
  readonly copiesAt?: () => number | undefined;
}

/**
 * Opens or creates the file, bringing an older one up to date; `:memory:` for one that lasts as long as the process.
 * @throws AppFailure, as every method: `disk-full`, `store-in-use`; `file-damaged` for what rots while it is open.
 */
export function openJournal(path: string, { copiesAt }: JournalOptions = {}): Journal {
  return namingSqliteFaults(path, () => {
    if (path === ':memory:') return naming(path, createJournal(freshDatabase(), path, {}));
    finishMending(path);
    const { noted, found, verdict } = lookAt(path);
    return naming(path, verdict ? salvageJournal(path, { noted, found, verdict }) : openSound(path, noted, copiesAt));
  });
}

function openSound(path: string, noted: StoreManifest | undefined, copiesAt: JournalOptions['copiesAt']): Journal {
  const database = openDatabase(path);
  let manifestFile: ManifestWriter | undefined;
  try {
    refuseForeignSchema(database, path);
    makeDurable(database);
    const manifest = bringUpToDate(database, tables);
    manifestFile = openManifest(path);
    if (noted?.commits !== manifest.commits) manifestFile.note(manifest);
    return createJournal(database, path, { manifestFile, copiesAt });
  } catch (cause) {
    manifestFile?.close();
    database.close();
    throw cause;
  }
}

interface Beside {
  readonly manifestFile?: ManifestWriter | undefined;
  readonly copiesAt?: JournalOptions['copiesAt'] | undefined;
}

function createJournal(database: DatabaseSync, path: string, { manifestFile, copiesAt }: Beside): Journal {
  let copiedOn: string | undefined;
  const copyOfToday = (isLast = false): void => {
    const now = copiesAt?.();
    if (now === undefined) return;
    const day = new Date(now).toISOString().slice(0, 10);
    if (day === copiedOn && !isLast) return;
    copiedOn = day;
    try {
      saveCopy(database, path, now);
    } catch {
      // A full disk: the existing copies stay, and the next opening tries again.
    }
  };
  const storage = createStorage(database, path, (manifest) => {
    manifestFile?.note(manifest);
    copyOfToday();
  });
  copyOfToday();
  return {
    ...createStores(storage),
    damage: null,
    assertSound: () => {},
    saveCopy: () => copyOfToday(),
    mend: () => fail({ code: 'usage', detail: refusalTexts.notDamaged }),
    close() {
      if (!database.isOpen) return;
      copyOfToday(true);
      manifestFile?.close();
      database.close();
    },
  };
}

/** The same methods; their faults have names. */
function naming(path: string, journal: Journal): Journal {
  return new Proxy(journal, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]): unknown =>
        namingSqliteFaults(path, () => Reflect.apply(method, target, given) as unknown);
    },
  });
}
