/**
 * A person's weekly hours, from a day on where they changed: written as `40; 20 from 2026-10-01`, the same in the table of names, in files
 * and in the journal. Pure.
 */
import { z } from 'zod';
import { formatUnits, parseDecimal, type Units } from '../decimal.ts';

export interface HoursLine {
  readonly hours: Units;
  /** `YYYY-MM-DD`; empty: always, until another line begins. */
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

/** Seven decimals: a fifth of them, a day's share, is still exact. */
function readLine(part: string): HoursLine | undefined {
  const [, number = '', from = ''] = LINE.exec(part) ?? [];
  const { units: hours, rounded } = parseDecimal(number) ?? { units: -1n, rounded: false };
  const isWeek = hours >= 0n && hours <= 168n * 10n ** 8n && hours % 10n === 0n && !rounded;
  return isWeek && (from === '' || day.safeParse(from).success) ? { hours, from } : undefined;
}

/** The one way in which the same hours are written: 40.0 is no change from 40. */
export function formatWeeklyHours(lines: readonly HoursLine[]): string {
  return lines.map(({ hours, from }) => formatUnits(hours) + (from === '' ? '' : ` from ${from}`)).join('; ');
}

/** Lines with a day take the place of those of the same day, and the others stay; one without a day takes the place of all. */
export function addWeeklyHours(held: string | null, given: string): string {
  const [before, after] = [held ?? '', given].map((text) => parseWeeklyHours(text) ?? []);
  if (!before || !after || after[0]?.from === '') return given;
  const days = new Map([...before, ...after].map((line) => [line.from, line]));
  return formatWeeklyHours([...days.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1)));
}
