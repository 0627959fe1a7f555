/** The rows of people and objects from the records and the directory, unnamed ones first, by hours. Pure. */
import { formatUnits, parseDecimal, type Units } from '../decimal.ts';
import { foldName } from '../name-schema.ts';
import { parseObjectKey, type Directory, type ObjectEntry, type OwnerEntry } from './directory.ts';
import type { NameColumn, NamedId } from './names-table.ts';
import { PERSON } from '../properties.ts';

export interface NamedRow extends NamedId {
  /** The name in the directory; undefined if there is none. */
  readonly name: string | undefined;
  /** Logged hours of all records; null if unknown or if there is no record. */
  readonly hours: string | null;
  readonly records: number;
  readonly fields: Readonly<Partial<Record<NameColumn, string>>>;
}

export interface CountedId extends NamedId {
  readonly hours: string | null;
  readonly records: number;
}

export function listPeople({ owners }: Directory, counted: readonly CountedId[]): NamedRow[] {
  return listNamed(new Map(Object.entries(owners).map(([id, entry]) => [id, { kind: PERSON, id, entry }])), counted, {
    toKey: ({ id }) => id,
    toFields: toOwnerFields,
  });
}

export function listObjects({ objects }: Directory, counted: readonly CountedId[]): NamedRow[] {
  const known = Object.entries(objects).map(([key, entry]) => {
    const { type, id } = parseObjectKey(key);
    return [key, { kind: type, id, entry }] as const;
  });
  return listNamed(new Map(known), counted, {
    toKey: ({ kind, id }) => `${kind}:${id}`,
    toFields: ({ name, client, currency }) => ({ name, client: client ?? '', currency: currency ?? '' }),
  });
}

/** Counts unnamed rows and all rows, and sums the hours of both. */
export function countNamed(rows: readonly NamedRow[]) {
  const sumHours = (selected: readonly NamedRow[]) =>
    formatUnits(selected.reduce((total, { hours }) => total + toUnits(hours), 0n));
  const unnamed = rows.filter(({ name }) => name === undefined);
  return { unnamed: unnamed.length, all: rows.length, unnamedHours: sumHours(unnamed), allHours: sumHours(rows) };
}

/** Finds the rows that contain each word of a search, regardless of case and accents. */
export function searchRows(rows: readonly NamedRow[], search: string): readonly NamedRow[] {
  const words = foldText(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows.filter(({ kind, id, fields }) => {
    const text = foldText([kind, id, ...Object.values(fields)].join('\n'));
    return words.every((word) => text.includes(word));
  });
}

const foldText = (text: string) => foldName(text.normalize('NFKD').replaceAll(/\p{M}+/gu, ''));

interface Listing<Entry> {
  readonly toKey: (id: NamedId) => string;
  readonly toFields: (entry: Entry) => NamedRow['fields'];
}

function listNamed<Entry extends OwnerEntry | ObjectEntry>(
  known: ReadonlyMap<string, NamedId & { readonly entry: Entry }>,
  counted: readonly CountedId[],
  { toKey, toFields }: Listing<Entry>,
): NamedRow[] {
  const toRow = ({ kind, id, hours, records }: CountedId, entry: Entry | undefined): NamedRow => ({
    kind,
    id,
    hours,
    records,
    name: entry?.name,
    fields: entry ? toFields(entry) : {},
  });
  const countedKeys = new Set(counted.map(toKey));
  const withoutRecords = [...known].filter(([key]) => !countedKeys.has(key));
  return [
    ...counted.map((countedId) => toRow(countedId, known.get(toKey(countedId))?.entry)),
    ...withoutRecords.map(([, { entry, ...identity }]) => toRow({ ...identity, hours: null, records: 0 }, entry)),
  ].toSorted(compareRows);
}

function compareRows(a: NamedRow, b: NamedRow): number {
  const byName = Number(a.name !== undefined) - Number(b.name !== undefined);
  if (byName !== 0) return byName;
  const [one, two] = [toUnits(a.hours), toUnits(b.hours)];
  if (one !== two) return one > two ? -1 : 1;
  return (a.name ?? '').localeCompare(b.name ?? '', 'en') || (a.id < b.id ? -1 : 1);
}

const toUnits = (hours: string | null): Units => (hours === null ? 0n : (parseDecimal(hours)?.units ?? 0n));

function toOwnerFields(entry: OwnerEntry): NamedRow['fields'] {
  const { name, team, weeklyHours, activeFrom, activeTo, absences } = entry;
  return {
    name,
    team: team ?? '',
    weekly_hours: weeklyHours ?? '',
    active_from: activeFrom ?? '',
    active_to: activeTo ?? '',
    absences: absences ?? '',
  };
}

/** Formats the share of hours of some rows in whole percent, rounded down, so that 100 means all. */
export function formatShareOfHours(selected: readonly NamedRow[], all: readonly NamedRow[]): string {
  const sumHours = (rows: readonly NamedRow[]) => rows.reduce((total, { hours }) => total + toUnits(hours), 0n);
  const total = sumHours(all);
  return String(total === 0n ? 0n : (sumHours(selected) * 100n) / total);
}
