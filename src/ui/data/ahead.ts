/**
 * Asks for what is likely to be asked next, from the moment the pointer or the focus is on what would ask it: by then its answer is here, or
 * on its way. Such questions are the screens' own, which spend no request; each attempt gives up the one before, and so does whatever a
 * screen asks meanwhile. What was asked for nothing is forgotten, and so is what the records have changed under.
 */
import {
  hashKey,
  useQueryClient,
  type FetchQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useCallback } from 'react';

/** Tells the questions that a change of the view would ask. */
export type AskAhead = (ask: <T, E, D, K extends QueryKey>(question: FetchQueryOptions<T, E, D, K>) => void) => void;

/** What is only passed over is not asked. */
const PAUSE_MS = 40;
/** Screens whose answers are remembered for nothing. */
const MAX = 6;

interface Asking {
  timer?: ReturnType<typeof setTimeout>;
  /** The keys of each attempt, the last one first. */
  attempts: QueryKey[][];
}

const asking = new WeakMap<QueryClient, Asking>();

/** @returns a function to be called where the pointer or the focus arrives; without questions it only gives up the last attempt */
export function useAhead(): (questions: AskAhead | undefined) => void {
  const client = useQueryClient();
  return useCallback((questions) => askAhead(client, questions), [client]);
}

export function askAhead(client: QueryClient, questions: AskAhead | undefined): void {
  const own = asking.get(client) ?? begin(client);
  clearTimeout(own.timer);
  if (!questions) return giveUp(client, own);
  const begun = () => {
    // A screen's own questions come first.
    if (client.isFetching({ type: 'active' }) > 0) {
      own.timer = setTimeout(begun, PAUSE_MS);
      return;
    }
    giveUp(client, own);
    const keys: QueryKey[] = [];
    questions((question) => {
      keys.push(question.queryKey);
      void client.prefetchQuery(question);
    });
    const [forgotten = []] = [own.attempts.unshift(keys) > MAX ? own.attempts.pop() : undefined];
    forget(client, forgotten);
  };
  own.timer = setTimeout(begun, PAUSE_MS);
}

function begin(client: QueryClient): Asking {
  const own: Asking = { attempts: [] };
  asking.set(client, own);
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    // Answers that no screen shows are not asked again: shown later, they would be those of before for a moment.
    if (action.type === 'invalidate') forget(client, own.attempts.flat());
    if (action.type !== 'fetch' || query.getObserversCount() === 0) return;
    clearTimeout(own.timer);
    // By then the screen has taken over what it needs.
    setTimeout(() => giveUp(client, own));
  });
  return own;
}

/** Ends what is still on its way and that no screen waits for. */
function giveUp(client: QueryClient, { attempts: [last = []] }: Asking): void {
  for (const queryKey of last)
    void client.cancelQueries({ queryKey, exact: true, type: 'inactive', fetchStatus: 'fetching' });
}

function forget(client: QueryClient, keys: readonly QueryKey[]): void {
  for (const hash of new Set(keys.map(hashKey))) {
    const query = client.getQueryCache().get(hash);
    if (query && query.getObserversCount() === 0) client.getQueryCache().remove(query);
  }
}
