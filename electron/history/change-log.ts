/**
 * The change log of a workspace: the changes of each merge, never rewritten. It cannot be fetched again, so it is a separate file beside the
 * journal, without daily copies. Each merge has a digest over itself and the previous one; reading a merge proves it.
 */
import { createHash, hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { readId } from '#domain/filter/operand.ts';
import { inTransaction } from '#electron/host/sqlite-errors.ts';
import { memoryTexts as texts } from '#texts/hosts/memory.ts';
import { nameDamage, openHistoryFile, unpackText } from './database.ts';

/** Values of a row by column, as text; null is unset. */
export type Cells = Readonly<Record<string, string | null>>;
/** A hand-written check: the library's takes nearly three times as long as the rest of reading a log of some hundred thousand changes. */
const isCells = (read: unknown): read is Cells =>
  typeof read === 'object' &&
  read !== null &&
  !Array.isArray(read) &&
  Object.values(read).every((cell) => cell === null || typeof cell === 'string');
const cellsSchema = z.custom<Cells>(isCells);
export const entrySchema = z.tuple([z.string().min(1), cellsSchema]);
type Entry = z.output<typeof entrySchema>;

/**
 * What one merge changed in one record or one entry of the journal. A change has only the columns that differ; if one side is null, the other
 * has every column that is set.
 */
export type Difference = [entry: string, before: Cells | null, after: Cells | null];
const differencesSchema = z.custom<Difference[]>(
  (read) =>
    Array.isArray(read) &&
    read.every(
      (difference) =>
        Array.isArray(difference) &&
        difference.length === 3 &&
        typeof difference[0] === 'string' &&
        difference.slice(1).every((cells) => cells === null || isCells(cells)),
    ),
);

/**
 * `first`: the records were complete for the first time; nothing earlier is known. `refresh`: a refresh became visible. `unknown`: the changes
 * since the previous merge are unknown. `journal`: names or settings were changed.
 */
export const mergeKinds = ['first', 'refresh', 'unknown', 'journal'] as const;
export type MergeKind = (typeof mergeKinds)[number];
export const recordKinds: readonly MergeKind[] = mergeKinds.filter((kind) => kind !== 'journal');

export const mergeSchema = z.strictObject({
  number: z.number().int().positive(),
  kind: z.enum(mergeKinds),
  /** By this computer's clock. */
  seenAt: z.iso.datetime(),
  /** The sync state of this merge's records, as text; empty for names and settings. */
  state: z.string(),
  counts: z.object({ appeared: z.number(), changed: z.number(), vanished: z.number() }),
});
export type Merge = Readonly<z.output<typeof mergeSchema>>;

/** All records as of one merge, in a file beside the log; `columns` describes its columns. */
const baseSchema = z.object({ merge: z.number(), sha256: z.string(), columns: z.string() });
type Base = z.output<typeof baseSchema>;

/** A merge with the digest that proves it and all previous ones. */
export interface ProvenMerge {
  readonly merge: Merge;
  readonly digest: string;
}

/** The last merge that was removed; its digest is part of the next one's. */
export const cutSchema = z.strictObject({ number: z.number().int().positive(), digest: z.string() });
export type Cut = z.output<typeof cutSchema>;

export type ChangeLog = ReturnType<typeof createChangeLog>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS merge (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, seen_at TEXT NOT NULL, state TEXT NOT NULL, counts TEXT NOT NULL,
    is_half INTEGER NOT NULL, digest TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS chunk (
    merge INTEGER NOT NULL, place INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (merge, place)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS touched (
    id TEXT NOT NULL, merge INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (id, merge)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS base (merge INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, columns TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS cut (number INTEGER PRIMARY KEY, digest TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS known (entry TEXT PRIMARY KEY, cells TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** The tables with their column for the number of a merge. */
const numberColumns = [
  ['merge', 'number'],
  ['chunk', 'merge'],
  ['touched', 'merge'],
] as const;

/** Chunks are packed separately, so that reading the history of one record unpacks few others. */
const CHUNK_DIFFERENCES = 500;
/** No entry of the journal has this name. */
const VERSION = '';
const NO_MERGE = '0'.repeat(64);

interface MergeRow {
  readonly merge: Merge;
  readonly digest: string;
  readonly isHalf: boolean;
}

/** @throws AppFailure, as every method: `store-in-use`, `disk-full`, `file-damaged`. */
export function openChangeLog(path: string): ChangeLog {
  return openHistoryFile(path, SCHEMA, (database) => createChangeLog(database, path));
}

function prepareStatements(database: DatabaseSync) {
  return {
    selectMerges: database.prepare('SELECT * FROM merge ORDER BY number'),
    selectAfter: database.prepare('SELECT * FROM merge WHERE number > ? ORDER BY number'),
    selectNewest: database.prepare('SELECT * FROM merge ORDER BY number DESC'),
    selectMerge: database.prepare('SELECT * FROM merge WHERE number = ?'),
    selectLast: database.prepare('SELECT * FROM merge ORDER BY number DESC LIMIT 1'),
    selectChunks: database.prepare('SELECT body FROM chunk WHERE merge = ? ORDER BY place'),
    selectTouched: database.prepare(
      'SELECT merge, place FROM touched WHERE id = ? AND merge > coalesce((SELECT number FROM cut), 0) ORDER BY merge',
    ),
    dropTouched: database.prepare('DELETE FROM touched WHERE id = ? AND merge = ?'),
    selectChunk: database.prepare('SELECT body FROM chunk WHERE merge = ? AND place = ?'),
    selectKnown: database.prepare('SELECT entry, cells FROM known WHERE entry <> ?'),
    selectVersion: database.prepare('SELECT cells FROM known WHERE entry = ?'),
    insertMerge: database.prepare(
      'INSERT INTO merge (number, kind, seen_at, state, counts, is_half, digest) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    insertChunk: database.prepare('INSERT INTO chunk (merge, place, body) VALUES (?, ?, ?)'),
    insertTouched: database.prepare('INSERT OR IGNORE INTO touched (id, merge, place) VALUES (?, ?, ?)'),
    completeMerge: database.prepare('UPDATE merge SET is_half = 0 WHERE number = ?'),
    selectBase: database.prepare('SELECT * FROM base'),
    dropBase: database.prepare('DELETE FROM base'),
    insertBase: database.prepare('INSERT INTO base (merge, sha256, columns) VALUES (?, ?, ?)'),
    selectCut: database.prepare('SELECT number, digest FROM cut'),
    insertCut: database.prepare('INSERT INTO cut (number, digest) VALUES (?, ?)'),
    saveKnown: database.prepare('INSERT OR REPLACE INTO known (entry, cells) VALUES (?, ?)'),
    dropKnown: database.prepare('DELETE FROM known WHERE entry = ?'),
  };
}

/** Prepares what reading and writing share. Content that is not as it was written counts as damage of the file. */
function prepareLogFile(database: DatabaseSync, path: string) {
  const damaged = (cause?: unknown) => fail({ code: 'file-damaged', detail: path }, cause);
  const guard = <T>(work: () => T) => nameDamage(path, work);
  const statements = prepareStatements(database);

  const readRow = (row: unknown): MergeRow => {
    const read = rowSchema.safeParse(row);
    if (!read.success) return damaged(read.error);
    const { number, kind, seen_at: seenAt, state, counts, is_half: half, digest } = read.data;
    return {
      merge: { number, kind, seenAt, state, counts: mergeSchema.shape.counts.parse(JSON.parse(counts)) },
      digest,
      isHalf: half === 1,
    };
  };
  const readLast = () => {
    const row = statements.selectLast.get();
    return row && readRow(row);
  };

  const readCut = () => cutSchema.optional().parse(statements.selectCut.get());
  const readDigestBefore = (number: number): string => {
    const cut = readCut();
    if (cut?.number === number - 1) return cut.digest;
    return number === 1 ? NO_MERGE : readRow(statements.selectMerge.get(number - 1)).digest;
  };

  function findLast(kinds: readonly MergeKind[]): Merge | undefined {
    for (const row of statements.selectNewest.iterate()) {
      const { merge } = readRow(row);
      if (kinds.includes(merge.kind)) return merge;
    }
    return undefined;
  }

  const readFirstSeenAt = () => readRow(statements.selectMerges.get()).merge.seenAt;

  function deleteMerge(number: number): void {
    inTransaction(database, () => {
      for (const [table, column] of numberColumns)
        database.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(number);
    });
  }

  /** @returns the chunks that `isSelected` selects. @throws AppFailure `file-damaged` */
  function readProven({ merge, digest }: MergeRow, isSelected: (place: number) => boolean): Uint8Array[] {
    const previous = readDigestBefore(merge.number);
    const hashes: string[] = [];
    const chunks: Uint8Array[] = [];
    for (const { body } of statements.selectChunks.iterate(merge.number)) {
      const bytes = toBytes(body) ?? damaged();
      const place = hashes.push(hash('sha256', bytes)) - 1;
      if (isSelected(place)) chunks.push(bytes);
    }
    if (digestHashes(previous, merge, hashes) !== digest) damaged();
    return chunks;
  }

  const insertRow = ({ number, kind, seenAt, state, counts }: Merge, isHalf: boolean, digest: string) =>
    statements.insertMerge.run(number, kind, seenAt, state, JSON.stringify(counts), isHalf ? 1 : 0, digest);
  const saveEntry = (entry: string, cells: Cells | null) => {
    if (cells === null) statements.dropKnown.run(entry);
    else statements.saveKnown.run(entry, JSON.stringify(cells));
  };

  const reading = { readRow, readLast, readCut, readProven, findLast, readFirstSeenAt };
  return { database, statements, damaged, guard, ...reading, insertRow, saveEntry, deleteMerge };
}
type LogFile = ReturnType<typeof prepareLogFile>;

function createChangeLog(database: DatabaseSync, path: string) {
  const file = prepareLogFile(database, path);
  const { statements, guard, damaged, readRow, readLast, readCut, readProven, findLast, readFirstSeenAt } = file;
  return {
    /** Lists all merges after a number, oldest first. */
    merges: (after = 0) => guard(() => statements.selectAfter.all(after).map((row) => readRow(row).merge)),
    /** Lists the complete merges, oldest first. */
    proven: () =>
      guard((): ProvenMerge[] =>
        statements.selectMerges
          .all()
          .map(readRow)
          .filter(({ isHalf }) => !isHalf),
      ),
    /** Reads the stored chunks of a merge. */
    *bodies(number: number): Generator<Uint8Array> {
      for (let place = 0; ; place += 1) {
        const chunk = guard(() => statements.selectChunk.get(number, place));
        if (!chunk) return;
        yield toBytes(chunk['body']) ?? damaged();
      }
    },
    /** Fills an empty log with the merges of a different one, and proves each. The file stays empty until `finish`. */
    restore: () => restoreLog(file),
    cut: () => guard(readCut),
    /**
     * Removes the oldest merge if it is before the given one. Its digest stays, because it proves the next.
     * @returns whether there may be more
     */
    removeOldest: (before: number) =>
      guard(() => {
        const row = statements.selectMerges.get();
        const { merge, digest } = row ? readRow(row) : damaged();
        const { number } = merge;
        if (number >= before) return false;
        inTransaction(database, () => {
          // Deletes by id, because the index is in that order; rows that a damaged merge leaves there are never read.
          for (const { body } of statements.selectChunks.all(number))
            for (const id of listIds(body)) statements.dropTouched.run(id, number);
          database.prepare('DELETE FROM chunk WHERE merge = ?').run(number);
          database.prepare('DELETE FROM merge WHERE number = ?').run(number);
          database.exec('DELETE FROM cut');
          statements.insertCut.run(number, digest);
        });
        return true;
      }),
    last: (...kinds: readonly MergeKind[]) => guard(() => findLast(kinds)),
    /** Begins to write a merge, which is not in the file until `finish`. */
    open: (kind: MergeKind, state: string, seenAt: string) => openMerge(file, { kind, state, seenAt }),
    /**
     * Reads the changes of the merges after one, oldest first, and proves each merge.
     * @param after the number of a merge
     * @param to the last merge that is read
     * @throws AppFailure `file-damaged` for a merge that is not as it was written, `usage` if one of them was removed
     */
    *differences(after: number, to: number, kinds: readonly MergeKind[]) {
      for (const row of statements.selectMerges.all().map(readRow)) {
        const { merge } = row;
        if (after < (guard(readCut)?.number ?? 0)) fail({ code: 'usage', detail: texts.removed(readFirstSeenAt()) });
        if (merge.number <= after || merge.number > to || !kinds.includes(merge.kind)) continue;
        yield { merge, differences: guard(() => readProven(row, () => true).flatMap(unpack)) };
      }
    },
    /** Reads and proves the changes of one record, oldest first. The index of merges by record is not proven. */
    history: (id: string) =>
      guard(() =>
        statements.selectTouched.all(id).flatMap(({ merge: number, place }) => {
          const row = readRow(statements.selectMerge.get(number ?? null));
          const differences = readProven(row, (index) => index === place).flatMap(unpack);
          return differences.flatMap((difference) => (difference[0] === id ? [{ merge: row.merge, difference }] : []));
        }),
      ),
    /**
     * Completes or deletes the half merge of a process that ended after it wrote the log and before it stored the records.
     * @param stored the number of the merge of the stored records; undefined if they have none
     * @returns whether log and records match
     */
    settle: (stored: number | undefined) =>
      guard(() => {
        const last = readLast();
        if (last?.isHalf) {
          if (last.merge.number === stored) statements.completeMerge.run(stored);
          else file.deleteMerge(last.merge.number);
        }
        return findLast(recordKinds)?.number === stored;
      }),
    base: () => guard((): Base | undefined => baseSchema.optional().parse(statements.selectBase.get())),
    /** Replaces the previous base. */
    saveBase: ({ merge, sha256, columns }: Base) =>
      guard(() =>
        inTransaction(database, () => {
          statements.dropBase.run();
          statements.insertBase.run(merge, sha256, columns);
        }),
      ),
    /** The version of the journal when it was last logged; undefined if it never was. */
    knownVersion: () =>
      guard(() => {
        const cells: unknown = statements.selectVersion.get(VERSION)?.['cells'];
        return typeof cells === 'string' ? cells : undefined;
      }),
    saveKnownVersion: (version: string) => guard(() => void statements.saveKnown.run(VERSION, version)),
    /** The entries of the journal as they were last logged, by table and key. */
    known: () =>
      guard(
        (): ReadonlyMap<string, Cells> =>
          new Map(
            statements.selectKnown
              .all(VERSION)
              .map(({ entry, cells }) => [String(entry), cellsSchema.parse(JSON.parse(String(cells)))] as const),
          ),
      ),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

function restoreLog({ database, guard, damaged, statements, insertRow, saveEntry }: LogFile) {
  let previous = NO_MERGE;
  let last = 0;
  let current: ProvenMerge | undefined;
  let hashes: string[] = [];
  const end = () => {
    if (current && digestHashes(previous, current.merge, hashes) !== current.digest) damaged();
    previous = current?.digest ?? previous;
    hashes = [];
  };
  guard(() => database.exec('BEGIN'));
  return {
    /** Call this before the first merge. */
    cut: ({ number, digest }: Cut) =>
      guard(() => {
        if (last > 0) damaged();
        statements.insertCut.run(number, digest);
        [last, previous] = [number, digest];
      }),
    /** Call this after the cut, with the entries of the journal as of then, which are not proven. */
    entries: (entries: readonly Entry[]) =>
      guard(() => {
        if (current || last === 0) damaged();
        for (const [entry, cells] of entries) saveEntry(entry, cells);
      }),
    begin: (next: ProvenMerge) =>
      guard(() => {
        end();
        if (next.merge.number !== last + 1) damaged();
        insertRow(next.merge, false, next.digest);
        current = next;
        last += 1;
      }),
    /** @param body a chunk of the merge that was begun last */
    chunk: (body: Uint8Array) =>
      guard(() => {
        const { number, kind } = current?.merge ?? damaged();
        const place = hashes.push(hash('sha256', body)) - 1;
        statements.insertChunk.run(number, place, body);
        for (const [id, , after] of unpack(body)) {
          if (kind === 'journal') saveEntry(id, after);
          else if (readId(id) === undefined) damaged();
          statements.insertTouched.run(id, number, place);
        }
      }),
    finish: () =>
      guard(() => {
        end();
        database.exec('COMMIT');
      }),
  };
}

function openMerge(
  { database, guard, statements, readLast, insertRow, saveEntry, deleteMerge }: LogFile,
  { kind, state, seenAt }: Pick<Merge, 'kind' | 'state' | 'seenAt'>,
) {
  const bodies: Buffer[] = [];
  const ids: string[][] = [];
  const counts = { appeared: 0, changed: 0, vanished: 0 };
  let pending: Readonly<Difference>[] = [];
  let number: number | undefined;
  const entries = new Map<string, Cells | null>();
  const packPending = () => {
    if (pending.length === 0) return;
    bodies.push(deflateRawSync(JSON.stringify(pending)));
    ids.push(pending.map(([id]) => id));
    pending = [];
  };
  return {
    add(differences: readonly Readonly<Difference>[]): void {
      for (const difference of differences) {
        const [id, before, after] = difference;
        counts[before === null ? 'appeared' : after === null ? 'vanished' : 'changed'] += 1;
        pending.push(difference);
        if (kind === 'journal') entries.set(id, after);
        if (pending.length === CHUNK_DIFFERENCES) packPending();
      }
    },
    /** Durably writes a half merge, which `confirm` or the next opening completes. @returns its number */
    finish: () =>
      guard(() => {
        packPending();
        return inTransaction(database, () => {
          const last = readLast();
          const next = (last?.merge.number ?? 0) + 1;
          const merge: Merge = { number: next, kind, seenAt, state, counts };
          const hashes = bodies.map((body) => hash('sha256', body));
          const digest = digestHashes(last?.digest ?? NO_MERGE, merge, hashes);
          // Names and settings are in the journal by now; records are not stored yet.
          const isHalf = kind !== 'journal';
          insertRow(merge, isHalf, digest);
          for (const [place, body] of bodies.entries()) {
            statements.insertChunk.run(next, place, body);
            for (const id of ids[place] ?? []) statements.insertTouched.run(id, next, place);
          }
          for (const [entry, cells] of entries) saveEntry(entry, cells);
          return (number = next);
        });
      }),
    /** Called once the records of the merge are durable. */
    confirm: () =>
      guard(() => {
        if (number !== undefined) statements.completeMerge.run(number);
      }),
    /** Deletes what `finish` wrote, because its records were not stored. */
    abandon: () =>
      guard(() => {
        if (number !== undefined) deleteMerge(number);
      }),
  };
}

const rowSchema = z.object({
  number: z.number(),
  kind: z.enum(mergeKinds),
  seen_at: z.string(),
  state: z.string(),
  counts: z.string(),
  is_half: z.number(),
  digest: z.string(),
});

function toBytes(body: unknown): Uint8Array | undefined {
  return body instanceof Uint8Array ? body : undefined;
}

function unpack(body: Uint8Array): Difference[] {
  return differencesSchema.parse(JSON.parse(unpackText(body)));
}

function listIds(body: unknown): string[] {
  try {
    return unpack(toBytes(body) ?? new Uint8Array()).map(([id]) => id);
  } catch {
    return [];
  }
}

function digestHashes(
  previous: string,
  { number, kind, seenAt, state, counts }: Merge,
  hashes: readonly string[],
): string {
  const digest = createHash('sha256').update(JSON.stringify([previous, number, kind, seenAt, state, counts]));
  for (const chunkHash of hashes) digest.update(chunkHash);
  return digest.digest('hex');
}
