/** A figure’s drill-down holds exactly its records: random reports over the whole app, every line and cell counted again as records. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSample } from '#service/sample.ts';
import type { WireValue } from '#service/upstream/upstream.ts';
import type { WorldRecord } from '#service/upstream/world.ts';
import { drillDown, type LinePlace } from '#domain/reports/explain/drill-down.ts';
import { reportSchema, type ReportInput } from '#domain/reports/definition/report.ts';
import { openAppWorld, worldRecords, type AppWorld } from '#tests/support/worlds/app-world.ts';
import { chooseSize } from '#tests/support/tier.ts';

const OWNER = 'platform_owner_id';

/** Every third record of the sample lacks something, and some values cannot be read. */
function uneven(records: readonly WorldRecord[]): WorldRecord[] {
  const lacking = [OWNER, 'month_year', 'service_name', 'assoc_record_id', 'week_year', 'first_start_date'].map(
    (name) => (name === OWNER ? name : `a552213_${name}`),
  );
  return records.map((record, index) => {
    const name = lacking[index % lacking.length] ?? OWNER;
    const properties: Record<string, WireValue> = { ...record.properties };
    if (index % 11 === 0) properties[name] = null;
    if (index % 37 === 0) properties['a552213_week_year'] = 'soon';
    return { ...record, properties };
  });
}

let world: AppWorld;

beforeAll(async () => {
  const sample = createSample({ seed: 5, asOf: '2026-11-20', records: 900, months: 4 });
  world = await openAppWorld(uneven(sample.records));
  const known = ([, { name }]: [string, { name: string }], index: number) => index % 4 !== 0 && name !== '';
  await world.call('names.keep', {
    owners: Object.fromEntries(
      Object.entries(sample.names.owners)
        .filter(known)
        .map(([id, owner]) => [id, { activeFrom: null, activeTo: null, ...owner }]),
    ),
    objects: Object.fromEntries(Object.entries(sample.names.objects).filter(known)),
  });
});
afterAll(() => world.dispose());

async function countOf(
  report: ReportInput,
  places: (result: Awaited<ReturnType<typeof run>>) => readonly (LinePlace & { readonly records: number })[],
) {
  const result = await run(report);
  const asked = reportSchema.parse(report);
  for (const { records, ...place } of places(result)) {
    const { filterGroups, query, period } = drillDown(asked, result, place);
    const page = await world.call('records.page', {
      filterGroups,
      query,
      ...(period !== undefined && { period }),
      columns: [OWNER],
      limit: 1,
      offset: 0,
    });
    expect(page.total, JSON.stringify({ place, filterGroups, period })).toBe(records);
  }
}

const run = (report: ReportInput) => world.call('report.run', reportSchema.parse(report));

/** Everything of a report that can be opened, a sample of it where there is much. */
function placesOf(result: Awaited<ReturnType<typeof run>>): (LinePlace & { records: number })[] {
  const lines = [...result.rows, ...result.subtotals];
  const few = lines
    .filter(
      ({ folded, key }, index) =>
        index % Math.ceil(lines.length / 12) === 0 || folded !== undefined || Object.values(key).includes(null),
    )
    .slice(0, 20);
  const cells = few
    .slice(0, 6)
    .flatMap((row) =>
      (row.cells?.['records'] ?? []).slice(0, 8).map((cell, column) => ({ row, column, records: Number(cell ?? 0) })),
    );
  return [
    { records: result.records },
    ...few.map((row) => ({ row, records: row.records })),
    ...result.columns.slice(0, 8).map(({ records }, column) => ({ column, records })),
    ...cells,
  ];
}

const groups = [
  'client',
  'team',
  'object',
  OWNER,
  'service_name',
  'category_text',
  'toggle',
  'week',
  'month',
  'quarter',
  'year',
  'week_year',
  'month_year',
];
const periods = [
  undefined,
  '2026-10',
  '2026-Q4',
  '2026-W41',
  '2026-10-03..2026-11-04',
  'last-4-weeks',
  'last-month',
  '2026-09-28..2026-10-25',
];
const filters: ReportInput['filterGroups'][] = [
  [],
  [{ filters: [{ propertyName: 'total_minutes', operator: 'GT', value: '60' }] }],
  [
    { filters: [{ propertyName: 'team', operator: 'HAS_PROPERTY' }] },
    {
      filters: [
        { propertyName: 'billable_amount', operator: 'GT', value: '300' },
        { propertyName: OWNER, operator: 'HAS_PROPERTY' },
      ],
    },
  ],
];

const reports = fc
  .record({
    groupBy: fc.uniqueArray(fc.constantFrom(...groups, 'day'), { maxLength: 3 }),
    columns: fc.option(fc.constantFrom('week', 'month', 'team', 'toggle'), { nil: undefined }),
    period: fc.constantFrom(...periods),
    filterGroups: fc.constantFrom(...filters),
    query: fc.constantFrom('', 'a'),
    calendar: fc.constantFrom('recorded', 'clock', undefined),
    top: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati'),
    fiscalYearStart: fc.constantFrom(1, 4, 10),
    weekStart: fc.constantFrom('monday', 'sunday'),
  })
  .map(({ zone, fiscalYearStart, weekStart, columns, period, calendar, top, ...rest }) => {
    const needsClock =
      rest.groupBy.includes('day') || (period !== undefined && ['2026-10-03..2026-11-04'].includes(period));
    // Weeks from Sunday are no recorded weeks.
    const ownWeeks = period === 'last-4-weeks' && weekStart === 'sunday';
    const used = needsClock || ownWeeks ? 'clock' : calendar;
    return {
      settings: { zone, fiscalYearStart, weekStart } as const,
      report: {
        measures: ['records'],
        ...rest,
        ...(columns !== undefined && !rest.groupBy.includes(columns) && { columns }),
        ...(period !== undefined && { period }),
        ...(used && { calendar: used }),
        ...(top !== undefined && rest.groupBy.length > 0 && { top: { count: top } }),
      } satisfies ReportInput,
    };
  });

test('of every line and cell of random reports', async () => {
  await fc.assert(
    fc.asyncProperty(reports, async ({ settings, report }) => {
      await world.call('settings.set', settings);
      await countOf(report, placesOf);
    }),
    { numRuns: chooseSize(1, 60), seed: 20261121 },
  );
});

describe('at midnights that do not exist or come twice', () => {
  let clocks: AppWorld;
  beforeAll(async () => {
    const hours = Array.from({ length: 24 * 6 }, (_, hour) =>
      new Date(Date.UTC(2026, 9, 22) + hour * 3_600_000 + 1).toISOString(),
    );
    clocks = await openAppWorld(
      worldRecords(hours.map((first_start_date) => ({ first_start_date, total_minutes: '1' }))),
    );
  });
  afterAll(() => clocks.dispose());

  test.each(['Europe/Berlin', 'America/Havana', 'Africa/Cairo', 'Asia/Kathmandu'])(
    'days on the clocks of %s',
    async (zone) => {
      await clocks.call('settings.set', { zone });
      const report = reportSchema.parse({ measures: ['records'], groupBy: ['day'], calendar: 'clock' });
      const result = await clocks.call('report.run', report);
      expect(result.rows.length).toBeGreaterThan(5);
      for (const row of result.rows) {
        const { filterGroups, query } = drillDown(report, result, { row });
        const page = await clocks.call('records.page', { filterGroups, query, columns: [OWNER], limit: 1, offset: 0 });
        expect(page.total).toBe(row.records);
      }
    },
  );
});
