/** Creates the entries of thirty people week by week: sessions of work, combined into entries and split at the end of a month. */
import type { Random } from '../random.ts';
import type { WireValue } from '../upstream/upstream.ts';
import {
  formatDate,
  toDay,
  HOUR,
  isHoliday,
  MINUTE,
  getWeekStart,
  getMonthStart,
  getWeekday,
  getYear,
  DAY,
  type DayNumber,
} from './calendar.ts';
import type { Client, Clientele, FirmObject } from './clients.ts';
import { calculatePrice } from './decimals.ts';
import { gradeTerms, isPresent, type Person, type Window } from './people.ts';
import { internalEntries, internalService, remarks } from './services.ts';

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

export function createWork(people: readonly Person[], clientele: Clientele, window: Window, random: Random): Draft[] {
  const balance = new Balance(people, clientele.clients);
  const firm = { people, clientele, balance, window, random, carried: new Map<Person, Task>() };
  const drafts: Draft[] = [];
  for (let week = getWeekStart(window.from); week < window.to; week += 7)
    for (const person of people) drafts.push(...createWeek(firm, person, week));
  return drafts;
}

const FULL_DAY_MINUTES = 487;
const FRIDAY_MINUTES = 358;
const FULL_WEEK_HOURS = 40;

function createWeek(firm: Firm, person: Person, week: DayNumber): Draft[] {
  const sessions: Session[] = [];
  const effort = 0.95 + firm.random.fraction() * 0.1;
  for (let day = week; day < week + 5; day += 1) {
    if (day < firm.window.from || day >= firm.window.to || isHoliday(day) || !isPresent(person, day)) continue;
    sessions.push(...createDaySessions(firm.random, person, day, effort));
  }
  return createEntries(firm, person, sessions);
}

/** Gives part-timers full days, starting on Tuesday. */
function getWorkdayMinutes(person: Person, day: DayNumber): number {
  const partTimeDays = Math.round((person.weeklyHours / FULL_WEEK_HOURS) * 5);
  if (partTimeDays < 5 && (getWeekday(day) < 1 || getWeekday(day) > partTimeDays)) return 0;
  return getWeekday(day) === 4 ? FRIDAY_MINUTES : FULL_DAY_MINUTES;
}

/** Creates two to four sessions without overlap, the first between 7:30 and 9:00. */
function createDaySessions(random: Random, person: Person, day: DayNumber, effort: number): Session[] {
  const plannedMinutes = getWorkdayMinutes(person, day) * effort * (0.92 + random.fraction() * 0.16);
  if (plannedMinutes === 0) return [];
  const count = getWeekday(day) === 4 ? random.between(2, 3) : random.between(2, 3) + (random.chance(0.22) ? 1 : 0);
  const parts = Array.from({ length: count }, () => 0.5 + random.fraction());
  const sum = parts.reduce((subtotal, part) => subtotal + part, 0);
  let start = day * DAY + 7.5 * HOUR + random.between(0, 90 * MINUTE);
  return parts.map((part) => {
    const minutes = roundMinutes(random, (plannedMinutes * part) / sum);
    const session = { start, end: start + minutes * MINUTE };
    start = session.end + random.between(4 * MINUTE, 40 * MINUTE);
    return session;
  });
}

/** Rounds to quarters of an hour like most people; some let the timer run. */
function roundMinutes(random: Random, minutes: number): number {
  const quarters = Math.max(1, Math.round(minutes / 15)) * 15;
  return random.chance(0.15) ? Math.max(10, Math.round(minutes)) : quarters;
}

/** Combines sessions into entries; work across the end of a month becomes one entry per month. */
function createEntries(firm: Firm, person: Person, sessions: readonly Session[]): Draft[] {
  const { random } = firm;
  const drafts: Draft[] = [];
  let task = firm.carried.get(person);
  const isReversed = task === undefined && random.chance(0.5);
  let remaining = isReversed ? sessions.toReversed() : [...sessions];
  let isContinued = task !== undefined;
  firm.carried.delete(person);
  while (remaining.length > 0) {
    const group = takeSessions(random, remaining);
    remaining = remaining.filter((session) => !group.includes(session));
    task ??= chooseTask(firm, person, toDay(group[0]?.start ?? 0));
    const entries = splitByMonth(group).map((part) => toDraft(firm, person, task ?? chooseTask(firm, person, 0), part));
    for (const draft of entries) {
      draft.splitMonth = entries.length > 1;
      draft.splitWeek = isContinued;
      drafts.push(draft);
    }
    if (remaining.length === 0 && !isReversed && random.chance(0.18)) {
      firm.carried.set(person, task);
      for (const draft of entries.slice(-1)) draft.splitWeek = true;
    }
    task = undefined;
    isContinued = false;
  }
  return drafts;
}

