/** Cancels running questions: the program stops working on an answer when the caller has left. */

export class Tickets {
  readonly #waiting = new Map<string, AbortController>();

  /**
   * Runs work under a ticket the caller chose; without one the work cannot be cancelled.
   * @param work ends early when its signal is aborted
   */
  async work<T>(ticket: string | undefined, work: (left?: AbortSignal) => Promise<T>): Promise<T> {
    if (ticket === undefined) return work();
    const leaving = new AbortController();
    this.#waiting.set(ticket, leaving);
    try {
      return await work(leaving.signal);
    } finally {
      // Another question may have taken the same ticket.
      if (this.#waiting.get(ticket) === leaving) this.#waiting.delete(ticket);
    }
  }

  /** @returns whether a question was cancelled. */
  leave(ticket: string): boolean {
    const leaving = this.#waiting.get(ticket);
    leaving?.abort();
    return leaving !== undefined;
  }
}
