/**
 * Shows answers of one state of the store on all panels: what is asked from one change of the data to the next is one look, which the
 * program answers from one state. What replaces earlier figures is shown at once, when all of it is here.
 */
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import type { Input, Method, Output } from '#contract/api.ts';
import { callWithin } from './client.ts';

type InTurn = <T>(signal: AbortSignal, ask: () => Promise<T>) => Promise<T>;

/**
 * A screen that asks many questions shows the first answers while the others are still being computed.
 * @param most that may run at once; the others follow in the order they came, and those that were given up are skipped.
 */
export function limitConcurrency(most: number): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (signal, ask) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      signal.throwIfAborted();
      return await ask();
    } finally {
      const next = waiting.shift();
      // The next one takes over this one's place.
      if (next) next();
      else running -= 1;
    }
  };
}

interface Look {
  readonly id: string;
  /** Of the store, as the first answer tells. */
  state?: string | undefined;
  isMixed: boolean;
  /** Answers on their way that replace figures on screen. */
  replacing: number;
  waiting: (() => void)[];
}

const current = new WeakMap<QueryClient, Look>();

function begin(client: QueryClient): Look {
  const look: Look = { id: crypto.randomUUID(), isMixed: false, replacing: 0, waiting: [] };
  current.set(client, look);
  return look;
}

/** Begins another look: all that is shown is asked again. */
export function lookAgain(client: QueryClient, scope: string): void {
  begin(client);
  void client.invalidateQueries({ queryKey: [scope], predicate: ({ state }) => state.fetchStatus === 'idle' });
}

export type Ask<M extends Method> = (
  look: string,
  method: M,
  input: Input<M>,
  signal: AbortSignal,
) => Promise<{ readonly value: Output<M>; readonly state: string | undefined }>;

/** A state that is lost while it is asked is seldom; a program that never keeps one must not be asked for ever. */
const MAX_LOOKS = 5;

/** Answers a query, which waits for the other panels where it replaces figures on screen. */
export async function lookAt<M extends Method>(
  method: M,
  input: Input<M>,
  { client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
  ask: Ask<M> = callWithin,
): Promise<Output<M>> {
  const replaces = client.getQueryData(queryKey) === undefined ? 0 : 1;
  for (let looks = 1; ; looks += 1) {
    const mine = current.get(client) ?? begin(client);
    mine.replacing += replaces;
    let value: Output<M>;
    try {
      const answer = await ask(mine.id, method, input, signal);
      ({ value } = answer);
      mine.state ??= answer.state;
      mine.isMixed ||= answer.state !== undefined && answer.state !== mine.state;
    } finally {
      mine.replacing -= replaces;
      if (mine.replacing > 0) await new Promise<void>((resolve) => mine.waiting.push(resolve));
      else mine.waiting.splice(0).forEach((resolve) => resolve());
    }
    if (!mine.isMixed || looks === MAX_LOOKS) return value;
    if (current.get(client) === mine) lookAgain(client, String(queryKey[0]));
  }
}
