/** The checks a second time, in plain code: the store's SQL is compared with it. It shares no condition with the definitions. */
import { divideHalfEven, formatUnits } from '#domain/decimal.ts';
import { requireProperty } from '#domain/properties.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import type { CheckName } from '#texts/screens/checks.ts';

const ONE = 100_000_000n;
const TOLERANCE = 500_000n;

const get = (record: TimeLogRecord, name: string) => record.values.get(requireProperty(name).name);
const num = (record: TimeLogRecord, name: string) => {
  const value = get(record, name);
  return typeof value === 'bigint' ? value : undefined;
};
const moment = (record: TimeLogRecord, name: string) => {
  const value = get(record, name);
  return typeof value === 'number' ? value : undefined;
};
const isMissing = (record: TimeLogRecord, name: string) =>
  get(record, name) === undefined && !record.anomalies.has(requireProperty(name).name);
const size = (value: bigint) => (value < 0n ? -value : value);
const minutesOf = (record: TimeLogRecord, kind: 'total' | 'billable') => {
  const hours = num(record, `${kind}_hours`);
  return num(record, `${kind}_minutes`) ?? (hours === undefined ? undefined : hours * 60n);
};

/** Sixty times recorded less minutes times rate, both to 16 decimals; undefined: unknown. */
function priceGap(record: TimeLogRecord, amount: string, kind: 'total' | 'billable', rate: string): bigint | undefined {
  const [recorded, minutes, hourly] = [num(record, amount), minutesOf(record, kind), num(record, rate)];
  if (recorded === undefined || minutes === undefined || hourly === undefined) return undefined;
  return recorded * 60n * ONE - minutes * hourly;
}
const isWrongPrice = (gap: bigint | undefined) => gap !== undefined && size(gap) > TOLERANCE * 60n * ONE;

const stems = ['minutes', 'hours', 'days', 'years', 'decades', 'centuries'];
const twins = [
  ...['total', 'billable'].flatMap((kind) => stems.slice(1).map((unit) => `${kind}_${unit}`)),
  'billable_amount',
  'cost_amount',
  'margin_amount',
];

type Reading = (record: TimeLogRecord) => boolean;

const alone = {
  'billable-without-rate': (each) =>
    (minutesOf(each, 'billable') ?? 0n) > 0n && (isMissing(each, 'billable_rate') || num(each, 'billable_rate') === 0n),
  'margin-differs': (each) => {
    const [margin, value, cost] = ['margin_amount', 'billable_amount', 'cost_amount'].map((name) => num(each, name));
    if (margin === undefined || value === undefined || cost === undefined) return false;
    return size(margin - (value - cost)) > TOLERANCE;
  },
  'cost-unknown': (each) => (minutesOf(each, 'total') ?? 0n) > 0n && isMissing(each, 'cost_amount'),
  'billable-over-total': (each) => {
    const [billable, total] = [minutesOf(each, 'billable'), minutesOf(each, 'total')];
    return billable !== undefined && total !== undefined && billable > 0n && billable - total > TOLERANCE * 60n;
  },
  'enormous-amount': (each) => (num(each, 'billable_amount') ?? 0n) > 25_000n * ONE,
  negative: (each) =>
    ['total_minutes', 'billable_minutes', 'billable_rate', 'billable_amount', 'cost_rate', 'cost_amount'].some(
      (name) => (num(each, name) ?? 0n) < 0n,
    ),
  'hours-differ': (each) =>
    ['total', 'billable'].some((kind) => {
      const [hours, minutes] = [num(each, `${kind}_hours`), num(each, `${kind}_minutes`)];
      return hours !== undefined && minutes !== undefined && size(hours * 60n - minutes) > TOLERANCE * 60n;
    }),
  'enormous-hours': (each) => {
    const minutes = minutesOf(each, 'total') ?? 0n;
    const sessions = num(each, 'num_sessions');
    return minutes > 3600n * ONE || (minutes > 960n * ONE && sessions !== undefined && sessions < 2n * ONE);
  },
  'end-before-start': (each) =>
    [
      ['first_end_date', 'first_start_date'],
      ['last_end_date', 'last_start_date'],
      ['last_end_date', 'first_start_date'],
    ].some(([end = '', start = '']) => (moment(each, end) ?? Infinity) < (moment(each, start) ?? -Infinity)),
  'timer-on': (each) => get(each, 'toggle') === true,
  'without-minutes': (each) => isMissing(each, 'total_minutes'),
  'without-month': (each) => isMissing(each, 'month_year') || isMissing(each, 'week_year'),
  'without-owner': (each) => isMissing(each, 'platform_owner_id'),
  'without-object': (each) => isMissing(each, 'assoc_obj_type') || isMissing(each, 'assoc_record_id'),
  'without-category': (each) => isMissing(each, 'category_text'),
  'twin-differs': (each) =>
    twins.some((name) => {
      const [own, auto] = [num(each, name), num(each, `${name}_auto`)];
      return own !== undefined && auto !== undefined && size(own - auto) > TOLERANCE;
    }),
  unreadable: (each) => each.anomalies.size > 0,
  rounded: (each) => each.rounded.size > 0,
} satisfies Readonly<Record<string, Reading>>;

