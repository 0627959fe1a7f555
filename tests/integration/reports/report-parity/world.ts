/** Random records and a directory for them, crowded around days on which clocks change, and random reports over them. */
import { directorySchema, type Directory } from '#domain/people/directory.ts';
import type { Filter } from '#domain/filter/model.ts';
import type { TimeLogRecord, Value } from '#domain/record.ts';
import type { ReportInput } from '#domain/reports/definition/report.ts';
import type { Seeded } from '#tests/support/worlds/seeded.ts';
import { identified } from './identified.ts';
import { objectIds, ownerIds, services } from './spellings.ts';

const P = 'a552213_';
const HOUR = 3_600_000;

/** Instants near which clocks jump in one of the zones, or that are typing errors. */
const around = [
  '2026-03-29T01:00Z',
  '2026-10-25T01:00Z',
  '2026-03-08T07:00Z',
  '2026-11-01T06:00Z',
  '2026-10-03T15:30Z',
  '2026-04-04T15:00Z',
  '2011-12-30T10:00Z',
  '2018-11-04T03:00Z',
  '2026-10-01T00:00Z',
  '2026-10-31T22:00Z',
  '2025-10-26T01:00Z',
  '2025-12-31T23:00Z',
].map((text) => Date.parse(text));
const odd = ['1850-05-05T12:00Z', '2260-07-01T00:30Z', '9999-12-31T23:59:59Z', '1901-12-13T20:00Z'].map((text) =>
  Date.parse(text),
);

export const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'UTC',
  'Pacific/Kiritimati',
] as const;

export const TODAY = '2026-10-28';

const types = ['deal', 'company', 'project'];

/** As people write it: hours that change in the middle of a week, and currencies in any case. */
export const typed: Directory = {
  owners: {
    '7': person('Zoë', 'Tax', '40'),
    '8': person('Ben', 'Audit', '37.5; 20.0000005 from 2026-10-15'),
    '9': { ...person('Cem', 'AUDIT', '32 from 2026-10-26; 20 from 2026-10-08'), activeFrom: '2026-10-08' },
    '10': person('ben', null, null),
    // Unknown before, and of a spelling that is another person's too.
    X1: person('Xia', 'audit', '30 from 2026-04-01; 0 from 2026-10-05; 30.5 from 2026-10-07'),
    '12': { ...person('Eve', 'Tax', '38.0000005'), activeTo: '2026-10-20' },
  },
  objects: {
    'deal:1': { name: 'D1', client: 'Acme', currency: null },
    'deal:2': { name: 'D10', client: 'ACME', currency: 'eur' },
    'company:1': { name: 'C1', client: 'Brook', currency: 'USD' },
    'project:3': { name: 'D9', client: 'brook', currency: 'Usd ' },
    'project:4': { name: 'P4', client: null, currency: 'EUR' },
    'deal:a': { name: 'Da', client: 'acme', currency: null },
    'company:A': { name: 'CA', client: null, currency: 'USD' },
  },
};
export const directory = directorySchema.parse(typed);

function person(name: string, team: string | null, weeklyHours: string | null): Directory['owners'][string] {
  return { name, team, weeklyHours, activeFrom: null, activeTo: null };
}

export function worldOf(random: Seeded, size: number): TimeLogRecord[] {
  return Array.from({ length: size }, (_, index) => recordOf(random, String(index + 1)));
}

function recordOf(random: Seeded, id: string): TimeLogRecord {
  const values = new Map<string, Value>();
  const anomalies = new Map<string, string>();
  const put = (name: string, value: () => Value) => {
    const dice = random.next();
    if (dice < 0.78) values.set(name, value());
    else if (dice < 0.84) anomalies.set(name, '"?"');
  };
  const often = (name: string, value: () => Value) => (random.chance(0.93) ? values.set(name, value()) : undefined);
  const start = random.chance(0.03) ? random.pick(odd) : random.pick(around) + random.between(-60, 60) * (HOUR / 2);
  const moment = new Date(start);
  often(`${P}first_start_date`, () => start);
  // Recorded dates follow the start loosely, as a service of another zone would have it.
  often(`${P}month_year`, () => `${moment.toISOString().slice(0, 7)}-01`.slice(-10));
  often(`${P}week_year`, () => mondayOf(start));
  for (const name of ['total_minutes', 'billable_minutes']) put(`${P}${name}`, () => minutes(random));
  for (const name of ['total_hours', 'billable_rate', 'billable_percentage']) put(`${P}${name}`, () => amount(random));
  for (const name of ['billable_amount', 'cost_amount', 'billable_amount_auto', 'cost_amount_auto']) {
    put(`${P}${name}`, () => amount(random));
  }
  often(`${P}assoc_obj_type`, () => random.pick(types));
  often(`${P}assoc_record_id`, () => random.pick(objectIds));
  often(`${P}service_name`, () => random.pick(services));
  put(`${P}toggle`, () => random.chance(0.5));
  often('platform_owner_id', () => random.pick(ownerIds));
  const archived = random.chance(0.05);
  return { id, createdAt: 0, updatedAt: 1, archived, values, anomalies, rounded: new Map(), extra: new Map() };
}

