/** Questions under way that can be given up: the program stops working on an answer when its asker has left. */

export class Tickets {
  readonly #waiting = new Map<string, AbortController>();

  /**
   * Works under a ticket of the asker's choice; without one the work cannot be given up.
   * @param work ends early when its signal is aborted
   */
  async work<T>(ticket: string | undefined, work: (left?: AbortSignal) => Promise<T>): Promise<T> {
    if (ticket === undefined) return work();
    const leaving = new AbortController();
    this.#waiting.set(ticket, leaving);
    try {
      return await work(leaving.signal);
    } finally {
      // Another question may have come under the same ticket.
      if (this.#waiting.get(ticket) === leaving) this.#waiting.delete(ticket);
    }
  }

  /** @returns whether there was a question to give up. */
  leave(ticket: string): boolean {
    const leaving = this.#waiting.get(ticket);
    leaving?.abort();
    return leaving !== undefined;
  }
}
