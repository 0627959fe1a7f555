/** The parts of a line, over the whole app: the lines of the same report with one more group, adding up to it and opening exactly their records. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSample } from '#service/sample.ts';
import { toUnits } from '#domain/decimal.ts';
import { toBrokenDownLine } from '#domain/reports/definition/breakdowns.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { drillDown } from '#domain/reports/explain/drill-down.ts';
import { reportSchema, type Figures, type Report, type ReportInput } from '#domain/reports/definition/report.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';
import { openAppWorld, type AppWorld } from '#tests/support/worlds/app-world.ts';

const OWNER = 'platform_owner_id';
const SERVICE = 'a552213_service_name';
const summed = ['records', 'a552213_total_minutes', 'billable_value', 'margin'];

let world: AppWorld;

beforeAll(async () => {
  const sample = createSample({ seed: 11, asOf: '2026-11-20', records: 900, months: 4 });
  const lacking = ['service_name', 'assoc_record_id', 'week_year'].map((name) => `a552213_${name}`);
  world = await openAppWorld(
    sample.records.map((record, index) => {
      const name = lacking[index % lacking.length] ?? SERVICE;
      return index % 9 === 0 ? { ...record, properties: { ...record.properties, [name]: null } } : record;
    }),
  );
  const objects = Object.entries(sample.names.objects);
  await world.call('names.keep', {
    owners: Object.fromEntries(
      Object.entries(sample.names.owners).map(([id, owner]) => [id, { activeFrom: null, activeTo: null, ...owner }]),
    ),
    // A third of the objects is paid in another currency.
    objects: Object.fromEntries(
      objects.map(([key, object], index) => [key, { ...object, currency: index % 3 === 0 ? 'USD' : null }]),
    ),
  });
});
afterAll(() => world.dispose());

const run = (report: ReportInput) => world.call('report.run', reportSchema.parse(report));

/** Of each currency what a line has of a measure, in hundred-millionths; one without a currency stands for all. */
function sumsOf({ values, currency, amounts }: Figures, id: string): Map<string, bigint> {
  const isMoney = findMeasure(id)?.money === true;
  if (!isMoney) return new Map([['', toUnits(values[id] ?? '0')]]);
  const told = amounts?.map((each) => [each.currency ?? '', each.values[id] ?? null] as const) ?? [
    [currency ?? '', values[id] ?? null] as const,
  ];
  return new Map(told.flatMap(([label, value]) => (value === null ? [] : [[label, toUnits(value)]])));
}

function addUp(lines: readonly (Figures | null | undefined)[], id: string): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const line of lines)
    for (const [label, value] of line ? sumsOf(line, id) : []) sums.set(label, (sums.get(label) ?? 0n) + value);
  return Object.fromEntries(
    [...sums].filter(([, value]) => value !== 0n).map(([label, value]) => [label, String(value)]),
  );
}

const groups = ['client', 'team', OWNER, SERVICE, 'a552213_category_text', 'week', 'month'];

const reports = fc
  .record({
    groupBy: fc.uniqueArray(fc.constantFrom(...groups), { minLength: 1, maxLength: 2 }),
    by: fc.constantFrom(...groups, 'a552213_toggle', 'object'),
    columns: fc.option(fc.constantFrom('month', 'a552213_toggle'), { nil: undefined }),
    compare: fc.constantFrom('previous', 'last-year', undefined),
    period: fc.constantFrom('2026-10', '2026-W41', '2026-Q4', '2026-10-03..2026-10-30'),
    top: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    at: fc.nat(50),
    isOuter: fc.boolean(),
  })
  .filter(({ groupBy, by, columns }) => !groupBy.includes(by) && by !== columns && !groupBy.includes(columns ?? ''))
  .map(({ by, at, isOuter, columns, compare, top, ...rest }) => ({
    by,
    at,
    isOuter,
    report: reportSchema.parse({
      measures: [...summed, 'effective_rate'],
      ...rest,
      ...(columns !== undefined && { columns }),
      ...(compare && { compare }),
      ...(top !== undefined && { top: { count: top } }),
    }),
  }));

const seen = { parts: 0, before: 0, other: 0, outer: 0, currencies: 0, empty: 0 };

