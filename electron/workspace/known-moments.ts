/** Finds the moment of the past that a text names, and what the records, names and settings were then. */
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import type { Directory } from '#domain/people/directory.ts';
import type { Settings } from '#domain/settings.ts';
import { kindsOfRecords, type Cells, type Merge } from '#electron/history/change-log.ts';
import type { SentRegister } from '#electron/history/sent-register.ts';
import type { ReviewMark } from '#electron/journal/review-marks.ts';
import type { PastMoment } from '#electron/snapshot/past.ts';
import { printState, readState } from '#electron/sync/state.ts';
import { memoryTexts as texts } from '#texts/hosts/memory.ts';
import { isReviewedBefore, MARK, toDirectory, toMarks, toSettings } from './log-entries.ts';
import type { LogInUse } from './log-in-use.ts';

export interface KnownMoment {
  /** The last merge that belongs to it, of records or of names and settings. */
  readonly merge: number;
  /** The moment itself, as epoch milliseconds. */
  readonly time: number;
  /** When its records became visible here, as UTC timestamp. */
  readonly recordsSeenAt: string;
}

const isOfRecords = ({ kind }: Pick<Merge, 'kind'>) => kindsOfRecords.includes(kind);

/**
 * @param text a day, which means its end in the zone, a timestamp, or the number of a merge
 * @throws AppFailure `usage` for a moment of which nothing is known
 */
export function findMoment(text: string, inUse: LogInUse, clock: Omit<Clock, 'cut'>): KnownMoment {
  const merges = inUse.listWhole();
  const cut = inUse.log.cut();
  const { position, time } = findPosition(text, merges, { ...clock, cut: cut?.number ?? 0 });
  const moment = merges.findLast((merge) => merge.number <= position && isOfRecords(merge));
  const first = merges.find(isOfRecords);
  if (!first) fail({ code: 'usage', detail: texts.nothingYet });
  if (!moment) fail({ code: 'usage', detail: (cut ? texts.removed : texts.before)(first.seenAt) });
  if (merges.findLast(isOfRecords)?.number !== inUse.carried) fail({ code: 'usage', detail: texts.notCarried });
  const gap = merges.find(({ number, kind }) => kind === 'unknown' && number > moment.number);
  if (gap) {
    const from = merges.findLast((merge) => merge.number < gap.number && isOfRecords(merge));
    fail({ code: 'usage', detail: texts.unknown(from?.seenAt ?? moment.seenAt, gap.seenAt) });
  }
  return { merge: position, time, recordsSeenAt: moment.seenAt };
}

export interface PastWorkspace extends Omit<PastMoment, 'directory'> {
  readonly directory: Directory;
  readonly settings: Settings;
  readonly marks: ReadonlyMap<string, ReadonlyMap<string, ReviewMark>>;
}

/** @param today the settings of today, which stand where that moment had none */
export function recallMoment(
  { merge, time }: KnownMoment,
  inUse: LogInUse,
  sent: Pick<SentRegister, 'billed'>,
  today: Settings,
): PastWorkspace {
  const { log } = inUse;
  // A change of names comes after the merge that the records carry.
  const { number, state } =
    inUse.list().findLast((candidate) => candidate.number <= merge && isOfRecords(candidate)) ??
    fail({ code: 'usage', detail: texts.nothingYet });
  const entries = new Map<string, Cells | null>(inUse.known());
  const seen = new Set<string>();
  for (const { differences } of inUse.log.differences(merge, Number.MAX_SAFE_INTEGER, ['journal'])) {
    for (const [entry, before, after] of differences) {
      if (seen.has(entry)) continue;
      seen.add(entry);
      // A mark that was made before the moment and logged after it was there.
      const isThere = before === null && entry.startsWith(MARK) && isReviewedBefore(after, time);
      if (!isThere) entries.set(entry, before);
    }
  }
  return {
    merge: number,
    state: printState({ ...readState(state), asKnown: time }),
    *readChanges(to) {
      if (log !== inUse.log) fail({ code: 'usage', detail: texts.notCarried });
      for (const { differences } of log.differences(merge, to, kindsOfRecords)) yield differences;
    },
    directory: toDirectory(entries),
    billed: () => sent.billed(new Date(time).toISOString()),
    settings: toSettings(entries, today),
    marks: toMarks(entries),
  };
}

/** A time names its zone, so that it means the same on every computer. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

interface Clock {
  readonly endOfDay: (day: string) => number;
  readonly now: number;
  /** When the register of sent files last learned anything, as UTC timestamp; empty for never. */
  readonly lastSent: string;
  /** The last merge that was removed; 0 for none. */
  readonly cut: number;
}

/** @returns the number of the last merge at that moment, 0 where there was none, and the moment itself */
function findPosition(
  text: string,
  merges: readonly Merge[],
  { endOfDay, now, lastSent, cut }: Clock,
): { readonly position: number; readonly time: number } {
  if (/^#?\d{1,9}$/.test(text)) {
    const position = Number(text.replace('#', ''));
    const merge = merges.find(({ number }) => number === position);
    if (merge) return { position, time: Date.parse(merge.seenAt) };
    const first = position <= cut ? merges[0] : undefined;
    return fail({ code: 'usage', detail: first ? texts.removed(first.seenAt) : texts.noMerge(text) });
  }
  const isDay = z.iso.date().safeParse(text).success;
  const requested = isDay ? endOfDay(text) : TIMESTAMP.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(requested)) fail({ code: 'usage', detail: texts.noMoment(text) });
  const last = merges.findLast(({ seenAt }) => Date.parse(seenAt) <= requested);
  // Of today, or of a day to come, nothing is known but what was seen, or billed, last.
  const time =
    requested > now && last ? Math.max(Date.parse(last.seenAt), Date.parse(lastSent || last.seenAt)) : requested;
  return { position: last?.number ?? 0, time };
}

// Keeps what is read ready for the next question about the same, as long as not too many others come in between.

interface Kept<T> {
  readonly value: T;
  uses: number;
}

/** @param most that stay open; one that is in use stays in any case */
export function keepOpen<T>(most: number, close: (value: T) => Promise<void>) {
  const kept = new Map<string, Kept<T>>();
  const closeQuietly = ({ value }: Kept<T>) => close(value).catch(() => {});
  return {
    async use<R>(key: string, open: () => T, work: (value: T) => Promise<R>): Promise<R> {
      const own = kept.get(key) ?? { value: open(), uses: 0 };
      kept.set(key, own);
      own.uses += 1;
      for (const [other, { uses }] of [...kept].slice(0, Math.max(0, kept.size - most))) {
        const idle = uses === 0 && kept.get(other);
        if (!idle) continue;
        kept.delete(other);
        void closeQuietly(idle);
      }
      try {
        return await work(own.value);
      } finally {
        own.uses -= 1;
      }
    },
    /** Closes everything, though it may be in use. */
    async forget(): Promise<void> {
      const open = [...kept.values()];
      kept.clear();
      await Promise.all(open.map(closeQuietly));
    },
  };
}
