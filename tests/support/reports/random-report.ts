/** Random reports with their answers, added up in plain code from random entries: groups, columns, currencies, unknown values, comparisons. */
import * as fc from 'fast-check';
import { divideHalfEven, formatUnits, divideUnits } from '#domain/decimal.ts';
import { reportSchema, type Report, type ReportResult } from '#domain/reports/definition/report.ts';
import { defaultSettings, footings, type Settings } from '#domain/settings.ts';
import { reportResult } from './report-result.ts';

type Label = string | null;

interface Entry {
  readonly outer: Label;
  readonly inner: Label;
  readonly column: string;
  readonly currency: Label;
  /** Units; null: unknown. */
  readonly minutes: bigint | null;
  readonly amount: bigint | null;
  readonly isBefore: boolean;
}

export interface RandomReport {
  readonly report: Report;
  readonly result: ReportResult;
  readonly settings: Settings;
}

const outerGroup = 'a552213_category_text';
const innerGroup = 'a552213_service_name';
const columnGroup = 'a552213_title';
const additive = ['logged_hours', 'billable_value'];
const measures = [...additive, 'effective_rate'];

const keys = fc.constantFrom<Label>('Audit', 'Tax', 'Advice', null);
const amounts = fc.option(
  fc.oneof(
    fc.bigInt({ min: -9_999_999_999n, max: 9_999_999_999n }),
    fc.bigInt({ min: -999n, max: 999n }).map((cents) => cents * 500_000n),
  ),
);
const entryOf = (currencies: readonly Label[]): fc.Arbitrary<Entry> =>
  fc.record({
    outer: keys,
    inner: keys,
    column: fc.constantFrom('north', 'south', 'west'),
    currency: fc.constantFrom(...currencies),
    minutes: fc.option(fc.integer({ min: 0, max: 6000 }).map((minutes) => BigInt(minutes) * 10_000_000n)),
    amount: amounts,
    isBefore: fc.boolean(),
  });

const currencySets: readonly (readonly Label[])[] = [['EUR'], ['EUR', 'USD'], ['CHF', 'EUR', null]];

export const randomReports: fc.Arbitrary<RandomReport> = fc.constantFrom(...currencySets).chain((currencies) =>
  fc
    .record({
      entries: fc.array(entryOf(currencies), { minLength: 1, maxLength: 25 }),
      groups: fc.integer({ min: 0, max: 2 }),
      hasColumns: fc.boolean(),
      compares: fc.boolean(),
      footing: fc.constantFrom(...footings),
      hoursStyle: fc.constantFrom('decimal' as const, 'clock' as const),
      hoursDigits: fc.integer({ min: 0, max: 4 }),
      moneyDigits: fc.integer({ min: 0, max: 4 }),
    })
    .map(({ entries, groups, hasColumns, compares, ...printing }) => {
      const groupBy = [outerGroup, innerGroup].slice(0, groups);
      const report = reportSchema.parse({
        measures,
        groupBy,
        ...(hasColumns && { columns: columnGroup }),
        ...(compares && { period: '2026-10', compare: 'previous' }),
      });
      return {
        report,
        result: answer(entries, report),
        settings: { ...defaultSettings, zone: 'UTC', ...printing },
      };
    }),
);

function answer(all: readonly Entry[], { groupBy, columns, compare }: Report): ReportResult {
  const now = all.filter(({ isBefore }) => !isBefore);
  const before = compare ? all.filter(({ isBefore }) => isBefore) : [];
  const counted = [...now, ...before].filter(({ amount }) => amount !== null);
  const currencies = [...new Set(counted.map(({ currency }) => currency))].toSorted(byText);
  const several = currencies.length > 1;
  const buckets = columns ? [...new Set(now.map(({ column }) => column))].toSorted() : [];
  const line = (within: (entry: Entry) => boolean): ReportResult['total'] => {
    const [own, was] = [now.filter(within), before.filter(within)];
    const cells = buckets.map((key) =>
      figures(
        own.filter(({ column }) => column === key),
        several,
      ),
    );
    return {
      ...figures(own, several),
      ...(columns && {
        cells: Object.fromEntries(measures.map((id) => [id, cells.map(({ values }) => values[id] ?? null)])),
        ...(several && {
          cellCurrencies: cells.map(({ currency = null }) => currency),
          cellAmounts: cells.map((cell) => cell.amounts ?? null),
        }),
      }),
      ...(compare && { before: was.length === 0 ? null : figures(was, several) }),
    };
  };
  const keyed = (depth: number) => {
    const names = groupBy.slice(0, depth);
    const lines = new Map<string, { key: Record<string, Label>; within: (entry: Entry) => boolean }>();
    for (const entry of [...now, ...before]) {
      const key = toKey(entry, names);
      const signature = JSON.stringify(key);
      lines.set(signature, { key, within: (each) => JSON.stringify(toKey(each, names)) === signature });
    }
    return [...lines].toSorted(([a], [b]) => byText(a, b)).map(([, { key, within }]) => ({ key, ...line(within) }));
  };
  const total = line(() => true);
  return reportResult({
    rows: groupBy.length === 0 ? [] : keyed(groupBy.length),
    subtotals: groupBy.length === 2 ? keyed(1) : [],
    columns: buckets.map((key) => ({
      ...figures(
        now.filter(({ column }) => column === key),
        several,
      ),
      key,
      from: null,
      to: null,
      cut: false,
      complete: true,
    })),
    totals: total.values,
    total,
    records: now.length,
    ...(currencies.length > 0 && { currencies }),
    ...(compare && {
      period: { text: '2026-10', from: '2026-10-01', to: '2026-10-31', calendar: 'recorded-month' as const },
      comparison: { kind: compare, period: null, elapsedDays: null, refused: null },
    }),
  });
}

const byText = (a: Label, b: Label) => (a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1);

function toKey({ outer, inner }: Entry, names: readonly string[]): Record<string, Label> {
  return Object.fromEntries(names.map((name) => [name, name === outerGroup ? outer : inner]));
}

/** As the store answers: where money of several currencies meets, that of each stands beside and no figure has it. */
function figures(entries: readonly Entry[], several: boolean): ReportResult['total'] {
  const labels = [...new Set(entries.flatMap((each) => (each.amount === null ? [] : [each.currency])))].toSorted(
    byText,
  );
  const logged = sum(entries.map(({ minutes }) => minutes));
  const hours = { logged_hours: logged === null ? null : formatUnits(divideHalfEven(logged, 60n)) };
  if (labels.length > 1)
    return {
      records: entries.length,
      values: { ...hours, billable_value: null, effective_rate: null },
      currency: null,
      amounts: labels.map((currency) => ({
        currency,
        values: money(entries.filter((each) => each.currency === currency)),
      })),
    };
  const values = { ...hours, ...money(entries) };
  return { records: entries.length, values, ...(several && { currency: labels[0] ?? null }) };
}

function money(entries: readonly Entry[]): Record<string, Label> {
  const value = sum(entries.map(({ amount }) => amount));
  const priced = entries.filter(({ amount, minutes }) => amount !== null && minutes !== null);
  const minutes = sum(priced.map((each) => each.minutes));
  const rated = sum(priced.map(({ amount }) => amount));
  const rate = rated === null || minutes === null ? undefined : divideUnits(60n * rated, minutes);
  return {
    billable_value: value === null ? null : formatUnits(value),
    effective_rate: rate === undefined ? null : formatUnits(rate),
  };
}

function sum(values: readonly (bigint | null)[]): bigint | null {
  return values.reduce<bigint | null>((all, each) => (each === null ? all : (all ?? 0n) + each), null);
}
