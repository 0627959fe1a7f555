/** The two functions a host gives the page, whichever host it is; code above this folder does not depend on it. */
import type { EventName } from '#contract/events.ts';

/** `call` answers a `Result` of unknown shape: client.ts parses it. A question under a ticket can be cancelled by `question.leave`; those of one look are answered from one state. */
export interface Transport {
  call(method: string, input: unknown, ticket?: string, look?: string): Promise<unknown>;
  /** Cancels what was asked under a ticket, where the transport has a shorter way than a call. */
  cancel?(ticket: string): void;
  /** Browser host only: a file for the next method that opens one, or by its name what belongs beside that file. @throws HostGone, or AppFailure when it is refused. */
  offerFile?(file: File, signal: AbortSignal, name?: string): Promise<void>;
  /** @returns a function that ends the subscription. */
  subscribe(event: EventName, listener: (payload: unknown) => void): () => void;
}

/** The program behind the page no longer answers: the page can only say so. */
export class HostGone extends Error {
  constructor(options?: ErrorOptions) {
    super('host-gone', options);
    this.name = 'HostGone';
  }
}
