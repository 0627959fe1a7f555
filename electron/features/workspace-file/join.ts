/**
 * Merges a loaded workspace with the one that it is to replace, if one continues what the other remembers: keeps the longer change log with
 * its records, names and settings, the longer register, the longer closings, and the reports, exports and marks of both. Otherwise the load
 * is refused, because something would be lost.
 */
import { readdirSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { openBook } from '#electron/features/closings-book.ts';
import { openChangeLog, type ChangeLog, type Cut } from '#electron/history/change-log.ts';
import { openClosings, type ClosingsStore } from '#electron/history/closings-store.ts';
import { openSentRegister, type SentRegister, type Step } from '#electron/history/sent-register.ts';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { readSavedSettings, saveSettings } from '#electron/journal/settings.ts';
import { BASE_URL } from '#electron/workspace/connection.ts';
import { CHANGES_FILE, CLOSINGS_FILE, SENT_FILE } from '#electron/workspace/memory.ts';
import { JOURNAL_FILE } from '#electron/workspace/titles.ts';
import { SNAPSHOT_FILE, type Workspace } from '#electron/workspace/workspace.ts';
import { workspaceTexts as texts } from '#texts/hosts/workspace.ts';

/**
 * @param folder the loaded workspace, which nothing has open
 * @returns a function that merges the workspace in `place`, once it is closed, into that folder
 * @throws AppFailure `usage` if neither continues the other, or the file holds nothing that this workspace does not
 */
export function planJoin(workspace: Workspace, folder: string): (place: string) => Promise<void> {
  const { name, journal, memory } = workspace;
  journal.assertSound();
  // Throws if the closings cannot be read, because then they cannot be compared.
  openBook(workspace);
  const log = openChangeLog(join(folder, CHANGES_FILE));
  const sent = openSentRegister(join(folder, SENT_FILE));
  const loadedClosings = openClosings(join(folder, CLOSINGS_FILE));
  const loaded = openJournal(join(folder, JOURNAL_FILE));
  try {
    const [own, other] = [listDigests(memory.changeLog), listDigests(log)];
    const changes = compare(own, other);
    // Without a past in this workspace, nothing shows that the file continues these records.
    if (memory.changeLog.proven().length === 0 || readAddress(journal) !== readAddress(loaded))
      fail({ code: 'usage', detail: texts.notEmpty(name) });
    const files = compare(memory.sent.proven(), sent.proven());
    const closings = compare(listSteps(memory.closings), listSteps(loadedClosings));
    const all = [changes, files, closings];
    if (changes === 'removed') fail({ code: 'usage', detail: texts.commonRemoved(name) });
    if (changes === 'theirs' && Number(own[0]?.number) < Number(other[0]?.number))
      fail({ code: 'usage', detail: texts.removedThere(name) });
    if (all.includes('forked')) fail({ code: 'usage', detail: texts.forked(name) });
    if (!all.includes('theirs')) {
      const isLonger = Number(other[0]?.number) < Number(own[0]?.number);
      fail({ code: 'usage', detail: (isLonger ? texts.removedHere : texts.nothingNew)(name) });
    }
    const takenFiles = [
      ...(changes === 'theirs' ? [SNAPSHOT_FILE, CHANGES_FILE] : []),
      ...(files === 'theirs' ? [SENT_FILE] : []),
      ...(closings === 'theirs' ? [CLOSINGS_FILE] : []),
    ];
    const isTaken = (file: string) => takenFiles.some((own) => file.startsWith(own));
    const content = readContent(loaded, changes === 'theirs');
    const steps = (files === 'theirs' ? memory.sent : sent).steps();
    return async (place) => {
      for (const file of readdirSync(folder)) if (!isTaken(file)) await rm(join(folder, file), { recursive: true });
      for (const file of readdirSync(place))
        if (!isTaken(file)) await cp(join(place, file), join(folder, file), { recursive: true });
      writeContent(join(folder, JOURNAL_FILE), content);
      const register = openSentRegister(join(folder, SENT_FILE));
      addSteps(register, steps);
      register.close();
    };
  } finally {
    loaded.close();
    loadedClosings.close();
    sent.close();
    log.close();
  }
}

const readAddress = (journal: Journal) => journal.setting(BASE_URL, z.string());

/**
 * Compares the last digest that both have: because each covers the one before it, all earlier ones are then the same, too.
 * @returns which one continues the other; `ours` if they are the same, `removed` if none that the other has remains in one
 */
function compare(ours: readonly Cut[], theirs: readonly Cut[]): 'ours' | 'theirs' | 'forked' | 'removed' {
  const [own, other] = [ours.at(-1)?.number ?? 0, theirs.at(-1)?.number ?? 0];
  const find = (list: readonly Cut[]) => list.find(({ number }) => number === Math.min(own, other))?.digest;
  if (own > 0 && other > 0) {
    if (find(ours) === undefined || find(theirs) === undefined) return 'removed';
    if (find(ours) !== find(theirs)) return 'forked';
  }
  return other > own ? 'theirs' : 'ours';
}

/** Includes the digest of the last removed merge. */
const listDigests = (log: Pick<ChangeLog, 'cut' | 'proven'>): Cut[] => [
  ...[log.cut()].filter((cut) => cut !== undefined),
  ...log.proven().map(({ merge: { number }, digest }) => ({ number, digest })),
];

const listSteps = (closings: ClosingsStore): Cut[] =>
  closings.proven().map(({ step, digest }) => ({ number: step, digest }));

/** @param isLater whether its names and settings are later than the workspace's */
function readContent(journal: Journal, isLater: boolean) {
  const marks = journal.reviewedChecks().map((check) => [check, [...journal.reviewMarks(check).values()]] as const);
  const logged = isLater ? { names: journal.readAllNames(), settings: readSavedSettings(journal) } : undefined;
  return { logged, reports: journal.reports(), exports: journal.exports(), marks };
}

/** Keeps the later version of what is in both. */
function writeContent(path: string, { logged, reports, exports, marks }: ReturnType<typeof readContent>): void {
  const journal = openJournal(path);
  try {
    if (logged) {
      const { owners, objects } = journal.readAllNames();
      const toRemoved = (entries: object) => Object.fromEntries(Object.keys(entries).map((key) => [key, null]));
      journal.saveNames({
        owners: { ...toRemoved(owners), ...logged.names.owners },
        objects: { ...toRemoved(objects), ...logged.names.objects },
      });
      saveSettings(journal, logged.settings);
    }
    const isLater = ({ id, savedAt }: Saved, own: readonly Saved[]) =>
      savedAt > (own.find((one) => one.id === id)?.savedAt ?? '');
    for (const report of reports)
      if (isLater(report, journal.reports())) journal.saveReport(report.file, report.savedAt, report.id);
    for (const saved of exports)
      if (isLater(saved, journal.exports())) journal.saveExport(saved.definition, saved.savedAt, saved.state, saved.id);
    for (const [check, theirs] of marks) {
      const own = journal.reviewMarks(check);
      const later = theirs.filter(({ id, reviewedAt }) => reviewedAt > (own.get(id)?.reviewedAt ?? ''));
      journal.saveReviewMarks(check, later);
    }
  } finally {
    journal.close();
  }
}

interface Saved {
  readonly id: string;
  readonly savedAt: string;
}

/** Adds the steps of sent files that are later than those known here. */
function addSteps(register: SentRegister, steps: readonly Step[]): void {
  const known = new Map(register.steps().map(({ number, at }) => [number, at]));
  for (const { number, state, at } of steps) if (at > (known.get(number) ?? '')) register.settle(number, state, at);
}
