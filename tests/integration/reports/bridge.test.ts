/**
 * A bridge equals the definitions, reckoned over the records in fractions of its own, to the last digit: random pairs of periods through the
 * whole app and its store, by client, person and service, in two currencies, with filters and one level deeper.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bridgeInputSchema,
  type Bridge,
  type BridgeAnswer,
  type BridgeInput,
} from '#domain/reports/bridge/question.ts';
import { openAppWorld, worldRecords, type AppWorld } from '#tests/support/worlds/app-world.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';

/** `PAIRS=500 SEED=7 vitest run --project integration reports/bridge` looks further. */
const PAIRS = Number(process.env['PAIRS'] ?? chooseSize(4, 500));
const random = seeded(Number(process.env['SEED'] ?? 20_261_127));
const RECORDS = 1400;

interface Entry {
  readonly day: string;
  readonly week: string;
  readonly person: string | null;
  readonly service: string | null;
  readonly object: string | null;
  /** Decimal texts as the service has them; null is unset. */
  readonly minutes: string | null;
  readonly hours: string | null;
  readonly value: string | null;
}

const clients: Readonly<Record<string, readonly [string | null, string]>> = {
  '1': ['Acme', 'EUR'],
  '2': ['acme', 'EUR'],
  '3': ['Brook', 'USD'],
  '4': ['Cedar', 'EUR'],
  '5': [null, 'EUR'],
  '6': ['Acme', 'USD'],
  '7': ['Dune', 'EUR'],
};
const DAY_MS = 86_400_000;
const toDay = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const mondayOf = (instant: number) => toDay(instant - ((new Date(instant).getUTCDay() + 6) % 7) * DAY_MS);

const entries: readonly Entry[] = Array.from({ length: RECORDS }, () => {
  const instant = Date.UTC(2025, 5, 1) + random.between(0, 520) * DAY_MS;
  const maybe = <T>(chance: number, value: () => T) => (random.chance(chance) ? value() : null);
  const minutes = random.chance(0.7)
    ? String(random.between(0, 32) * 15)
    : `${random.between(1, 400)}.${random.between(1, 99_999_999)}`;
  return {
    day: toDay(instant),
    week: mondayOf(instant),
    person: maybe(0.95, () => random.pick(['7', '8', '9', '10'])),
    service: maybe(0.9, () => random.pick(['Audit', 'audit', 'Tax', 'Advice', 'Payroll'])),
    object: maybe(0.95, () => random.pick(Object.keys(clients))),
    minutes: maybe(0.8, () => minutes),
    hours: maybe(0.5, () => `${random.between(0, 9)}.${random.between(0, 99)}`),
    value: maybe(0.85, () => `${random.between(-20, 900)}.${String(random.between(0, 999)).padStart(3, '0')}`),
  };
});

let world: AppWorld;
beforeAll(async () => {
  world = await openAppWorld(
    worldRecords(
      entries.map(({ day, week, person, service, object, minutes, hours, value }) => ({
        month_year: `${day.slice(0, 7)}-01`,
        week_year: week,
        first_start_date: `${day}T10:00:00.000Z`,
        ...(person !== null && { platform_owner_id: person }),
        ...(service !== null && { service_name: service }),
        ...(object !== null && { assoc_obj_type: 'deal', assoc_record_id: object }),
        ...(minutes !== null && { billable_minutes: minutes }),
        ...(hours !== null && { billable_hours: hours }),
        ...(value !== null && { billable_amount: value }),
      })),
    ),
  );
  await world.call('settings.set', { zone: 'UTC', currency: 'EUR' });
  await world.call('names.keep', {
    owners: {},
    objects: Object.fromEntries(
      Object.entries(clients).map(([id, [client, currency]]) => [`deal:${id}`, { name: `D${id}`, client, currency }]),
    ),
  });
}, 120_000);
afterAll(() => world.dispose());