const alikeKey = (each: TimeLogRecord, ...names: string[]) =>
  JSON.stringify(names.map((name) => String(get(each, name) ?? null)));

/** How much of an entry's time is within others, as a fraction: `part` of `whole` milliseconds. */
interface Overlap {
  readonly id: string;
  readonly part: number;
  readonly whole: number;
}

function overlapping(live: readonly TimeLogRecord[]): Overlap[] {
  const seen = new Set<string>();
  const single = live
    .filter((each) => num(each, 'num_sessions') === ONE && get(each, 'platform_owner_id') !== undefined)
    .filter((each) => (moment(each, 'first_start_date') ?? Infinity) < (moment(each, 'first_end_date') ?? -Infinity))
    .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .filter((each) => {
      const key = alikeKey(
        each,
        'platform_owner_id',
        'first_start_date',
        'first_end_date',
        'total_minutes',
        'assoc_obj_type',
        'assoc_record_id',
        'title',
      );
      return !seen.has(key) && seen.add(key);
    });
  const spans = single.map((each) => ({
    id: each.id,
    owner: get(each, 'platform_owner_id'),
    start: moment(each, 'first_start_date') ?? 0,
    end: moment(each, 'first_end_date') ?? 0,
  }));
  return [...Map.groupBy(spans, ({ owner }) => owner).values()].flatMap((mine) =>
    mine.flatMap((a) => {
      const others = mine.filter((b) => a !== b && a.start < b.end && b.start < a.end);
      if (others.length === 0) return [];
      const isBefore = (b: typeof a) => b.start - a.start || a.end - b.end || (BigInt(b.id) < BigInt(a.id) ? -1 : 1);
      const ends = others.filter((b) => isBefore(b) < 0).map(({ end }) => Math.min(a.end, end) - a.start);
      return [{ id: a.id, part: Math.max(0, ...ends), whole: a.end - a.start }];
    }),
  );
}

const namesOfDuplicates = [
  'platform_owner_id',
  'first_start_date',
  'total_minutes',
  'assoc_obj_type',
  'assoc_record_id',
  'title',
];

/** Records that share all of it, by group. @param needed how many of the names must be set. */
function alike(live: readonly TimeLogRecord[], names: readonly string[], needed: number): TimeLogRecord[][] {
  const known = live.filter((each) => names.slice(0, needed).every((name) => get(each, name) !== undefined));
  return [...Map.groupBy(known, (each) => alikeKey(each, ...names)).values()].filter(({ length }) => length > 1);
}

const idsOf = (groups: readonly (readonly TimeLogRecord[])[]) => new Set(groups.flat().map(({ id }) => id));