function mondayOf(instant: number): string {
  const day = new Date(instant);
  const back = (day.getUTCDay() + 6) % 7;
  return new Date(instant - back * 24 * HOUR).toISOString().slice(-24, -14);
}

/** Mostly quarters of an hour, sometimes digits that no division comes out even with. */
function minutes(random: Seeded): bigint {
  return random.chance(0.8) ? BigInt(random.between(0, 32)) * 1_500_000_000n : BigInt(random.between(-5, 99_999_999));
}

function amount(random: Seeded): bigint {
  if (random.chance(0.7)) return BigInt(random.between(-2_000, 90_000)) * 1_000_000n;
  return BigInt(random.between(-999_999, 999_999_999)) * BigInt(random.between(1, 1_000_000));
}

/** A filter as asked, and the same in plain code. */
export interface Condition {
  readonly filter: Filter;
  readonly holds: (record: TimeLogRecord) => boolean;
}

const of = (name: string) => (record: TimeLogRecord) => record.values.get(name);
const service = of(`${P}service_name`);
const owner = of('platform_owner_id');
const minutesOf = of(`${P}total_minutes`);
const objectOf = (record: TimeLogRecord) => {
  const [type, id] = [record.values.get(`${P}assoc_obj_type`), record.values.get(`${P}assoc_record_id`)];
  return type === undefined || id === undefined ? undefined : `${String(type)}:${String(id)}`;
};
export const clientOf = (record: TimeLogRecord) => directory.objects[objectOf(record) ?? '']?.client ?? null;
export const teamOf = (record: TimeLogRecord) => directory.owners[String(owner(record))]?.team ?? null;
export const objectKeyOf = (record: TimeLogRecord) => objectOf(record) ?? null;

export const personal: readonly Condition[] = [
  {
    filter: { propertyName: 'platform_owner_id', operator: 'IN', values: ['7', '9', '12'] },
    holds: (r) => ['7', '9', '12'].includes(String(owner(r))),
  },
  { filter: { propertyName: 'platform_owner_id', operator: 'NEQ', value: '8' }, holds: (r) => owner(r) !== '8' },
  { filter: { propertyName: 'team', operator: 'EQ', value: 'tax' }, holds: (r) => teamOf(r) === 'Tax' },
  { filter: { propertyName: 'team', operator: 'NOT_HAS_PROPERTY' }, holds: (r) => teamOf(r) === null },
];
export const conditions: readonly Condition[] = [
  ...personal,
  {
    filter: { propertyName: `${P}service_name`, operator: 'EQ', value: 'AUDIT' },
    holds: (r) => ['Audit', 'audit', 'AUDIT'].includes(String(service(r))),
  },
  {
    filter: { propertyName: `${P}total_minutes`, operator: 'GTE', value: '60' },
    holds: (r) => Number(minutesOf(r) ?? -1) >= 6_000_000_000,
  },
  {
    filter: { propertyName: `${P}total_minutes`, operator: 'HAS_PROPERTY' },
    holds: (r) => minutesOf(r) !== undefined || r.anomalies.has(`${P}total_minutes`),
  },
  {
    filter: { propertyName: `${P}toggle`, operator: 'NEQ', value: 'true' },
    holds: (r) => r.values.get(`${P}toggle`) !== true,
  },
  {
    filter: { propertyName: 'client', operator: 'EQ', value: 'acme' },
    holds: (r) => clientOf(r)?.toLowerCase() === 'acme',
  },
  { filter: { propertyName: 'client', operator: 'NOT_HAS_PROPERTY' }, holds: (r) => clientOf(r) === null },
  ...identified,
];

const measurePool = [
  'records',
  'owners',
  'logged_hours',
  'billable_logged_hours',
  'nonbillable_hours',
  'billable_share',
  'billable_value',
  'recorded_cost',
  'margin',
  'margin_percent',
  'effective_rate',
  'working_days',
  `${P}billable_amount`,
  `${P}billable_rate:avg`,
  `${P}billable_rate:min`,
  `${P}billable_percentage:max`,
  `${P}total_hours:avg`,
  `${P}service_name:count_distinct`,
  `${P}month_year:count_distinct`,
];
export const expectedMeasures = ['expected_hours', 'utilisation', 'gap_hours'];
const dimensionPool = [
  'client',
  'team',
  'object',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'platform_owner_id',
  `${P}service_name`,
  `${P}toggle`,
  `${P}week_year`,
];
const periodPool = [
  '2026-10',
  '2026-03',
  '2026-Q4',
  '2026',
  '2025',
  '2026-W40',
  '2026-W44',
  '2026-W40..2026-W41',
  '2026-10-20..2026-11-02',
  '2026-03-28..2026-03-30',
  '2026-10-25',
  '2011-12-28..2011-12-31',
  '2011-12',
  '2018-11',
  '2018-11-03..2018-11-04',
  '2025-12-29..2026-01-04',
  '2026-10-04..2026-10-10',
  '2026-09..2026-10',
];

