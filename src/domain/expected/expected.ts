/**
 * Computes how much a person is expected to work: a fifth of the directory's weekly hours for each weekday (Monday to Friday) within the
 * period and the person's active dates, but for the person's absences. Public holidays are not known here, so they count as working days
 * unless they are among the absences.
 *
 * Without weekly hours nothing is known: null, never 0.
 */
import { divideHalfEven, parseDecimal, type Units } from '../decimal.ts';
import { mergeAbsences, parseAbsences } from '../people/absences.ts';
import { ownerEntry, type Directory, type OwnerEntry } from '../people/directory.ts';
import { matcher } from '../filter/match.ts';
import type { FilterGroups } from '../filter/model.ts';
import { midnightUtc } from '../filter/operand.ts';
import { byGap } from './gaps.ts';
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

const dayNumber = (date: string): DayNumber => midnightUtc(date) / DAY_MS;
const formatDay = (day: DayNumber) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * The part of a span in which work can be expected: up to and including yesterday. Today is not over: counted, it would give all people a
 * gap of a day each morning.
 * @param today `YYYY-MM-DD` in the workspace's zone
 * @returns undefined when no day of it is over yet.
 */
export function elapsedSpan(span: DaySpan, today: string): DaySpan | undefined {
  const yesterday = formatDay(dayNumber(today) - 1);
  const to = span.to < yesterday ? span.to : yesterday;
  return to < span.from ? undefined : { from: span.from, to };
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
    const weekly = person.weeklyHours === null ? undefined : parseDecimal(person.weeklyHours)?.units;
    if (weekly === undefined) return days.map(() => null);
    const countWorked = workedDaysOf(person);
    return days.map((span) => divideHalfEven(weekly * countWorked(span), WEEKDAYS));
  };
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

/** Owner ids of those whose weekly hours are known. */
export function peopleWithHours({ owners }: Directory): string[] {
  return Object.entries(owners).flatMap(([id, { weeklyHours }]) =>
    weeklyHours !== null && parseDecimal(weeklyHours) !== undefined ? [id] : [],
  );
}

/** Expected hours of several people together. */
export interface ExpectedTotal {
  /** Of those whose weekly hours are known; null when none are. */
  readonly hours: Units | null;
  /** Owner ids of those whose weekly hours are unknown: noted beside the figure, which lacks theirs. */
  readonly unknown: readonly string[];
}

/**
 * Adds up expected hours. People who are not in the directory are unknown; those known to be away all the time count as neither.
 * @param ownerIds each once
 */
export function expectedTotal(directory: Directory, ownerIds: Iterable<string>, span: DaySpan): ExpectedTotal {
  let hours: Units | null = null;
  const unknown: string[] = [];
  for (const id of ownerIds) {
    const person = ownerEntry(directory, id);
    if (person && !isActive(person, span)) continue;
    const own = person ? expectedHours(person, span) : null;
    if (own === null) unknown.push(id);
    else hours = (hours ?? 0n) + own;
  }
  return { hours, unknown };
}

/** Owner ids of a team's people; null: of those without a team. */
export function teamMembers(directory: Directory, team: string | null): string[] {
  return Object.entries(directory.owners).flatMap(([id, person]) => (person.team === team ? [id] : []));
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

const RECENT_DAYS = 56;

/** The eight weeks that end with the span's last day: a person with records in them is expected to have some in the span. */
export function recentSpan({ to }: DaySpan): DaySpan {
  return { from: formatDay(dayNumber(to) - RECENT_DAYS + 1), to };
}

export interface PersonWithNone {
  readonly ownerId: string;
  /** `stopped`: had records in the last eight weeks, none in the span. `never`: in the directory, and no record at all. */
  readonly why: 'stopped' | 'never';
  /** Expected and not logged: all of it. Null: the weekly hours are unknown. */
  readonly gap: Units | null;
}

/** Owner ids with live records, by when. */
export interface Presence {
  readonly inSpan: ReadonlySet<string>;
  /** In the span's `recentSpan`. */
  readonly recently: ReadonlySet<string>;
  readonly ever: ReadonlySet<string>;
}

/**
 * People without a record in a span who should have some: largest gap first, unknown gaps last, then by id. People known to be away all the
 * time, or with no expected hours, are not missing.
 * @param span its elapsed part
 */
export function peopleWithNone(directory: Directory, presence: Presence, span: DaySpan): PersonWithNone[] {
  const stopped = [...presence.recently].map((ownerId) => ({ ownerId, why: 'stopped' as const }));
  const never = Object.keys(directory.owners)
    .filter((id) => !presence.ever.has(id) && !presence.recently.has(id))
    .map((ownerId) => ({ ownerId, why: 'never' as const }));
  return [...stopped, ...never]
    .filter(({ ownerId }) => !presence.inSpan.has(ownerId))
    .flatMap(({ ownerId, why }) => {
      const person = ownerEntry(directory, ownerId);
      if (person && !isActive(person, span)) return [];
      const gap = person ? expectedHours(person, span) : null;
      return gap === 0n ? [] : [{ ownerId, why, gap }];
    })
    .toSorted(byGap);
}
