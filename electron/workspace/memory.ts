/**
 * Remembers a workspace's past: every merge of its records and every change of its names and settings goes to the change log, so that the
 * workspace can be read as it was known at any moment.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { ELSEWHERE } from '#contract/memory.ts';
import { listDecidedLater, readLedger } from '#domain/closing-ledger.ts';
import type { NumberedStep } from '#domain/closing-steps.ts';
import type { Billing } from '#domain/filter/billed.ts';
import type { Settings } from '#domain/settings.ts';
import {
  type ChangeLog,
  type Difference,
  type Merge,
  type MergeKind,
  recordKinds,
} from '#electron/history/change-log.ts';
import type { ClosingsStore } from '#electron/history/closings-store.ts';
import { openSentRegister, type SentRegister } from '#electron/history/sent-register.ts';
import { hashFile, isPlaced } from '#electron/exports/placed-file.ts';
import type { Journal } from '#electron/journal/journal.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import type { MergeLog } from '#electron/snapshot/sync-store.ts';
import { createState, serializeState, readState } from '#electron/sync/state.ts';
import { baseColumns, type FormerRecords } from '#electron/snapshot/base.ts';
import { listQuarantined, openKnownClosings, openOrQuarantine } from './history-files.ts';
import { findMoment, type KnownMoment, recallMoment } from './known-moments.ts';
import { createNotes, isSameEntry } from './log-entries.ts';
import { CurrentLog } from './log-in-use.ts';

/** The prefix of the base's file name. */
const PREFIX = 'base-';
/** Applying this many changes to the base takes next to no time. */
const FEW_CHANGES = 20_000;
const MONTH = 30 * 86_400_000;

interface BaseParts {
  readonly directory: string;
  readonly settings: () => Settings;
  readonly now: () => number;
}

export function createBase(currentLog: CurrentLog, { directory, settings, now }: BaseParts) {
  const toBasePath = (merge: number) => join(directory, `${PREFIX}${merge}.parquet`);
  /** @returns the base with the number of records changed since; undefined if it cannot be used */
  const findBase = () => {
    const merges = currentLog.list();
    const base = currentLog.log.base();
    if (base?.columns !== baseColumns) return undefined;
    const since = merges.filter(({ number, kind }) => number > base.merge && recordKinds.includes(kind));
    if (since.some(({ kind }) => kind === 'unknown')) return undefined;
    const changed = since.reduce((sum, { counts }) => sum + counts.appeared + counts.changed + counts.vanished, 0);
    return { ...base, path: toBasePath(base.merge), changed };
  };
  /** @returns the records of the last merge; undefined if they are lost */
  const findFormerRecords = async (last: number): Promise<FormerRecords | undefined> => {
    try {
      const base = findBase();
      if (!base || (await hashFile(base.path)) !== base.sha256) return undefined;
      const { log } = currentLog;
      const changes = function* () {
        for (const { differences } of log.differences(base.merge, last, recordKinds)) yield differences;
      };
      // Damage must show here, not while the records are compared.
      for (const differences of changes()) void differences;
      return { path: base.path, changes };
    } catch {
      return undefined;
    }
  };
  /** Finds the merge with which the period of the setting begins; undefined if nothing is to be removed. */
  const findRetentionStart = (): Merge | undefined => {
    const { historyMonths: months } = settings();
    if (months === null) return undefined;
    const start = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO('UTC').subtract({ months });
    const merges = currentLog.list().filter(({ kind }) => recordKinds.includes(kind));
    const since = merges.findIndex(({ seenAt }) => Date.parse(seenAt) > start.epochMilliseconds);
    const [first, last] = [merges[since], merges.at(-1)].map((merge) => Date.parse(merge?.seenAt ?? ''));
    // The clock may have been wrong for some days, so that refreshes of a few days alone make nothing old.
    return Math.abs(Number(last) - Number(first)) > MONTH ? merges[since - 1] : undefined;
  };
  /** Keeps the merges that the base depends on. */
  const removeOldMerges = async () => {
    try {
      const start = findRetentionStart()?.number;
      if (start === undefined) return;
      const { log } = currentLog;
      const { historyMonths } = settings();
      const canRemove = () =>
        log === currentLog.log && !currentLog.hasUnfinishedMerge && settings().historyMonths === historyMonths;
      const before = Math.min(start, log.base()?.merge ?? start);
      // One at a time, so that nothing waits for long.
      while (canRemove() && log.removeOldest(before)) await setImmediate();
    } catch {
      // The next merge or opening tries again.
    }
  };
  const renewBase = async (number: number | undefined, total: number, write: () => Promise<string>) => {
    try {
      const base = findBase();
      const isLate = base && base.merge < (findRetentionStart()?.number ?? 0);
      if (
        number === undefined ||
        number !== currentLog.carried ||
        (base && !isLate && existsSync(base.path) && base.changed <= Math.max(FEW_CHANGES, total / 2))
      )
        return;
      const draftPath = await write();
      const sha256 = await hashFile(draftPath);
      await rename(draftPath, toBasePath(number));
      currentLog.log.saveBase({ merge: number, sha256, columns: baseColumns });
      for (const name of readdirSync(directory))
        if (name.startsWith(PREFIX) && join(directory, name) !== toBasePath(number)) await rm(join(directory, name));
    } catch {
      // Without it, what changed before a lost store was downloaded again is unknown; the next merge tries again.
    }
  };
  return { findFormerRecords, removeOldMerges, renewBase };
}

