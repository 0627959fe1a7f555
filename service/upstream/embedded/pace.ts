/** Long work in slices: between two of them everything else that waits goes on. */

/** Those that want their next slice: one a turn of the event loop, however many searches run at once. */
const waiting: (() => void)[] = [];

function runNext(): void {
  waiting.shift()?.();
  // Asked for within a turn's immediates, another one comes only in the next turn: after what has arrived meanwhile.
  if (waiting.length > 0) setImmediate(runNext);
}

function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(runNext);
  });
}

export class Pace {
  readonly #slice: number;
  readonly #signal: AbortSignal | undefined;
  #until = 0;

  /** @param slice milliseconds at a time. @param signal ends the work at its next slice. The first slice is waited for as well. */
  constructor(slice: number, signal?: AbortSignal) {
    this.#slice = slice;
    this.#signal = signal;
  }

  isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /** Whether the signal has ended the work. */
  isLeft(): boolean {
    return this.#signal?.aborted === true;
  }

  /** @throws the signal's reason once it is aborted. */
  async rest(): Promise<void> {
    await waitForTurn();
    this.#signal?.throwIfAborted();
    this.#until = performance.now() + this.#slice;
  }
}
