/**
 * The register of sent files: the content of each, its records and their values, when and by whom. It cannot be fetched again, so it is a
 * separate file beside the change log. Entries are only added; a later state of a file is a new entry.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { AppFailure, fail } from '#contract/errors.ts';
import { sentFileSchema, type SentFile, type SentState } from '#contract/memory.ts';
import type { Billing } from '#domain/filter/billed.ts';
import { readId } from '#domain/filter/operand.ts';
import { inTransaction } from '#electron/host/sqlite-errors.ts';
import { nameDamage, openHistoryFile, unpackText } from './database.ts';

/** A record in a file: its id, the time of its last change (epoch milliseconds), and the relevant values, as text. */
const sentRecordSchema = z.tuple([z.string(), z.number(), z.array(z.string().nullable())]);
export type SentRecord = z.output<typeof sentRecordSchema>;

/** Several records by column: ids, versions, values. Earlier versions wrote them record by record. */
const pieceSchema = z.tuple([z.array(z.string()), z.array(z.number()), z.array(z.array(z.string().nullable()))]);
/** Takes half the time of the default for a tenth more space. */
const COMPRESSION_LEVEL = 3;

/** The entry of a file before its number and state are known. */
export type FileToSend = Omit<SentFile, 'number' | 'state' | 'stateAt'>;

/** The records of a file, packed as they are read, because there may be a million; by column, which takes half the space. */
export class SentRecords {
  readonly ids: string[] = [];
  readonly #pieces: Buffer[] = [];

  add(records: readonly Readonly<SentRecord>[]): void {
    for (const [id] of records) this.ids.push(id);
    const columns = (records[0]?.[2] ?? []).map((_, index) => records.map(([, , values]) => values[index] ?? null));
    const piece = [records.map(([id]) => id), records.map(([, version]) => version), columns];
    this.#pieces.push(deflateRawSync(JSON.stringify(piece), { level: COMPRESSION_LEVEL }));
  }

  list(): SentRecord[] {
    return unpackRecords(this.pack());
  }

  /** Each piece is preceded by its length. */
  pack(): Buffer {
    return Buffer.concat(
      this.#pieces.flatMap((piece) => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(piece.length);
        return [length, piece];
      }),
    );
  }
}

function unpackRecords(packed: Uint8Array): SentRecord[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const records: SentRecord[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const end = offset + 4 + bytes.readUInt32BE(offset);
    const piece: unknown = JSON.parse(unpackText(bytes.subarray(offset + 4, end)));
    const { data: byColumn } = pieceSchema.safeParse(piece);
    if (byColumn) {
      const [ids, versions, columns] = byColumn;
      for (const [index, id] of ids.entries())
        records.push([id, versions[index] ?? 0, columns.map((column) => column[index] ?? null)]);
    } else for (const record of z.array(sentRecordSchema).parse(piece)) records.push(record);
    offset = end;
  }
  return records;
}

function unpackOr(packed: Uint8Array, damaged: (cause: unknown) => never): SentRecord[] {
  try {
    return unpackRecords(packed);
  } catch (cause) {
    return damaged(cause);
  }
}

