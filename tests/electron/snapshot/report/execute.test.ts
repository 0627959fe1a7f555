/** Reports from the store against a plain in-memory reckoning written here from the definitions. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { divideHalfEven, formatUnits, type Units } from '#domain/decimal.ts';
import { requireProperty } from '#domain/properties.ts';
import type { TimeLogRecord, Value } from '#domain/record.ts';
import { checkReport } from '#domain/reports/definition/check.ts';
import { measures } from '#domain/reports/definition/measures.ts';
import { reportSchema, type ReportInput } from '#domain/reports/definition/report.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { clear, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { chooseSize } from '#tests/support/tier.ts';

let scratch: Scratch;
let snapshot: Snapshot;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
});
afterAll(() => scratch.dispose());

function run(report: ReportInput) {
  const checked = checkReport(reportSchema.parse(report));
  if (!checked.ok) throw new Error(checked.problem.detail);
  return snapshot.report(checked.value, { zone: 'UTC' });
}

async function over(records: readonly TimeLogRecord[], report: ReportInput) {
  await publish(snapshot, records);
  try {
    return await run(report);
  } finally {
    await clear(snapshot, records);
  }
}

test('rows go by one column’s figures, the rest beyond the top too; a column that is not there is said', async () => {
  const spent = (id: string, owner: string, month: string, minutes: string) =>
    recordOf(id, { platform_owner_id: owner, month_year: `2026-${month}-01`, total_minutes: minutes });
  const records = [
    spent('1', 'a', '09', '600'),
    spent('2', 'a', '10', '60'),
    spent('3', 'b', '09', '60'),
    spent('4', 'b', '10', '120'),
    spent('5', 'c', '09', '300'),
    spent('6', 'd', '10', '90'),
  ];
  const asked = (column: string): ReportInput => ({
    measures: ['total_minutes'],
    groupBy: ['platform_owner_id'],
    columns: 'month',
    order: { by: 'total_minutes', column, direction: 'descending' },
    top: { count: 2 },
  });
  const keys = ({ rows }: Awaited<ReturnType<typeof over>>) =>
    rows.map(({ key, folded }) => [key['platform_owner_id'], folded]);
  const october = await over(records, asked('2026-10-01'));
  expect(keys(october)).toEqual([
    ['b', undefined],
    ['d', undefined],
    [null, 2],
  ]);
  expect(october.rows[2]?.cells?.['a552213_total_minutes']).toEqual(['900', '60']);
  expect(october.isOrderAbsent).toBe(false);
  const june = await over(records, asked('2026-06-01'));
  expect(june.isOrderAbsent).toBe(true);
  expect(keys(june).map(([key]) => key)).toEqual(['a', 'c', null]);
});

describe('a report', () => {
  const records = [
    recordOf('1', { platform_owner_id: 'a', total_minutes: '60', billable_amount: '100' }),
    recordOf('2', { platform_owner_id: 'a', total_minutes: '30.5' }),
    recordOf('3', { platform_owner_id: 'b', total_minutes: '200' }),
    recordOf('4', { platform_owner_id: 'c' }),
    recordOf('5', { total_minutes: '200' }),
    recordOf('6', { platform_owner_id: 'b', total_minutes: '1000' }, { archived: true }),
  ];

  test('orders rows by the first measure, then by key, unset last; sums are exact and null over nothing', async () => {
    expect(
      await over(records, {
        measures: ['total_minutes', 'billable_amount', 'records'],
        groupBy: ['platform_owner_id'],
      }),
    ).toMatchObject({
      rows: [
        {
          key: { platform_owner_id: 'b' },
          values: { a552213_total_minutes: '200', a552213_billable_amount: null, records: '1' },
          records: 1,
        },
        {
          key: { platform_owner_id: null },
          values: { a552213_total_minutes: '200', a552213_billable_amount: null, records: '1' },
          records: 1,
        },
        {
          key: { platform_owner_id: 'a' },
          values: { a552213_total_minutes: '90.5', a552213_billable_amount: '100', records: '2' },
          records: 2,
        },
        {
          key: { platform_owner_id: 'c' },
          values: { a552213_total_minutes: null, a552213_billable_amount: null, records: '1' },
          records: 1,
        },
      ],
      totals: { a552213_total_minutes: '490.5', a552213_billable_amount: '100', records: '5' },
      records: 5,
    });
  });

  test('without groups has totals only', async () => {
    expect(await over(records, { measures: ['total_minutes'] })).toMatchObject({
      rows: [],
      totals: { a552213_total_minutes: '490.5' },
      records: 5,
    });
  });

  test('over nothing has no rows, counts 0 and sums null', async () => {
    const nothing = { rows: [], totals: { records: '0', owners: '0', logged_hours: null }, records: 0 };
    expect(
      await run({ measures: ['records', 'owners', 'logged_hours'], groupBy: ['platform_owner_id'] }),
    ).toMatchObject(nothing);
    expect(await run({ measures: ['records', 'owners', 'logged_hours'] })).toMatchObject(nothing);
  });

  test('people in the total are counted once, not added up', async () => {
    const worked = [
      recordOf('1', { platform_owner_id: 'a', service_name: 'x' }),
      recordOf('2', { platform_owner_id: 'a', service_name: 'y' }),
      recordOf('3', { service_name: 'y' }),
    ];
    const { rows, totals } = await over(worked, { measures: ['owners'], groupBy: ['service_name'] });
    expect(rows.map(({ values }) => values['owners'])).toEqual(['1', '1']);
    expect(totals['owners']).toBe('1');
  });

  test('keys are dates as YYYY-MM-DD and booleans true or false', async () => {
    const { rows } = await over([recordOf('1', { month_year: '2026-10-01', toggle: true })], {
      measures: ['records'],
      groupBy: ['month_year', 'toggle'],
    });
    expect(rows[0]?.key).toEqual({ a552213_month_year: '2026-10-01', a552213_toggle: 'true' });
  });

  test('a record without minutes counts with its hours', async () => {
    const worked = [recordOf('1', { total_minutes: '30', total_hours: '99' }), recordOf('2', { total_hours: '2' })];
    expect((await over(worked, { measures: ['logged_hours'] })).totals['logged_hours']).toBe('2.5');
  });

  test('margin is over records whose cost is known; an unset value is 0, an unreadable one leaves its record out', async () => {
    const worked = [
      recordOf('1', { billable_amount: '100', cost_amount: '60' }),
      recordOf('2', { cost_amount: '10' }),
      recordOf('3', { billable_amount: '1000' }),
      recordOf('4', { cost_amount: '500' }, { anomalies: new Map([['a552213_billable_amount', '"n/a"']]) }),
      recordOf('5', { billable_amount: '7' }, { anomalies: new Map([['a552213_cost_amount', '"n/a"']]) }),
    ];
    const { totals } = await over(worked, {
      measures: ['margin', 'margin_percent', 'billable_value', 'recorded_cost'],
    });
    expect(totals).toEqual({ margin: '30', margin_percent: '30', billable_value: '1107', recorded_cost: '570' });
  });

  test('sums no double could hold are exact', async () => {
    const large = Array.from({ length: 101 }, (_, index) =>
      recordOf(String(index + 1), { billable_amount: '9999999999.99999999' }),
    );
    const { totals } = await over(large, { measures: ['billable_amount'] });
    expect(totals['a552213_billable_amount']).toBe('1009999999999.99999899');
  });
});

/** Each measure from its definition, over plain records, with BigInt only. */
const P = 'a552213_';
const numbers = (records: readonly TimeLogRecord[], name: string) =>
  records.flatMap((record) => {
    const value = record.values.get(`${P}${name}`);
    return typeof value === 'bigint' ? [value] : [];
  });
