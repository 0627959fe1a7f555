import { expect, describe, it } from 'vitest';
import { createSample, type Sample } from '#service/sample.ts';
import { requireProperty, declaredProperties } from '#domain/properties.ts';
import { readMoment, readNumber } from '#service/upstream/values.ts';
import type { WorldRecord } from '#service/upstream/world.ts';
import { chooseCases, chooseSize, secondTier } from '../support/tier.ts';
import { makeSample } from '../support/worlds/made-samples.ts';

const AS_OF = '2026-11-21';
const sample = makeSample({ seed: 7, asOf: AS_OF });
const live = liveOf(sample);

function liveOf({ records }: Sample): WorldRecord[] {
  return records.filter((each) => each.archivedAt === undefined);
}

const value = (record: WorldRecord, name: string) => record.properties[requireProperty(name).name];
/** What is read of a record is asked for by many tests. */
function once<T>(read: (record: WorldRecord, name: string) => T): (record: WorldRecord, name: string) => T {
  const known = new Map<string, Map<WorldRecord, T>>();
  return (record, name) => {
    const ofName = known.get(name) ?? new Map<WorldRecord, T>();
    known.set(name, ofName);
    const found = ofName.get(record) ?? read(record, name);
    ofName.set(record, found);
    return found;
  };
}

/** A number for statistics; unreadable ones count nothing. */
const number = once((record, name) => Number(readNumber(String(value(record, name) ?? '')) ?? 0n) / 1e8);
const moment = once((record, name) => readMoment(text(record, name)) ?? Number.NaN);
const sum = (records: readonly WorldRecord[], name: string) =>
  records.reduce((all, each) => all + number(each, name), 0);
const text = (record: WorldRecord, name: string) => String(value(record, name) ?? '');
const startOf = (record: WorldRecord) => moment(record, 'first_start_date');
const monthOf = (record: WorldRecord) => new Date(startOf(record)).toISOString().slice(0, 7);
const weekOf = (record: WorldRecord) => Math.floor((startOf(record) / 86_400_000 + 3) / 7);
const clientOf = (record: WorldRecord) =>
  sample.names.objects[`${text(record, 'assoc_obj_type')}:${text(record, 'assoc_record_id')}`]?.client;
const billableShare = (records: readonly WorldRecord[]) =>
  sum(records, 'billable_minutes') / sum(records, 'total_minutes');
const margin = (records: readonly WorldRecord[]) =>
  (sum(records, 'billable_amount') - sum(records, 'cost_amount')) / sum(records, 'billable_amount');

const costRates = { junior: 35, consultant: 53, manager: 84, partner: 152 };
const ofGrade = (grade: keyof typeof costRates) =>
  live.filter((each) => number(each, 'cost_rate') === costRates[grade]);

const clients = Map.groupBy(
  live.filter((each) => clientOf(each) !== undefined && !clientOf(each)?.includes('(internal)')),
  (each) => clientOf(each) ?? '',
);