export interface Asked {
  readonly report: ReportInput;
  readonly holds: (record: TimeLogRecord) => boolean;
  readonly zone: string;
  readonly settings: {
    readonly weekStart: 'monday' | 'sunday';
    readonly fiscalYearStart: number;
    readonly amounts: 'recorded' | 'auto' | 'recorded-else-auto' | null;
    readonly hoursPerDay: string;
    readonly currency: string | null;
  };
  readonly withCurrencies: boolean;
  /** Weekday that the records' own weeks begin on, 1 for Monday to 7 for Sunday. */
  readonly weeksFrom: number;
}

export function askedOf(random: Seeded, weeksFrom: number): Asked {
  const expects = random.chance(0.25);
  const pool = expects ? ['team', 'platform_owner_id', 'day', 'week', 'month', 'quarter'] : dimensionPool;
  const chosen = shuffled(random, pool).slice(0, random.between(0, 4));
  const columns = chosen.length > 0 && random.chance(0.5) ? chosen.pop() : undefined;
  const groupBy = chosen.slice(0, 3);
  const measures = shuffled(random, measurePool).slice(0, random.between(1, 5));
  if (expects) measures.splice(random.between(0, measures.length), 0, random.pick(expectedMeasures));
  const period = expects || random.chance(0.8) ? random.pick(periodPool) : undefined;
  const groups = Array.from({ length: random.pick([0, 0, 1, 2]) }, () =>
    shuffled(random, expects ? personal : conditions).slice(0, random.between(1, 2)),
  );
  const compare =
    period !== undefined && random.chance(0.4) ? random.pick(['previous', 'last-year'] as const) : undefined;
  const report: ReportInput = {
    measures,
    groupBy,
    ...(columns === undefined ? {} : { columns }),
    filterGroups: groups.map((each) => ({ filters: each.map(({ filter }) => filter) })),
    ...(period === undefined ? {} : { period }),
    ...(random.chance(0.6) ? { calendar: random.pick(['recorded', 'clock', 'clock'] as const) } : {}),
    ...(compare === undefined ? {} : { compare }),
    ...(compare !== undefined && groupBy.length > 0 && random.chance(0.3) ? { only: 'new-or-gone' as const } : {}),
    ...(groupBy.length > 0 && random.chance(0.3) ? { top: { count: random.between(1, 3) } } : {}),
    ...(groupBy.length > 0 && random.chance(0.4)
      ? {
          order: {
            ...orderBy(random, measures, groupBy, columns),
            ...(compare !== undefined && random.chance(0.5) ? orderOf(random, measures) : {}),
            direction: random.pick(['ascending', 'descending'] as const),
          },
        }
      : {}),
  };
  return {
    report,
    holds: (record) => groups.length === 0 || groups.some((all) => all.every(({ holds }) => holds(record))),
    zone: random.pick(zones),
    settings: {
      weekStart: random.pick(['monday', 'sunday'] as const),
      fiscalYearStart: random.pick([1, 1, 4, 7, 10]),
      amounts: random.pick([null, 'recorded', 'auto', 'recorded-else-auto'] as const),
      hoursPerDay: random.pick(['8', '7.5', '7']),
      currency: random.pick(['EUR', null]),
    },
    withCurrencies: random.chance(0.5),
    weeksFrom,
  };
}

/** By a group, a measure, or a measure in one column, which the answer may have or not. */
function orderBy(random: Seeded, measures: string[], groupBy: string[], columns: string | undefined) {
  if (columns === undefined || random.chance(0.4)) return { by: random.pick([...measures, ...groupBy]) };
  return { by: random.pick(measures), column: random.pick(columnKeys) };
}

function orderOf(random: Seeded, measures: string[]) {
  return { by: random.pick(measures), column: undefined, of: random.pick(['change', 'movement'] as const) };
}

const columnKeys = [
  null,
  'aCME',
  'Tax',
  'true',
  '7',
  'deal:1',
  '2026-01-01',
  '2026-10-01',
  '2026-10-25',
  '2026-09-28',
  '2026-10-26',
  '2025-01-01',
];

function shuffled<T>(random: Seeded, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
