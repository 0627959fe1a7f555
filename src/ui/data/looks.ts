/**
 * Shows answers from one state of the store on all panels: the queries between two changes of the data form one look, which the program
 * answers from one state. Answers that replace figures on screen appear together, once all of them are here.
 */
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import type { Input, Method, Output } from '#contract/api.ts';
import { callWithin } from './client.ts';

/**
 * Lets a screen with many queries show the first answers while the others are still being computed.
 * @param most how many may run at once; the others follow in order of arrival, and cancelled ones are skipped
 */
export function limitConcurrency(most: number): <T>(signal: AbortSignal, run: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (signal, run) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      signal.throwIfAborted();
      return await run();
    } finally {
      const next = waiting.shift();
      // The next one takes over this slot.
      if (next) next();
      else running -= 1;
    }
  };
}

interface Look {
  readonly id: string;
  /** The store's state, from the first answer. */
  state?: string | undefined;
  isMixed: boolean;
  /** The number of pending answers that replace figures on screen. */
  replacing: number;
  waiting: (() => void)[];
}

const current = new WeakMap<QueryClient, Look>();

function beginLook(client: QueryClient): Look {
  const look: Look = { id: crypto.randomUUID(), isMixed: false, replacing: 0, waiting: [] };
  current.set(client, look);
  return look;
}

/** Starts a new look by refetching everything on screen. */
export function startNewLook(client: QueryClient, scope: string): void {
  beginLook(client);
  void client.invalidateQueries({ queryKey: [scope], predicate: ({ state }) => state.fetchStatus === 'idle' });
}

export type Fetcher<M extends Method> = (
  look: string,
  method: M,
  input: Input<M>,
  signal: AbortSignal,
) => Promise<{ readonly value: Output<M>; readonly state: string | undefined }>;

/** A look seldom loses its state while it is queried, but a program that never keeps one must not be queried forever. */
const MAX_ATTEMPTS = 5;

/** Fetches an answer, which waits for those of the other panels if it replaces figures on screen. */
export async function fetchConsistent<M extends Method>(
  method: M,
  input: Input<M>,
  { client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
  fetcher: Fetcher<M> = callWithin,
): Promise<Output<M>> {
  const replaces = client.getQueryData(queryKey) === undefined ? 0 : 1;
  for (let attempt = 1; ; attempt += 1) {
    const look = current.get(client) ?? beginLook(client);
    look.replacing += replaces;
    let value: Output<M>;
    try {
      const answer = await fetcher(look.id, method, input, signal);
      ({ value } = answer);
      look.state ??= answer.state;
      look.isMixed ||= answer.state !== undefined && answer.state !== look.state;
    } finally {
      look.replacing -= replaces;
      if (look.replacing > 0) await new Promise<void>((resolve) => look.waiting.push(resolve));
      else look.waiting.splice(0).forEach((resolve) => resolve());
    }
    if (!look.isMixed || attempt === MAX_ATTEMPTS) return value;
    if (current.get(client) === look) startNewLook(client, String(queryKey[0]));
  }
}
