/**
 * The small SQLite store of what cannot be fetched again: settings, names, kept reports, review marks. It lives apart from the snapshot, which can
 * always be thrown away. Each kind of thing has a file of its own here that brings its table and its methods; they share one database.
 *
 * A journal that has rotted opens all the same: it answers with what can be vouched for, says what is lost, and takes no change until
 * somebody has decided how to go on. Its file stays as it is until then.
 */
import type { DatabaseSync } from 'node:sqlite';
import { fail } from '../../src/contract/errors.ts';
import { namingSqliteFaults } from '../host/sqlite-errors.ts';
import { keepCopy } from './damage/copies.ts';
import { refuseForeignSchema } from './foreign-schema.ts';
import { finishMending } from './damage/mend.ts';
import { lookAt } from './damage/look.ts';
import { freshDatabase, makeDurable, openDatabase } from './damage/opened.ts';
import { restOf } from './damage/rest.ts';
import { bringUpToDate, storageOf } from './tables/storage.ts';
import { storesOf, type Journal } from './tables/stores.ts';
import { tables } from './tables/tables.ts';
import type { Testimony } from './tables/testimony.ts';
import { openWitness, type Witness } from './damage/manifest.ts';

export type { Journal } from './tables/stores.ts';

export interface JournalOptions {
  /** Good copies are kept beside it, by this clock (epoch milliseconds). Without it, or while it tells no time: none. */
  readonly copiesAt?: () => number | undefined;
}

/**
 * Opens or creates the file, bringing an older one up to date; `:memory:` for one that lasts as long as the process.
 * @throws AppFailure, as every method: `disk-full`, `store-in-use`; `file-damaged` for what rots while it is open.
 */
export function openJournal(path: string, { copiesAt }: JournalOptions = {}): Journal {
  return namingSqliteFaults(path, () => {
    if (path === ':memory:') return naming(path, journalOf(freshDatabase(), path, {}));
    finishMending(path);
    const { noted, found, verdict } = lookAt(path);
    return naming(path, verdict ? restOf(path, { noted, found, verdict }) : openSound(path, noted, copiesAt));
  });
}

function openSound(path: string, noted: Testimony | undefined, copiesAt: JournalOptions['copiesAt']): Journal {
  const database = openDatabase(path);
  let witness: Witness | undefined;
  try {
    refuseForeignSchema(database, path);
    makeDurable(database);
    const testimony = bringUpToDate(database, tables);
    witness = openWitness(path);
    if (noted?.commits !== testimony.commits) witness.note(testimony);
    return journalOf(database, path, { witness, copiesAt });
  } catch (cause) {
    witness?.close();
    database.close();
    throw cause;
  }
}

interface Beside {
  readonly witness?: Witness | undefined;
  readonly copiesAt?: JournalOptions['copiesAt'] | undefined;
}

function journalOf(database: DatabaseSync, path: string, { witness, copiesAt }: Beside): Journal {
  let copiedOn: string | undefined;
  const copyOfToday = (isLast = false): void => {
    const now = copiesAt?.();
    if (now === undefined) return;
    const day = new Date(now).toISOString().slice(0, 10);
    if (day === copiedOn && !isLast) return;
    copiedOn = day;
    try {
      keepCopy(database, path, now);
    } catch {
      // A full disk: the copies that are there stay, and the next opening tries again.
    }
  };
  const storage = storageOf(database, path, (testimony) => {
    witness?.note(testimony);
    copyOfToday();
  });
  copyOfToday();
  return {
    ...storesOf(storage),
    damage: null,
    assertSound: () => {},
    keepCopy: () => copyOfToday(),
    mend: () => fail({ code: 'usage', detail: 'The names and settings of this workspace are not damaged' }),
    close() {
      if (!database.isOpen) return;
      copyOfToday(true);
      witness?.close();
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
