/** One request under way, and the one after it: sent as soon as this one's ids tell what it is, before its records are read. */
import { askEarly } from './machine.ts';
import type { Answer, Ask, PageHead } from './service.ts';
import type { SyncState } from './state.ts';

/** Where requests go out. */
export interface Line<Stop> {
  /** Tells `onHead` what the head of a page says, as soon as it is there. */
  send(ask: Ask, onHead: (head: PageHead) => void): Promise<Answer | Stop>;
  /** While true, nothing new is sent ahead; what is under way is still taken. */
  isPaused(): boolean;
}

export class Flight<Stop> {
  readonly #ask: Ask;
  readonly #line: Line<Stop>;
  readonly #answer: Promise<Answer | Stop>;
  #from: SyncState | undefined;
  #head: PageHead | undefined;
  #following: Flight<Stop> | undefined;

  constructor(ask: Ask, line: Line<Stop>) {
    this.#ask = ask;
    this.#line = line;
    this.#answer = line.send(ask, (head) => {
      this.#head = head;
      this.#goOn();
    });
    // Its fault is thrown when it is awaited; until then nobody listens, which would end the process.
    this.#answer.catch(() => {});
  }

  /**
   * @param from the state that the answer is for. Everything before it is committed: only now may the page after this one be asked
   * for, so that a crash never repeats more than these two.
   */
  answer(from: SyncState): Promise<Answer | Stop> {
    this.#from = from;
    this.#goOn();
    return this.#answer;
  }

  /** The next request: the one under way, or a new one. One that was sent for another question is left unread. */
  next(ask: Ask | undefined): Flight<Stop> | undefined {
    if (!ask) return undefined;
    if (this.#following && asText(this.#following.#ask) === asText(ask)) return this.#following;
    return this.#line.isPaused() ? undefined : new Flight(ask, this.#line);
  }

  #goOn(): void {
    if (!this.#from || !this.#head || this.#following || this.#line.isPaused()) return;
    const ask = askEarly(this.#from, this.#head);
    if (ask) this.#following = new Flight(ask, this.#line);
  }
}

const asText = (ask: Ask) => JSON.stringify(ask);
