/**
 * What a workspace remembers of its past: every merge of its records and every change of its names and settings go to the change log, and
 * the workspace can be asked as it was known at any moment of it.
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { ELSEWHERE } from '#contract/memory.ts';
import { listDecidedLater, readLedger } from '#domain/closings/ledger.ts';
import type { NumberedStep } from '#domain/closings/steps.ts';
import type { Billing } from '#domain/filter/billed.ts';
import type { Directory, DirectoryChange } from '#domain/people/directory.ts';
import type { Settings } from '#domain/settings.ts';
import {
  mergeKinds,
  openChangeLog,
  type Cells,
  type ChangeLog,
  type Difference,
  type Merge,
  type MergeKind,
} from '#electron/history/change-log.ts';
import type { ClosingsStore } from '#electron/history/closings-store.ts';
import { openSentRegister, type SentRegister } from '#electron/history/sent-register.ts';
import { hashFile, isPlaced } from '#electron/exports/placed-file.ts';
import type { Journal } from '#electron/journal/journal.ts';
import type { ReviewMark } from '#electron/journal/review-marks.ts';
import { baseColumns, type FormerRecords } from '#electron/snapshot/base.ts';
import type { PastMoment } from '#electron/snapshot/past.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import type { MergeLog } from '#electron/snapshot/sync-store.ts';
import { createState, printState, readState } from '#electron/sync/state.ts';
import { memoryTexts as texts } from '#texts/hosts/memory.ts';
import { listAside, openOrSetAside, openKnownClosings, isDamage, setFileAside } from './history-files.ts';
import {
  listNames,
  listSettings,
  MARK,
  findGone,
  listMarks,
  isReviewedBefore,
  toMarks,
  toCells,
  isSame,
  toDirectory,
  toSettings,
} from './log-entries.ts';

export const CHANGES_FILE = 'changes.sqlite';
export const SENT_FILE = 'sent.sqlite';
export const CLOSINGS_FILE = 'closings.sqlite';

/** How the name of the base begins. */
const BASE = 'base-';
/** So many changes since the base take no time to be applied to it. */
const FEW = 20_000;
const MONTH = 30 * 86_400_000;

/** The kinds of merges that are about records. */
const ofRecords: readonly MergeKind[] = ['first', 'refresh', 'unknown'];

/** A moment that is remembered. */
export interface KnownMoment {
  /** The last merge that belongs to it, of records or of names and settings. */
  readonly merge: number;
  /** The moment itself, as epoch milliseconds. */
  readonly time: number;
  /** When its records became visible here, as UTC timestamp. */
  readonly recordsSeenAt: string;
}

export interface Memory {
  /** Is told of every change of the records. */
  readonly log: MergeLog;
  readonly sent: SentRegister;
  /** What a saved workspace carries of the log. */
  readonly changeLog: Pick<ChangeLog, 'proven' | 'bodies' | 'cut' | 'differences' | 'known'>;
  readonly closings: ClosingsStore;
  /** The names of files of the past that were damaged and lie beside their successors. What is in them is not known here any more. */
  setAside(): string[];
  /** Brings log, records, names and settings together after opening. */
  settle(snapshot: Snapshot): Promise<void>;
  /** Logs names that were just saved. */
  noteNames(change: DirectoryChange): void;
  /** Logs settings that were just saved. */
  noteSettings(): void;
  /** Logs findings that were just marked as reviewed, or not. */
  noteMarks(): void;
  /** Lists the merges after a number, oldest first. */
  merges(after?: number): Merge[];
  /** From when on it is remembered, as UTC timestamp, where what was before was removed; else null. */
  begins(): string | null;
  /** The entries of names and settings that are others after a merge than after an earlier one, with each field as JSON. */
  relabelled(after: number, to: number): Difference[];
  history(recordId: string): { readonly merge: Merge; readonly difference: Difference }[];
  /**
   * Finds a moment by a day (its end in the zone), a timestamp or the number of a merge.
   * @throws AppFailure `usage` for a moment of which nothing is known
   */
  find(text: string, endOfDay: (day: string) => number): KnownMoment;
  /** The records, names and settings of a moment. */
  recall(moment: KnownMoment): Omit<PastMoment, 'directory'> & {
    readonly directory: Directory;
    readonly settings: Settings;
    readonly marks: ReadonlyMap<string, ReadonlyMap<string, ReviewMark>>;
  };
  close(): void;
}

