/**
 * A person's days of absence, on which no hours are expected. They are written as `2026-12-24..2026-12-31 holiday; 2026-11-02 sick` in the
 * table of names, in files and in the journal. Pure.
 */
import { hasNoNul } from '../name-schema.ts';

/** The first and the last day, both inclusive, `YYYY-MM-DD`. */
export interface Absence {
  readonly from: string;
  readonly to: string;
  /** The kind in the user's words, such as holiday or sick; empty if none was given. */
  readonly kind: string;
}

/** The limit for all absences of a person together. */
export const MAX_ABSENCE_LETTERS = 20_000;
const MAX_KIND = 60;

const DAY = String.raw`\d{4}-\d{2}-\d{2}`;
const ABSENCE = new RegExp(String.raw`^(${DAY})(?:\s*(?:\.\.|–|—|\bto\b|/|\s-\s)\s*(${DAY}))?(?:[\s,:]+(\S.*))?$`, 'i');

/** @returns the absences in order of time; undefined if any part is not a day or range of days */
export function parseAbsences(text: string): readonly Absence[] | undefined {
  const absences = text
    .split(/[;\n\r]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readAbsence);
  const known = absences.filter((absence) => absence !== undefined);
  return known.length < absences.length ? undefined : known.toSorted(compareInTime);
}

/** Formats equal absences identically. */
export function formatAbsences(absences: readonly Absence[]): string {
  return absences
    .map(({ from, to, kind }) => `${from === to ? from : `${from}..${to}`}${kind === '' ? '' : ` ${kind}`}`)
    .join('; ');
}

/** Merges absences into ranges without common days, in order of time, so that a day in two absences counts once. */
export function mergeAbsences(absences: readonly Absence[]): readonly Pick<Absence, 'from' | 'to'>[] {
  const merged: { from: string; to: string }[] = [];
  for (const { from, to } of absences.toSorted(compareInTime)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = to > last.to ? to : last.to;
    else merged.push({ from, to });
  }
  return merged;
}

function readAbsence(part: string): Absence | undefined {
  const [, from, to = from, kind = ''] = ABSENCE.exec(part) ?? [];
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to) || to < from) return undefined;
  return kind.length <= MAX_KIND && hasNoNul(kind) ? { from, to, kind: kind.trim() } : undefined;
}

/** 2026-02-30 has the form of a day but is not one. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function compareInTime(a: Absence, b: Absence): number {
  const [one, two] = [`${a.from} ${a.to} ${a.kind}`, `${b.from} ${b.to} ${b.kind}`];
  return one < two ? -1 : one > two ? 1 : 0;
}
