/** Finds the moment of the past that a text names, and what the records, names and settings were then. */
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import type { Settings } from '#domain/settings.ts';
import { recordKinds, type Cells, type Merge } from '#electron/history/change-log.ts';
import type { SentRegister } from '#electron/history/sent-register.ts';
import { serializeState, readState } from '#electron/sync/state.ts';
import { memoryTexts as texts } from '#texts/hosts/memory.ts';
import { isReviewedBefore, MARK, toDirectory, toMarks, toSettings } from './log-entries.ts';
import type { CurrentLog } from './log-in-use.ts';

export interface KnownMoment {
  /** The last merge that belongs to it, of records or of names and settings. */
  readonly merge: number;
  /** The moment itself, as epoch milliseconds. */
  readonly time: number;
  /** When its records became visible here, as UTC timestamp. */
  readonly recordsSeenAt: string;
}

const concernsRecords = ({ kind }: Pick<Merge, 'kind'>) => recordKinds.includes(kind);

/**
 * @param text a day, which means its end in the zone, a timestamp, or the number of a merge
 * @throws AppFailure `usage` if nothing is known of the moment
 */
export function findMoment(text: string, currentLog: CurrentLog, clock: Omit<Clock, 'cut'>): KnownMoment {
  const merges = currentLog.listFinished();
  const cut = currentLog.log.cut();
  const { position, time } = findPosition(text, merges, { ...clock, cut: cut?.number ?? 0 });
  const moment = merges.findLast((merge) => merge.number <= position && concernsRecords(merge));
  const first = merges.find(concernsRecords);
  if (!first) fail({ code: 'usage', detail: texts.nothingYet });
  if (!moment) fail({ code: 'usage', detail: (cut ? texts.removed : texts.before)(first.seenAt) });
  if (merges.findLast(concernsRecords)?.number !== currentLog.carried)
    fail({ code: 'usage', detail: texts.notCarried });
  const gap = merges.find(({ number, kind }) => kind === 'unknown' && number > moment.number);
  if (gap) {
    const from = merges.findLast((merge) => merge.number < gap.number && concernsRecords(merge));
    fail({ code: 'usage', detail: texts.unknown(from?.seenAt ?? moment.seenAt, gap.seenAt) });
  }
  return { merge: position, time, recordsSeenAt: moment.seenAt };
}

/** @param currentSettings the current settings, which fill in for those that the moment did not have */
export function recallMoment(
  { merge, time }: KnownMoment,
  currentLog: CurrentLog,
  sent: Pick<SentRegister, 'billed'>,
  currentSettings: Settings,
) {
  const { log } = currentLog;
  // A change of names comes after the merge that the records carry.
  const { number, state } =
    currentLog.list().findLast((candidate) => candidate.number <= merge && concernsRecords(candidate)) ??
    fail({ code: 'usage', detail: texts.nothingYet });
  const entries = new Map<string, Cells | null>(currentLog.known());
  const seen = new Set<string>();
  for (const { differences } of currentLog.log.differences(merge, Number.MAX_SAFE_INTEGER, ['journal'])) {
    for (const [entry, before, after] of differences) {
      if (seen.has(entry)) continue;
      seen.add(entry);
      // A mark that was made before the moment but logged after it existed then.
      const existed = before === null && entry.startsWith(MARK) && isReviewedBefore(after, time);
      if (!existed) entries.set(entry, before);
    }
  }
  return {
    merge: number,
    state: serializeState({ ...readState(state), asKnown: time }),
    *readChanges(to: number) {
      if (log !== currentLog.log) fail({ code: 'usage', detail: texts.notCarried });
      for (const { differences } of log.differences(merge, to, recordKinds)) yield differences;
    },
    directory: toDirectory(entries),
    billed: () => sent.billed(new Date(time).toISOString()),
    settings: toSettings(entries, currentSettings),
    marks: toMarks(entries),
  };
}

/** A time names its zone, so that it means the same on every computer. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

interface Clock {
  readonly endOfDay: (day: string) => number;
  readonly now: number;
  /** When the register of sent files last changed, as UTC timestamp; empty for never. */
  readonly lastSent: string;
  /** The last merge that was removed; 0 for none. */
  readonly cut: number;
}

/** @returns the number of the last merge at that moment, 0 if there was none, and the moment itself */
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
  // Today, and any future day, stand for the time of the last merge or the last change of the register.
  const time =
    requested > now && last ? Math.max(Date.parse(last.seenAt), Date.parse(lastSent || last.seenAt)) : requested;
  return { position: last?.number ?? 0, time };
}

// Keeps the most recently opened readings open for the next query of the same key.

interface OpenEntry<T> {
  readonly value: T;
  uses: number;
}

/** @param limit how many stay open, those in use included; one in use is never closed */
export function createOpenCache<T>(limit: number, close: (value: T) => Promise<void>) {
  const entries = new Map<string, OpenEntry<T>>();
  const closeQuietly = ({ value }: OpenEntry<T>) => close(value).catch(() => {});
  return {
    async use<R>(key: string, open: () => T, work: (value: T) => Promise<R>): Promise<R> {
      const entry = entries.get(key) ?? { value: open(), uses: 0 };
      entries.set(key, entry);
      entry.uses += 1;
      for (const [otherKey, { uses }] of [...entries].slice(0, Math.max(0, entries.size - limit))) {
        const idle = uses === 0 && entries.get(otherKey);
        if (!idle) continue;
        entries.delete(otherKey);
        void closeQuietly(idle);
      }
      try {
        return await work(entry.value);
      } finally {
        entry.uses -= 1;
      }
    },
    /** Closes everything, though it may be in use. */
    async closeAll(): Promise<void> {
      const open = [...entries.values()];
      entries.clear();
      await Promise.all(open.map(closeQuietly));
    },
  };
}
