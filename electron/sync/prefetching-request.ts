/**
 * Prefetches pages: one request under way and the one after it, sent as soon as this one's ids determine it, before its records are read.
 */
import { askEarly } from './machine.ts';
import type { SyncResponse, SyncRequest } from './service.ts';
import type { SyncState } from './state.ts';
import type { PageHead } from '../../src/domain/records/record-page.ts';

/** Sends the requests. */
export interface RequestSender<Stop> {
  /** Calls `onHead` with what the head of a page says, as soon as it is there. */
  send(ask: SyncRequest, onHead: (head: PageHead) => void): Promise<SyncResponse | Stop>;
  /** While true, nothing new is sent ahead; what is under way is still taken. */
  isPaused(): boolean;
}

export class PrefetchingRequest<Stop> {
  readonly #ask: SyncRequest;
  readonly #line: RequestSender<Stop>;
  readonly #answer: Promise<SyncResponse | Stop>;
  #from: SyncState | undefined;
  #head: PageHead | undefined;
  #following: PrefetchingRequest<Stop> | undefined;

  constructor(ask: SyncRequest, line: RequestSender<Stop>) {
    this.#ask = ask;
    this.#line = line;
    this.#answer = line.send(ask, (head) => {
      this.#head = head;
      this.#goOn();
    });
    // Its fault is thrown when it is awaited; until then an unhandled rejection would end the process.
    this.#answer.catch(() => {});
  }

  /**
   * @param from the state that the answer is for. Everything before it is committed: only now may the page after this one be requested, so
   * that a crash never repeats more than these two.
   */
  answer(from: SyncState): Promise<SyncResponse | Stop> {
    this.#from = from;
    this.#goOn();
    return this.#answer;
  }

  /** The next request: the one under way, or a new one. A prefetched answer to another question is left unread. */
  next(ask: SyncRequest | undefined): PrefetchingRequest<Stop> | undefined {
    if (!ask) return undefined;
    if (this.#following && asText(this.#following.#ask) === asText(ask)) return this.#following;
    return this.#line.isPaused() ? undefined : new PrefetchingRequest(ask, this.#line);
  }

  #goOn(): void {
    if (!this.#from || !this.#head || this.#following || this.#line.isPaused()) return;
    const ask = askEarly(this.#from, this.#head);
    if (ask) this.#following = new PrefetchingRequest(ask, this.#line);
  }
}

const asText = (ask: SyncRequest) => JSON.stringify(ask);