interface MemoryParts {
  readonly directory: string;
  readonly journal: Journal;
  readonly settings: () => Settings;
  readonly now: () => number;
  /** Called when other records are billed. */
  readonly onSent: () => void;
}

export function openMemory({ directory, journal, settings, now, onSent }: MemoryParts): Memory {
  const seenAt = () => new Date(now()).toISOString();
  const changesPath = join(directory, CHANGES_FILE);
  let log = openOrSetAside(changesPath, seenAt(), openChangeLog, (opened) => opened.last(...mergeKinds));
  const register = openOrSetAside(join(directory, SENT_FILE), seenAt(), openSentRegister, (opened) => opened.files());
  const sent: SentRegister = {
    ...register,
    intend(file, records) {
      const number = register.intend(file, records);
      if (file.bills) onSent();
      return number;
    },
    settle(number, state, at) {
      register.settle(number, state, at);
      if (register.file(number)?.bills) onSent();
    },
    billed: (until) => [...register.billed(until), ...orNothing([], () => toDecided(stored.steps(), until))],
    version: () => `${register.version()} ${orNothing('', () => stored.head().digest)}`,
  };
  // What is not as it was written is named by every question; without its closings, months would be closed a second time.
  const stored = openKnownClosings(join(directory, CLOSINGS_FILE), seenAt(), journal);
  const closings: ClosingsStore = {
    ...stored,
    add(after, steps) {
      stored.add(after, steps);
      onSent();
    },
  };
  // What is put in their place now is read by the next opening, and until then not known.
  const asideThen = listAside(directory);
  /** The last merge that the open store carries; undefined where it carries none. */
  let carried: number | undefined;
  let knownEntries: Map<string, Cells> | undefined;
  const known = () => (knownEntries ??= new Map(log.known()));

  /** What is written to a log whose damage shows only now goes to another, since a refresh must not fail of it for good. */
  const orToAnother = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error, changesPath)) throw error;
      log.close();
      setFileAside(changesPath, seenAt());
      log = openChangeLog(changesPath);
      knownEntries = undefined;
      carried = undefined;
      return work();
    }
  };

  /** True while a merge of records is written, but not whole: nothing may be logged behind it, since it may be taken back. */
  let hasHalf = false;
  let isNoteDue = false;
  const noteEntries = (entries: Iterable<readonly [string, Cells | null]>) => {
    const differences = [...entries].flatMap(([entry, after]): Difference[] => {
      const before = known().get(entry) ?? null;
      return isSame(before, after) ? [] : [[entry, before, after]];
    });
    if (differences.length === 0) return;
    const merge = log.open('journal', '', seenAt());
    merge.add(differences);
    merge.finish();
    for (const [entry, , after] of differences) {
      if (after) known().set(entry, after);
      else known().delete(entry);
    }
  };
  const version = () =>
    `${journal.namesVersion()} ${journal.marksVersion()} ${hash('sha256', JSON.stringify(settings()))}`;
  const noteAll = () => {
    // What cannot be read of a damaged journal was not removed.
    if (journal.damage || log.knownVersion() === version()) return;
    const now = new Map([...listNames(journal.wholeNames()), ...listSettings(settings()), ...listMarks(journal)]);
    noteEntries([...now, ...findGone(known(), now)]);
    log.saveKnownVersion(version());
  };

  /** A fault here is no fault of what was saved: the next opening logs it. */
  const note = (entries: () => Iterable<readonly [string, Cells | null]>) => {
    if (journal.damage) return;
    if (hasHalf) {
      isNoteDue = true;
      return;
    }
    try {
      if (!lastOfRecords()) return;
      noteEntries(entries());
      log.saveKnownVersion(version());
    } catch {
      knownEntries = undefined;
    }
  };
  const endHalf = (work: () => void) => {
    hasHalf = false;
    try {
      work();
      if (isNoteDue) noteAll();
      isNoteDue = false;
    } catch {
      // The next merge or opening completes the half, or takes it back, by what the records carry.
    }
  };

  const openMerge = (kind: MergeKind, state: string) => {
    const { sealed, total, file } = readState(state);
    // The state of records that are complete says no more than this, whatever a refresh is doing.
    const complete = printState({ ...createState(0), sealed, total, file });
    return log.open(kind, complete, seenAt());
  };
  const lastOfRecords = () => log.last(...ofRecords);
  /** Where one cannot be read, no question about the past has an answer: the log goes to another at once. */
  const list = (after?: number) => orToAnother(() => log.merges(after));
  /** Lists them without the half, which is the last. */
  const whole = (after?: number) => (hasHalf ? list(after).slice(0, -1) : list(after));

  const toBasePath = (merge: number) => join(directory, `${BASE}${merge}.parquet`);
  /** The base, where it is of use for what follows, with how many records were changed since. */
  const findBase = () => {
    const merges = list();
    const base = log.base();
    if (base?.columns !== baseColumns) return undefined;
    const since = merges.filter(({ number, kind }) => number > base.merge && ofRecords.includes(kind));
    if (since.some(({ kind }) => kind === 'unknown')) return undefined;
    const changed = since.reduce((sum, { counts }) => sum + counts.appeared + counts.changed + counts.vanished, 0);
    return { ...base, path: toBasePath(base.merge), changed };
  };
  /** @returns the records of the last merge; undefined where they are lost */
  const findFormer = async (last: number): Promise<FormerRecords | undefined> => {
    try {
      const base = findBase();
      if (!base || (await hashFile(base.path)) !== base.sha256) return undefined;
      const former = log;
      const changes = function* () {
        for (const { differences } of former.differences(base.merge, last, ofRecords)) yield differences;
      };
      // Damage shows here, and not while the records are compared.
      for (const differences of changes()) void differences;
      return { path: base.path, changes };
    } catch {
      return undefined;
    }
  };
  /** The first moment of which the setting wants to know; undefined where nothing is to be removed. */
  const findBegin = (): Merge | undefined => {
    const { historyMonths: months } = settings();
    if (months === null) return undefined;
    const begin = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO('UTC').subtract({ months });
    const merges = list().filter(({ kind }) => ofRecords.includes(kind));
    const since = merges.findIndex(({ seenAt }) => Date.parse(seenAt) > begin.epochMilliseconds);
    const [first, last] = [merges[since], merges.at(-1)].map((merge) => Date.parse(merge?.seenAt ?? ''));
    // The clock may have been wrong for some days, so that refreshes of a few days alone make nothing old.
    return Math.abs(Number(last) - Number(first)) > MONTH ? merges[since - 1] : undefined;
  };
  /** What the base rests on stays. */
  const removeOld = async () => {
    try {
      const begin = findBegin()?.number;
      if (begin === undefined) return;
      const own = log;
      const { historyMonths } = settings();
      const mayRemove = () => own === log && !hasHalf && settings().historyMonths === historyMonths;
      const before = Math.min(begin, own.base()?.merge ?? begin);
      // One at a time, so that nothing waits for long.
      while (mayRemove() && own.removeOldest(before)) await setImmediate();
    } catch {
      // The next merge or opening tries again.
    }
  };
  const keepBase = async (number: number | undefined, total: number, write: () => Promise<string>) => {
    try {
      const base = findBase();
      const isLate = base && base.merge < (findBegin()?.number ?? 0);
      if (
        number === undefined ||
        number !== carried ||
        (base && !isLate && existsSync(base.path) && base.changed <= Math.max(FEW, total / 2))
      )
        return;
      const written = await write();
      const sha256 = await hashFile(written);
      await rename(written, toBasePath(number));
      log.saveBase({ merge: number, sha256, columns: baseColumns });
      for (const name of readdirSync(directory))
        if (name.startsWith(BASE) && join(directory, name) !== toBasePath(number)) await rm(join(directory, name));
    } catch {
      // Without it, what changed before a lost store was downloaded again is unknown; the next merge tries again.
    }
  };

  return {
    setAside: () => [...new Set([...asideThen, ...listAside(directory)])],
    sent,
    get changeLog() {
      return log;
    },
    closings,
    log: {
      async open(state, mayCompare) {
        if (readState(state).sealed === null) return undefined;
        const found = orToAnother(() => {
          log.settle(carried);
          return lastOfRecords();
        });
        const isLost = found && found.number !== carried;
        const former = isLost && mayCompare ? await findFormer(found.number) : undefined;
        const begin = () => {
          const last = lastOfRecords();
          if (!last) noteAll();
          const before = last && (last.number === carried ? ('records' as const) : former);
          return { ...openMerge(!last ? 'first' : before ? 'refresh' : 'unknown', state), before };
        };
        let merge = orToAnother(begin);
        const own = log;
        let number: number | undefined;
        return {
          before: merge.before,
          add: (differences) => merge.add(differences),
          finish() {
            number = orToAnother(() => {
              // Another log begins with these records, and knows nothing of before.
              if (log !== own) merge = begin();
              return merge.finish();
            });
            hasHalf = true;
            return number;
          },
          confirm() {
            carried = number;
            endHalf(() => merge.confirm());
          },
          abandon: () => endHalf(() => merge.abandon()),
          async keepBase(write) {
            await keepBase(number, readState(state).total ?? 0, write);
            await removeOld();
          },
        };
      },
      forget() {
        carried = undefined;
      },
    },
    async settle(snapshot) {
      await settleIntents(sent, seenAt());
      carried = await snapshot.carriedMerge();
      const isSettled = orToAnother(() => {
        const belongs = log.settle(carried);
        if (lastOfRecords()) noteAll();
        return belongs && carried !== undefined;
      });
      if (isSettled) {
        // Nothing waits for it to open.
        void removeOld();
        return;
      }
      const state = await snapshot.loadState();
      if (state === undefined || readState(state).sealed === null) return;
      // Complete records that the log does not know: of an older version, of a saved workspace, or of a log that was lost.
      const merge = orToAnother(() => {
        if (!lastOfRecords()) noteAll();
        const opened = openMerge(lastOfRecords() ? 'unknown' : 'first', state);
        return { ...opened, number: opened.finish() };
      });
      await snapshot.carryMerge(merge.number);
      merge.confirm();
      carried = merge.number;
    },
    noteNames: ({ owners, objects }) =>
      note(() =>
        [
          ...Object.entries(owners).map(([id, entry]) => [`person:${id}`, entry] as const),
          ...Object.entries(objects).map(([key, entry]) => [`object:${key}`, entry] as const),
        ].map(([entry, value]) => [entry, value && toCells(value)] as const),
      ),
    noteSettings: () => note(() => listSettings(settings())),
    noteMarks: () =>
      note(() => {
        const now = new Map(listMarks(journal));
        return [...now, ...findGone(known(), now, MARK)];
      }),
    merges: whole,
    begins: () => (log.cut() ? (log.merges()[0]?.seenAt ?? null) : null),
    relabelled(after, to) {
      const entries = new Map<string, Difference>();
      for (const { differences } of log.differences(after, to, ['journal'])) {
        for (const [entry, before, now] of differences)
          entries.set(entry, [entry, (entries.get(entry) ?? [entry, before])[1], now]);
      }
      return [...entries.values()].filter(([, before, now]) => !isSame(before, now));
    },
    history: (id) => log.history(id),
    find(text, endOfDay) {
      const merges = whole();
      const known = { endOfDay, now: now(), lastSent: sent.lastAt(), cut: log.cut()?.number ?? 0 };
      const { position, time } = findPosition(text, merges, known);
      const moment = merges.findLast(({ number, kind }) => number <= position && ofRecords.includes(kind));
      const first = merges.find(({ kind }) => ofRecords.includes(kind));
      if (!first) fail({ code: 'usage', detail: texts.nothingYet });
      if (!moment) fail({ code: 'usage', detail: (log.cut() ? texts.removed : texts.before)(first.seenAt) });
      const newest = merges.findLast(({ kind }) => ofRecords.includes(kind));
      if (newest?.number !== carried) fail({ code: 'usage', detail: texts.notCarried });
      const gap = merges.find(({ number, kind }) => kind === 'unknown' && number > moment.number);
      if (gap) {
        const from = merges.findLast(({ number, kind }) => number < gap.number && ofRecords.includes(kind));
        fail({ code: 'usage', detail: texts.unknown(from?.seenAt ?? moment.seenAt, gap.seenAt) });
      }
      return { merge: position, time, recordsSeenAt: moment.seenAt };
    },
    recall({ merge, time }) {
      const own = log;
      // A change of names comes after the merge that the records carry.
      const { number, state } =
        list().findLast((one) => one.number <= merge && ofRecords.includes(one.kind)) ??
        fail({ code: 'usage', detail: texts.nothingYet });
      const entries = new Map<string, Cells | null>(known());
      const seen = new Set<string>();
      for (const { differences } of log.differences(merge, Number.MAX_SAFE_INTEGER, ['journal'])) {
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
          if (own !== log) fail({ code: 'usage', detail: texts.notCarried });
          for (const { differences } of log.differences(merge, to, ofRecords)) yield differences;
        },
        directory: toDirectory(entries),
        billed: () => sent.billed(new Date(time).toISOString()),
        settings: toSettings(entries, settings()),
        marks: toMarks(entries),
      };
    },
    close() {
      log.close();
      sent.close();
      closings.close();
    },
  };
}