export const CHANGES_FILE = 'changes.sqlite';
export const SENT_FILE = 'sent.sqlite';
export const CLOSINGS_FILE = 'closings.sqlite';

interface MemoryParts {
  readonly directory: string;
  readonly journal: Journal;
  readonly settings: () => Settings;
  readonly now: () => number;
  /** Called when the set of billed records changes. */
  readonly onSent: () => void;
}

export type Memory = ReturnType<typeof openMemory>;

export function openMemory(parts: MemoryParts) {
  const { directory, settings, now } = parts;
  const seenAt = () => new Date(now()).toISOString();
  const currentLog = new CurrentLog(join(directory, CHANGES_FILE), seenAt);
  const { sent, closings } = openRegisters(parts, seenAt);
  // A file that replaces one of these is read only by the next opening, so they stay listed until then.
  const quarantinedAtOpening = listQuarantined(directory);
  const { noteAll, endUnfinishedMerge, ...notes } = createNotes(currentLog, { ...parts, seenAt });
  const { findFormerRecords, renewBase, removeOldMerges } = createBase(currentLog, parts);

  const openMerge = (kind: MergeKind, state: string) => {
    const { sealed, total, file } = readState(state);
    // Only these fields describe complete records; the others belong to a running refresh.
    const complete = serializeState({ ...createState(0), sealed, total, file });
    return currentLog.log.open(kind, complete, seenAt());
  };

  const log: MergeLog = {
    async open(state, canCompare) {
      if (readState(state).sealed === null) return undefined;
      const last = currentLog.runOrReplaceLog(() => {
        currentLog.log.settle(currentLog.carried);
        return currentLog.findLastRecordMerge();
      });
      const isLost = last && last.number !== currentLog.carried;
      const former = isLost && canCompare ? await findFormerRecords(last.number) : undefined;
      const begin = () => {
        const previous = currentLog.findLastRecordMerge();
        if (!previous) noteAll();
        const before = previous && (previous.number === currentLog.carried ? ('records' as const) : former);
        return { ...openMerge(!previous ? 'first' : before ? 'refresh' : 'unknown', state), before };
      };
      let merge = currentLog.runOrReplaceLog(begin);
      const { log: begun } = currentLog;
      let number: number | undefined;
      return {
        before: merge.before,
        add: (differences) => merge.add(differences),
        finish() {
          number = currentLog.runOrReplaceLog(() => {
            // A new log begins with these records and has no earlier merges.
            if (currentLog.log !== begun) merge = begin();
            return merge.finish();
          });
          currentLog.hasUnfinishedMerge = true;
          return number;
        },
        confirm() {
          currentLog.carried = number;
          endUnfinishedMerge(() => merge.confirm());
        },
        abandon: () => endUnfinishedMerge(() => merge.abandon()),
        async keepBase(write) {
          await renewBase(number, readState(state).total ?? 0, write);
          await removeOldMerges();
        },
      };
    },
    forget() {
      currentLog.carried = undefined;
    },
  };

  return {
    /** Logs every change of the records. */
    log,
    ...notes,
    sent,
    closings,
    /** The part of the log that a saved workspace includes. */
    get changeLog(): Pick<ChangeLog, 'proven' | 'bodies' | 'cut' | 'differences' | 'known'> {
      return currentLog.log;
    },
    /** Lists the names of quarantined files, whose contents are no longer known here. */
    listQuarantined: () => [...new Set([...quarantinedAtOpening, ...listQuarantined(directory)])],
    /** Brings log, records, names and settings together after opening. */
    async settle(snapshot: Snapshot): Promise<void> {
      await settleIntents(sent, seenAt());
      currentLog.carried = await snapshot.carriedMerge();
      const isSettled = currentLog.runOrReplaceLog(() => {
        const belongs = currentLog.log.settle(currentLog.carried);
        if (currentLog.findLastRecordMerge()) noteAll();
        return belongs && currentLog.carried !== undefined;
      });
      if (isSettled) {
        // The opening does not wait for it.
        void removeOldMerges();
        return;
      }
      const state = await snapshot.loadState();
      if (state === undefined || readState(state).sealed === null) return;
      // Complete records that the log does not know: of an older version, of a saved workspace, or of a log that was lost.
      const merge = currentLog.runOrReplaceLog(() => {
        if (!currentLog.findLastRecordMerge()) noteAll();
        const opened = openMerge(currentLog.findLastRecordMerge() ? 'unknown' : 'first', state);
        return { ...opened, number: opened.finish() };
      });
      await snapshot.carryMerge(merge.number);
      merge.confirm();
      currentLog.carried = merge.number;
    },
    /** Lists the merges after a number, oldest first. */
    merges: (after?: number) => currentLog.listFinished(after),
    /** Finds the start of the remembered past, as UTC timestamp, if earlier merges were removed; else null. */
    findStart: () => (currentLog.log.cut() ? (currentLog.log.merges()[0]?.seenAt ?? null) : null),
    /** Lists the entries of names and settings that differ between two merges, with each field as JSON. */
    listRelabelled(after: number, to: number): Difference[] {
      const entries = new Map<string, Difference>();
      for (const { differences } of currentLog.log.differences(after, to, ['journal'])) {
        for (const [entry, before, now] of differences)
          entries.set(entry, [entry, (entries.get(entry) ?? [entry, before])[1], now]);
      }
      return [...entries.values()].filter(([, before, now]) => !isSameEntry(before, now));
    },
    history: (recordId: string) => currentLog.log.history(recordId),
    /** Finds a moment by a text, as `findMoment` does. @throws AppFailure `usage` */
    findMoment: (text: string, endOfDay: (day: string) => number) =>
      findMoment(text, currentLog, { endOfDay, now: now(), lastSent: sent.lastAt() }),
    recall: (moment: KnownMoment) => recallMoment(moment, currentLog, sent, settings()),
    close() {
      currentLog.log.close();
      sent.close();
      closings.close();
    },
  };
}

