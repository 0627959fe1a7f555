/** Own measures over the whole app: every figure of random reports is what another calculator makes of its operands, and files carry it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitToReceiver } from '#electron/features/exports/report.ts';
import { createSample } from '#service/sample.ts';
import { exportOptionsSchema, resolveOptions } from '#domain/exports/options.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { reportSchema, type Figures, type ReportInput } from '#domain/reports/definition/report.ts';
import { calculate, readDecimal } from '#tests/support/reports/calculator.ts';
import { add, minus, over, rounded, UNIT, type Fraction } from '../report-parity/fraction.ts';
import { openAppWorld, type AppWorld } from '#tests/support/worlds/app-world.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { chooseSize } from '#tests/support/tier.ts';

const OWNER = 'platform_owner_id';
// The thirteenth is the first with a quotient by nothing.
const REPORTS = chooseSize(13, 24);
let world: AppWorld;

beforeAll(async () => {
  const sample = createSample({ seed: 3, asOf: '2026-11-20', records: 700, months: 4 });
  world = await openAppWorld(
    sample.records.map((record, index) =>
      index % 5 === 0 ? { ...record, properties: { ...record.properties, a552213_cost_amount: null } } : record,
    ),
  );
  await world.call('names.keep', {
    owners: {},
    objects: Object.fromEntries(
      Object.entries(sample.names.objects).map(([key, object], index) => [
        key,
        { ...object, currency: index % 4 === 0 ? 'USD' : null },
      ]),
    ),
  });
});
afterAll(() => world.dispose());

const run = (report: ReportInput) => world.call('report.run', reportSchema.parse(report));

const formulas = [
  'Cost per hour = recorded_cost / logged_hours',
  'Left over = billable_value - recorded_cost - 0.1 * billable_value',
  'Over target = billable_share - 72.5 %',
  'Per head = billable_value / owners',
  'Mean rate gap = effective_rate - recorded_cost / logged_hours',
  'Points = margin_percent - billable_share',
  'Nothing = billable_value / (logged_hours - logged_hours)',
  'Thirds = (billable_logged_hours - nonbillable_hours) / 3',
];

/** What the operands that are quotients are made of, asked for beside them. */
const parts = [
  'billable_hours_with_logged',
  'logged_hours_with_billable',
  'billable_value_with_hours',
  'billable_hours_with_value',
];

/** As the formula counts it: nothing rounded, hours by their minutes, percentages as shares of 1. */
function operand(values: Figures['values'], id: string): Fraction | null {
  const read = (name: string) => operand(values, name);
  switch (id) {
    case 'billable_share':
      return over(read('billable_hours_with_logged'), read('logged_hours_with_billable'));
    case 'effective_rate':
      return over(read('billable_value_with_hours'), read('billable_hours_with_value'));
    case 'nonbillable_hours': {
      const [logged, billable] = [read('logged_hours_with_billable'), read('billable_hours_with_logged')];
      return logged && billable && minus(logged, billable);
    }
    case 'margin_percent': {
      const [margin, cost] = [read('margin'), read('recorded_cost')];
      return margin && cost && over(margin, add(margin, cost));
    }
    default: {
      const text = values[id] ?? null;
      const value = text === null ? null : readDecimal(text);
      return value && findMeasure(id)?.unit === 'hours' ? inMinutes(value) : value;
    }
  }
}

/** The sample's minutes are whole: an hour's eighth decimal hides none of them. */
function inMinutes(hours: Fraction): Fraction {
  const minutes = rounded({ n: hours.n * 60n, d: hours.d * UNIT });
  return { n: minutes, d: 60n };
}

test('figures of lines, cells, totals and compared periods', { timeout: 120_000 }, async () => {
  const random = seeded(20_261_123);
  const pick = <T>(all: readonly T[]): T => random.pick(all);
  const seen = { known: 0, unknown: 0, cells: 0, before: 0 };
  for (let number = 0; number < REPORTS; number += 1) {
    const own = [pick(formulas), pick(formulas)].filter((each, at, all) => all.indexOf(each) === at);
    const isPivot = number % 3 === 0;
    const result = await run({
      measures: [...own, ...parts, 'margin', 'recorded_cost'],
      groupBy: pick([[], ['client'], [OWNER], ['a552213_service_name', 'month']]),
      ...(isPivot && { columns: 'a552213_toggle' }),
      period: pick(['2026-10', '2026-Q4', '2026-W41']),
      ...(number % 2 === 0 && { compare: 'previous' as const }),
    });
    for (const id of own) {
      const [, formula = ''] = id.split(' = ');
      const check = (values: Figures['values']) => {
        const expected = calculate(formula, (each) => operand(values, each));
        expect(values[id] ?? null, `${id} of report ${number}`).toBe(expected);
        if (expected === null) seen.unknown += 1;
        else seen.known += 1;
      };
      for (const line of [result.total, ...result.subtotals, ...result.rows]) {
        // Where currencies meet, operands that are no money stand in the line alone.
        if (!line.amounts) check(line.values);
        if (line.before && !line.before.amounts) {
          check(line.before.values);
          seen.before += 1;
        }
        for (const at of result.columns.keys()) {
          if (line.cellAmounts?.[at]) continue;
          check(Object.fromEntries(Object.entries(line.cells ?? {}).map(([each, cells]) => [each, cells[at] ?? null])));
          seen.cells += 1;
        }
      }
    }
  }
  expect(seen.known).toBeGreaterThan(chooseSize(50, 300));
  expect(seen.unknown).toBeGreaterThan(chooseSize(0, 20));
  expect(seen.cells).toBeGreaterThan(chooseSize(5, 20));
  expect(seen.before).toBeGreaterThan(chooseSize(5, 20));
});

test('what its operands leave out is said of it', async () => {
  const result = await run({ measures: ['Mine = margin / logged_hours'], period: '2026-10' });
  expect(result.notes.map(({ kind }) => kind)).toContain('no-cost');
  expect(
    (await run({ measures: ['Mine = logged_hours / 2'], period: '2026-10' })).notes.map(({ kind }) => kind),
  ).not.toContain('no-cost');
});

test('a client’s file may hold only what is made of what the client may see', () => {
  const report = reportSchema.parse({
    measures: [
      'billable_value',
      'Secret = billable_value - recorded_cost',
      'Per record = billable_value / records',
      'Rate = billable_value / billable_logged_hours',
    ],
    groupBy: ['a552213_service_name'],
  });
  const settled = resolveOptions(exportOptionsSchema.parse({ audience: 'client' }));
  if (!settled.ok) throw new Error(settled.problem);
  const seen = limitToReceiver(report, settled.value);
  expect(seen.report.measures).toEqual(['billable_value', 'Per record = billable_value / records']);
  expect(seen.withheld).toHaveLength(2);
});
