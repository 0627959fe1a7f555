/** The change log of an open workspace. Where its damage shows only later, another log takes its place. */
import {
  kindsOfRecords,
  mergeKinds,
  openChangeLog,
  type Cells,
  type ChangeLog,
  type Merge,
} from '#electron/history/change-log.ts';
import { isDamage, openOrSetAside, setFileAside } from './history-files.ts';

export class LogInUse {
  log: ChangeLog;
  /** The last merge that the open store carries; undefined where it carries none. */
  carried: number | undefined;
  /** True while a merge of records is written, but not whole: nothing may be logged behind it, since it may be taken back. */
  hasHalf = false;
  readonly #path: string;
  readonly #seenAt: () => string;
  #known: Map<string, Cells> | undefined;

  /** @param seenAt the time by this computer's clock, as UTC timestamp */
  constructor(path: string, seenAt: () => string) {
    this.#path = path;
    this.#seenAt = seenAt;
    this.log = openOrSetAside(path, seenAt(), openChangeLog, (opened) => opened.last(...mergeKinds));
  }

  /** The entries of names, settings and marks as they were last logged. */
  known(): Map<string, Cells> {
    return (this.#known ??= new Map(this.log.known()));
  }

  /** Reads the entries anew when they are next asked for, because not all of them were logged. */
  forgetKnown(): void {
    this.#known = undefined;
  }

  /** What is written to a log whose damage shows only now goes to another, since a refresh must not fail of it for good. */
  orToAnother<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error, this.#path)) throw error;
      this.log.close();
      setFileAside(this.#path, this.#seenAt());
      this.log = openChangeLog(this.#path);
      this.#known = undefined;
      this.carried = undefined;
      return work();
    }
  }

  lastOfRecords(): Merge | undefined {
    return this.log.last(...kindsOfRecords);
  }

  /** Where one cannot be read, no question about the past has an answer: the log goes to another at once. */
  list(after?: number): Merge[] {
    return this.orToAnother(() => this.log.merges(after));
  }

  /** Lists the merges without the half, which is the last. */
  listWhole(after?: number): Merge[] {
    const merges = this.list(after);
    return this.hasHalf ? merges.slice(0, -1) : merges;
  }
}
