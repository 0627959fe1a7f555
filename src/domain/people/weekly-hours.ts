/**
 * A person's weekly hours, from a day on where they changed: written as `40; 20 from 2026-10-01`, the same in the table of names, in files
 * and in the journal. Pure.
 */
import { z } from 'zod';
import { formatUnits, parseDecimal, type Units } from '../decimal.ts';

export interface HoursLine {
  readonly hours: Units;
  /** The first day, `YYYY-MM-DD`; empty where the hours always hold, until another line begins. */
  readonly from: string;
}

const LINE = /^(\S+?)(?:(?:\s+\p{L}+)?\s+(\d{4}-\d{2}-\d{2}))?$/u;
const day = z.iso.date();

/** @returns in the order of time; undefined where any of it is no week of hours, or two lines begin on one day. */
export function parseWeeklyHours(text: string): readonly HoursLine[] | undefined {
  const parts = text.split(/[;\n\r]+/).flatMap((part) => part.trim() || []);
  const lines = parts.flatMap((part) => readLine(part) ?? []).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const isWhole = lines.length === parts.length && new Set(lines.map(({ from }) => from)).size === lines.length;
  return isWhole && lines.length > 0 ? lines : undefined;
}

/** Hours have at most seven decimals, so that a day's share, a fifth of them, is still exact. */
function readLine(part: string): HoursLine | undefined {
  const [, number = '', from = ''] = LINE.exec(part) ?? [];
  const { units: hours, rounded } = parseDecimal(number) ?? { units: -1n, rounded: false };
  const isWeek = hours >= 0n && hours <= 168n * 10n ** 8n && hours % 10n === 0n && !rounded;
  return isWeek && (from === '' || day.safeParse(from).success) ? { hours, from } : undefined;
}

/** Writes the same hours always in the same way: 40.0 is no change from 40. */
export function formatWeeklyHours(lines: readonly HoursLine[]): string {
  return lines.map(({ hours, from }) => formatUnits(hours) + (from === '' ? '' : ` from ${from}`)).join('; ');
}

/** Lines with a day replace those of the same day, and the others stay; a line without a day replaces all. */
export function mergeWeeklyHours(currentHours: string | null, addedHours: string): string {
  const [before, after] = [currentHours ?? '', addedHours].map((text) => parseWeeklyHours(text) ?? []);
  if (!before || !after || after[0]?.from === '') return addedHours;
  const days = new Map([...before, ...after].map((line) => [line.from, line]));
  return formatWeeklyHours([...days.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1)));
}
