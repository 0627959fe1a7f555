/** Stores the local directory in the journal: people by owner id, associated objects by `type:id`. */
import type { SQLOutputValue } from 'node:sqlite';
import { foldCurrency } from '#domain/name-schema.ts';
import {
  findDifference,
  type Directory,
  type DirectoryChange,
  type DirectoryDifference,
  type ObjectEntry,
  type OwnerEntry,
} from '#domain/people/directory.ts';
import type { Storage, RowWriter } from './storage.ts';
import type { JournalTable } from './table.ts';

export const OWNERS: JournalTable = {
  name: 'owner_name',
  key: ['id'],
  required: ['name'],
  optional: ['team', 'weekly_hours', 'active_from', 'active_to', 'absences'],
};
export const OBJECTS: JournalTable = {
  name: 'object_name',
  key: ['id'],
  required: ['name'],
  optional: ['client', 'currency'],
};

export function createNameStore({ select, version, change: runChange }: Storage) {
  // The entries are cached, because every report reads them and only `saveNames` changes them: the open store belongs to one process.
  const openEntries = () => ({
    owners: readEntries(select, OWNERS, toOwner),
    objects: readEntries(select, OBJECTS, toObject),
  });
  let { owners, objects } = openEntries();
  // Everything is read before a change, so that a caller's directory is the old one or the new one, never a mixture.
  const readAllNames = (): Directory => ({ owners: owners.readAll(), objects: objects.readAll() });
  return {
    /** Reads each entry when it is needed, and all of them once they are listed. Callers must not change the result. */
    names: (): Directory => ({ owners: owners.getEntries(), objects: objects.getEntries() }),
    readAllNames,
    /** Changes whenever the directory does. */
    namesVersion: () => version(OWNERS, OBJECTS),
    /** Adds, replaces and removes complete entries, all of them or none; unnamed entries stay. */
    saveNames(change: DirectoryChange): DirectoryDifference {
      const difference = findDifference(readAllNames(), change);
      runChange((writing) => writeNames(writing, change));
      ({ owners, objects } = openEntries());
      return difference;
    },
  };
}

type Row = Record<string, SQLOutputValue>;

/** Reads the entries of a table one by one, so that a query for a few of a hundred thousand reads only a few. */
function readEntries<Entry>(select: Storage['select'], { name }: JournalTable, toEntry: (row: Row) => Entry) {
  const readOne = select(`SELECT * FROM ${name} WHERE id = ?`);
  const entriesById = new Map<string, Entry | undefined>();
  let allEntries: Readonly<Record<string, Entry>> | undefined;
  // `fromEntries` keeps an id called __proto__ as an ordinary key.
  const readAll = () =>
    (allEntries ??= Object.fromEntries(
      select(`SELECT * FROM ${name} ORDER BY id`)
        .all()
        .map((row) => [String(row['id']), toEntry(row)]),
    ));
  const find = (id: string | symbol) => {
    if (typeof id === 'symbol') return undefined;
    if (allEntries) return Object.hasOwn(allEntries, id) ? allEntries[id] : undefined;
    if (!entriesById.has(id)) {
      const row = readOne.get(id);
      // SQLite replaces invalid Unicode, so such an id would find a different row.
      entriesById.set(id, row?.['id'] === id ? toEntry(row) : undefined);
    }
    return entriesById.get(id);
  };
  const entries = new Proxy<Readonly<Record<string, Entry>>>(
    {},
    {
      get: (_, id) => find(id),
      getOwnPropertyDescriptor: (_, id) => {
        const value = find(id);
        return value && { value, enumerable: true, configurable: true };
      },
      ownKeys: () => Reflect.ownKeys(readAll()),
    },
  );
  return { getEntries: () => allEntries ?? entries, readAll };
}

function toOwner(row: Row): OwnerEntry {
  return {
    name: String(row['name']),
    team: toTextOrNull(row['team']),
    weeklyHours: toTextOrNull(row['weekly_hours']),
    activeFrom: toTextOrNull(row['active_from']),
    activeTo: toTextOrNull(row['active_to']),
    // An entry without absences has no such field, so that older files and comparisons stay the same.
    ...(typeof row['absences'] === 'string' && { absences: row['absences'] }),
  };
}

function toObject(row: Row): ObjectEntry {
  const currency = toTextOrNull(row['currency']);
  return {
    name: String(row['name']),
    client: toTextOrNull(row['client']),
    // Older versions kept a currency as it was typed.
    currency: currency === null ? null : foldCurrency(currency),
  };
}

function toTextOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function writeNames({ put, drop }: RowWriter, { owners, objects }: DirectoryChange): void {
  for (const [id, entry] of Object.entries(owners)) {
    if (entry) put(OWNERS, toOwnerRow(id, entry));
    else drop(OWNERS, { id });
  }
  for (const [id, entry] of Object.entries(objects)) {
    if (entry) put(OBJECTS, { id, name: entry.name, client: entry.client, currency: entry.currency });
    else drop(OBJECTS, { id });
  }
}

function toOwnerRow(id: string, { name, team, weeklyHours, activeFrom, activeTo, absences }: OwnerEntry) {
  return {
    id,
    name,
    team,
    weekly_hours: weeklyHours,
    active_from: activeFrom,
    active_to: activeTo,
    absences: absences ?? null,
  };
}