const total = (values: readonly Units[]): Units | null =>
  values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0n);
const over8 = (a: Units | null, b: Units | null) =>
  a === null || b === null || b === 0n ? null : divideHalfEven(a * 100_000_000n, b);
const scaled = (units: Units | null, factor: bigint) => (units === null ? null : units * factor);
const ONE = 100_000_000n;

const reckoning: Readonly<Record<string, (records: readonly TimeLogRecord[]) => Units | null>> = {
  records: (all) => BigInt(all.length) * ONE,
  owners: (all) =>
    BigInt(
      new Set(all.map(({ values }) => values.get('platform_owner_id')).filter((owner) => owner !== undefined)).size,
    ) * ONE,
  logged_hours: (all) => over8(sumOf(all, logged), 60n * ONE),
  billable_logged_hours: (all) => over8(sumOf(all, billable), 60n * ONE),
  nonbillable_hours: (all) => {
    const both = where(all, logged, billable);
    const [logs, bills] = [sumOf(both, logged), sumOf(both, billable)];
    return logs === null || bills === null ? null : over8(logs - bills, 60n * ONE);
  },
  billable_share: (all) => {
    const both = where(all, logged, billable);
    return over8(sumOf(both, billable), sumOf(both, logged));
  },
  billable_value: (all) => total(numbers(all, 'billable_amount')),
  recorded_cost: (all) => total(numbers(all, 'cost_amount')),
  margin: (all) => margin(all),
  margin_percent: (all) => over8(scaled(margin(all), 100n), total(numbers(costed(all), 'billable_amount'))),
  effective_rate: (all) => {
    const both = where(all, value, billable);
    return over8(scaled(sumOf(both, value), 60n), sumOf(both, billable));
  },
  working_days: (all) => over8(sumOf(all, logged), 480n * ONE),
};

