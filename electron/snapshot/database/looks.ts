/**
 * Looks at the store: the questions of one look are answered from one state, on connections of their own, however many changes are written
 * meanwhile. A state stays readable while it is asked; longer would keep the store from tidying up behind a download.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DuckDBConnection } from '@duckdb/node-api';
import { storeFault } from './errors.ts';

/** Between an answer and the next question of the same look. */
const IDLE_MS = 1_500;

/** As many questions as a page asks side by side. */
const LANES = 2;

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

/** A connection with its transaction. */
interface Lane {
  readonly opened: Promise<{ readonly connection: DuckDBConnection; readonly state: string | undefined }>;
  /** Ends its transaction. */
  readonly close: () => void;
  asking: number;
  turn: Promise<unknown>;
}

interface Pin {
  /** All of one state. */
  readonly lanes: Lane[];
  /** There was a change since it was opened: no further connection would see its state. */
  isPast: boolean;
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

  function openLane(): Lane {
    const opened = Promise.withResolvers<Awaited<Lane['opened']>>();
    const over = Promise.withResolvers<void>();
    read(async (connection) => {
      opened.resolve({ connection, state: await stateOf(connection) });
      await over.promise;
      // Once it is open, its fault is that of the question that met it.
    }).catch(opened.reject);
    return { opened: opened.promise, close: over.resolve, asking: 0, turn: opened.promise.catch(() => {}) };
  }

  function openPin(look: string): Pin {
    const pin: Pin = { lanes: [openLane()], isPast: false };
    pins.set(look, pin);
    return pin;
  }

  /** What waits for its turn there asks a new one. */
  function leave(look: string, pin: Pin): void {
    if (pins.get(look) === pin) pins.delete(look);
    for (const lane of pin.lanes.splice(0)) if (lane.asking === 0) lane.close();
  }

  function chooseLane({ lanes, isPast }: Pin): Lane {
    const free = lanes.reduce((least, lane) => (lane.asking < least.asking ? lane : least));
    if (free.asking === 0 || lanes.length === LANES || isPast) return free;
    const further = openLane();
    lanes.push(further);
    return further;
  }

  async function readIn<T>(question: Question, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const { look } = question;
    const pin = pins.get(look) ?? openPin(look);
    const [first] = pin.lanes;
    const lane = chooseLane(pin);
    lane.asking += 1;
    const mine = lane.turn.then(async () => {
      const [{ connection, state }, begun] = await Promise.all([lane.opened, first?.opened]).catch((cause: unknown) => {
        leave(look, pin);
        throw cause;
      });
      if (state !== begun?.state) {
        pin.isPast = true;
        const at = pin.lanes.indexOf(lane);
        if (at >= 0) pin.lanes.splice(at, 1);
      }
      if (!pin.lanes.includes(lane)) return { isLeft: true } as const;
      question.state ??= state;
      try {
        return { value: await asked.run({ ...question, connection }, () => work(connection)) };
      } catch (cause) {
        // What was interrupted or could not be read has ended the transaction; what was refused has not.
        await connection.run('SELECT 1').catch(() => leave(look, pin));
        throw storeFault(cause);
      }
    });
    lane.turn = mine.catch(() => {});
    let answer: Awaited<typeof mine>;
    try {
      answer = await mine;
    } finally {
      lane.asking -= 1;
      const isIdle = () => pin.lanes.every(({ asking }) => asking === 0);
      if (lane.asking === 0 && !pin.lanes.includes(lane)) lane.close();
      else if (isIdle()) setTimeout(() => isIdle() && leave(look, pin), IDLE_MS).unref();
    }
    return 'value' in answer ? answer.value : readIn(question, work);
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