describe('the firm', () => {
  it('has 30 people, 40 clients and 300 objects', () => {
    expect(Object.keys(sample.names.owners)).toHaveLength(30);
    expect(new Set(Object.values(sample.names.owners).map(({ name }) => name)).size).toBe(30);
    expect(clients.size).toBe(40);
    expect(Object.keys(sample.names.objects)).toHaveLength(300);
  });

  it('logs about 24,000 records in 24 months, all before the anchor', () => {
    expect(Math.abs(live.length - 24_000)).toBeLessThan(700);
    expect(new Set(live.map(monthOf)).size).toBe(24);
    const end = Date.parse(AS_OF);
    const misplaced = sample.records.filter(
      ({ createdAt, updatedAt, archivedAt = 0 }) => Math.max(updatedAt, archivedAt) >= end || createdAt > updatedAt,
    );
    expect(misplaced).toEqual([]);
  });

  it('names every owner and object that occurs', () => {
    const nameless = live.filter((each) => {
      const owner = text(each, 'platform_owner_id');
      const object = text(each, 'assoc_record_id');
      return (owner !== '' && !sample.names.owners[owner]) || (object !== '' && clientOf(each) === undefined);
    });
    expect(nameless).toEqual([]);
  });

  it('logs 37 of 40 hours in the mean week of a full-time person', () => {
    const fullTime = live.filter((each) => {
      const owner = sample.names.owners[text(each, 'platform_owner_id')];
      return owner?.weeklyHours === '40' && !owner.activeFrom && !owner.activeTo;
    });
    const weeks = new Set(fullTime.map((each) => `${text(each, 'platform_owner_id')} ${weekOf(each)}`));
    const mean = sum(fullTime, 'total_minutes') / 60 / weeks.size;
    expect(mean).toBeGreaterThan(36);
    expect(mean).toBeLessThan(38);
  });

  it('bills 70 % of its time: juniors 80, partners 38', () => {
    expect(billableShare(live)).toBeCloseTo(0.7, 1.5);
    expect(Math.abs(billableShare(live) - 0.7)).toBeLessThan(0.01);
    expect(Math.abs(billableShare(ofGrade('junior')) - 0.8)).toBeLessThan(0.01);
    expect(Math.abs(billableShare(ofGrade('partner')) - 0.38)).toBeLessThan(0.015);
  });

  it('has four rates, 4 % higher each January, and four cost rates', () => {
    const rates = (year: string) =>
      [...new Set(live.filter((each) => monthOf(each).startsWith(year)).map((each) => number(each, 'billable_rate')))]
        .filter((rate) => rate > 0)
        .toSorted((a, b) => a - b);
    expect(rates('2024')).toEqual([95, 140, 190, 280]);
    expect(rates('2025')).toEqual([98.8, 145.6, 197.6, 291.2]);
    expect(rates('2026')).toEqual([102.75, 151.42, 205.5, 302.85]);
    const cost = new Set(live.map((each) => number(each, 'cost_rate')).filter((rate) => rate > 0));
    expect(cost).toEqual(new Set(Object.values(costRates)));
  });

  it('earns 36 % overall and between −12 and 62 % by client', () => {
    expect(Math.abs(margin(live) - 0.36)).toBeLessThan(0.015);
    const margins = [...clients.values()].map(margin).toSorted((a, b) => a - b);
    expect(Math.abs((margins.at(0) ?? 0) + 0.12)).toBeLessThan(0.02);
    expect(Math.abs((margins.at(-1) ?? 0) - 0.62)).toBeLessThan(0.02);
  });

  it('earns half of its value from five clients', () => {
    const values = [...clients.values()].map((each) => sum(each, 'billable_amount')).toSorted((a, b) => b - a);
    const share = values.slice(0, 5).reduce((all, each) => all + each, 0) / sum(live, 'billable_amount');
    expect(Math.abs(share - 0.5)).toBeLessThan(0.025);
  });

  it('won one client and lost one', () => {
    const span = (client: string) => (clients.get(client) ?? []).map(monthOf).toSorted();
    const [won, lost] = [span('Marlow Instruments'), span('Vantage Retail')];
    expect([won.at(0), won.at(-1)]).toEqual(['2026-01', '2026-11']);
    expect([lost.at(0), lost.at(-1)]).toEqual(['2024-12', '2026-02']);
    const others = [...clients.keys()].filter((each) => each !== 'Marlow Instruments' && each !== 'Vantage Retail');
    for (const client of others) expect(span(client).at(0)?.slice(0, 4), client).not.toBe('2026');
  });

  it('has a thin August, a thin late December and lighter Fridays', () => {
    const hours = (records: readonly WorldRecord[]) => sum(records, 'total_minutes') / 60;
    const inMonth = (month: string) => hours(live.filter((each) => monthOf(each) === month));
    for (const year of ['2025', '2026']) expect(inMonth(`${year}-08`) / inMonth(`${year}-07`)).toBeLessThan(0.75);
    const between = (from: string, to: string) => {
      const [start, end] = [Date.parse(from), Date.parse(to)];
      return hours(live.filter((each) => startOf(each) >= start && startOf(each) < end));
    };
    expect(between('2025-12-20', '2026-01-01') / between('2025-12-06', '2025-12-18')).toBeLessThan(0.5);
    const single = live.filter((each) => number(each, 'num_sessions') === 1);
    const onWeekday = (day: number) => hours(single.filter((each) => new Date(startOf(each)).getUTCDay() === day));
    expect(onWeekday(5) / onWeekday(3)).toBeLessThan(0.92);
  });

  it('has a joiner, a leaver, a part-timer and a long leave', () => {
    const owners = Object.entries(sample.names.owners);
    const spanOf = (id: string) => live.filter((each) => text(each, 'platform_owner_id') === id).map(startOf);
    const [joiner] = owners.find(([, { activeFrom }]) => activeFrom) ?? [''];
    expect(Math.min(...spanOf(joiner))).toBeGreaterThanOrEqual(
      Date.parse(sample.names.owners[joiner]?.activeFrom ?? ''),
    );
    const [leaver] = owners.find(([, { activeTo }]) => activeTo) ?? [''];
    expect(Math.max(...spanOf(leaver)) - Date.parse(sample.names.owners[leaver]?.activeTo ?? '')).toBeLessThan(
      86_400_000,
    );
    expect(owners.filter(([, { weeklyHours }]) => weeklyHours === '24')).toHaveLength(1);
    const longestGap = (id: string) => {
      const times = spanOf(id).toSorted((a, b) => a - b);
      return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time))) / 86_400_000;
    };
    const away = owners.filter(([id]) => longestGap(id) > 60);
    expect(away.map(([, { name }]) => name)).toEqual(['Katrin Vogel']);
  });

  it('logs 40 % of its records over several sessions, some cut at a week’s or a month’s end', () => {
    expect(Math.abs(live.filter((each) => number(each, 'num_sessions') > 1).length / live.length - 0.4)).toBeLessThan(
      0.02,
    );
    expect(live.filter((each) => text(each, 'is_split_month_record') === 'true').length).toBeGreaterThan(120);
    expect(live.filter((each) => text(each, 'is_split_week_record') === 'true').length).toBeGreaterThan(200);
  });

  it('is the same for the same seed and anchor, and another for another seed', () => {
    const [size, months] = [chooseSize(60, 24_000), chooseSize(4, 24)];
    const make = (seed: number) => createSample({ seed, asOf: AS_OF, records: size, months }).records;
    const first = make(7);
    expect(make(7)).toEqual(first);
    expect(make(8)[50]).not.toEqual(first[50]);
  });

  it.each([42, 1, 20_261_121])('keeps its figures with seed %i', secondTier, (seed) => {
    const other = liveOf(createSample({ seed, asOf: '2026-03-15' }));
    expect(Math.abs(other.length - 24_000)).toBeLessThan(1000);
    expect(Math.abs(billableShare(other) - 0.7)).toBeLessThan(0.015);
    expect(Math.abs(margin(other) - 0.36)).toBeLessThan(0.025);
  });
});

