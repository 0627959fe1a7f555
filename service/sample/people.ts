/** Creates the firm's thirty people with grade, team, hours, joining, leaving and long absences. */
import type { Random } from '../random.ts';
import { formatDate, getWeekStart, type DayNumber } from './calendar.ts';

export const teams = ['Audit', 'Tax', 'Advisory', 'Technology'] as const;
export type Team = (typeof teams)[number];

type Grade = 'junior' | 'consultant' | 'manager' | 'partner';

/** Rates in cents an hour as of the sample's first year, cost rates in cents an hour, and the share of hours that is billable. */
export const gradeTerms: Readonly<Record<Grade, { rate: number; cost: number; billableShare: number }>> = {
  junior: { rate: 9_500, cost: 3_500, billableShare: 0.8 },
  consultant: { rate: 14_000, cost: 5_300, billableShare: 0.76 },
  manager: { rate: 19_000, cost: 8_400, billableShare: 0.66 },
  partner: { rate: 28_000, cost: 15_200, billableShare: 0.38 },
};

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly team: Team;
  readonly grade: Grade;
  readonly weeklyHours: number;
  readonly activeFrom?: DayNumber;
  readonly activeTo?: DayNumber;
  /** First and last day of a long leave. */
  readonly leave?: readonly [DayNumber, DayNumber];
  /** Working days taken off in August and late December. */
  readonly holidays: ReadonlySet<DayNumber>;
}

export interface Window {
  readonly from: DayNumber;
  /** The day after the last one. */
  readonly to: DayNumber;
}

type Role = readonly [name: string, team: Team, grade: Grade];

const roles: readonly Role[] = [
  ['Anna Keller', 'Audit', 'partner'],
  ['Henrik Solberg', 'Tax', 'partner'],
  ['Margaret Osei', 'Advisory', 'partner'],
  ['Daniel Ferreira', 'Technology', 'partner'],
  ['Tomás Ruiz', 'Audit', 'manager'],
  ['Sara Lindt', 'Audit', 'manager'],
  ['Milan Novak', 'Tax', 'manager'],
  ['Aoife Brennan', 'Tax', 'manager'],
  ['Claire Dubois', 'Advisory', 'manager'],
  ['Rajesh Iyer', 'Technology', 'manager'],
  ['Katrin Vogel', 'Technology', 'manager'],
  ['Lena Fischer', 'Tax', 'consultant'],
  ['Jonas Weber', 'Audit', 'consultant'],
  ['Priya Nair', 'Audit', 'consultant'],
  ['Peter Hauser', 'Tax', 'consultant'],
  ['Ingrid Moen', 'Advisory', 'consultant'],
  ['Luca Bianchi', 'Advisory', 'consultant'],
  ['Hannah Cole', 'Advisory', 'consultant'],
  ['Stefan Krüger', 'Technology', 'consultant'],
  ['Mei Tanaka', 'Technology', 'consultant'],
  ['Oskar Lindqvist', 'Audit', 'junior'],
  ['Nadia Rahman', 'Audit', 'junior'],
  ['Felix Brandt', 'Audit', 'junior'],
  ['Eva Horváth', 'Tax', 'junior'],
  ['Samuel Adeyemi', 'Tax', 'junior'],
  ['Julia Wolff', 'Advisory', 'junior'],
  ['Marco Silva', 'Advisory', 'junior'],
  ['Chloé Martin', 'Technology', 'junior'],
  ['Ben Whitaker', 'Technology', 'junior'],
  ['Zofia Kowalska', 'Technology', 'junior'],
];

const PART_TIMER = 'Lena Fischer';
const LONG_LEAVE = 'Katrin Vogel';
const LEAVER = 'Peter Hauser';
const JOINER = 'Zofia Kowalska';

/** @param office 0 is the documented firm; others are copies with other names. */
export function createPeople(office: number, window: Window, random: Random): readonly Person[] {
  return roles.map(([name, team, grade], index) => {
    const days = window.to - window.from;
    const findMonday = (share: number) => getWeekStart(window.from + Math.floor(days * share));
    return {
      id: String(48_213_377 + office * 31_337 + index * 1_009),
      name: office === 0 ? name : combineName(office, index),
      team,
      grade,
      weeklyHours: name === PART_TIMER ? 24 : 40,
      ...(name === JOINER ? { activeFrom: findMonday(0.42) } : {}),
      ...(name === LEAVER ? { activeTo: findMonday(0.7) - 3 } : {}),
      ...(name === LONG_LEAVE ? { leave: [findMonday(0.46), findMonday(0.66) - 3] as const } : {}),
      holidays: drawHolidays(window, random.fork(`holidays ${index}`)),
    };
  });
}

/** Combines first names with surnames from other positions, so that no two offices share a name. */
function combineName(office: number, index: number): string {
  const first = roles[index]?.[0].split(' ')[0] ?? '';
  const shift = office % roles.length;
  const last = roles[(index + shift) % roles.length]?.[0].split(' ')[1] ?? '';
  return office < roles.length ? `${first} ${last}` : `${first} ${last} ${Math.floor(office / roles.length) + 1}`;
}

const AUGUST_DAYS_OFF = 8;

/** Draws a stretch of working days in each August, and most of the days between 20 December and New Year. */
function drawHolidays(window: Window, random: Random): ReadonlySet<DayNumber> {
  const daysOff = new Set<DayNumber>();
  const firstInAugust = new Map<number, DayNumber>();
  for (let day = window.from - 31; day < window.to + 31; day += 1) {
    const [year = 0, month, dateOfMonth = 0] = formatDate(day).split('-').map(Number);
    if (month === 8 && dateOfMonth === 1) firstInAugust.set(year, day + random.between(0, 19));
    if (month === 12 && dateOfMonth >= 20 && random.chance(0.65)) daysOff.add(day);
  }
  for (const first of firstInAugust.values())
    for (let day = first; day < first + AUGUST_DAYS_OFF + 3; day += 1) daysOff.add(day);
  return daysOff;
}

/** True when the firm expects the person to work on that day: employed, not on leave, not on holiday. */
export function isPresent(person: Person, day: DayNumber): boolean {
  if (person.activeFrom !== undefined && day < person.activeFrom) return false;
  if (person.activeTo !== undefined && day > person.activeTo) return false;
  if (person.leave && day >= person.leave[0] && day <= person.leave[1]) return false;
  return !person.holidays.has(day);
}
