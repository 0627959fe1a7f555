/**
 * Looks at the store: the questions of one look are answered from one state, on one connection in turn, however many changes are written
 * meanwhile. A state stays readable while it is asked; longer would keep the store from tidying up behind a download.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DuckDBConnection } from '@duckdb/node-api';
import { storeFault } from './errors.ts';

/** Between an answer and the next question of the same look. */
const IDLE_MS = 300;

/** What was answered, and the state it was read from; undefined: the store was not read. */
export interface Seen<T> {
  readonly value: T;
  readonly state: string | undefined;
}

interface Question {
  readonly look: string;
  state?: string | undefined;
  /** While it reads: what it asks meanwhile is read there, too. */
  readonly connection?: DuckDBConnection;
}

interface Pin {
  readonly opened: Promise<{ readonly connection: DuckDBConnection; readonly state: string | undefined }>;
  /** Ends its transaction. */
  readonly close: () => void;
  asking: number;
  turn: Promise<unknown>;
}

/** Runs work inside one read transaction. */
export type Read = <T>(work: (connection: DuckDBConnection) => Promise<T>) => Promise<T>;

/** Tells the state that a transaction sees. */
export type StateOf = (connection: DuckDBConnection) => Promise<string | undefined>;

export interface Looks {
  readonly read: Read;
  /** Whatever is read within the work is read from one state, that of the look. */
  readonly look: <T>(look: string, work: () => Promise<T>) => Promise<Seen<T>>;
  /** What is asked from now on is read from the current state, whatever look it is of. */
  readonly endLooks: () => void;
}

/** @param read reads from the current state, with which a look begins */
export function createLooks(read: Read, stateOf: StateOf): Looks {
  const asked = new AsyncLocalStorage<Question>();
  const pins = new Map<string, Pin>();

  function openPin(look: string): Pin {
    const opened = Promise.withResolvers<Awaited<Pin['opened']>>();
    const over = Promise.withResolvers<void>();
    const pin: Pin = { opened: opened.promise, close: over.resolve, asking: 0, turn: opened.promise.catch(() => {}) };
    pins.set(look, pin);
    read(async (connection) => {
      opened.resolve({ connection, state: await stateOf(connection) });
      await over.promise;
    }).catch((cause: unknown) => {
      // Once it is open, its fault is that of the question that met it.
      opened.reject(cause);
      leave(look, pin);
    });
    return pin;
  }

  /** What waits for its turn there asks a new one. */
  function leave(look: string, pin: Pin): void {
    if (pins.get(look) === pin) pins.delete(look);
    if (pin.asking === 0) pin.close();
  }

  async function readIn<T>(question: Question, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const { look } = question;
    const pin = pins.get(look) ?? openPin(look);
    const isCurrent = () => pins.get(look) === pin;
    pin.asking += 1;
    const mine = pin.turn.then(async () => {
      const { connection, state } = await pin.opened;
      if (!isCurrent()) return { isLeft: true } as const;
      question.state ??= state;
      try {
        return { value: await asked.run({ ...question, connection }, () => work(connection)) };
      } catch (cause) {
        // What was interrupted or could not be read has ended the transaction; what was refused has not.
        await connection.run('SELECT 1').catch(() => leave(look, pin));
        throw storeFault(cause);
      }
    });
    pin.turn = mine.catch(() => {});
    try {
      const answer = await mine;
      return 'value' in answer ? answer.value : readIn(question, work);
    } finally {
      pin.asking -= 1;
      if (pin.asking === 0 && !isCurrent()) pin.close();
      else if (pin.asking === 0) setTimeout(() => pin.asking === 0 && leave(look, pin), IDLE_MS).unref();
    }
  }

  return {
    async look(look, work) {
      const question: Question = { look };
      return asked.run(question, async () => ({ value: await work(), state: question.state }));
    },
    read(work) {
      const question = asked.getStore();
      if (question?.connection) return work(question.connection);
      return question ? readIn(question, work) : read(work);
    },
    endLooks: () => pins.forEach((pin, look) => leave(look, pin)),
  };
}