describe('its records', () => {
  it('carry ids and creation times that grow together, across a change of digits', () => {
    const { records } = sample;
    const falling = records.slice(1).filter((each, index) => {
      const before = records[index]!;
      return each.id <= before.id || each.createdAt <= before.createdAt;
    });
    expect(falling).toEqual([]);
    expect(String(records[0]!.id).length).toBeLessThan(String(records.at(-1)!.id).length);
  });

  it('carry unique record ids of the platform’s form', () => {
    const ids = sample.records.map((each) => text(each, 'record_id'));
    expect(new Set(ids).size).toBe(ids.length);
    const form = /^\d{8} -- \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}$/;
    expect(ids.filter((id) => !form.test(id))).toEqual([]);
  });

  it('carry declared properties only, each of them somewhere', () => {
    const carried = new Set(sample.records.flatMap(({ properties }) => Object.keys(properties)));
    expect(carried).toEqual(new Set(declaredProperties.map(({ name }) => name)));
  });

  it('spell values as text and as JSON numbers, dates in three forms, blanks in three forms', () => {
    const types = (name: string) => new Set(live.map((each) => typeof value(each, name)));
    expect(types('total_hours')).toEqual(new Set(['string', 'number']));
    expect(types('toggle')).toEqual(new Set(['string', 'boolean']));
    const months = live.map((each) => text(each, 'month_year').replaceAll(/\d/g, '0'));
    expect(new Set(months.filter((each) => each !== ''))).toEqual(
      new Set(['0000-00-00T00:00:00.000Z', '0000-00-00', '0000000000000']),
    );
    const blanks = new Set(live.map((each) => value(each, 'description')).filter((each) => !each));
    expect(blanks).toEqual(new Set([undefined, null, '']));
  });

  it('agree with themselves wherever nothing is planted: amounts, twins, hours, margins', () => {
    const planted = new Set(Object.values(sample.planted).flat());
    const regular = live.filter(({ id }) => !planted.has(String(id)));
    const exact = (each: WorldRecord, name: string) => readNumber(text(each, name)) ?? -1n;
    /** Whole cents, half up: regular minutes are never negative. */
    const price = (each: WorldRecord, minutes: string, rate: string) => {
      const hundredths = 60n * 100_000_000n * 1_000_000n;
      return ((2n * exact(each, minutes) * exact(each, rate) + hundredths) / (2n * hundredths)) * 1_000_000n;
    };
    const twins = ['total_hours', 'billable_days', 'billable_amount', 'cost_amount', 'margin_amount'];
    const differing = regular.filter(
      (each) =>
        exact(each, 'billable_amount') !== price(each, 'billable_minutes', 'billable_rate') ||
        exact(each, 'cost_amount') !== price(each, 'total_minutes', 'cost_rate') ||
        exact(each, 'margin_amount') !== exact(each, 'billable_amount') - exact(each, 'cost_amount') ||
        (exact(each, 'total_minutes') * 2n + 60n) / 120n !== exact(each, 'total_hours') ||
        twins.some((name) => exact(each, name) !== exact(each, `${name}_auto`)),
    );
    expect(regular.length).toBeGreaterThan(23_000);
    expect(differing.map(({ properties }) => properties)).toEqual([]);
  });

  it('put the recorded week on a Monday and the recorded month on a first', () => {
    const misplaced = live.filter((each) => {
      const [week, month] = [readMoment(text(each, 'week_year')), readMoment(text(each, 'month_year'))];
      return (
        (week !== undefined && new Date(week).getUTCDay() !== 1) ||
        (month !== undefined && new Date(month).getUTCDate() !== 1)
      );
    });
    expect(misplaced).toEqual([]);
  });
});

