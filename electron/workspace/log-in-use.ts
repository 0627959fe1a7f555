/** Holds the change log of an open workspace. A log whose damage shows only later is replaced by a new one. */
import {
  recordKinds,
  mergeKinds,
  openChangeLog,
  type Cells,
  type ChangeLog,
  type Merge,
} from '#electron/history/change-log.ts';
import { isDamage, openOrQuarantine, quarantineFile } from './history-files.ts';

export class CurrentLog {
  log: ChangeLog;
  /** The last merge that the open store carries; undefined if it carries none. */
  carried: number | undefined;
  /** True while a merge of records is unfinished: nothing may be logged after it, because it may be reverted. */
  hasUnfinishedMerge = false;
  readonly #path: string;
  readonly #seenAt: () => string;
  #known: Map<string, Cells> | undefined;

  /** @param seenAt the time by this computer's clock, as UTC timestamp */
  constructor(path: string, seenAt: () => string) {
    this.#path = path;
    this.#seenAt = seenAt;
    this.log = openOrQuarantine(path, seenAt(), openChangeLog, (opened) => opened.last(...mergeKinds));
  }

  /** The entries of names, settings and marks as they were last logged. */
  known(): Map<string, Cells> {
    return (this.#known ??= new Map(this.log.known()));
  }

  /** Drops the cached entries, because not all of them were logged. */
  forgetKnown(): void {
    this.#known = undefined;
  }

  /** Repeats the work on a new log if it reveals damage, because otherwise every later refresh would fail, too. */
  runOrReplaceLog<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error, this.#path)) throw error;
      this.log.close();
      quarantineFile(this.#path, this.#seenAt());
      this.log = openChangeLog(this.#path);
      this.#known = undefined;
      this.carried = undefined;
      return work();
    }
  }

  findLastRecordMerge(): Merge | undefined {
    return this.log.last(...recordKinds);
  }

  /** Replaces a log with an unreadable merge, because no query about the past could be answered from it. */
  list(after?: number): Merge[] {
    return this.runOrReplaceLog(() => this.log.merges(after));
  }

  /** Lists the merges without an unfinished one, which is the last. */
  listFinished(after?: number): Merge[] {
    const merges = this.list(after);
    return this.hasUnfinishedMerge ? merges.slice(0, -1) : merges;
  }
}
