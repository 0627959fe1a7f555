/** Names, settings and marks of reviewed findings as entries of the change log: each field is a cell, as JSON. */
import { z } from 'zod';
import { directorySchema, type Directory } from '#domain/people/directory.ts';
import { settingsOfThisComputer, settingsSchema, type Settings } from '#domain/settings.ts';
import type { Cells } from '#electron/history/change-log.ts';
import type { Journal } from '#electron/journal/journal.ts';
import type { ReviewMark } from '#electron/journal/review-marks.ts';

export function* listNames({ owners, objects }: Directory): Generator<readonly [string, Cells]> {
  for (const [id, entry] of Object.entries(owners)) yield [`person:${id}`, toCells(entry)];
  for (const [key, entry] of Object.entries(objects)) yield [`object:${key}`, toCells(entry)];
}

const ofThisComputer: ReadonlySet<string> = new Set(settingsOfThisComputer);

export function listSettings(settings: Settings): (readonly [string, Cells])[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    ofThisComputer.has(name) ? [] : [[`setting:${name}`, toCells({ value })] as const],
  );
}

export const MARK = 'mark:';

/** @param prefix of the entries that may be gone */
export function findGone(
  known: ReadonlyMap<string, Cells>,
  now: ReadonlyMap<string, Cells>,
  prefix = '',
): (readonly [string, null])[] {
  return [...known.keys()].flatMap((entry) =>
    now.has(entry) || !entry.startsWith(prefix) ? [] : [[entry, null] as const],
  );
}

export function* listMarks(journal: Journal): Generator<readonly [string, Cells]> {
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
    const mark = markSchema.parse(entry);
    marks.set(check, (marks.get(check) ?? new Map<string, ReviewMark>()).set(mark.id, mark));
  }
  return marks;
}

const markSchema = z.object({
  id: z.string(),
  recordChangedAt: z.string(),
  digest: z.string(),
  reviewedAt: z.string(),
  note: z.string().optional(),
});

export function toCells(entry: object): Cells {
  const fields = Object.entries(entry).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [name, JSON.stringify(value)]));
}

function toEntry(cells: Cells): Record<string, unknown> {
  return Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, JSON.parse(text ?? 'null')]));
}

export function isSame(one: Cells | null, other: Cells | null): boolean {
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

/** A setting that this version has and that one had not, or that is not accepted any more, is as it is today. */
export function toSettings(entries: ReadonlyMap<string, Cells | null>, today: Settings): Settings {
  const names = settingsSchema.keyof().options;
  const then = new Map(listOfKind(entries, 'setting').map(([name, { value }]) => [name, value]));
  const kept = names.filter((name) => then.has(name) && settingsSchema.shape[name].safeParse(then.get(name)).success);
  return settingsSchema.parse({ ...today, ...Object.fromEntries(kept.map((name) => [name, then.get(name)])) });
}