const MULTI_SESSION_SHARE = 0.595;
const MULTI_DAY_SHARE = 0.4;

/** Takes the first remaining session and sometimes up to four later ones, mostly of the same day. */
function takeSessions(random: Random, remaining: readonly Session[]): Session[] {
  const [first, ...others] = remaining;
  if (!first) return [];
  const group = [first];
  if (!random.chance(MULTI_SESSION_SHARE)) return group;
  const isOverDays = random.chance(MULTI_DAY_SHARE);
  const sessionCount = random.pickWeighted([2, 3, 4, 5], (count) => [0, 0, 55, 28, 12, 5][count] ?? 0) ?? 2;
  for (const session of others) {
    if (group.length === sessionCount) break;
    if ((isOverDays || toDay(session.start) === toDay(first.start)) && !random.chance(0.25)) group.push(session);
  }
  return group.toSorted((a, b) => a.start - b.start);
}

function splitByMonth(sessions: readonly Session[]): Session[][] {
  const parts = new Map<string, Session[]>();
  for (const session of sessions) {
    const key = formatDate(toDay(session.start)).slice(0, 7);
    parts.set(key, [...(parts.get(key) ?? []), session]);
  }
  return [...parts.values()];
}

function chooseTask(firm: Firm, person: Person, day: DayNumber): Task {
  const { random, balance } = firm;
  const client = balance.shouldBeInternal(person, random) ? undefined : balance.chooseClient(person, day, random);
  const openObjects = client?.objects.filter((object) => day >= object.from && day < object.to) ?? [];
  if (!client || openObjects.length === 0) return chooseInternalTask(firm, day);
  const object =
    random.pickWeighted(openObjects, (candidate) => (candidate.type === 'company' ? 0.3 : 1)) ??
    random.pick(openObjects);
  const entry = random.pick(object.service?.entries ?? []);
  return {
    client,
    object,
    service: object.service?.name ?? internalService,
    category: entry.category,
    title: fillIn(entry.title, random, day, client.name),
    billable: balance.isBillable(person, client),
  };
}