/** Fractions of this test alone. */
type F = readonly [bigint, bigint];
const plus = ([a, b]: F, [c, d]: F): F => reduced(a * d + c * b, b * d);
const less = (a: F, [c, d]: F): F => plus(a, [-c, d]);
const by = ([a, b]: F, [c, d]: F): F => reduced(a * c, b * d);
const over = (a: F, [c, d]: F): F => (c < 0n ? by(a, [-d, -c]) : by(a, [d, c]));
const ZERO: F = [0n, 1n];
const total = (all: readonly F[]) => all.reduce(plus, ZERO);
const isEqual = ([a, b]: F, [c, d]: F) => a * d === c * b;
function reduced(a: bigint, b: bigint): F {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return x === 0n ? ZERO : [a / x, b / x];
}
function read(text: string): F {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  const magnitude = BigInt(whole + decimals);
  return reduced(sign === '-' ? -magnitude : magnitude, 10n ** BigInt(decimals.length));
}
/** As the store keeps it: at most 8 decimals. */
const floor = ([a, b]: F) => (a >= 0n ? a / b : -((-a + b - 1n) / b));
const cents = (value: F) => {
  const [a, b] = by(value, [100n, 1n]);
  return a < 0n ? -((-2n * a + b) / (2n * b)) : (2n * a + b) / (2n * b);
};

type Part = keyof Bridge['parts'];
type Parts = Partial<Record<Part, F>>;

interface Reckoned {
  readonly total: Parts;
  readonly groups: ReadonlyMap<string | null, Parts>;
  readonly start: F;
  readonly end: F;
}

const keyOf = {
  client: ({ object }: Entry) => (object === null ? null : (clients[object]?.[0]?.toLowerCase() ?? null)),
  person: ({ person }: Entry) => person,
  service: ({ service }: Entry) => service?.toLowerCase() ?? null,
};

const hoursOf = ({ minutes, hours }: Entry) =>
  minutes !== null ? over(read(minutes), [60n, 1n]) : hours !== null ? read(hours) : undefined;

function reckon(before: readonly Entry[], now: readonly Entry[], dimension: BridgeAnswer['by']): Reckoned {
  const key = keyOf[dimension];
  const keys = new Set([...before, ...now].map(key));
  const valued = (all: readonly Entry[]) => total(all.flatMap(({ value }) => (value === null ? [] : [read(value)])));
  const side = (all: readonly Entry[]) => {
    const rated = all.filter((entry) => entry.value !== null && hoursOf(entry) !== undefined);
    const hours = total(rated.map((entry) => hoursOf(entry) ?? ZERO));
    const hasHours = hours[0] > 0n;
    const value = hasHours ? valued(rated) : ZERO;
    return { hours, value, hasHours, apart: less(valued(all), value) };
  };
  const sides = [...keys].map((name) => ({
    name,
    was: side(before.filter((entry) => key(entry) === name)),
    is: side(now.filter((entry) => key(entry) === name)),
  }));
  const both = sides.filter(({ was, is }) => was.hasHours && is.hasHours);
  const H0 = total(both.map(({ was }) => was.hours));
  const H1 = total(both.map(({ is }) => is.hours));
  const groups = new Map<string | null, Parts>();
  for (const { name, was, is } of sides) {
    const parts: Parts = { 'without-hours': less(is.apart, was.apart) };
    if (was.hasHours && is.hasHours) {
      const [r0, r1] = [over(was.value, was.hours), over(is.value, is.hours)];
      const [s0, s1] = [over(was.hours, H0), over(is.hours, H1)];
      parts.volume = by(less(H1, H0), by(s0, r0));
      parts.mix = by(H1, by(less(s1, s0), r0));
      parts.rate = by(is.hours, less(r1, r0));
    } else if (is.hasHours) parts.new = is.value;
    else if (was.hasHours) parts.gone = less(ZERO, was.value);
    groups.set(name, parts);
  }
  const sum = (part: Part) => total([...groups.values()].map((parts) => parts[part] ?? ZERO));
  const R0 = both.length === 0 ? ZERO : over(total(both.map(({ was }) => was.value)), H0);
  return {
    total: {
      // The definitions, not the sums of the groups' shares.
      volume: by(less(H1, H0), R0),
      mix: sum('mix'),
      rate: sum('rate'),
      new: sum('new'),
      gone: sum('gone'),
      'without-hours': sum('without-hours'),
    },
    groups,
    start: valued(before),
    end: valued(now),
  };
}