export type SentRegister = ReturnType<typeof createRegister>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS sent (number INTEGER PRIMARY KEY, body TEXT NOT NULL, records BLOB NOT NULL, digest TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS became (
    step INTEGER PRIMARY KEY, number INTEGER NOT NULL, state TEXT NOT NULL, at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS became_number ON became (number, step);
  CREATE TABLE IF NOT EXISTS billed (id TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (id, number)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS held (id TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (id, number)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS indexed (number INTEGER PRIMARY KEY) STRICT;
`;

/** A stored file, with the digest that proves it and all previous ones. */
export const provenSchema = z.strictObject({
  number: z.number().int().positive(),
  body: z.string(),
  digest: z.string(),
});
export type ProvenFile = z.output<typeof provenSchema>;
/** A later state of a file. */
export const stepSchema = z.strictObject({
  number: z.number().int().positive(),
  state: sentFileSchema.shape.state,
  at: z.iso.datetime(),
});
export type Step = z.output<typeof stepSchema>;
const bodySchema = sentFileSchema.omit({ number: true, state: true, stateAt: true });
/** A file in these states was sent, or may have been. */
const sentStates: readonly SentState[] = ['intent', 'saved', 'handed'];
/** The records of larger files are for programs, and are not indexed. */
const MAX_INDEXED = 20_000;
/** Later than every timestamp. */
const END_OF_TIME = '9999';
const NO_FILE = '0'.repeat(64);

/** @throws AppFailure, as every method: `store-in-use`, `disk-full`, `file-damaged`. */
export function openSentRegister(path: string): SentRegister {
  return openHistoryFile(path, SCHEMA, (database) => createRegister(database, path));
}

function createRegister(database: DatabaseSync, path: string) {
  const guard = <T>(work: () => T) => nameDamage(path, work);
  const damaged = (cause?: unknown) => fail({ code: 'file-damaged', detail: path }, cause);
  const files = `SELECT sent.number, body, state, at FROM sent LEFT JOIN became
    ON step = (SELECT max(step) FROM became AS later WHERE later.number = sent.number)`;
  const selectAll = database.prepare(`${files} ORDER BY sent.number DESC`);
  const selectFile = database.prepare(`${files} WHERE sent.number = ?`);
  const selectLast = database.prepare('SELECT number, digest FROM sent ORDER BY number DESC LIMIT 1');
  const selectProven = database.prepare('SELECT number, body, digest FROM sent ORDER BY number');
  const selectSteps = database.prepare('SELECT number, state, at FROM became ORDER BY step');
  const selectRecords = database.prepare('SELECT body, records, digest FROM sent WHERE number = ?');
  const selectDigest = database.prepare('SELECT digest FROM sent WHERE number = ?');
  const selectBilled = database.prepare('SELECT number FROM billed WHERE id = ? ORDER BY number');
  const selectBilling =
    database.prepare(`SELECT sent.number, digest, body ->> '$.file' AS file, body ->> '$.again' AS again FROM sent LEFT JOIN became
    ON step = (SELECT max(step) FROM became AS later WHERE later.number = sent.number AND later.at <= :until)
    WHERE body ->> '$.bills' AND body ->> '$.at' <= :until AND coalesce(state, 'intent') <> 'withdrawn' ORDER BY sent.number`);
  const selectIdsOf = database.prepare('SELECT id FROM billed WHERE number = ?');
  const selectLastStep = database.prepare('SELECT max(step) AS step FROM became');
  const selectLastAt = database.prepare(
    `SELECT max(at) AS at FROM (SELECT body ->> '$.at' AS at FROM sent UNION ALL SELECT at FROM became)`,
  );
  const selectUnindexed = database.prepare(
    `SELECT number, body ->> '$.records' AS records FROM sent WHERE number NOT IN (SELECT number FROM indexed)`,
  );
  const insertHeld = database.prepare('INSERT OR IGNORE INTO held (id, number) VALUES (?, ?)');
  const insertIndexed = database.prepare('INSERT INTO indexed (number) VALUES (?)');
  const selectHeld = database.prepare(
    'SELECT number FROM held WHERE id = :id UNION SELECT number FROM billed WHERE id = :id ORDER BY number DESC',
  );
  const insertFile = database.prepare('INSERT INTO sent (number, body, records, digest) VALUES (?, ?, ?, ?)');
  const insertState = database.prepare('INSERT INTO became (number, state, at) VALUES (?, ?, ?)');
  const insertBilled = database.prepare('INSERT INTO billed (id, number) VALUES (?, ?)');

  const toFile = ({ number, body, state, at }: Record<string, unknown>): SentFile => {
    const read = sentFileSchema.safeParse({ ...parseObject(body), number, state: state ?? 'intent', stateAt: at });
    return read.success ? read.data : damaged(read.error);
  };
  const readVersion = () =>
    `${String(selectLast.get()?.['digest'] ?? NO_FILE)} ${Number(selectLastStep.get()?.['step'] ?? 0)}`;
  let cache: { readonly version: string; readonly files: SentFile[] } | undefined;
  /** Caches the files until something is added, because most queries about one file need all of them. */
  const readFiles = () => {
    const version = readVersion();
    if (cache?.version !== version) cache = { version, files: selectAll.all().map(toFile) };
    return cache.files;
  };

  const readRecords = (number: number) => {
    const row = selectRecords.get(number);
    const [body, packed] = [row?.['body'], row?.['records']];
    if (typeof body !== 'string' || !(packed instanceof Uint8Array)) return damaged();
    const before = number === 1 ? NO_FILE : String(selectDigest.get(number - 1)?.['digest']);
    if (digestFile(before, number, body, packed) !== row?.['digest']) return damaged();
    return unpackRecords(packed);
  };
  /** The ids of damaged records are still known. */
  const readBilling = (number: number): ReturnType<Billing['records']> => {
    try {
      return readRecords(number);
    } catch (error) {
      if (!(error instanceof AppFailure)) throw error;
      return selectIdsOf.all(number).map(({ id }) => [String(id), null, []]);
    }
  };

  /** Runs before a query, so that writing a file does not wait for it. */
  const indexNewFiles = () =>
    inTransaction(database, () => {
      for (const { number, records } of selectUnindexed.all()) {
        const held = Number(records) > MAX_INDEXED ? [] : readBilling(Number(number));
        for (const [id] of held) insertHeld.run(id, number ?? null);
        insertIndexed.run(number ?? null);
      }
    });

  return {
    /** Lists the stored files, oldest first. */
    proven: () => guard(() => selectProven.all().map((row) => provenSchema.parse(row))),
    /** Reads the stored records of a file. */
    packed: (number: number) =>
      guard(() => {
        const packed = selectRecords.get(number)?.['records'];
        return packed instanceof Uint8Array ? packed : damaged();
      }),
    /** Lists the later states of the files, oldest first. */
    steps: () => guard(() => selectSteps.all().map((row) => stepSchema.parse(row))),
    /** Fills an empty register with the files of a different one, and proves each. It stays empty until `finish`. */
    restore() {
      let last: ProvenFile | undefined;
      guard(() => database.exec('BEGIN'));
      return {
        add: (file: ProvenFile, packed: Uint8Array) =>
          guard(() => {
            const { number, body, digest } = file;
            const isNext = number === (last?.number ?? 0) + 1;
            if (!isNext || digestFile(last?.digest ?? NO_FILE, number, body, packed) !== digest) damaged();
            insertFile.run(number, body, packed, digest);
            const { bills, hasRecords, records: stated } = bodySchema.parse(JSON.parse(body));
            const records = unpackOr(packed, damaged);
            if (records.length !== (hasRecords ? stated : 0) || !records.every(([id]) => readId(id) !== undefined))
              damaged();
            if (bills) for (const [id] of records) insertBilled.run(id, number);
            last = file;
          }),
        became: ({ number, state, at }: Step) =>
          guard(() => {
            if (number > (last?.number ?? 0)) damaged();
            insertState.run(number, state, at);
          }),
        finish: () =>
          guard(() => {
            // A file that was about to be sent elsewhere may have been sent. Only a person can decide that, in a later step than this.
            for (const { number, state, at } of readFiles())
              if (state === 'intent') insertState.run(number, 'handed', at);
            database.exec('COMMIT');
          }),
      };
    },
    /** Durably records that a file is about to be sent. It is an intent until `settle`. @returns its number */
    intend: (file: FileToSend, records: SentRecords) =>
      guard(() => {
        const body = JSON.stringify(bodySchema.parse(file));
        const packed = records.pack();
        return inTransaction(database, () => {
          const last = selectLast.get();
          const number = Number(last?.['number'] ?? 0) + 1;
          insertFile.run(number, body, packed, digestFile(String(last?.['digest'] ?? NO_FILE), number, body, packed));
          if (file.bills) for (const id of records.ids) insertBilled.run(id, number);
          return number;
        });
      }),
    /** @param at UTC timestamp */
    settle: (number: number, state: SentState, at: string) => guard(() => void insertState.run(number, state, at)),
    /** Newest first. */
    files: () => guard(readFiles),
    file: (number: number) => guard(() => selectFile.all(number).map(toFile)[0]),
    /** @throws AppFailure `file-damaged` if they are not as they were written */
    records: (number: number) => guard(() => readRecords(number)),
    /** Lists the files that have this record, newest first; files with very many records only if they bill it. */
    filesWith: (id: string) =>
      guard(() => {
        indexNewFiles();
        return selectHeld.all({ id }).map(({ number }) => Number(number));
      }),
    /** Finds which of these records are in a file that bills, with the number of the first such file. */
    findBilled: (ids: Iterable<string>) =>
      guard(() => {
        const files = new Map(readFiles().flatMap((file) => (file.bills ? [[file.number, file] as const] : [])));
        const billed = new Map<string, number>();
        if (files.size === 0) return billed;
        for (const id of ids) {
          const numbers = selectBilled.all(id).map(({ number }) => Number(number));
          const first = numbers.find((number) => sentStates.includes(files.get(number)?.state ?? 'withdrawn'));
          if (first !== undefined) billed.set(id, first);
        }
        return billed;
      }),
    /** Lists the files that bill and were sent, or may have been, oldest first. @param until as of this UTC timestamp */
    billed: (until = END_OF_TIME) =>
      guard(() =>
        selectBilling.all({ until }).map(({ number, digest, file, again }): Billing => ({
          number: Number(number),
          digest: String(digest),
          file: String(file),
          again: typeof again === 'string' ? again : null,
          records: () => guard(() => readBilling(Number(number))),
        })),
      ),
    /** Identifies the content of the register. */
    version: () => guard(readVersion),
    /** The UTC timestamp of the last entry; empty if there is none. */
    lastAt: () => guard(() => String(selectLastAt.get()?.['at'] ?? '')),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

function parseObject(text: unknown): object {
  const parsed: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
  return typeof parsed === 'object' && parsed !== null ? parsed : {};
}

function digestFile(before: string, number: number, body: string, records: Uint8Array): string {
  return createHash('sha256')
    .update(JSON.stringify([before, number, body]))
    .update(records)
    .digest('hex');
}
