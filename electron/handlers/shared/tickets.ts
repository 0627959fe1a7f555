/** Cancels running questions: the program stops working on an answer when the caller no longer waits. */

export class Tickets {
  readonly #waiting = new Map<string, AbortController>();

  /**
   * Runs work under a ticket the caller chose; without one the work cannot be cancelled.
   * @param work ends early when its signal is aborted
   */
  async work<T>(ticket: string | undefined, work: (signal?: AbortSignal) => Promise<T>): Promise<T> {
    if (ticket === undefined) return work();
    const cancelling = new AbortController();
    this.#waiting.set(ticket, cancelling);
    try {
      return await work(cancelling.signal);
    } finally {
      // Another question may have taken the same ticket.
      if (this.#waiting.get(ticket) === cancelling) this.#waiting.delete(ticket);
    }
  }

  /** @returns whether a question was cancelled. */
  cancel(ticket: string): boolean {
    const cancelling = this.#waiting.get(ticket);
    cancelling?.abort();
    return cancelling !== undefined;
  }
}
