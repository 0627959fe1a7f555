/** Long work in slices: between two of them everything else that waits goes on. */
import { setImmediate as yieldTurn } from 'node:timers/promises';

export class Pace {
  readonly #slice: number;
  #until: number;

  /** @param slice milliseconds at a time; Infinity for all at once. */
  constructor(slice: number) {
    this.#slice = slice;
    this.#until = performance.now() + slice;
  }

  isOver(): boolean {
    return performance.now() >= this.#until;
  }

  async rest(): Promise<void> {
    await yieldTurn();
    this.#until = performance.now() + this.#slice;
  }
}
