/** The local directory in the journal: people by owner id, associated objects by `type:id`. */
import type { SQLOutputValue } from 'node:sqlite';
import { foldCurrency } from '../../../src/domain/people/currency-spelling.ts';
import {
  findDifference,
  type Directory,
  type DirectoryChange,
  type DirectoryDifference,
  type ObjectEntry,
  type OwnerEntry,
} from '../../../src/domain/people/directory.ts';
import type { Storage, Writing } from './storage.ts';
import type { JournalTable } from './table.ts';

export interface NameStore {
  /** Callers must not change it. */
  names(): Directory;
  /** Adds, replaces and removes whole entries, all of them or none; unnamed entries stay. */
  saveNames(change: DirectoryChange): DirectoryDifference;
}

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

export function nameStore({ select, change: inChange }: Storage): NameStore {
  // Every report reads them, and only `saveNames` changes them: the open store belongs to one process.
  let held: Directory | undefined;
  const names = () => (held ??= readNames(select));
  return {
    names,
    saveNames(change) {
      const difference = findDifference(names(), change);
      inChange((writing) => writeNames(writing, change));
      held = undefined;
      return difference;
    },
  };
}

type Row = Record<string, SQLOutputValue>;

function readNames(select: Storage['select']): Directory {
  const owners = select('SELECT * FROM owner_name ORDER BY id').all();
  const objects = select('SELECT * FROM object_name ORDER BY id').all();
  // fromEntries: an id called __proto__ is a key like any other.
  return {
    owners: Object.fromEntries(owners.map((row) => [String(row['id']), toOwner(row)])),
    objects: Object.fromEntries(objects.map((row) => [String(row['id']), toObject(row)])),
  };
}

function toOwner(row: Row): OwnerEntry {
  return {
    name: String(row['name']),
    team: textOrNull(row['team']),
    weeklyHours: textOrNull(row['weekly_hours']),
    activeFrom: textOrNull(row['active_from']),
    activeTo: textOrNull(row['active_to']),
    // An entry without absences has no such field: files and comparisons of before stay as they are.
    ...(typeof row['absences'] === 'string' && { absences: row['absences'] }),
  };
}

function toObject(row: Row): ObjectEntry {
  const currency = textOrNull(row['currency']);
  return {
    name: String(row['name']),
    client: textOrNull(row['client']),
    // Kept before there was one way to write it.
    currency: currency === null ? null : foldCurrency(currency),
  };
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function writeNames({ put, drop }: Writing, { owners, objects }: DirectoryChange): void {
  for (const [id, entry] of Object.entries(owners)) {
    if (entry) put(OWNERS, rowOfOwner(id, entry));
    else drop(OWNERS, { id });
  }
  for (const [id, entry] of Object.entries(objects)) {
    if (entry) put(OBJECTS, { id, name: entry.name, client: entry.client, currency: entry.currency });
    else drop(OBJECTS, { id });
  }
}

function rowOfOwner(id: string, { name, team, weeklyHours, activeFrom, activeTo, absences }: OwnerEntry) {
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