describe('a number of records', () => {
  const [size, span] = [chooseSize(2_000, 24_000), chooseSize(2, 24)];
  const counted = createSample({ seed: 7, asOf: AS_OF, records: size, months: span });

  it.each(chooseCases(2, [0, 201, 1, 199, 200, 1_999, 2_000, 24_000, 30_000, 61_000]))(
    'is kept to exactly: %i live ones',
    (count) => {
      const exact = createSample({ seed: 3, asOf: AS_OF, records: count, months: chooseSize(4, 24) });
      expect(liveOf(exact)).toHaveLength(count);
      expect(exact.records.length > count).toBe(count > 0);
    },
  );

  it('makes every amount and rate a readable number', () => {
    const { records } = counted;
    const amounts = declaredProperties.filter(({ unit }) => unit === 'money' || unit === 'rate');
    expect(amounts).not.toEqual([]);
    const unreadable = records.flatMap(({ properties }) =>
      amounts.filter(({ name }) => readNumber(String(properties[name])) === undefined),
    );
    expect(unreadable).toEqual([]);
  });

  it('keeps the planted cases that need no unreadable amount', () => {
    const { planted } = counted;
    expect(Object.keys(planted)).toContain('duplicate');
    for (const name of ['unreadable', 'billable-without-rate', 'cost-unknown'])
      expect(planted).not.toHaveProperty(name);
  });

  it('of one firm keeps to 30 people; more records bring more people', () => {
    expect(Object.keys(counted.names.owners)).toHaveLength(30);
    // What one firm needs two years for is twice as much as it does in two months.
    const [records, months] = [chooseSize(4_500, 50_000), chooseSize(2, 24)];
    const more = createSample({ seed: 7, asOf: AS_OF, records, months });
    expect(Object.keys(more.names.owners)).toHaveLength(60);
  });

  it('is refused when it is none', () => {
    for (const records of [-1, 1.5, Number.NaN])
      expect(() => createSample({ seed: 1, asOf: AS_OF, records })).toThrow(RangeError);
    expect(() => createSample({ seed: 1, asOf: '2026-02-30' })).toThrow(RangeError);
  });
});
