/**
 * Answers the queries of one look from one state of the store, on separate connections, however many changes are written meanwhile.
 * A state is pinned only while it is in use, because pinning it longer would keep the store from cleaning up after a download.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DuckDBConnection } from '@duckdb/node-api';
import { toStoreFailure } from './errors.ts';
import { shareAnswers, withdrawAnswers, type SharedAnswers } from './shared-answers.ts';

/** A look ends when no query arrives for this time after its last result. */
const IDLE_MS = 1_500;

/** The number of queries that a page runs in parallel. */
const LANES = 2;

/** A result and the state it was read from; undefined if the store was not read. */
export interface LookResult<T> {
  readonly value: T;
  readonly state: string | undefined;
}

interface Query {
  readonly look: string;
  state?: string | undefined;
  /** Set while the query reads, so that its nested reads use the same connection. */
  readonly connection?: DuckDBConnection;
  /** The pin in which the query reads. */
  readonly pin?: Pin;
}

/** A connection with its transaction. */
interface Lane {
  readonly opened: Promise<{ readonly connection: DuckDBConnection; readonly state: string | undefined }>;
  readonly close: () => void;
  /** The queries that read or wait in this lane. */
  queries: number;
  turn: Promise<unknown>;
}

interface Pin {
  /** All lanes see one state. */
  readonly lanes: Lane[];
  readonly answers: SharedAnswers;
  /** True after a change since the pin was opened, because a new connection would not see its state. */
  isOutdated: boolean;
}

/** Runs work inside one read transaction. */
export type Read = <T>(work: (connection: DuckDBConnection) => Promise<T>) => Promise<T>;

export type ReadState = (connection: DuckDBConnection) => Promise<string | undefined>;

/**
 * Runs two works that see the same state, at the same time if the look has a lane to spare, otherwise one after the other. Both have ended
 * when it settles.
 */
export type ReadTogether = <A, B>(
  connection: DuckDBConnection,
  work: (connection: DuckDBConnection) => Promise<A>,
  otherWork: (connection: DuckDBConnection) => Promise<B>,
) => Promise<[A, B]>;

/** Runs both works on one connection, for readers that have no other of the same state. */
export const readInTurn: ReadTogether = async (connection, work, otherWork) => [
  await work(connection),
  await otherWork(connection),
];

/** @param read reads from the current state, with which a look begins */
export function createLooks(read: Read, readState: ReadState) {
  const currentQuery = new AsyncLocalStorage<Query>();
  const pins = new Map<string, Pin>();

  function openLane(): Lane {
    const opened = Promise.withResolvers<Awaited<Lane['opened']>>();
    const ending = Promise.withResolvers<void>();
    read(async (connection) => {
      opened.resolve({ connection, state: await readState(connection) });
      await ending.promise;
      withdrawAnswers(connection);
      // Once the lane is open, an error is reported by the query that caused it.
    }).catch(opened.reject);
    return { opened: opened.promise, close: ending.resolve, queries: 0, turn: opened.promise.catch(() => {}) };
  }

  function openPin(look: string): Pin {
    const pin: Pin = { lanes: [openLane()], answers: new Map(), isOutdated: false };
    pins.set(look, pin);
    return pin;
  }

  /** Closes a pin; queries that wait for their turn in it open a new one. */
  function closePin(look: string, pin: Pin): void {
    if (pins.get(look) === pin) pins.delete(look);
    for (const lane of pin.lanes.splice(0)) if (lane.queries === 0) lane.close();
  }

  function chooseLane({ lanes, isOutdated }: Pin): Lane {
    const leastBusy = lanes.reduce((least, lane) => (lane.queries < least.queries ? lane : least));
    if (leastBusy.queries === 0 || lanes.length === LANES || isOutdated) return leastBusy;
    const newLane = openLane();
    lanes.push(newLane);
    return newLane;
  }

  async function readIn<T>(query: Query, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const pin = pins.get(query.look) ?? openPin(query.look);
    const answer = await readInLane(query, pin, chooseLane(pin), work);
    return answer ? answer.value : readIn(query, work);
  }

  /** @returns undefined if the lane sees a later state than the pin's first */
  async function readInLane<T>(
    query: Query,
    pin: Pin,
    lane: Lane,
    work: (connection: DuckDBConnection) => Promise<T>,
  ): Promise<{ readonly value: T } | undefined> {
    const { look } = query;
    const [first] = pin.lanes;
    lane.queries += 1;
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
      if (!pin.lanes.includes(lane)) return undefined;
      query.state ??= state;
      shareAnswers(connection, pin.answers);
      try {
        return { value: await currentQuery.run({ ...query, connection, pin }, () => work(connection)) };
      } catch (cause) {
        // An interrupt or a read error has ended the transaction; a rejected statement has not.
        await connection.run('SELECT 1').catch(() => closePin(look, pin));
        throw toStoreFailure(cause);
      }
    });
    lane.turn = answering.catch(() => {});
    try {
      return await answering;
    } finally {
      lane.queries -= 1;
      const isIdle = () => pin.lanes.every(({ queries }) => queries === 0);
      if (lane.queries === 0 && !pin.lanes.includes(lane)) lane.close();
      else if (isIdle()) setTimeout(() => isIdle() && closePin(look, pin), IDLE_MS).unref();
    }
  }

  /** Finds a lane of the pin in which the current query reads, in which nothing else reads. */
  function findFreeLane(): { readonly query: Query; readonly pin: Pin; readonly lane: Lane } | undefined {
    const query = currentQuery.getStore();
    // Once the pin is closed, its look may have one of a later state.
    if (!query?.pin || pins.get(query.look) !== query.pin) return undefined;
    const lane = chooseLane(query.pin);
    return lane.queries === 0 ? { query, pin: query.pin, lane } : undefined;
  }

  const readTogether: ReadTogether = async (connection, work, otherWork) => {
    const free = findFreeLane();
    if (!free) return readInTurn(connection, work, otherWork);
    const [result, otherAnswer] = await Promise.allSettled([
      work(connection),
      readInLane(free.query, free.pin, free.lane, otherWork),
    ]);
    if (result.status === 'rejected') throw result.reason;
    if (otherAnswer.status === 'rejected') throw otherAnswer.reason;
    return [result.value, otherAnswer.value ? otherAnswer.value.value : await otherWork(connection)];
  };

  return {
    /** Reads everything within the work from the look's state. */
    look: <T>(look: string, work: () => Promise<T>): Promise<LookResult<T>> => {
      const query: Query = { look };
      return currentQuery.run(query, async () => ({ value: await work(), state: query.state }));
    },
    read<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
      const query = currentQuery.getStore();
      if (query?.connection) return work(query.connection);
      return query ? readIn(query, work) : read(work);
    },
    readTogether,
    /** Ends all looks, so that new queries read the current state. */
    endLooks: () => pins.forEach((pin, look) => closePin(look, pin)),
  };
}
