/** A question that the program stops working on when nobody waits for its answer any more. */

export interface Ticketed<T> {
  readonly ask: (ticket: string) => Promise<T>;
  /** Gives it up. That it is over already, or the program is gone, is no news to somebody who left. */
  readonly leave: (ticket: string) => Promise<unknown>;
}

/** @param signal aborted when whoever asked has left */
export async function untilLeft<T>(signal: AbortSignal, { ask, leave }: Ticketed<T>): Promise<T> {
  const ticket = crypto.randomUUID();
  const stop = () => void leave(ticket).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await ask(ticket);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
