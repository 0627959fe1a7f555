/** The two functions a host gives the page, whichever host it is; nothing above this folder knows which. */
import type { EventName } from '../../contract/events.ts';

/** `call` answers a `Result` of unknown shape: api.ts parses it. A question under a ticket can be given up by `question.leave`. */
export interface Transport {
  call(method: string, input: unknown, ticket?: string): Promise<unknown>;
  /** Gives up what was asked under a ticket, where the transport has a shorter way than a call. */
  leave?(ticket: string): void;
  /** Browser host only: a file of the person for the next method that opens one. @throws HostGone, or AppFailure when it is refused. */
  offerFile?(file: File, left: AbortSignal): Promise<void>;
  /** @returns a function that ends the subscription. */
  subscribe(event: EventName, listener: (payload: unknown) => void): () => void;
}

/** The program behind the page does not answer any more: the page can only say so. */
export class HostGone extends Error {
  constructor(options?: ErrorOptions) {
    super('host-gone', options);
    this.name = 'HostGone';
  }
}
