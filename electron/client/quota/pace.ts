/** Spaces requests at least an interval apart, however many callers ask at once. */

/**
 * @param rate requests a second; 0 = unlimited.
 * @returns waits for the caller's turn.
 */
export function createPace(
  rate: number,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  clock: () => number = () => performance.now(),
): (signal: AbortSignal) => Promise<void> {
  const intervalMs = rate > 0 ? 1000 / rate : 0;
  let nextFree = 0;
  return async (signal) => {
    if (intervalMs === 0) return;
    // The turn is taken before the wait, so that two callers never get the same one.
    const turn = Math.max(clock(), nextFree);
    nextFree = turn + intervalMs;
    const waitMs = turn - clock();
    if (waitMs > 0) await sleep(waitMs, signal);
  };
}