/** Opens the registers of sent files and of closings. Both decide which records are billed, so both report additions. */
function openRegisters({ directory, journal, onSent }: MemoryParts, seenAt: () => string) {
  const register = openOrQuarantine(join(directory, SENT_FILE), seenAt(), openSentRegister, (opened) => opened.files());
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
    billed: (until) => [...register.billed(until), ...readOrDefault([], () => toDecided(stored.steps(), until))],
    version: () => `${register.version()} ${readOrDefault('', () => stored.head().digest)}`,
  };
  // A file with altered steps fails every query, because without its closings months could be closed a second time.
  const stored = openKnownClosings(join(directory, CLOSINGS_FILE), seenAt(), journal);
  const closings: ClosingsStore = {
    ...stored,
    add(after, steps) {
      stored.add(after, steps);
      onSent();
    },
  };
  return { sent, closings };
}

/** Lists records that came later and that closings have decided on, because no file bills them or will. */
function toDecided(steps: readonly NumberedStep[], until = '9999'): Billing[] {
  const ids = listDecidedLater(readLedger(steps.filter(({ at }) => at <= until)));
  const digest = hash('sha256', JSON.stringify(ids));
  return ids.length === 0
    ? []
    : [{ number: null, digest, file: '', again: null, records: () => ids.map((id) => [id, null, []]) }];
}

/** If closings cannot be read, nothing can be closed or billed, but every report is still answered. */
function readOrDefault<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}

/** Looks for the files that were being sent when the program ended. Whether one without a path was sent, only a person can know. */
async function settleIntents(sent: SentRegister, at: string): Promise<void> {
  for (const { number, state, path, sha256, of, bills } of sent.files()) {
    if (state !== 'intent') continue;
    // A mark has no file, so it is complete once it is recorded.
    if (of === ELSEWHERE) sent.settle(number, 'saved', at);
    if (path === null) continue;
    const isInPlace = await isPlaced(path, sha256);
    if (isInPlace === true) sent.settle(number, 'saved', at);
    // It may have been moved since. A file that bills stays an intent, so that nothing is billed twice, and so does one that is out of reach.
    else if (isInPlace === false && !bills) sent.settle(number, 'withdrawn', at);
  }
}
