/**
 * Prefetches pages: one request is under way, and the one after it is sent as soon as this one's ids determine it, before its records are
 * read.
 */
import { askEarly } from './machine.ts';
import type { SyncResponse, SyncRequest } from './service.ts';
import type { SyncState } from './state.ts';
import type { PageHead } from '#domain/records/record-page.ts';

export interface RequestSender<Stop> {
  /** Calls `onHead` with the head of a page as soon as it is there. */
  send(ask: SyncRequest, onHead: (head: PageHead) => void): Promise<SyncResponse | Stop>;
  /** While true, nothing new is sent ahead; what is under way is still taken. */
  isPaused(): boolean;
}

export class PrefetchingRequest<Stop> {
  readonly #ask: SyncRequest;
  readonly #sender: RequestSender<Stop>;
  readonly #answer: Promise<SyncResponse | Stop>;
  #from: SyncState | undefined;
  #head: PageHead | undefined;
  #following: PrefetchingRequest<Stop> | undefined;

  constructor(ask: SyncRequest, sender: RequestSender<Stop>) {
    this.#ask = ask;
    this.#sender = sender;
    this.#answer = sender.send(ask, (head) => {
      this.#head = head;
      this.#prefetch();
    });
    // A failure is thrown when the answer is awaited; until then an unhandled rejection would end the process.
    this.#answer.catch(() => {});
  }

  /**
   * @param from the state that the answer is for. Everything before it is committed: only now may the page after this one be requested, so
   * that a crash never repeats more than these two requests.
   */
  answer(from: SyncState): Promise<SyncResponse | Stop> {
    this.#from = from;
    this.#prefetch();
    return this.#answer;
  }

  /** Returns the next request: the one under way, or a new one. A prefetched answer to another question is left unread. */
  next(ask: SyncRequest | undefined): PrefetchingRequest<Stop> | undefined {
    if (!ask) return undefined;
    if (this.#following && toText(this.#following.#ask) === toText(ask)) return this.#following;
    return this.#sender.isPaused() ? undefined : new PrefetchingRequest(ask, this.#sender);
  }

  #prefetch(): void {
    if (!this.#from || !this.#head || this.#following || this.#sender.isPaused()) return;
    const ask = askEarly(this.#from, this.#head);
    if (ask) this.#following = new PrefetchingRequest(ask, this.#sender);
  }
}

const toText = (ask: SyncRequest) => JSON.stringify(ask);
