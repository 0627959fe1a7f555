/**
 * What a workspace remembers of its past: every merge of its records and every change of its names and settings go to the change log, and
 * the workspace can be asked as it was known at any moment of it.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { ELSEWHERE } from '#contract/memory.ts';
import { listDecidedLater, readLedger } from '#domain/closing-ledger.ts';
import type { NumberedStep } from '#domain/closing-steps.ts';
import type { Billing } from '#domain/filter/billed.ts';
import type { Settings } from '#domain/settings.ts';
import type { ChangeLog, Difference, MergeKind } from '#electron/history/change-log.ts';
import type { ClosingsStore } from '#electron/history/closings-store.ts';
import { openSentRegister, type SentRegister } from '#electron/history/sent-register.ts';
import { isPlaced } from '#electron/exports/placed-file.ts';
import type { Journal } from '#electron/journal/journal.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import type { MergeLog } from '#electron/snapshot/sync-store.ts';
import { createState, printState, readState } from '#electron/sync/state.ts';
import { listAside, openOrSetAside, openKnownClosings } from './history-files.ts';
import { findMoment, recallMoment, type KnownMoment } from './known-moments.ts';
import { createBase } from './log-base.ts';
import { createNotes, isSame } from './log-entries.ts';
import { LogInUse } from './log-in-use.ts';

export const CHANGES_FILE = 'changes.sqlite';
export const SENT_FILE = 'sent.sqlite';
export const CLOSINGS_FILE = 'closings.sqlite';

interface MemoryParts {
  readonly directory: string;
  readonly journal: Journal;
  readonly settings: () => Settings;
  readonly now: () => number;
  /** Called when other records are billed. */
  readonly onSent: () => void;
}

export type Memory = ReturnType<typeof openMemory>;

export function openMemory(parts: MemoryParts) {
  const { directory, settings, now } = parts;
  const seenAt = () => new Date(now()).toISOString();
  const inUse = new LogInUse(join(directory, CHANGES_FILE), seenAt);
  const { sent, closings } = openRegisters(parts, seenAt);
  // What is put in their place now is read by the next opening, and until then not known.
  const asideThen = listAside(directory);
  const { noteAll, endHalf, ...notes } = createNotes(inUse, { ...parts, seenAt });
  const { findFormer, keepBase, removeOld } = createBase(inUse, parts);

  const openMerge = (kind: MergeKind, state: string) => {
    const { sealed, total, file } = readState(state);
    // The state of records that are complete says no more than this, whatever a refresh is doing.
    const complete = printState({ ...createState(0), sealed, total, file });
    return inUse.log.open(kind, complete, seenAt());
  };

  const log: MergeLog = {
    async open(state, mayCompare) {
      if (readState(state).sealed === null) return undefined;
      const last = inUse.orToAnother(() => {
        inUse.log.settle(inUse.carried);
        return inUse.lastOfRecords();
      });
      const isLost = last && last.number !== inUse.carried;
      const former = isLost && mayCompare ? await findFormer(last.number) : undefined;
      const begin = () => {
        const previous = inUse.lastOfRecords();
        if (!previous) noteAll();
        const before = previous && (previous.number === inUse.carried ? ('records' as const) : former);
        return { ...openMerge(!previous ? 'first' : before ? 'refresh' : 'unknown', state), before };
      };
      let merge = inUse.orToAnother(begin);
      const { log: begun } = inUse;
      let number: number | undefined;
      return {
        before: merge.before,
        add: (differences) => merge.add(differences),
        finish() {
          number = inUse.orToAnother(() => {
            // Another log begins with these records, and knows nothing of before.
            if (inUse.log !== begun) merge = begin();
            return merge.finish();
          });
          inUse.hasHalf = true;
          return number;
        },
        confirm() {
          inUse.carried = number;
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
      inUse.carried = undefined;
    },
  };

  return {
    /** Is told of every change of the records. */
    log,
    ...notes,
    sent,
    closings,
    /** What a saved workspace carries of the log. */
    get changeLog(): Pick<ChangeLog, 'proven' | 'bodies' | 'cut' | 'differences' | 'known'> {
      return inUse.log;
    },
    /** The names of files of the past that were damaged and lie beside their successors. What is in them is not known here any more. */
    setAside: () => [...new Set([...asideThen, ...listAside(directory)])],
    /** Brings log, records, names and settings together after opening. */
    async settle(snapshot: Snapshot): Promise<void> {
      await settleIntents(sent, seenAt());
      inUse.carried = await snapshot.carriedMerge();
      const isSettled = inUse.orToAnother(() => {
        const belongs = inUse.log.settle(inUse.carried);
        if (inUse.lastOfRecords()) noteAll();
        return belongs && inUse.carried !== undefined;
      });
      if (isSettled) {
        // Nothing waits for it to open.
        void removeOld();
        return;
      }
      const state = await snapshot.loadState();
      if (state === undefined || readState(state).sealed === null) return;
      // Complete records that the log does not know: of an older version, of a saved workspace, or of a log that was lost.
      const merge = inUse.orToAnother(() => {
        if (!inUse.lastOfRecords()) noteAll();
        const opened = openMerge(inUse.lastOfRecords() ? 'unknown' : 'first', state);
        return { ...opened, number: opened.finish() };
      });
      await snapshot.carryMerge(merge.number);
      merge.confirm();
      inUse.carried = merge.number;
    },
    /** Lists the merges after a number, oldest first. */
    merges: (after?: number) => inUse.listWhole(after),
    /** From when on it is remembered, as UTC timestamp, where what was before was removed; else null. */
    begins: () => (inUse.log.cut() ? (inUse.log.merges()[0]?.seenAt ?? null) : null),
    /** The entries of names and settings that are others after a merge than after an earlier one, with each field as JSON. */
    relabelled(after: number, to: number): Difference[] {
      const entries = new Map<string, Difference>();
      for (const { differences } of inUse.log.differences(after, to, ['journal'])) {
        for (const [entry, before, now] of differences)
          entries.set(entry, [entry, (entries.get(entry) ?? [entry, before])[1], now]);
      }
      return [...entries.values()].filter(([, before, now]) => !isSame(before, now));
    },
    history: (recordId: string) => inUse.log.history(recordId),
    /** Finds a moment by a text, as `findMoment` does. @throws AppFailure `usage` */
    find: (text: string, endOfDay: (day: string) => number) =>
      findMoment(text, inUse, { endOfDay, now: now(), lastSent: sent.lastAt() }),
    recall: (moment: KnownMoment) => recallMoment(moment, inUse, sent, settings()),
    close() {
      inUse.log.close();
      sent.close();
      closings.close();
    },
  };
}

/** Opens what left and what was closed. Either decides which records are billed, so each tells of what is added. */
function openRegisters({ directory, journal, onSent }: MemoryParts, seenAt: () => string) {
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
  return { sent, closings };
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
