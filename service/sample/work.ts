/** Week by week, what thirty people log: stretches of work, gathered into entries, cut where a month ends. */
import { Balance } from './balance.ts';
import { dateText, toDay, HOUR, isHoliday, MINUTE, monday, month, weekday, year, type DayNumber } from './calendar.ts';
import type { Client, Clientele, FirmObject } from './clients.ts';
import { priceCents } from './decimals.ts';
import type { Draft, Session } from './draft.ts';
import { gradeTerms, isPresent, type Person, type Window } from './people.ts';
import type { Random } from '../random.ts';
import { internalEntries, internalService, remarks } from './services.ts';
import { DAY } from '../day.ts';

/** The subject of an entry, decided before its minutes are counted. */
interface Task {
  readonly client: Client | undefined;
  readonly object: FirmObject;
  readonly service: string;
  readonly category: string;
  readonly title: string;
  readonly billable: boolean;
}

interface Firm {
  readonly people: readonly Person[];
  readonly clientele: Clientele;
  readonly balance: Balance;
  readonly window: Window;
  readonly random: Random;
  /** Work that continues from Friday into Monday, by person. */
  readonly carried: Map<Person, Task>;
}

/** @returns the firm's entries in the order of weeks and people. */
export function createWork(people: readonly Person[], clientele: Clientele, window: Window, random: Random): Draft[] {
  const balance = new Balance(people, clientele.clients);
  const firm = { people, clientele, balance, window, random, carried: new Map<Person, Task>() };
  const drafts: Draft[] = [];
  for (let week = monday(window.from); week < window.to; week += 7)
    for (const person of people) drafts.push(...createWeek(firm, person, week));
  return drafts;
}

const FULL_DAY = 487;
const FRIDAY = 358;
const FULL_WEEK_HOURS = 40;

function createWeek(firm: Firm, person: Person, week: DayNumber): Draft[] {
  const sessions: Session[] = [];
  const effort = 0.95 + firm.random.fraction() * 0.1;
  for (let day = week; day < week + 5; day += 1) {
    if (day < firm.window.from || day >= firm.window.to || isHoliday(day) || !isPresent(person, day)) continue;
    sessions.push(...daySessions(firm.random, person, day, effort));
  }
  return gather(firm, person, sessions);
}

/** Part-timers work whole days, from Tuesday on. */
function workdayMinutes(person: Person, day: DayNumber): number {
  const partTimeDays = Math.round((person.weeklyHours / FULL_WEEK_HOURS) * 5);
  if (partTimeDays < 5 && (weekday(day) < 1 || weekday(day) > partTimeDays)) return 0;
  return weekday(day) === 4 ? FRIDAY : FULL_DAY;
}

/** Two to four stretches without overlap, the first between half past seven and nine. */
function daySessions(random: Random, person: Person, day: DayNumber, effort: number): Session[] {
  const planned = workdayMinutes(person, day) * effort * (0.92 + random.fraction() * 0.16);
  if (planned === 0) return [];
  const count = weekday(day) === 4 ? random.between(2, 3) : random.between(2, 3) + (random.chance(0.22) ? 1 : 0);
  const parts = Array.from({ length: count }, () => 0.5 + random.fraction());
  const whole = parts.reduce((sum, part) => sum + part, 0);
  let start = day * DAY + 7.5 * HOUR + random.between(0, 90 * MINUTE);
  return parts.map((part) => {
    const minutes = stretch(random, (planned * part) / whole);
    const session = { start, end: start + minutes * MINUTE };
    start = session.end + random.between(4 * MINUTE, 40 * MINUTE);
    return session;
  });
}

/** Most people round to quarters of an hour; some let the timer run. */
function stretch(random: Random, wanted: number): number {
  const quarters = Math.max(1, Math.round(wanted / 15)) * 15;
  return random.chance(0.15) ? Math.max(10, Math.round(wanted)) : quarters;
}

/** Gathers stretches into entries of one or several sessions; work that crosses a month's end becomes one entry for each month. */
function gather(firm: Firm, person: Person, sessions: readonly Session[]): Draft[] {
  const { random } = firm;
  const drafts: Draft[] = [];
  let task = firm.carried.get(person);
  const backwards = task === undefined && random.chance(0.5);
  let left = backwards ? sessions.toReversed() : [...sessions];
  let continued = task !== undefined;
  firm.carried.delete(person);
  while (left.length > 0) {
    const taken = take(random, left);
    left = left.filter((session) => !taken.includes(session));
    task ??= nextTask(firm, person, toDay(taken[0]?.start ?? 0));
    const made = byMonth(taken).map((part) => toDraft(firm, person, task ?? nextTask(firm, person, 0), part));
    for (const draft of made) {
      draft.splitMonth = made.length > 1;
      draft.splitWeek = continued;
      drafts.push(draft);
    }
    if (left.length === 0 && !backwards && random.chance(0.18)) {
      firm.carried.set(person, task);
      for (const draft of made.slice(-1)) draft.splitWeek = true;
    }
    task = undefined;
    continued = false;
  }
  return drafts;
}

const SEVERAL = 0.595;
const OVER_DAYS = 0.4;

