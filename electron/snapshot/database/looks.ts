/**
 * Gives the questions of one look their answers from one state of the store, on connections of their own, however many changes are written
 * meanwhile. A state stays readable while it is in use; keeping it longer would stop the store from tidying up behind a download.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DuckDBConnection } from '@duckdb/node-api';
import { toStoreFailure } from './errors.ts';
import { shareAnswers, withdrawAnswers, type SharedAnswers } from './shared-answers.ts';

/** A look ends when no question comes for this time after its last answer. */
const IDLE_MS = 1_500;

/** The number of questions that a page asks side by side. */
const LANES = 2;

/** An answer and the state it was read from, which is undefined when the store was not read. */
export interface LookResult<T> {
  readonly value: T;
  readonly state: string | undefined;
}

interface Question {
  readonly look: string;
  state?: string | undefined;
  /** Set while the question reads, so that whatever it reads meanwhile uses the same connection. */
  readonly connection?: DuckDBConnection;
}

/** A connection with its transaction. */
interface Lane {
  readonly opened: Promise<{ readonly connection: DuckDBConnection; readonly state: string | undefined }>;
  readonly close: () => void;
  /** The number of questions that read or wait in this lane. */
  questions: number;
  turn: Promise<unknown>;
}

interface Pin {
  /** All lanes see one state. */
  readonly lanes: Lane[];
  readonly answers: SharedAnswers;
  /** True after a change since the pin was opened: no further connection would see its state. */
  isOutdated: boolean;
}

/** Runs work inside one read transaction. */
export type Read = <T>(work: (connection: DuckDBConnection) => Promise<T>) => Promise<T>;

export type ReadState = (connection: DuckDBConnection) => Promise<string | undefined>;

export interface Looks {
  readonly read: Read;
  /** Reads everything within the work from one state, that of the look. */
  readonly look: <T>(look: string, work: () => Promise<T>) => Promise<LookResult<T>>;
  /** Ends all looks: from now on every question is read from the current state. */
  readonly endLooks: () => void;
}

/** @param read reads from the current state, with which a look begins */
export function createLooks(read: Read, readState: ReadState): Looks {
  const currentQuestion = new AsyncLocalStorage<Question>();
  const pins = new Map<string, Pin>();

  function openLane(): Lane {
    const opened = Promise.withResolvers<Awaited<Lane['opened']>>();
    const ending = Promise.withResolvers<void>();
    read(async (connection) => {
      opened.resolve({ connection, state: await readState(connection) });
      await ending.promise;
      withdrawAnswers(connection);
      // Once the lane is open, a fault belongs to the question that met it.
    }).catch(opened.reject);
    return { opened: opened.promise, close: ending.resolve, questions: 0, turn: opened.promise.catch(() => {}) };
  }

  function openPin(look: string): Pin {
    const pin: Pin = { lanes: [openLane()], answers: new Map(), isOutdated: false };
    pins.set(look, pin);
    return pin;
  }

  /** Closes a pin; questions that wait for their turn there open a new one. */
  function closePin(look: string, pin: Pin): void {
    if (pins.get(look) === pin) pins.delete(look);
    for (const lane of pin.lanes.splice(0)) if (lane.questions === 0) lane.close();
  }

  function chooseLane({ lanes, isOutdated }: Pin): Lane {
    const leastBusy = lanes.reduce((least, lane) => (lane.questions < least.questions ? lane : least));
    if (leastBusy.questions === 0 || lanes.length === LANES || isOutdated) return leastBusy;
    const newLane = openLane();
    lanes.push(newLane);
    return newLane;
  }

  async function readIn<T>(question: Question, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const { look } = question;
    const pin = pins.get(look) ?? openPin(look);
    const [first] = pin.lanes;
    const lane = chooseLane(pin);
    lane.questions += 1;
    const answering = lane.turn.then(async () => {
      const [{ connection, state }, firstOpened] = await Promise.all([lane.opened, first?.opened]).catch(
        (cause: unknown) => {
          closePin(look, pin);
          throw cause;
        },
      );
      if (state !== firstOpened?.state) {
        pin.isOutdated = true;
        const index = pin.lanes.indexOf(lane);
        if (index >= 0) pin.lanes.splice(index, 1);
      }
      if (!pin.lanes.includes(lane)) return { hasMoved: true } as const;
      question.state ??= state;
      shareAnswers(connection, pin.answers);
      try {
        return { value: await currentQuestion.run({ ...question, connection }, () => work(connection)) };
      } catch (cause) {
        // An interrupt or a read error has ended the transaction; a refused statement has not.
        await connection.run('SELECT 1').catch(() => closePin(look, pin));
        throw toStoreFailure(cause);
      }
    });
    lane.turn = answering.catch(() => {});
    let answer: Awaited<typeof answering>;
    try {
      answer = await answering;
    } finally {
      lane.questions -= 1;
      const isIdle = () => pin.lanes.every(({ questions }) => questions === 0);
      if (lane.questions === 0 && !pin.lanes.includes(lane)) lane.close();
      else if (isIdle()) setTimeout(() => isIdle() && closePin(look, pin), IDLE_MS).unref();
    }
    return 'value' in answer ? answer.value : readIn(question, work);
  }

  return {
    async look(look, work) {
      const question: Question = { look };
      return currentQuestion.run(question, async () => ({ value: await work(), state: question.state }));
    },
    read(work) {
      const question = currentQuestion.getStore();
      if (question?.connection) return work(question.connection);
      return question ? readIn(question, work) : read(work);
    },
    endLooks: () => pins.forEach((pin, look) => closePin(look, pin)),
  };
}
