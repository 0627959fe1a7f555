/**
 * Computes how much a person is expected to work: a fifth of the directory's weekly hours for each weekday (Monday to Friday) within the
 * period and the person's active dates, except for the person's absences. Each weekday counts with the weekly hours that are valid on it, so
 * a week in which they change counts both. Public holidays are unknown, so they count as working days unless they are among the absences.
 *
 * Without weekly hours, or before the first day on which they are known, expected hours are unknown: null, never 0.
 */
import { divideHalfEven, type Units } from './decimal.ts';
import { mergeAbsences, parseAbsences } from './people/absences.ts';
import { type Directory, type OwnerEntry, findOwner, parseWeeklyHours } from './people/directory.ts';
import { createMatcher } from './filter/match.ts';
import type { FilterGroups } from './filter/model.ts';
import { toMidnightUtc } from './filter/operand.ts';
import { TEAM_PROPERTY } from './local-properties.ts';
import { OWNER_PROPERTY } from './properties.ts';
import { DAY_MS } from './time/utc.ts';
import type { Period } from './time/period.ts';

/** The days from the first to the last, both inclusive, `YYYY-MM-DD`. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

const WEEKDAYS = 5n;

/** Days since 1970-01-01, a Thursday. */
type DayNumber = number;

export const toDayNumber = (date: string): DayNumber => toMidnightUtc(date) / DAY_MS;
export const formatDay = (day: DayNumber) => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const findDayBefore = (date: string) => formatDay(toDayNumber(date) - 1);

/**
 * Cuts a span to the days on which work can be expected: up to and including yesterday. If today counted, everyone would have a gap of a day
 * each morning.
 * @param today `YYYY-MM-DD` in the workspace's zone
 * @returns undefined if none of its days has ended yet.
 */
export function findElapsedSpan(span: DaySpan, today: string): DaySpan | undefined {
  const yesterday = findDayBefore(today);
  const to = span.to < yesterday ? span.to : yesterday;
  return to < span.from ? undefined : { from: span.from, to };
}

/** Finds the days whose hours are compared with expected ones: the elapsed days, or all days if none has elapsed. */
export function findComparedSpan(period: DaySpan, today: string | undefined): DaySpan {
  return (today === undefined ? undefined : findElapsedSpan(period, today)) ?? { from: period.from, to: period.to };
}

export function countWeekdays({ from, to }: DaySpan): bigint {
  return countWeekdaysFrom(toDayNumber(from), toDayNumber(to));
}

/** Counts Mondays to Fridays from the first to the last day, both inclusive. */
function countWeekdaysFrom(first: DayNumber, last: DayNumber): bigint {
  return last < first ? 0n : countWeekdaysBefore(last + 1) - countWeekdaysBefore(first);
}

/** Counts weekdays from the Monday before the epoch up to this day, exclusive. */
function countWeekdaysBefore(day: DayNumber): bigint {
  const sinceMonday = day + 3;
  const weeks = Math.floor(sinceMonday / 7);
  return BigInt(weeks) * WEEKDAYS + BigInt(Math.min(5, sinceMonday - weeks * 7));
}

/** @returns exact hours; null if the person's weekly hours are unknown. */
export function computeExpectedHours(person: OwnerEntry, span: DaySpan): Units | null {
  return computeExpectedInSpans(person, [span])[0] ?? null;
}

/** Computes one person's expected hours for each span. The hours of spans without common days add up. */
export function computeExpectedInSpans(person: OwnerEntry, spans: readonly DaySpan[]): (Units | null)[] {
  return createExpectations(spans)(person);
}

/** Prepares the spans once for many people. */
export function createExpectations(spans: readonly DaySpan[]): (person: OwnerEntry) => (Units | null)[] {
  const days = spans.map(toDays);
  return (person) => {
    const { parts, countWorked } = readPerson(person);
    const countIn = ({ first, last }: Days, part: Days) =>
      countWorked({ first: Math.max(first, part.first), last: Math.min(last, part.last) });
    return days.map((span) => {
      const [firstPart] = parts;
      if (
        !firstPart ||
        (firstPart.first > span.first && countIn(span, { first: -Infinity, last: firstPart.first - 1 }) > 0n)
      )
        return null;
      const fifths = parts.reduce((sum, part) => sum + part.hours * countIn(span, part), 0n);
      return divideHalfEven(fifths, WEEKDAYS);
    });
  };
}

interface PersonHours {
  readonly parts: readonly WeeklyPart[];
  readonly countWorked: (span: Days) => bigint;
}

/** Caches parsed hours, because every query of expected hours reads up to a thousand people, who seldom change. */
const cache = new WeakMap<OwnerEntry, PersonHours>();

function readPerson(person: OwnerEntry): PersonHours {
  const cachedHours = cache.get(person);
  if (cachedHours) return cachedHours;
  const personHours = { parts: listWeeklyParts(person), countWorked: createWorkedDaysCount(person) };
  cache.set(person, personHours);
  return personHours;
}

type WeeklyPart = Days & { readonly hours: Units };

/** Lists the weekly hours with the days on which they are valid; empty if they are unknown. */
function listWeeklyParts({ weeklyHours }: OwnerEntry): readonly WeeklyPart[] {
  const lines = weeklyHours === null ? [] : (parseWeeklyHours(weeklyHours) ?? []);
  const firsts = lines.map(({ from }) => (from === '' ? -Infinity : toDayNumber(from)));
  return lines.map(({ hours }, index) => ({
    hours,
    first: firsts[index] ?? 0,
    last: (firsts[index + 1] ?? Infinity) - 1,
  }));
}