/** The first stretch left, and with it perhaps up to four later ones: of the same day mostly, else of the whole week. */
function take(random: Random, left: readonly Session[]): Session[] {
  const [first, ...others] = left;
  if (!first) return [];
  const taken = [first];
  if (!random.chance(SEVERAL)) return taken;
  const overDays = random.chance(OVER_DAYS);
  const wanted = random.weighted([2, 3, 4, 5], (count) => [0, 0, 55, 28, 12, 5][count] ?? 0) ?? 2;
  for (const session of others) {
    if (taken.length === wanted) break;
    if ((overDays || toDay(session.start) === toDay(first.start)) && !random.chance(0.25)) taken.push(session);
  }
  return taken.toSorted((a, b) => a.start - b.start);
}

function byMonth(sessions: readonly Session[]): Session[][] {
  const parts = new Map<string, Session[]>();
  for (const session of sessions) {
    const key = dateText(toDay(session.start)).slice(0, 7);
    parts.set(key, [...(parts.get(key) ?? []), session]);
  }
  return [...parts.values()];
}

function nextTask(firm: Firm, person: Person, day: DayNumber): Task {
  const { random, balance } = firm;
  const client = balance.turnsInternal(person, random) ? undefined : balance.nextClient(person, day, random);
  const open = client?.objects.filter((object) => day >= object.from && day < object.to) ?? [];
  if (!client || open.length === 0) return internalTask(firm, day);
  const object = random.weighted(open, (each) => (each.type === 'company' ? 0.3 : 1)) ?? random.pick(open);
  const entry = random.pick(object.service?.entries ?? []);
  return {
    client,
    object,
    service: object.service?.name ?? internalService,
    category: entry.category,
    title: fillIn(entry.title, random, day, client.name),
    billable: balance.bills(person, client),
  };
}

function internalTask({ random, clientele }: Firm, day: DayNumber): Task {
  const index = random.between(0, internalEntries.length - 1);
  const entry = internalEntries[index];
  const object = clientele.internal[index];
  if (!entry || !object) throw new RangeError('Internal work without an object');
  const title = fillIn(entry.title, random, day, '');
  return { client: undefined, object, service: internalService, category: entry.category, title, billable: false };
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function fillIn(template: string, random: Random, day: DayNumber, client: string): string {
  return template
    .replace('{part}', String(random.between(1, 4)))
    .replace('{month}', months[(month(day) + 11) % 12] ?? '')
    .replace('{client}', client.split(' ')[0] ?? '')
    .trim();
}

/** +4 % each January since the sample's first year, in whole cents. */
export function rateIn(person: Person, day: DayNumber, firstYear: number): number {
  let rate = gradeTerms[person.grade].rate;
  for (let passed = firstYear; passed < year(day); passed += 1) rate = Math.floor((rate * 104 + 50) / 100);
  return rate;
}

function toDraft(firm: Firm, person: Person, task: Task, sessions: readonly Session[]): Draft {
  const { random, balance, window } = firm;
  const [first] = sessions;
  const last = sessions.at(-1);
  if (!first || !last) throw new RangeError('An entry without a session');
  const minutes = sessions.reduce((sum, session) => sum + (session.end - session.start) / MINUTE, 0);
  const billableMinutes = task.billable ? billablePart(random, minutes) : 0;
  const rate = rateIn(person, toDay(first.start), year(window.from));
  const costRate = gradeTerms[person.grade].cost;
  const money = { value: priceCents(billableMinutes, rate), cost: priceCents(minutes, costRate) };
  balance.note(person, task.client, { minutes, billable: billableMinutes, ...money });
  const { client, object, service, category, title } = task;
  const about = { client, object, service, category, title, remark: remark(firm) };
  const split = { splitWeek: false, splitMonth: false };
  const amounts = { minutes, billableMinutes, rate, costRate };
  const dice = random.bits();
  return {
    person,
    ...about,
    first,
    last,
    sessions: sessions.length,
    ...amounts,
    ...split,
    ...times(firm, last.end),
    dice,
  };
}

function billablePart(random: Random, minutes: number): number {
  if (!random.chance(0.1) || minutes < 60) return minutes;
  return Math.round((minutes * random.between(50, 90)) / 1500) * 15;
}

function remark({ random, people }: Firm): string | undefined {
  if (random.chance(0.4)) return undefined;
  return random.pick(remarks).replace('{colleague}', random.pick(people).name);
}

/** Written down within hours, sometimes days later; some corrected once more. All before the sample's end. */
function times({ random, window }: Firm, end: number): { createdAt: number; updatedAt: number } {
  const latest = window.to * DAY - random.between(MINUTE, 90 * MINUTE);
  const delay = random.weighted([3, 20, 90], (hours) => ({ 3: 80, 20: 15, 90: 5 })[hours] ?? 0) ?? 3;
  const createdAt = Math.min(latest, end + random.between(MINUTE, delay * HOUR));
  const corrected = random.chance(0.3) ? random.between(MINUTE, 12 * DAY) : random.between(0, 900);
  return { createdAt, updatedAt: Math.max(createdAt, Math.min(latest, createdAt + corrected)) };
}
