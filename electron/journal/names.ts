/** The local directory in the journal: people by owner id, associated objects by `type:id`. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import {
  differenceOf,
  type Directory,
  type DirectoryChange,
  type DirectoryDifference,
  type ObjectEntry,
  type OwnerEntry,
} from '../../src/domain/directory.ts';
import { addColumns, inTransaction } from './transaction.ts';

export interface NameStore {
  /** Not to be changed by who reads it. */
  names(): Directory;
  /** Adds, replaces and takes out whole entries, all of them or none; what is not named stays. */
  keepNames(change: DirectoryChange): DirectoryDifference;
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS owner_name (id TEXT PRIMARY KEY, name TEXT NOT NULL, team TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS object_name (id TEXT PRIMARY KEY, name TEXT NOT NULL, client TEXT) STRICT;
`;

export function nameStore(database: DatabaseSync): NameStore {
  database.exec(TABLES);
  inTransaction(database, () => {
    addColumns(database, 'owner_name', { weekly_hours: 'TEXT', active_from: 'TEXT', active_to: 'TEXT' });
    addColumns(database, 'object_name', { currency: 'TEXT' });
  });
  // Every report asks for them, and only `keepNames` changes them: the open store belongs to one process.
  let held: Directory | undefined;
  const names = () => (held ??= readNames(database));
  return {
    names,
    keepNames(change) {
      const difference = differenceOf(names(), change);
      inTransaction(database, () => writeNames(database, change));
      held = undefined;
      return difference;
    },
  };
}

type Row = Record<string, SQLOutputValue>;

function readNames(database: DatabaseSync): Directory {
  const owners = database.prepare('SELECT * FROM owner_name ORDER BY id').all();
  const objects = database.prepare('SELECT * FROM object_name ORDER BY id').all();
  // fromEntries: an id called __proto__ is a key like any other.
  return {
    owners: Object.fromEntries(owners.map((row) => [String(row['id']), ownerOf(row)])),
    objects: Object.fromEntries(objects.map((row) => [String(row['id']), objectOf(row)])),
  };
}

function ownerOf(row: Row): OwnerEntry {
  return {
    name: String(row['name']),
    team: textOrNull(row['team']),
    weeklyHours: textOrNull(row['weekly_hours']),
    activeFrom: textOrNull(row['active_from']),
    activeTo: textOrNull(row['active_to']),
  };
}

function objectOf(row: Row): ObjectEntry {
  return { name: String(row['name']), client: textOrNull(row['client']), currency: textOrNull(row['currency']) };
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function writeNames(database: DatabaseSync, { owners, objects }: DirectoryChange): void {
  const owner = database.prepare(
    'INSERT OR REPLACE INTO owner_name (id, name, team, weekly_hours, active_from, active_to) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const object = database.prepare(
    'INSERT OR REPLACE INTO object_name (id, name, client, currency) VALUES (?, ?, ?, ?)',
  );
  const dropOwner = database.prepare('DELETE FROM owner_name WHERE id = ?');
  const dropObject = database.prepare('DELETE FROM object_name WHERE id = ?');
  for (const [id, entry] of Object.entries(owners)) {
    if (entry) owner.run(id, entry.name, entry.team, entry.weeklyHours, entry.activeFrom, entry.activeTo);
    else dropOwner.run(id);
  }
  for (const [key, entry] of Object.entries(objects)) {
    if (entry) object.run(key, entry.name, entry.client, entry.currency);
    else dropObject.run(key);
  }
}