/** All rounded down, then up where the remainder is largest; ties go to the earlier part. */
function largestRemainder(parts: readonly (readonly [Part, F])[], target: bigint): Map<Part, bigint> {
  const scaled = parts.map(([part, value]) => [part, by(value, [100n, 1n])] as const);
  const printed = new Map(scaled.map(([part, value]) => [part, floor(value)]));
  const order = scaled
    .map(([part, value]) => ({ part, rest: less(value, [floor(value), 1n]) }))
    .toSorted((a, b) => Number(less(b.rest, a.rest)[0] > 0n) - Number(less(b.rest, a.rest)[0] < 0n));
  let missing = target - [...printed.values()].reduce((sum, one) => sum + one, 0n);
  for (let at = 0; missing !== 0n; at += 1) {
    const up = missing > 0n;
    const { part } = (up ? order : order.toReversed())[at % order.length]!;
    printed.set(part, (printed.get(part) ?? 0n) + (up ? 1n : -1n));
    missing -= up ? 1n : -1n;
  }
  return printed;
}

/** A sum without rates: what changed where a group has records in both periods, what is new, and what is gone. */
async function compareHours(question: BridgeInput, { result, by: dimension }: BridgeAnswer, label: string) {
  const { bridge } = await world.call('report.bridge', {
    ...question,
    measure: 'billable_logged_hours',
    currency: undefined,
  });
  const [past, own] = [result.comparison?.period, result.period];
  if (!bridge || !past || !own) throw new Error(label);
  const service = question.filterGroups.length > 0 ? 'Tax' : undefined;
  const inside = (period: Period) =>
    entries.filter((entry) => isIn(entry, period) && (service === undefined || entry.service === service));
  const key = keyOf[dimension];
  const parts: Parts = {};
  const [before, now] = [inside(past), inside(own)];
  for (const name of new Set([...before, ...now].map(key))) {
    const [was, is] = [before, now].map((all) => all.filter((entry) => key(entry) === name));
    const hours = (all: readonly Entry[] = []) => total(all.map((entry) => hoursOf(entry) ?? ZERO));
    const part = was?.length === 0 ? 'new' : is?.length === 0 ? 'gone' : 'existing';
    parts[part] = plus(parts[part] ?? ZERO, less(hours(is), hours(was)));
  }
  for (const part of bridge.order) {
    // The answer has hours to 8 decimals, so each group may be off by one of them in each period.
    const off = BigInt(digits(bridge.parts[part]?.exact ?? '')) - BigInt(decimals(parts[part] ?? ZERO));
    expect(off * off, `${part} ${label}`).toBeLessThanOrEqual(400n);
  }
  expect(BigInt(bridge.change.steps), label).toBe(
    bridge.order.reduce((sum, part) => sum + BigInt(bridge.parts[part]?.steps ?? '0'), 0n),
  );
}

type Period = Parameters<typeof isIn>[1];

const isIn = (entry: Entry, period: { readonly from: string; readonly to: string; readonly calendar: string }) => {
  const date =
    period.calendar === 'recorded-month'
      ? `${entry.day.slice(0, 7)}-01`
      : period.calendar === 'recorded-week'
        ? entry.week
        : entry.day;
  return date >= period.from && date <= period.to;
};

const months = ['2025-10', '2025-12', '2026-01', '2026-03', '2026-05', '2026-06', '2026-08', '2026-10'];
const weeks = ['2025-W44', '2026-W02', '2026-W11', '2026-W20', '2026-W33', '2026-W41'];
function anyPeriod(): string {
  if (random.chance(0.4)) return random.pick(months);
  if (random.chance(0.3)) return random.pick(weeks);
  if (random.chance(0.3)) return random.pick(['2025-Q4', '2026-Q1', '2026-Q2', '2026-Q3']);
  const from = Date.UTC(2025, 11, 1) + random.between(0, 250) * DAY_MS;
  return `${toDay(from)}..${toDay(from + random.between(3, 70) * DAY_MS)}`;
}

const decimals = (value: F): string => {
  const scaled = by(value, [100_000_000n, 1n]);
  const low = floor(scaled);
  const [rest, unit] = less(scaled, [low, 1n]);
  const up = 2n * rest > unit || (2n * rest === unit && low % 2n !== 0n);
  return String(up ? low + 1n : low);
};
const digits = (text: string) => String(read(text)[0] * (100_000_000n / read(text)[1]));