function chooseInternalTask({ random, clientele }: Firm, day: DayNumber): Task {
  const index = random.between(0, internalEntries.length - 1);
  const entry = internalEntries[index];
  const object = clientele.internal[index];
  if (!entry || !object) throw new RangeError('Internal work without an object');
  const title = fillIn(entry.title, random, day, '');
  return { client: undefined, object, service: internalService, category: entry.category, title, billable: false };
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

function fillIn(template: string, random: Random, day: DayNumber, client: string): string {
  return template
    .replace('{part}', String(random.between(1, 4)))
    .replace('{month}', () => monthName.format(getMonthStart(day, -1) * DAY))
    .replace('{client}', client.split(' ')[0] ?? '')
    .trim();
}

/** The rate rises by 4 % each January after the sample's first year. */
export function getRate(person: Person, day: DayNumber, firstYear: number): number {
  let rate = gradeTerms[person.grade].rate;
  for (let year = firstYear; year < getYear(day); year += 1) rate = Math.floor((rate * 104 + 50) / 100);
  return rate;
}

function toDraft(firm: Firm, person: Person, task: Task, sessions: readonly Session[]): Draft {
  const { random, balance, window } = firm;
  const [first] = sessions;
  const last = sessions.at(-1);
  if (!first || !last) throw new RangeError('An entry without a session');
  const minutes = sessions.reduce((sum, session) => sum + (session.end - session.start) / MINUTE, 0);
  const billableMinutes = task.billable ? chooseBillableMinutes(random, minutes) : 0;
  const rate = getRate(person, toDay(first.start), getYear(window.from));
  const costRate = gradeTerms[person.grade].cost;
  const money = { value: calculatePrice(billableMinutes, rate), cost: calculatePrice(minutes, costRate) };
  balance.addEntry(person, task.client, { minutes, billable: billableMinutes, ...money });
  const { client, object, service, category, title } = task;
  const about = { client, object, service, category, title, remark: chooseRemark(firm) };
  const split = { splitWeek: false, splitMonth: false };
  const amounts = { minutes, billableMinutes, rate, costRate };
  const bits = random.bits();
  return {
    person,
    ...about,
    first,
    last,
    sessions: sessions.length,
    ...amounts,
    ...split,
    ...chooseTimes(firm, last.end),
    bits,
  };
}

function chooseBillableMinutes(random: Random, minutes: number): number {
  if (!random.chance(0.1) || minutes < 60) return minutes;
  return Math.round((minutes * random.between(50, 90)) / 1500) * 15;
}

function chooseRemark({ random, people }: Firm): string | undefined {
  if (random.chance(0.4)) return undefined;
  return random.pick(remarks).replace('{colleague}', random.pick(people).name);
}

/** Chooses times before the sample's end: most entries are written within hours, some days later, and some are corrected. */
function chooseTimes({ random, window }: Firm, end: number): { createdAt: number; updatedAt: number } {
  const latest = window.to * DAY - random.between(MINUTE, 90 * MINUTE);
  const delay = random.pickWeighted([3, 20, 90], (hours) => ({ 3: 80, 20: 15, 90: 5 })[hours] ?? 0) ?? 3;
  const createdAt = Math.min(latest, end + random.between(MINUTE, delay * HOUR));
  const correctedAfter = random.chance(0.3) ? random.between(MINUTE, 12 * DAY) : random.between(0, 900);
  return { createdAt, updatedAt: Math.max(createdAt, Math.min(latest, createdAt + correctedAfter)) };
}

interface Time {
  minutes: number;
  billable: number;
}

interface Money {
  value: number;
  cost: number;
}

/** The strength of the correction: at 8 % above the target everything becomes internal work. */
const PULL = 12;
const MIN_INTERNAL_SHARE = 0.04;

class Balance {
  readonly #times = new Map<Person, Time>();
  readonly #money = new Map<Client, Money>();
  readonly #clientsByPerson = new Map<Person, readonly Client[]>();
  readonly #totalWeight: number;
  #value = 0;

  constructor(people: readonly Person[], clients: readonly Client[]) {
    for (const person of people) {
      this.#times.set(person, { minutes: 0, billable: 0 });
      this.#clientsByPerson.set(
        person,
        clients.filter((client) => client.staff.has(person)),
      );
    }
    for (const client of clients) this.#money.set(client, { value: 0, cost: 0 });
    this.#totalWeight = clients.reduce((sum, client) => sum + client.weight, 0);
  }

  /** Internal work becomes more likely the further the person's billable share is above its target. */
  shouldBeInternal(person: Person, random: Random): boolean {
    return random.chance(Math.min(0.92, MIN_INTERNAL_SHARE + Math.max(0, -this.#getShortfall(person)) * PULL));
  }

  /** Prefers clients that are below their share of the firm's value. */
  chooseClient(person: Person, day: DayNumber, random: Random): Client | undefined {
    const present = (this.#clientsByPerson.get(person) ?? []).filter((client) => day >= client.from && day < client.to);
    return random.pickWeighted(present, (client) => client.weight * this.#getNeglect(client));
  }

  /** Entries are billable while the client's margin is below target, and a little longer for people below their billable share. */
  isBillable(person: Person, client: Client): boolean {
    const money = this.#money.get(client);
    if (!money || money.value === 0) return true;
    const margin = (money.value - money.cost) / money.value;
    return client.marginTarget - margin + Math.max(-0.06, Math.min(0.06, this.#getShortfall(person))) > 0;
  }

  /** Counts an entry. Amounts are in cents; an undefined client means internal work. */
  addEntry(person: Person, client: Client | undefined, entry: Time & Money): void {
    const time = this.#times.get(person);
    if (time) {
      time.minutes += entry.minutes;
      time.billable += entry.billable;
    }
    const money = client && this.#money.get(client);
    if (!money) return;
    money.value += entry.value;
    money.cost += entry.cost;
    this.#value += entry.value;
  }

  /** Positive if the person is below the billable share of the grade. */
  #getShortfall(person: Person): number {
    const time = this.#times.get(person);
    if (!time || time.minutes === 0) return 0;
    return gradeTerms[person.grade].billableShare - time.billable / time.minutes;
  }

  /** Above 1 if the client is below its share of the firm's value. */
  #getNeglect(client: Client): number {
    const money = this.#money.get(client);
    if (!money || this.#value === 0) return 1;
    const share = Math.max(money.value / this.#value, 0.0005);
    return Math.max(0.05, Math.min(20, (client.weight / this.#totalWeight / share) ** 3));
  }
}

/** Times are epoch milliseconds. */
export interface Session {
  readonly start: number;
  readonly end: number;
}

export interface Draft {
  readonly person: Person;
  /** Undefined for internal work. */
  readonly client: Client | undefined;
  readonly object: FirmObject;
  readonly service: string;
  readonly category: string;
  readonly title: string;
  readonly remark: string | undefined;
  readonly first: Session;
  readonly last: Session;
  readonly sessions: number;
  readonly minutes: number;
  readonly billableMinutes: number;
  readonly rate: number;
  readonly costRate: number;
  splitWeek: boolean;
  splitMonth: boolean;
  createdAt: number;
  updatedAt: number;
  archivedAt?: number;
  planted?: string;
  /** Values of a planted case in place of the regular ones; undefined ones are not sent. */
  replaced?: Readonly<Record<string, WireValue>>;
  /** Random bits that decide spellings and unset values, so that thinning does not change them. */
  readonly bits: number;
}
