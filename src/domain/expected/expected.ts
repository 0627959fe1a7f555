/**
 * Computes how much a person is expected to work: a fifth of the directory's weekly hours for each weekday (Monday to Friday) within the
 * period and the person's active dates, but for the person's absences. The hours of a weekday are those that hold on it, so a week in which
 * they change is of both. Public holidays are not known here, so they count as working days unless they are among the absences.
 *
 * Without weekly hours, or before the first day of which they are known, nothing is known: null, never 0.
 */
import { divideHalfEven, type Units } from '../decimal.ts';
import { mergeAbsences, parseAbsences } from '../people/absences.ts';
import type { Directory, OwnerEntry } from '../people/directory.ts';
import { parseWeeklyHours } from '../people/weekly-hours.ts';
import { matcher } from '../filter/match.ts';
import type { FilterGroups } from '../filter/model.ts';
import { midnightUtc } from '../filter/operand.ts';
import { TEAM_PROPERTY } from '../local-properties.ts';
import { OWNER_PROPERTY } from '../properties.ts';
import { DAY_MS } from '../time/day.ts';

/** Days from the first to the last, both inclusive, `YYYY-MM-DD`. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

const WEEKDAYS = 5n;

/** Days since 1970-01-01, a Thursday. */
type DayNumber = number;

export const dayNumber = (date: string): DayNumber => midnightUtc(date) / DAY_MS;
export const formatDay = (day: DayNumber) => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const dayBefore = (date: string) => formatDay(dayNumber(date) - 1);

/**
 * The part of a span in which work can be expected: up to and including yesterday. Today is not over: counted, it would give all people a
 * gap of a day each morning.
 * @param today `YYYY-MM-DD` in the workspace's zone
 * @returns undefined when no day of it is over yet.
 */
export function elapsedSpan(span: DaySpan, today: string): DaySpan | undefined {
  const yesterday = dayBefore(today);
  const to = span.to < yesterday ? span.to : yesterday;
  return to < span.from ? undefined : { from: span.from, to };
}

/** The days whose hours are compared with expected ones: the elapsed ones, or all where none is over. */
export function comparedSpan(period: DaySpan, today: string | undefined): DaySpan {
  return (today === undefined ? undefined : elapsedSpan(period, today)) ?? { from: period.from, to: period.to };
}

/** How many Mondays to Fridays lie in it. */
export function weekdaysIn({ from, to }: DaySpan): bigint {
  return weekdaysFrom(dayNumber(from), dayNumber(to));
}

/** Mondays to Fridays from the first to the last day, both inclusive. */
function weekdaysFrom(first: DayNumber, last: DayNumber): bigint {
  return last < first ? 0n : weekdaysBefore(last + 1) - weekdaysBefore(first);
}

/** Weekdays since the Monday before the epoch, up to but without this day. */
function weekdaysBefore(day: DayNumber): bigint {
  const sinceMonday = day + 3;
  const weeks = Math.floor(sinceMonday / 7);
  return BigInt(weeks) * WEEKDAYS + BigInt(Math.min(5, sinceMonday - weeks * 7));
}

/** @returns hours, exact; null when the person's weekly hours are not known. */
export function expectedHours(person: OwnerEntry, span: DaySpan): Units | null {
  return expectedInSpans(person, [span])[0] ?? null;
}

/** Expected hours of one person for each span. Spans that share no day add up. */
export function expectedInSpans(person: OwnerEntry, spans: readonly DaySpan[]): (Units | null)[] {
  return expectationsFor(spans)(person);
}

/** For many people over the same spans: the spans are read once. */
export function expectationsFor(spans: readonly DaySpan[]): (person: OwnerEntry) => (Units | null)[] {
  const days = spans.map(toDays);
  return (person) => {
    const parts = weeklyParts(person);
    const countWorked = workedDaysOf(person);
    const countIn = ({ first, last }: Days, part: Days) =>
      countWorked({ first: Math.max(first, part.first), last: Math.min(last, part.last) });
    return days.map((span) => {
      const [known] = parts;
      if (!known || (known.first > span.first && countIn(span, { first: -Infinity, last: known.first - 1 }) > 0n))
        return null;
      const fifths = parts.reduce((sum, part) => sum + part.hours * countIn(span, part), 0n);
      return divideHalfEven(fifths, WEEKDAYS);
    });
  };
}