/** Which basis most records follow where the two differ; the first of equals. */
function basisOf(
  live: readonly TimeLogRecord[],
  amount: string,
  rate: string,
  bases: readonly ['total' | 'billable', 'total' | 'billable'],
) {
  const tells = live.filter((each) => {
    const [total, billable, hourly] = [num(each, 'total_minutes'), num(each, 'billable_minutes'), num(each, rate)];
    return total !== undefined && billable !== undefined && total !== billable && hourly !== undefined && hourly !== 0n;
  });
  const count = (kind: 'total' | 'billable') =>
    tells.filter((each) => {
      const gap = priceGap(each, amount, kind, rate);
      return gap !== undefined && !isWrongPrice(gap);
    }).length;
  return count(bases[1]) > count(bases[0]) ? bases[1] : bases[0];
}

/** The values that a file billed, by name; one for each file, oldest first. */
export type WitnessBilled = ReadonlyMap<string, readonly ReadonlyMap<string, unknown>[]>;

/** Ids by check, ascending. @param records archived ones are ignored. */
export function witnessFindings(
  records: readonly TimeLogRecord[],
  billed: WitnessBilled = new Map(),
): Map<string, string[]> {
  const live = records.filter(({ archived }) => !archived);
  const amountBasis = basisOf(live, 'billable_amount', 'billable_rate', ['billable', 'total']);
  const costBasis = basisOf(live, 'cost_amount', 'cost_rate', ['total', 'billable']);
  const overlaps = new Set(overlapping(live).map(({ id }) => id));
  const duplicates = idsOf(alike(live, namesOfDuplicates, 3));
  const sameRecordIds = idsOf(alike(live, ['record_id'], 1));
  const tests: Readonly<Record<CheckName, Reading>> = {
    ...alone,
    'amount-differs': (each) => isWrongPrice(priceGap(each, 'billable_amount', amountBasis, 'billable_rate')),
    'cost-differs': (each) => isWrongPrice(priceGap(each, 'cost_amount', costBasis, 'cost_rate')),
    overlap: ({ id }) => overlaps.has(id),
    'sent-changed': (each) =>
      [...(billed.get(each.id)?.at(-1) ?? [])].some(([name, value]) => value !== get(each, name)),
    'billed-twice': ({ id }) => (billed.get(id)?.length ?? 0) > 1,
    duplicate: ({ id }) => duplicates.has(id),
    'same-record-id': ({ id }) => sameRecordIds.has(id),
  };
  const sorted = (ids: string[]) => ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  return new Map(Object.entries(tests).map(([id, test]) => [id, sorted(live.filter(test).map((each) => each.id))]));
}

/** What is in question by record, for the checks that compare records: money and minutes; null: unknown. */
export function witnessStakes(records: readonly TimeLogRecord[]): Map<string, Map<string, (string | null)[]>> {
  const live = records.filter(({ archived }) => !archived);
  const byId = new Map(live.map((each) => [each.id, each]));
  const share = (amount: bigint | undefined, { part, whole }: Overlap) =>
    amount === undefined ? null : formatUnits(divideHalfEven(amount * BigInt(part), BigInt(whole)));
  const of = (shares: readonly Overlap[]) =>
    new Map(
      shares.map((each) => {
        const record = byId.get(each.id);
        const [value, minutes] = record ? [num(record, 'billable_amount'), minutesOf(record, 'total')] : [];
        return [each.id, [share(value, each), share(minutes, each)]];
      }),
    );
  return new Map([
    ['overlap', of(overlapping(live))],
    ['duplicate', of(allButOne(alike(live, namesOfDuplicates, 3)))],
    ['same-record-id', of(allButOne(alike(live, ['record_id'], 1)))],
  ]);
}

/** The one with the largest absolute amount stays; the first of equals. */
function allButOne(groups: readonly (readonly TimeLogRecord[])[]): Overlap[] {
  const worth = (each: TimeLogRecord) => size(num(each, 'billable_amount') ?? -1n);
  return groups.flatMap((group) => {
    const known = group.filter((each) => num(each, 'billable_amount') !== undefined);
    const [stays] = (known.length > 0 ? known : group).toSorted((a, b) =>
      known.length > 0 && worth(a) !== worth(b) ? (worth(a) > worth(b) ? -1 : 1) : BigInt(a.id) < BigInt(b.id) ? -1 : 1,
    );
    return group.map(({ id }) => ({ id, part: id === stays?.id ? 0 : 1, whole: 1 }));
  });
}
