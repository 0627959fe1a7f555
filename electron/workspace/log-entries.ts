/** Logs names, settings and marks of reviewed findings as entries of the change log: each field is a cell, as JSON. */
import { hash } from 'node:crypto';
import { directorySchema, type Directory, type DirectoryChange } from '#domain/people/directory.ts';
import { settingsOfThisComputer, settingsSchema, type Settings } from '#domain/settings.ts';
import type { Cells, Difference } from '#electron/history/change-log.ts';
import type { Journal } from '#electron/journal/journal.ts';
import { reviewMarkSchema, type ReviewMark } from '#electron/journal/review-marks.ts';
import type { CurrentLog } from './log-in-use.ts';

type Entry = readonly [name: string, cells: Cells | null];

interface NoteParts {
  readonly journal: Journal;
  readonly settings: () => Settings;
  readonly seenAt: () => string;
}

/** Logs names, settings and marks when they were saved. A failure here does not fail the save: the next opening logs it. */
export function createNotes(currentLog: CurrentLog, { journal, settings, seenAt }: NoteParts) {
  let isDue = false;
  const log = (entries: Iterable<Entry>) => {
    const known = currentLog.known();
    const differences = [...entries].flatMap(([name, after]): Difference[] => {
      const before = known.get(name) ?? null;
      return isSameEntry(before, after) ? [] : [[name, before, after]];
    });
    if (differences.length === 0) return;
    const merge = currentLog.log.open('journal', '', seenAt());
    merge.add(differences);
    merge.finish();
    for (const [name, , after] of differences) {
      if (after) known.set(name, after);
      else known.delete(name);
    }
  };
  const version = () =>
    `${journal.namesVersion()} ${journal.marksVersion()} ${hash('sha256', JSON.stringify(settings()))}`;
  const noteAll = () => {
    // Entries that a damaged journal cannot yield must not count as removed.
    if (journal.damage || currentLog.log.knownVersion() === version()) return;
    const current = new Map([...listNames(journal.readAllNames()), ...listSettings(settings()), ...listMarks(journal)]);
    log([...current, ...findRemoved(currentLog.known(), current)]);
    currentLog.log.saveKnownVersion(version());
  };
  const note = (list: () => Iterable<Entry>) => {
    if (journal.damage) return;
    if (currentLog.hasUnfinishedMerge) {
      isDue = true;
      return;
    }
    try {
      if (!currentLog.findLastRecordMerge()) return;
      log(list());
      currentLog.log.saveKnownVersion(version());
    } catch {
      currentLog.forgetKnown();
    }
  };
  return {
    noteAll,
    noteNames: ({ owners, objects }: DirectoryChange) =>
      note(() =>
        [
          ...Object.entries(owners).map(([id, entry]) => [`person:${id}`, entry] as const),
          ...Object.entries(objects).map(([key, entry]) => [`object:${key}`, entry] as const),
        ].map(([name, entry]) => [name, entry && toCells(entry)] as const),
      ),
    noteSettings: () => note(() => listSettings(settings())),
    noteMarks: () =>
      note(() => {
        const current = new Map(listMarks(journal));
        return [...current, ...findRemoved(currentLog.known(), current, MARK)];
      }),
    /** Ends an unfinished merge, and logs what was saved meanwhile. */
    endUnfinishedMerge: (work: () => void) => {
      currentLog.hasUnfinishedMerge = false;
      try {
        work();
        if (isDue) noteAll();
        isDue = false;
      } catch {
        // The next merge or opening completes or reverts the unfinished one, depending on the merge that the records carry.
      }
    },
  };
}

function* listNames({ owners, objects }: Directory): Generator<readonly [string, Cells]> {
  for (const [id, entry] of Object.entries(owners)) yield [`person:${id}`, toCells(entry)];
  for (const [key, entry] of Object.entries(objects)) yield [`object:${key}`, toCells(entry)];
}

const computerSettings: ReadonlySet<string> = new Set(settingsOfThisComputer);

function listSettings(settings: Settings): (readonly [string, Cells])[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    computerSettings.has(name) ? [] : [[`setting:${name}`, toCells({ value })] as const],
  );
}

export const MARK = 'mark:';

/** @param prefix of the entries that may have been removed */
function findRemoved(
  known: ReadonlyMap<string, Cells>,
  current: ReadonlyMap<string, Cells>,
  prefix = '',
): (readonly [string, null])[] {
  return [...known.keys()].flatMap((entry) =>
    current.has(entry) || !entry.startsWith(prefix) ? [] : [[entry, null] as const],
  );
}

function* listMarks(journal: Journal): Generator<readonly [string, Cells]> {
  for (const check of journal.reviewedChecks())
    for (const mark of journal.reviewMarks(check).values()) yield [`${MARK}${check}:${mark.id}`, toCells(mark)];
}

export function isReviewedBefore(cells: Cells | null, time: number): boolean {
  const { reviewedAt } = toEntry(cells ?? {});
  return typeof reviewedAt === 'string' && Date.parse(reviewedAt) < time;
}

export function toMarks(entries: ReadonlyMap<string, Cells | null>): Map<string, Map<string, ReviewMark>> {
  const marks = new Map<string, Map<string, ReviewMark>>();
  for (const [key, entry] of listOfKind(entries, 'mark')) {
    const check = key.slice(0, key.lastIndexOf(':'));
    const mark = reviewMarkSchema.parse(entry);
    marks.set(check, (marks.get(check) ?? new Map<string, ReviewMark>()).set(mark.id, mark));
  }
  return marks;
}

function toCells(entry: object): Cells {
  const fields = Object.entries(entry).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [name, JSON.stringify(value)]));
}

function toEntry(cells: Cells): Record<string, unknown> {
  return Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, JSON.parse(text ?? 'null')]));
}

export function isSameEntry(one: Cells | null, other: Cells | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    Object.keys(one).length === Object.keys(other).length &&
    Object.entries(one).every(([name, cell]) => other[name] === cell)
  );
}

function listOfKind(entries: ReadonlyMap<string, Cells | null>, kind: string): [string, Record<string, unknown>][] {
  return [...entries].flatMap(([entry, cells]) =>
    cells && entry.startsWith(`${kind}:`)
      ? [[entry.slice(kind.length + 1), toEntry(cells)] as [string, Record<string, unknown>]]
      : [],
  );
}

export function toDirectory(entries: ReadonlyMap<string, Cells | null>): Directory {
  return directorySchema.parse({
    owners: Object.fromEntries(listOfKind(entries, 'person')),
    objects: Object.fromEntries(listOfKind(entries, 'object')),
  });
}

/** A setting that did not exist then, or whose value is no longer accepted, has its current value. */
export function toSettings(entries: ReadonlyMap<string, Cells | null>, today: Settings): Settings {
  const names = settingsSchema.keyof().options;
  const past = new Map(listOfKind(entries, 'setting').map(([name, { value }]) => [name, value]));
  const valid = names.filter((name) => past.has(name) && settingsSchema.shape[name].safeParse(past.get(name)).success);
  return settingsSchema.parse({ ...today, ...Object.fromEntries(valid.map((name) => [name, past.get(name)])) });
}