/** What holds from the first to the last day of each part; none: weekly hours are not known. */
function weeklyParts({ weeklyHours }: OwnerEntry): readonly (Days & { readonly hours: Units })[] {
  const lines = weeklyHours === null ? [] : (parseWeeklyHours(weeklyHours) ?? []);
  const firsts = lines.map(({ from }) => (from === '' ? -Infinity : dayNumber(from)));
  return lines.map(({ hours }, at) => ({ hours, first: firsts[at] ?? 0, last: (firsts[at + 1] ?? Infinity) - 1 }));
}

/** The weekly hours that hold on some day of a span, each with the first such day. */
export function weeklyHoursWithin(
  person: OwnerEntry,
  span: DaySpan,
): { readonly hours: Units; readonly from: string }[] {
  const { first, last } = toDays(span);
  return weeklyParts(person)
    .filter((part) => part.first <= last && part.last >= first)
    .map((part) => ({ hours: part.hours, from: formatDay(Math.max(part.first, first)) }));
}

/** Mondays to Fridays of a span on which a person is active and not away. */
export function workedWeekdays(person: OwnerEntry, span: DaySpan): bigint {
  return workedDaysOf(person)(toDays(span));
}

/** Both inclusive. */
interface Days {
  readonly first: DayNumber;
  readonly last: DayNumber;
}

const toDays = ({ from, to }: DaySpan): Days => ({ first: dayNumber(from), last: dayNumber(to) });

/** Reads the person once, for many spans. */
function workedDaysOf({ activeFrom, activeTo, absences }: OwnerEntry): (span: Days) => bigint {
  const joined = activeFrom === null ? -Infinity : dayNumber(activeFrom);
  const left = activeTo === null ? Infinity : dayNumber(activeTo);
  const away = absences === undefined ? [] : mergeAbsences(parseAbsences(absences) ?? []).map(toDays);
  return (span) => {
    const first = Math.max(span.first, joined);
    const last = Math.min(span.last, left);
    const absent = away.map((each) => weekdaysFrom(Math.max(first, each.first), Math.min(last, each.last)));
    return weekdaysFrom(first, last) - absent.reduce((sum, each) => sum + each, 0n);
  };
}

/** Owner ids of those whose weekly hours are known on every day that counts. */
export function peopleWithHours({ owners }: Directory, span: DaySpan): string[] {
  const hoursOf = expectationsFor([span]);
  return Object.entries(owners).flatMap(([id, person]) => (hoursOf(person)[0] === null ? [] : [id]));
}

/** Whether a person is active on at least one day of the span. */
export function isActive({ activeFrom, activeTo }: OwnerEntry, { from, to }: DaySpan): boolean {
  return (activeFrom === null || activeFrom <= to) && (activeTo === null || activeTo >= from);
}

/**
 * Owner ids of the directory's people whose records a filter could admit, judged by person and team alone: the people whose
 * expected hours belong to a filtered report.
 * @param groups checked
 */
export function peopleAdmitted(directory: Directory, groups: FilterGroups): string[] {
  const personal = groups.map(({ filters }) => ({
    filters: filters.filter(({ propertyName }) => propertyName === OWNER_PROPERTY || propertyName === TEAM_PROPERTY),
  }));
  // A group that says nothing about people has no condition left, and admits all of them.
  const admits = matcher({ filterGroups: personal, query: '', zone: 'UTC' }, directory);
  return Object.keys(directory.owners).filter((id) => admits(recordOfPerson(id)));
}

function recordOfPerson(id: string): Parameters<ReturnType<typeof matcher>>[0] {
  const none = new Map<string, never>();
  const values = new Map([[OWNER_PROPERTY, id]]);
  return { id: '0', createdAt: 0, updatedAt: 0, archived: false, values, anomalies: none, rounded: none, extra: none };
}
