/**
 * The closings of a workspace: what was closed, decided, reopened and cancelled, step by step, with the records of each closing as they were.
 * It cannot be fetched again, so it is a separate file beside the sent register. Steps are only added, and each has a digest over itself and
 * the previous one.
 */
import { createHash, hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { stepSchema, type ClosingStep, type NumberedStep } from '#domain/closing-steps.ts';
import { inTransaction } from '#electron/host/sqlite-errors.ts';
import { closingStoreTexts as texts } from '#texts/closings.ts';
import { nameDamage, openHistoryFile, unpackText } from './database.ts';

/** The frozen records by column, each a JSON list as the store wrote it, so that the store can read it back directly. */
export type FrozenColumns = Readonly<Record<string, string>>;

export type ClosingsStore = ReturnType<typeof createStore>;

/** A stored step, with the digests of its columns as JSON, and the digest that proves it and all previous ones. */
export const provenStepSchema = z.strictObject({
  step: z.number().int().positive(),
  body: z.string(),
  columns: z.string(),
  digest: z.string(),
});
export type ProvenStep = z.output<typeof provenStepSchema>;

/** The number of steps, and the digests of the first and the last. */
export const headSchema = z.object({ steps: z.number().int().nonnegative(), first: z.string(), digest: z.string() });
type ClosingsHead = z.output<typeof headSchema>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS step (
    step INTEGER PRIMARY KEY, body TEXT NOT NULL, columns TEXT NOT NULL, digest TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS column_of (
    step INTEGER NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (step, name)
  ) STRICT;
`;
const NO_STEP = '0'.repeat(64);
const digestsSchema = z.record(z.string(), z.string());
/** The form of the values in numeric columns. */
const numericPatterns: Readonly<Record<string, RegExp>> = {
  id: /^\d{1,18}$/,
  minutes: /^-?\d{1,30}(?:\.\d{1,8})?$/,
  value: /^-?\d{1,30}(?:\.\d{1,8})?$/,
};
const cellsSchema = z.array(z.string().nullable());
export const listColumnNames = ({ columns }: Pick<ProvenStep, 'columns'>) =>
  Object.keys(digestsSchema.parse(JSON.parse(columns)));

/** @throws AppFailure, as every method: `store-in-use`, `disk-full`, `file-damaged`. */
export function openClosings(path: string): ClosingsStore {
  return openHistoryFile(path, SCHEMA, (database) => createStore(database, path));
}

function createStore(database: DatabaseSync, path: string) {
  const guard = <T>(work: () => T) => nameDamage(path, work);
  const selectAll = database.prepare('SELECT step, body, columns, digest FROM step ORDER BY step');
  const selectLast = database.prepare('SELECT max(step) AS step FROM step');
  const selectDigest = database.prepare('SELECT digest FROM step WHERE step = ?');
  const selectStep = database.prepare('SELECT body, columns FROM step WHERE step = ?');
  const selectColumn = database.prepare('SELECT body FROM column_of WHERE step = ? AND name = ?');
  const insertStep = database.prepare('INSERT INTO step (step, body, columns, digest) VALUES (?, ?, ?, ?)');
  const insertColumn = database.prepare('INSERT INTO column_of (step, name, body) VALUES (?, ?, ?)');
  const damaged = (step: number, body: unknown, cause?: unknown) =>
    fail({ code: 'file-damaged', detail: texts.damaged(path, step, findNumber(body)) }, cause);

  /** Proven only once, because only this program adds steps while it has the workspace open. */
  let provenSteps: readonly NumberedStep[] | undefined;
  const readSteps = () => {
    let before = NO_STEP;
    return selectAll.all().map(({ step, body, columns, digest }, index): NumberedStep => {
      const number = index + 1;
      const isUnchanged =
        step === number &&
        typeof body === 'string' &&
        typeof columns === 'string' &&
        digest === digestStep(before, number, body, columns);
      if (!isUnchanged) return damaged(number, body);
      before = digest;
      const read = stepSchema.safeParse(JSON.parse(body));
      return read.success ? { ...read.data, step: number } : damaged(number, body, read.error);
    });
  };

  const readColumn = (step: number, name: string, { body, columns }: { body?: unknown; columns?: unknown }) => {
    const bytes = selectColumn.get(step, name)?.['body'];
    const digests = digestsSchema.parse(JSON.parse(String(columns)));
    const isUnchanged = bytes instanceof Uint8Array && hash('sha256', bytes) === digests[name];
    return isUnchanged ? bytes : damaged(step, body);
  };
  const findDigest = (step: number) => String(selectDigest.get(step)?.['digest'] ?? NO_STEP);
  const readHead = () =>
    guard(() => {
      const steps = Number(selectLast.get()?.['step'] ?? 0);
      return { steps, first: findDigest(1), digest: findDigest(steps) };
    });

  return {
    /** Durably writes all steps or none, if none was added since `after`. @throws AppFailure `busy` */
    add: (after: number, steps: readonly { readonly step: ClosingStep; readonly columns?: FrozenColumns }[]) =>
      guard(() => {
        provenSteps = undefined;
        inTransaction(database, () => {
          let { steps: number, digest: before } = readHead();
          if (number !== after) fail({ code: 'busy' });
          for (const { step, columns = {} } of steps) {
            number += 1;
            const packed = Object.entries(columns).map(([name, text]) => [name, deflateRawSync(text)] as const);
            const body = JSON.stringify(stepSchema.parse(step));
            const digests = JSON.stringify(
              Object.fromEntries(packed.map(([name, bytes]) => [name, hash('sha256', bytes)])),
            );
            before = digestStep(before, number, body, digests);
            insertStep.run(number, body, digests, before);
            for (const [name, bytes] of packed) insertColumn.run(number, name, bytes);
          }
        });
      }),
    /** Reads all steps, oldest first, and proves them. @throws AppFailure `file-damaged` with the number of the damaged closing */
    steps: () => (provenSteps ??= guard(readSteps)),
    /** Reads columns of a closing's records. @throws AppFailure `file-damaged` with its number */
    columns: (step: number, names: readonly string[]) =>
      guard((): FrozenColumns => {
        const row = selectStep.get(step) ?? {};
        return Object.fromEntries(names.map((name) => [name, unpackText(readColumn(step, name, row))]));
      }),
    /** Lists the stored steps, oldest first. */
    proven: () => guard(() => selectAll.all().map((row) => provenStepSchema.parse(row))),
    /** Reads the stored columns of a step, in its order. */
    packed: (stored: ProvenStep) =>
      guard(() => listColumnNames(stored).map((name) => readColumn(stored.step, name, stored))),
    /** Fills an empty file with the steps of a different one, and proves each. The file stays empty until `finish`. */
    restore() {
      let [before, last, closings] = [NO_STEP, 0, 0];
      guard(() => database.exec('BEGIN'));
      return {
        add: (stored: ProvenStep, packed: readonly Uint8Array[]) =>
          guard(() => {
            const { step, body, columns, digest } = stored;
            const digests = digestsSchema.parse(JSON.parse(columns));
            const read = stepSchema.parse(JSON.parse(body));
            if (read.kind === 'close') closings += 1;
            const isNext = step === last + 1 && digest === digestStep(before, step, body, columns);
            if (!isNext || (read.kind === 'close' && read.number !== closings)) damaged(step, body);
            insertStep.run(step, body, columns, digest);
            for (const [index, name] of listColumnNames(stored).entries()) {
              const bytes = packed[index] ?? damaged(step, body);
              if (hash('sha256', bytes) !== digests[name]) damaged(step, body);
              const pattern = numericPatterns[name];
              const cells = cellsSchema.parse(JSON.parse(unpackText(bytes)));
              if (pattern && !cells.every((cell) => cell !== null && pattern.test(cell))) damaged(step, body);
              insertColumn.run(step, name, bytes);
            }
            [before, last] = [digest, step];
          }),
        finish: () => guard(() => database.exec('COMMIT')),
      };
    },
    head: readHead,
    /** Whether steps up to this head are missing. A chain with a different first step lacks none, because it is a new one. */
    lacks: ({ steps, first, digest }: ClosingsHead) =>
      guard(() => findDigest(steps) !== digest && [first, NO_STEP].includes(findDigest(1))),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

/** The number of the closing that a damaged step concerns, if readable. */
function findNumber(body: unknown): string | undefined {
  return typeof body === 'string' ? /"(?:number|closing)":(\d+)/.exec(body)?.[1] : undefined;
}

function digestStep(before: string, step: number, body: string, columns: string): string {
  return createHash('sha256')
    .update(JSON.stringify([before, step, body, columns]))
    .digest('hex');
}