test(
  `${PAIRS} random pairs of periods`,
  async () => {
    const met = new Set<string>();
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const dimension = random.pick(['client', 'person', 'service'] as const);
      const currency = random.pick(['EUR', 'USD']);
      const service = random.chance(0.3) ? 'Tax' : undefined;
      const question = bridgeInputSchema.parse({
        by: dimension,
        currency,
        period: anyPeriod(),
        compare: random.pick(['previous', 'last-year']),
        top: random.pick([1, 2, 3, 20]),
        ...(service !== undefined && {
          filterGroups: [{ filters: [{ propertyName: 'service_name', operator: 'EQ', value: service }] }],
        }),
      });
      const answer = await world.call('report.bridge', question).catch(() => undefined);
      const { period, comparison } = answer?.result ?? {};
      if (!answer?.bridge || !period || !comparison?.period) {
        met.add('refused');
        continue;
      }
      const label = JSON.stringify(question);
      const { bridge } = answer;
      const ofCurrency = (entry: Entry) =>
        (entry.object === null ? 'EUR' : clients[entry.object]?.[1]) === (answer.currency ?? 'EUR') &&
        (service === undefined || entry.service === service);
      const [past, own] = [comparison.period, period];
      const reckoned = reckon(
        entries.filter((entry) => ofCurrency(entry) && isIn(entry, past)),
        entries.filter((entry) => ofCurrency(entry) && isIn(entry, own)),
        dimension,
      );
      expect(digits(bridge.start.exact), label).toBe(decimals(reckoned.start));
      expect(digits(bridge.end.exact), label).toBe(decimals(reckoned.end));
      const change = cents(reckoned.end) - cents(reckoned.start);
      expect(bridge.change.steps, label).toBe(String(change));
      expect(isEqual(total(Object.values(reckoned.total)), less(reckoned.end, reckoned.start)), label).toBe(true);
      const present = (Object.entries(reckoned.total) as [Part, F][]).filter(([part]) =>
        [...reckoned.groups.values()].some((parts) => (parts[part]?.[0] ?? 0n) !== 0n),
      );
      expect(bridge.order, label).toEqual(present.map(([part]) => part));
      const printed = largestRemainder(present, change);
      for (const [part, value] of present) {
        met.add(part);
        expect(digits(bridge.parts[part]?.exact ?? ''), `${part} ${label}`).toBe(decimals(value));
        expect(bridge.parts[part]?.steps, `${part} ${label}`).toBe(String(printed.get(part)));
      }
      // Each group's own shares, and lines and columns that add up as printed.
      for (const group of bridge.groups) {
        const parts = reckoned.groups.get(group.key?.toLowerCase() ?? null) ?? {};
        for (const part of bridge.order) {
          const value = parts[part] ?? ZERO;
          const said = group.parts[part];
          expect(said ? digits(said.exact) : '0', `${group.key} ${part} ${label}`).toBe(decimals(value));
        }
      }
      const lines = [...bridge.groups, ...(bridge.rest ? [bridge.rest] : [])];
      const steps = (amount: { readonly steps: string } | undefined) => BigInt(amount?.steps ?? '0');
      const add = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n);
      expect(add(lines.map((line) => steps(line.change))), label).toBe(change);
      for (const line of lines) expect(add(Object.values(line.parts).map(steps)), label).toBe(steps(line.change));
      for (const part of bridge.order)
        expect(add(lines.map(({ parts }) => steps(parts[part]))), label).toBe(steps(bridge.parts[part]));
      if (bridge.rest) met.add('rest');
      if (pair % 4 === 0) await compareHours(question, answer, label);
      // One level deeper: the group's own filter asks for its own change.
      const [largest] = bridge.groups;
      if (pair % 5 !== 0 || !largest || answer.currency === undefined) continue;
      const deeper = await world
        .call('report.bridge', {
          ...question,
          filterGroups: largest.filterGroups,
          by: dimension === 'person' ? 'service' : 'person',
        })
        .catch(() => undefined);
      if (!deeper?.bridge || deeper.currency !== answer.currency) continue;
      met.add('deeper');
      expect(deeper.bridge.change.exact, label).toBe(largest.change.exact);
    }
    // The few of the first tier need not have met what is rare.
    const parts = ['volume', 'mix', 'rate', 'deeper', 'new', 'gone', 'without-hours', 'rest'];
    for (const part of chooseCases(4, parts)) expect(met).toContain(part);
  },
  120_000 + PAIRS * 6000,
);