/** Lists the weekly hours that are valid within a span, each from its first day in the span. */
export function listWeeklyHours(person: OwnerEntry, span: DaySpan): { readonly hours: Units; readonly from: string }[] {
  const { first, last } = toDays(span);
  return listWeeklyParts(person)
    .filter((part) => part.first <= last && part.last >= first)
    .map((part) => ({ hours: part.hours, from: formatDay(Math.max(part.first, first)) }));
}

/** Counts the Mondays to Fridays of a span on which a person is active and not away. */
export function countWorkedWeekdays(person: OwnerEntry, span: DaySpan): bigint {
  return createWorkedDaysCount(person)(toDays(span));
}

/** Both days are inclusive. */
interface Days {
  readonly first: DayNumber;
  readonly last: DayNumber;
}

const toDays = ({ from, to }: DaySpan): Days => ({ first: toDayNumber(from), last: toDayNumber(to) });

/** Prepares the person once for many spans. */
function createWorkedDaysCount({ activeFrom, activeTo, absences }: OwnerEntry): (span: Days) => bigint {
  const joinedOn = activeFrom === null ? -Infinity : toDayNumber(activeFrom);
  const leftOn = activeTo === null ? Infinity : toDayNumber(activeTo);
  const absenceSpans = absences === undefined ? [] : mergeAbsences(parseAbsences(absences) ?? []).map(toDays);
  return (span) => {
    const first = Math.max(span.first, joinedOn);
    const last = Math.min(span.last, leftOn);
    const absentDays = absenceSpans.map((absence) =>
      countWeekdaysFrom(Math.max(first, absence.first), Math.min(last, absence.last)),
    );
    return countWeekdaysFrom(first, last) - absentDays.reduce((sum, count) => sum + count, 0n);
  };
}

/** Caches the last lists of a directory, because the questions of a screen ask for the same few spans. */
const listsByDirectory = new WeakMap<Directory['owners'], Map<string, readonly string[]>>();
const MAX_LISTS = 8;

/** Lists the owner ids of people whose weekly hours are known for the whole span. */
export function listPeopleWithHours({ owners }: Directory, span: DaySpan): readonly string[] {
  const lists = listsByDirectory.get(owners) ?? new Map<string, readonly string[]>();
  const name = `${span.from} ${span.to}`;
  const cachedPeople = lists.get(name);
  if (cachedPeople) return cachedPeople;
  const computeHours = createExpectations([span]);
  const people = Object.entries(owners).flatMap(([id, person]) => (computeHours(person)[0] === null ? [] : [id]));
  if (lists.size >= MAX_LISTS) lists.clear();
  listsByDirectory.set(owners, lists.set(name, people));
  return people;
}

export function isActive({ activeFrom, activeTo }: OwnerEntry, { from, to }: DaySpan): boolean {
  return (activeFrom === null || activeFrom <= to) && (activeTo === null || activeTo >= from);
}

/**
 * Lists the owner ids of the directory's people whose records a filter could match, judged by person and team alone; their expected hours
 * count in a filtered report.
 * @param groups checked
 */
export function listAdmittedPeople(directory: Directory, groups: FilterGroups): string[] {
  const personal = groups.map(({ filters }) => ({
    filters: filters.filter(({ propertyName }) => propertyName === OWNER_PROPERTY || propertyName === TEAM_PROPERTY),
  }));
  // A group without conditions on people is left empty and admits everyone.
  const admits = createMatcher({ filterGroups: personal, query: '', zone: 'UTC' }, directory);
  return Object.keys(directory.owners).filter((id) => admits(createPersonRecord(id)));
}

function createPersonRecord(id: string): Parameters<ReturnType<typeof createMatcher>>[0] {
  const noValues = new Map<string, never>();
  const values = new Map([[OWNER_PROPERTY, id]]);
  return {
    id: '0',
    createdAt: 0,
    updatedAt: 0,
    archived: false,
    values,
    anomalies: noValues,
    rounded: noValues,
    extra: noValues,
  };
}

// Who is expected to log hours in a span: the shared rule of the Overview, To check, reports and the terminal.

export interface ExpectedPerson {
  readonly ownerId: string;
  /** Above 0; null if the weekly hours are unknown. */
  readonly hours: Units | null;
}

/**
 * Lists people of the directory who are active within the span, except those without expected hours, and people with recent records who are
 * not in the directory.
 * @param admitted owner ids of the directory
 * @param recentOwners owner ids with records in the weeks up to the span's end (`findRecentSpan`)
 */
export function listExpected(
  directory: Directory,
  admitted: readonly string[],
  recentOwners: readonly string[],
  span: DaySpan,
): ExpectedPerson[] {
  const computeHours = createExpectations([span]);
  const expectedOwners = admitted.flatMap((ownerId): ExpectedPerson[] => {
    const person = findOwner(directory, ownerId);
    if (!person || !isActive(person, span)) return [];
    const hours = computeHours(person)[0] ?? null;
    return hours === 0n ? [] : [{ ownerId, hours }];
  });
  const others = recentOwners.filter((ownerId) => !findOwner(directory, ownerId));
  return [...expectedOwners, ...others.map((ownerId) => ({ ownerId, hours: null }))];
}

const RECENT_DAYS = 56;

/** Finds the eight weeks that end with the span's last day, extended to full months for recorded months. */
export function findRecentSpan({ to, calendar }: Pick<Period, 'to' | 'calendar'>): DaySpan & Pick<Period, 'calendar'> {
  const from = formatDay(toDayNumber(to) - RECENT_DAYS + 1);
  return { from: calendar === 'recorded-month' ? `${from.slice(0, 7)}-01` : from, to, calendar };
}