type Read = (record: TimeLogRecord) => Units | null;

const minutesElseHours =
  (kind: string): Read =>
  (record) => {
    const [minutes] = numbers([record], `${kind}_minutes`);
    const [hours] = numbers([record], `${kind}_hours`);
    return minutes ?? (hours === undefined ? null : hours * 60n);
  };
const [logged, billable] = [minutesElseHours('total'), minutesElseHours('billable')];
const value: Read = (record) => numbers([record], 'billable_amount')[0] ?? null;
const sumOf = (all: readonly TimeLogRecord[], read: Read) => total(all.flatMap((record) => read(record) ?? []));
const where = (all: readonly TimeLogRecord[], ...reads: readonly Read[]) =>
  all.filter((record) => reads.every((read) => read(record) !== null));

function costed(all: readonly TimeLogRecord[]): readonly TimeLogRecord[] {
  return all.filter(({ values, anomalies }) => values.has(`${P}cost_amount`) && !anomalies.has(`${P}billable_amount`));
}

function margin(all: readonly TimeLogRecord[]): Units | null {
  const known = costed(all);
  const cost = total(numbers(known, 'cost_amount'));
  return cost === null ? null : (total(numbers(known, 'billable_amount')) ?? 0n) - cost;
}

describe('any report equals the reckoning to the last digit', () => {
  const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
  const times = ['total_minutes', 'total_hours', 'billable_minutes', 'billable_hours'];
  const numeric = [...times, 'billable_amount', 'cost_amount'].map((name) => `${P}${name}`);
  const grouping = {
    platform_owner_id: fc.constantFrom('7', '8'),
    a552213_service_name: fc.constantFrom('Audit', 'audit', 'Tax'),
    a552213_toggle: fc.boolean(),
    a552213_month_year: fc.constantFrom('2026-09-01', '2026-10-01'),
  };
  const cell = (value: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom('unset', 'unreadable') });
  const record = fc
    .record({
      ...Object.fromEntries(numeric.map((name) => [name, cell(amount)])),
      ...Object.fromEntries(Object.entries(grouping).map(([name, value]) => [name, cell(value)])),
    })
    .map((cells: Record<string, Value>) => {
      const entries = Object.entries(cells);
      return {
        values: new Map(entries.filter(([, value]) => value !== 'unset' && value !== 'unreadable')),
        anomalies: new Map(entries.filter(([, value]) => value === 'unreadable').map(([name]) => [name, '"?"'])),
      };
    });
  const groups = fc.subarray(Object.keys(grouping), { maxLength: 3 });

  test('every measure, by up to three groups', async () => {
    // Expected hours come from the directory, not from records.
    const ids = measures.filter(({ sums }) => !('expected' in sums)).map(({ id }) => id);
    expect(Object.keys(reckoning).toSorted()).toEqual(ids.toSorted());
    let compared = 0;
    const equal = fc.asyncProperty(fc.array(record, { maxLength: 25 }), groups, async (cells, groupBy) => {
      const records = cells.map((each, index) => ({ ...recordOf(String(index + 1)), ...each }));
      const figures = await over(records, { measures: ids, groupBy });
      const textOf = (units: Units | null | undefined) =>
        units === null || units === undefined ? null : formatUnits(units);
      const valuesOf = (all: readonly TimeLogRecord[]) =>
        Object.fromEntries(ids.map((id) => [id, textOf(reckoning[id]?.(all))]));
      expect(figures.totals).toEqual(valuesOf(records));
      // A line is its filter: services regardless of case, under the more frequent spelling, of equals the one in capitals.
      const spelt = (spelling: string) => records.filter(({ values }) => values.get(`${P}service_name`) === spelling);
      const audit = spelt('audit').length > spelt('Audit').length ? 'audit' : 'Audit';
      const keyOf = (each: TimeLogRecord) =>
        groupBy.map((name) => {
          const value = each.values.get(requireProperty(name).name)?.toString() ?? null;
          return value?.toLowerCase() === 'audit' ? audit : value;
        });
      const byKey = Map.groupBy(records, (each) => JSON.stringify(keyOf(each)));
      const rows = figures.rows.map(
        ({ key, values }) => [JSON.stringify(groupBy.map((name) => key[name] ?? null)), values] as const,
      );
      expect(new Map(rows)).toEqual(
        groupBy.length === 0 ? new Map() : new Map([...byKey].map(([key, all]) => [key, valuesOf(all)])),
      );
      expect(rows).toHaveLength(groupBy.length === 0 ? 0 : byKey.size);
      compared += rows.length;
    });
    await fc.assert(equal, { numRuns: chooseSize(5, 60) });
    expect(compared).toBeGreaterThan(chooseSize(1, 30));
  });
});