/** What closings have decided of records that came later, which no file bills or will. */
function toDecided(steps: readonly NumberedStep[], until = '9999'): Billing[] {
  const ids = listDecidedLater(readLedger(steps.filter(({ at }) => at <= until)));
  const digest = hash('sha256', JSON.stringify(ids));
  return ids.length === 0
    ? []
    : [{ number: null, digest, file: '', again: null, records: () => ids.map((id) => [id, null, []]) }];
}

/** Where closings cannot be read, nothing can be closed or billed, but every report is still answered. */
function orNothing<T>(nothing: T, read: () => T): T {
  try {
    return read();
  } catch {
    return nothing;
  }
}

/** Looks for the files that were about to leave when the program ended. Of one without a place, only a person can say whether it left. */
async function settleIntents(sent: SentRegister, at: string): Promise<void> {
  for (const { number, state, path, sha256, of, bills } of sent.files()) {
    if (state !== 'intent') continue;
    // A mark is no file: it is made once it is written.
    if (of === ELSEWHERE) sent.settle(number, 'saved', at);
    if (path === null) continue;
    const isThere = await isPlaced(path, sha256);
    if (isThere === true) sent.settle(number, 'saved', at);
    // It may have been moved since. What bills stays an intent, so that nothing is billed twice, and what cannot be seen now as well.
    else if (isThere === false && !bills) sent.settle(number, 'withdrawn', at);
  }
}

/** A time names its zone, so that it means the same on every computer. */
const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

interface Known {
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
  { endOfDay, now, lastSent, cut }: Known,
): { readonly position: number; readonly time: number } {
  if (/^#?\d{1,9}$/.test(text)) {
    const position = Number(text.replace('#', ''));
    const merge = merges.find(({ number }) => number === position);
    if (merge) return { position, time: Date.parse(merge.seenAt) };
    const first = position <= cut ? merges[0] : undefined;
    return fail({ code: 'usage', detail: first ? texts.removed(first.seenAt) : texts.noMerge(text) });
  }
  const isDay = z.iso.date().safeParse(text).success;
  const asked = isDay ? endOfDay(text) : isTime.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(asked)) fail({ code: 'usage', detail: texts.noMoment(text) });
  const last = merges.findLast(({ seenAt }) => Date.parse(seenAt) <= asked);
  // Of today, or of a day to come, nothing is known but what was seen, or billed, last.
  const time = asked > now && last ? Math.max(Date.parse(last.seenAt), Date.parse(lastSent || last.seenAt)) : asked;
  return { position: last?.number ?? 0, time };
}