test('of random lines of random reports', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(reports, async ({ report, by, at, isOuter }) => {
      const whole = await run(report);
      const lines = isOuter && whole.subtotals.length > 0 ? whole.subtotals : whole.rows;
      const line = lines[at % Math.max(1, lines.length)];
      if (!line) {
        seen.empty += 1;
        return;
      }
      const names = report.groupBy.slice(0, Object.keys(line.key).length);
      const isOther = line.folded !== undefined;
      const broken = toBrokenDownLine(
        names.map((name) => line.key[name] ?? null),
        names,
        isOther,
      );
      const asked: Report = { ...report, breakdowns: [{ ...broken, by }] };
      const result = await run(asked);
      // The rest of the report is as it was.
      expect({ rows: result.rows, total: result.total }).toEqual({ rows: whole.rows, total: whole.total });
      const [parts] = result.breakdowns ?? [];
      expect(parts?.key).toEqual(line.key);
      const rows = parts?.rows ?? [];
      seen.parts += rows.length;
      if (isOther) seen.other += 1;
      if (lines === whole.subtotals) seen.outer += 1;
      expect(rows.reduce((sum, { records }) => sum + records, 0)).toBe(line.records);
      for (const id of summed) {
        const own = addUp([line], id);
        expect(addUp(rows, id), id).toEqual(own);
        expect(
          addUp(
            rows.map(({ before }) => before),
            id,
          ),
          `${id} before`,
        ).toEqual(addUp([line.before], id));
        if (line.before) seen.before += 1;
        if (line.amounts) seen.currencies += 1;
      }
      // The same lines of a report of their own, where that lists them all.
      if (report.top === undefined) {
        const { order: _, ...direct } = report;
        const own = await run({ ...direct, groupBy: [...names, by] });
        const expected = own.rows.filter(({ key }) => names.every((name) => key[name] === line.key[name]));
        const byKey = (all: typeof rows) => new Map(all.map((row) => [JSON.stringify(row.key[by] ?? null), row]));
        expect(byKey(rows)).toEqual(byKey(expected));
      }
      for (const row of rows.slice(0, 5)) {
        const { filterGroups, query, period } = drillDown(asked, result, { row });
        const page = await world.call('records.page', {
          filterGroups,
          query,
          ...(period !== undefined && { period }),
          columns: [OWNER],
          limit: 1,
          offset: 0,
        });
        expect(page.total, JSON.stringify({ key: row.key, filterGroups, period })).toBe(row.records);
      }
    }),
    { numRuns: chooseSize(2, 25), seed: 2 },
  );
  expect(seen.parts).toBeGreaterThan(chooseSize(3, 100));
  // The few of the first tier have not all of them.
  for (const what of chooseCases(0, ['before', 'other', 'outer', 'currencies'] as const))
    expect(seen[what], what).toBeGreaterThan(3);
});

test('parts of parts, and of a line that is not there none', async () => {
  const report: ReportInput = { measures: ['records'], groupBy: ['team'], period: '2026-10' };
  const whole = await run(report);
  const team = whole.rows.find(({ key }) => key['team'] !== null)?.key['team'] ?? '';
  const line = [{ group: 'team', key: team }];
  const once = await run({ ...report, breakdowns: [{ line, by: SERVICE }] });
  const [first] = once.breakdowns?.[0]?.rows ?? [];
  const inner = [...line, { group: SERVICE, key: first?.key[SERVICE] ?? null }];
  const twice = await run({
    ...report,
    breakdowns: [
      { line, by: SERVICE },
      { line: inner, by: 'week' },
      { line: [{ group: 'team', key: 'No such team' }], by: SERVICE },
    ],
  });
  expect(twice.breakdowns).toHaveLength(2);
  const weeks = twice.breakdowns?.[1]?.rows ?? [];
  expect(weeks.length).toBeGreaterThan(1);
  expect(weeks.reduce((sum, { records }) => sum + records, 0)).toBe(first?.records);
});

test('hours are expected of people: parts by anything else have none, and the line keeps its own', async () => {
  const report: ReportInput = { measures: ['logged_hours', 'gap_hours'], groupBy: [OWNER], period: '2026-10' };
  const whole = await run(report);
  const person = whole.rows[0]?.key[OWNER] ?? '';
  const line = [{ group: OWNER, key: person }];
  const parts = await run({ ...report, breakdowns: [{ line, by: SERVICE }] });
  expect(parts.rows).toEqual(whole.rows);
  for (const { values } of parts.breakdowns?.[0]?.rows ?? []) expect(Object.keys(values)).toEqual(['logged_hours']);
  const weeks = await run({ ...report, breakdowns: [{ line, by: 'week' }] });
  const gaps = weeks.breakdowns?.[0]?.rows.map(({ values }) => toUnits(values['gap_hours'] ?? '0')) ?? [];
  // Each week's hours are rounded alone.
  const sum = gaps.reduce((all, each) => all + each, 0n) - toUnits(whole.rows[0]?.values['gap_hours'] ?? '0');
  expect(sum < 10n && sum > -10n).toBe(true);
});
