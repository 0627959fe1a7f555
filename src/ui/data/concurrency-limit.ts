/** Limits how many questions run at once: a screen that asks many shows the first answers while the others are still being computed. */

export type InTurn = <T>(signal: AbortSignal, ask: () => Promise<T>) => Promise<T>;

/** @param most that may run at once; the others follow in the order they came, and those that were given up are skipped. */
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
