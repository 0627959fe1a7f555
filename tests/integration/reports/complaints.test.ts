/** What users of time reporting complain of most, as it must never be here: whole app, real service, the table people read. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatReport } from '#electron/cli/report-table.ts';
import { AppFailure } from '#contract/errors.ts';
import { toUnits } from '#domain/decimal.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { PrintedMeasure } from '#domain/reports/print/model.ts';
import { printReport } from '#domain/reports/print/printed.ts';
import { reportSchema, type ReportInput, type ReportResult } from '#domain/reports/definition/report.ts';
import { footings, type Footing, type SettingsChange } from '#domain/settings.ts';
import { createSample } from '#service/sample.ts';
import { openAppWorld, openFirm, worldRecords, type AppWorld } from '#tests/support/worlds/app-world.ts';
import { readTable, stepsIn, type ReadTable } from '#tests/support/reports/printed-table.ts';
import { chooseSize } from '#tests/support/tier.ts';

const OWNER = 'platform_owner_id';

interface Shown {
  readonly result: ReportResult;
  readonly table: ReadTable;
}

async function show({ call }: AppWorld, input: ReportInput, settings: SettingsChange = {}): Promise<Shown> {
  await call('settings.set', settings);
  const report = reportSchema.parse(input);
  const result = await call('report.run', report);
  const printing = await call('settings.get', {});
  const lines = formatReport({
    report,
    result,
    settings: printing,
    directory: await call('names.list', {}),
  });
  return { result, table: readTable(lines) };
}

/** The figures of a column by the text of the line's last label. */
function columnOf({ heads, rows }: ReadTable, head: string, labels = 1): Record<string, string> {
  const at = heads.indexOf(head);
  if (at < 0) throw new Error(`No column ${head} in ${heads.join(' | ')}`);
  return Object.fromEntries(
    rows.map((row) => [row.slice(0, labels).findLast((cell) => cell !== '') ?? '', row[at] ?? '']),
  );
}

const session = (owner: string, start: string, minutes: string, more: Readonly<Record<string, string>> = {}) => ({
  [OWNER]: owner,
  first_start_date: start,
  total_minutes: minutes,
  num_sessions: '1',
  month_year: `${start.slice(0, 7)}-01`,
  ...more,
});

let firm: AppWorld;

beforeAll(async () => {
  const sample = createSample({ seed: 11, asOf: '2026-11-20', records: 1_500, months: 6 });
  firm = await openFirm(sample);
});
afterAll(() => firm.dispose());

describe('complaint 1: printed lines add up to the printed total', () => {
  /** Every line of the outer groups against the total, and the inner ones against theirs: they add up, or the note below tells the difference. */
  function expectFooted({ heads, rows, below }: ReadTable, levels: number, additive: readonly string[]): number {
    const total = rows.at(-1) ?? [];
    const body = rows.slice(0, -1);
    const note = below.find((line) => line.startsWith('Lines are rounded one by one: ')) ?? '';
    const depthOf = (row: readonly string[]) => row.findIndex((cell) => cell !== '');
    let [noted, within] = [0, 0];
    const lackOf = (whole: readonly string[], lines: readonly (readonly string[])[], at: number) => {
      const lack = lines.reduce((rest, row) => rest - stepsIn(row[at] ?? ''), stepsIn(whole[at] ?? ''));
      // A line of its own would be due, and be among the lines.
      expect(2 * Math.abs(lack), `${heads[at]} of ${whole[0]}`).toBeLessThanOrEqual(lines.length);
      return lack;
    };
    for (const [at, head] of heads.entries()) {
      if (at < levels || !additive.some((each) => head.includes(each))) continue;
      const lack = lackOf(
        total,
        body.filter((row) => depthOf(row) === 0),
        at,
      );
      if (lack !== 0) {
        noted += 1;
        const [printed = ''] = [total[at]];
        const difference = `${lack < 0 ? '\u2212' : '+'}${writeLike(printed, Math.abs(lack))}`;
        expect(
          [`the total is ${printed} (difference ${difference})`, `${difference} in “`].some((each) =>
            note.includes(each),
          ),
          `${head}: ${difference} in ${note}`,
        ).toBe(true);
      }
      if (levels < 2) continue;
      body.forEach((row, index) => {
        if (depthOf(row) !== 0) return;
        const rest = body.slice(index + 1);
        const end = rest.findIndex((each) => depthOf(each) === 0);
        if (lackOf(row, rest.slice(0, end < 0 ? undefined : end), at) !== 0) within += 1;
      });
    }
    if (within > 0) expect(note).toContain(' within the table ');
    return noted + within;
  }

  /** Steps as the figure beside them is written. */
  function writeLike(figure: string, steps: number): string {
    if (figure.includes(':')) return `${Math.floor(steps / 60)}:${String(steps % 60).padStart(2, '0')}`;
    return (steps / 10 ** (figure.split('.')[1] ?? '').length).toFixed((figure.split('.')[1] ?? '').length);
  }

  const styles = [
    { hoursStyle: 'decimal', hoursDigits: 2 },
    { hoursStyle: 'decimal', hoursDigits: 0 },
    { hoursStyle: 'clock' },
  ] as const;
  const all = footings.flatMap((footing) => styles.map((style) => ({ footing, ...style })));

  test.each(all)('of people and of clients with their people, under %o', async (settings) => {
    const measures = ['logged_hours', 'billable_logged_hours', 'billable_value', 'billable_share'];
    const additive = ['Logged hours', 'Billable hours', 'Billable value'];
    const people = await show(firm, { measures, groupBy: [OWNER], period: '2026-10' }, settings);
    const one = expectFooted(people.table, 1, additive);
    const clients = await show(
      firm,
      { measures, groupBy: ['client', OWNER], period: '2026-Q3', top: { count: 4 } },
      settings,
    );
    const two = expectFooted(clients.table, 2, additive);
    expect(clients.table.rows.some(([label = '']) => label.startsWith('Other ('))).toBe(true);
    expect([...people.table.rows, ...clients.table.rows].flat()).not.toContain('Rounding difference');
    if (settings.footing !== 'exact') expect(one + two).toBe(0);
    else if (settings.hoursStyle === 'decimal') expect(one + two).toBeGreaterThan(0);
  });

  test.each(all)('downwards and across in a pivot, under %o', async (settings) => {
    const { table } = await show(
      firm,
      { measures: ['logged_hours'], groupBy: ['team', OWNER], columns: 'week', period: '2026-10' },
      settings,
    );
    expectFooted(table, 2, ['W', 'week', 'hours']);
    const line = table.heads.indexOf('Logged hours, total');
    const across = table.heads.flatMap((_, at) => (at >= 2 && at < line ? [at] : []));
    for (const row of table.rows) {
      const lack = across.reduce((rest, at) => rest - stepsIn(row[at] ?? ''), stepsIn(row[line] ?? ''));
      expect(2 * Math.abs(lack), row.join(' ')).toBeLessThanOrEqual(settings.footing === 'exact' ? across.length : 0);
    }
    expect(table.heads).not.toContain('Rounding difference');
  });

  const count = chooseSize(3, 100);
  test(`in ${count} random reports, every level and column, in every style of figures`, async () => {
    const directory = ['team', 'client', 'object', OWNER, 'service_name', 'category_text', 'month', 'week'];
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          groupBy: fc.uniqueArray(fc.constantFrom(...directory), { minLength: 1, maxLength: 3 }),
          columns: fc.constantFrom(undefined, 'quarter', 'toggle', 'year'),
          period: fc.constantFrom('2026-10', '2026-Q3', '2026-W41', '2026'),
          compare: fc.constantFrom(undefined, 'previous' as const),
          top: fc.constantFrom(undefined, { count: 3 }),
          footing: fc.constantFrom(...footings),
          hoursStyle: fc.constantFrom('decimal' as const, 'clock' as const),
          digits: fc.integer({ min: 0, max: 4 }),
        }),
        async ({ footing, hoursStyle, digits, columns, compare, top, ...rest }) => {
          const report = reportSchema.parse({
            measures: [
              'logged_hours',
              'billable_value',
              'margin',
              'nonbillable_hours',
              'working_days',
              'records',
              'billable_share',
            ],
            ...rest,
            ...(columns && { columns }),
            ...(compare && { compare }),
            ...(top && { top }),
          });
          const result = await firm.call('report.run', report);
          const settings = { footing, hoursStyle, hoursDigits: digits, moneyDigits: digits };
          for (const printed of printReport(
            report.measures.flatMap((id) => findMeasure(id) ?? []),
            result,
            settings,
          )) {
            if (printed.measure.additive) expectPrintedFooted(printed, result);
            else expect(printed).toMatchObject({ footing: 'itself', total: { below: null, across: 0n } });
          }
        },
      ),
      { numRuns: count, seed: 6039 },
    );
  });

  /** By the keys alone: a line’s lines are those of one group more whose keys begin with its own. */
  function expectPrintedFooted(
    { measure, rows, subtotals, total, footing }: PrintedMeasure,
    result: ReportResult,
  ): void {
    const lines = [
      { key: {}, folded: undefined, printed: total },
      ...result.subtotals.map(({ key, folded }, at) => ({ key, folded, printed: subtotals[at] ?? total })),
      ...result.rows.map(({ key, folded }, at) => ({ key, folded, printed: rows[at] ?? total })),
    ];
    const depth = (key: object) => Object.keys(key).length;
    for (const { key, folded, printed } of lines) {
      const own = Object.entries(key);
      const below = lines.filter(
        (each) =>
          depth(each.key) === own.length + 1 &&
          (own.length === 0 || each.folded === folded) &&
          own.every(([name, value]) => new Map(Object.entries(each.key)).get(name) === value),
      );
      const add = (figures: readonly (bigint | null)[]) =>
        figures.reduce<bigint>((sum, each) => sum + (each ?? 0n), 0n);
      const where = `${measure.id} of ${JSON.stringify(key)}`;
      if (printed.cells.length > 0) expect(add(printed.cells) + printed.across, where).toBe(printed.value ?? 0n);
      if (footing === 'round-lines' || footing === 'largest-remainder') {
        expect([printed.below?.value ?? 0n, printed.across], where).toEqual([0n, 0n]);
      }
      if (below.length === 0 || printed.value === null) continue;
      expect(add(below.map((each) => each.printed.value)) + (printed.below?.value ?? 0n), where).toBe(printed.value);
      printed.cells.forEach((cell, column) => {
        if (cell === null) return;
        const found = add(below.map((each) => each.printed.cells[column] ?? null));
        expect(found + (printed.below?.cells[column] ?? 0n), where).toBe(cell);
      });
      if (printed.before === null) continue;
      expect(add(below.map((each) => each.printed.before)) + (printed.below?.before ?? 0n), where).toBe(printed.before);
      expect(add(below.map((each) => each.printed.change)) + (printed.below?.change ?? 0n), where).toBe(printed.change);
    }
  }

  describe('three times twenty minutes', () => {
    let world: AppWorld;
    beforeAll(async () => {
      world = await openAppWorld(
        worldRecords(['1', '2', '3'].map((owner) => session(owner, '2026-10-05T08:00:00Z', '20'))),
      );
    });
    afterAll(() => world.dispose());

    const report: ReportInput = {
      measures: ['logged_hours'],
      groupBy: [OWNER],
      order: { by: OWNER, direction: 'ascending' },
    };
    const printed: Record<Footing, Record<string, string>> = {
      exact: { 'Person 1': '0.33', 'Person 2': '0.33', 'Person 3': '0.33', Total: '1.00' },
      'round-lines': { 'Person 1': '0.33', 'Person 2': '0.33', 'Person 3': '0.33', Total: '0.99' },
      'largest-remainder': { 'Person 1': '0.34', 'Person 2': '0.33', 'Person 3': '0.33', Total: '1.00' },
    };

    test.each(footings)('are what %s says as decimals', async (footing) => {
      const { result, table } = await show(world, report, { footing, hoursStyle: 'decimal', hoursDigits: 2 });
      expect(columnOf(table, 'Logged hours')).toEqual(printed[footing]);
      const note =
        'Lines are rounded one by one: in “Logged hours” they add up to 0.99, the total is 1.00 (difference +0.01).';
      expect(table.below.includes(note)).toBe(footing === 'exact');
      expect(result.totals).toEqual({ logged_hours: '1' });
    });

    test.each(footings)('are 1:00 in hours and minutes under %s', async (footing) => {
      const { table } = await show(world, report, { footing, hoursStyle: 'clock' });
      expect(columnOf(table, 'Logged hours')).toEqual({
        'Person 1': '0:20',
        'Person 2': '0:20',
        'Person 3': '0:20',
        Total: '1:00',
      });
    });
  });
});

describe('complaint 4: percentages are never summed', () => {
  const ratios = ['Billable share', 'Margin %', 'Utilisation', 'Effective rate'];
  const report: ReportInput = {
    measures: ['billable_share', 'margin_percent', 'utilisation', 'effective_rate', 'billable_rate:avg', 'owners'],
    groupBy: [OWNER],
    period: '2026-10',
  };

  test('their total is worked out from all records, whatever the footing', async () => {
    const whole = await firm.call('report.run', reportSchema.parse({ ...report, groupBy: [] }));
    for (const footing of footings) {
      const { result, table } = await show(firm, report, { footing, hoursStyle: 'decimal', hoursDigits: 2 });
      expect(result.totals).toEqual(whole.totals);
      expect(table.below.join()).not.toContain('rounded one by one');
      for (const head of ratios) {
        const column = columnOf(table, head);
        const { Total, ...lines } = column;
        const number = (cell: string) => Number(cell.replace(' %', '').replaceAll(',', ''));
        const figures = Object.values(lines)
          .filter((cell) => cell !== '')
          .map(number);
        expect(figures.length, head).toBeGreaterThan(3);
        expect(number(Total ?? ''), head).toBeGreaterThanOrEqual(Math.min(...figures));
        expect(number(Total ?? ''), head).toBeLessThanOrEqual(Math.max(...figures));
      }
    }
  });

  test('not in subtotals either: a team’s share is that of its hours', async () => {
    const measures = ['billable_share', 'a552213_billable_minutes', 'a552213_total_minutes'];
    const { result } = await show(firm, { measures, groupBy: ['team', OWNER], period: '2026-10' });
    expect(result.subtotals.length).toBeGreaterThan(1);
    for (const { values } of result.subtotals) {
      const [share = null, billable = null, total = null] = measures.map((id) => values[id]);
      const apart = toUnits(share ?? '') * toUnits(total ?? '') - toUnits(billable ?? '') * 100_000_000n;
      expect((apart < 0n ? -apart : apart) <= toUnits(total ?? '')).toBe(true);
    }
  });

  test('a sum of percentages or rates cannot be asked for', async () => {
    for (const name of ['billable_percentage', 'billable_rate', 'cost_rate']) {
      const refused = firm.call('report.run', reportSchema.parse({ measures: [name] }));
      await expect(refused).rejects.toBeInstanceOf(AppFailure);
      await expect(refused).rejects.toMatchObject({ error: { code: 'usage' } });
    }
  });
});

describe('complaint 6: which zone made this day, the last day, weeks at a month’s end', () => {
  let world: AppWorld;
  const week = (start: string) => ({ week_year: start });

  beforeAll(async () => {
    world = await openAppWorld(
      worldRecords([
        // Sunday of the change to summer time: half past eleven in the evening UTC is Monday in Berlin.
        session('1', '2026-03-29T23:30:00Z', '60', week('2026-03-23')),
        session('1', '2026-03-28T23:30:00Z', '120', week('2026-03-23')),
        // Week 40 is 28 September to 4 October 2026, recorded in two parts.
        session('1', '2026-09-30T08:00:00Z', '60', week('2026-09-28')),
        session('1', '2026-10-01T08:00:00Z', '90', week('2026-09-28')),
        session('1', '2026-10-07T08:00:00Z', '30', week('2026-10-05')),
        // The last evening of October, in Berlin as in UTC.
        session('1', '2026-10-31T22:59:59.999Z', '15', week('2026-10-26')),
        // Midnight in Berlin: the next month there, though still October in UTC and as recorded.
        session('1', '2026-10-31T23:00:00Z', '45', week('2026-10-26')),
      ]),
    );
  });
  afterAll(() => world.dispose());

  const days = (zone: string): Promise<Shown> =>
    show(
      world,
      { measures: ['logged_hours'], groupBy: ['day'], calendar: 'clock', period: '2026-03-28..2026-03-30' },
      { zone, footing: 'exact', hoursStyle: 'decimal' },
    );

  test('the day is the one on the clocks of the zone named below the table', async () => {
    const berlin = await days('Europe/Berlin');
    expect(columnOf(berlin.table, 'Logged hours')).toEqual({
      'Sun 29 Mar 2026': '2.00',
      'Mon 30 Mar 2026': '1.00',
      Total: '3.00',
    });
    expect(berlin.table.below.join(' ')).toContain('by start time, time zone Europe/Berlin');
    const newYork = await days('America/New_York');
    expect(columnOf(newYork.table, 'Logged hours')).toEqual({
      'Sat 28 Mar 2026': '2.00',
      'Sun 29 Mar 2026': '1.00',
      Total: '3.00',
    });
    expect(newYork.table.below.join(' ')).toContain('time zone America/New_York');
  });

  test('the last day is in to its last moment, and the next midnight is not', async () => {
    const settings = { zone: 'Europe/Berlin' };
    const clock = await show(
      world,
      { measures: ['logged_hours', 'records'], calendar: 'clock', period: '2026-10' },
      settings,
    );
    expect(clock.result.totals).toEqual({ logged_hours: '2.25', records: '3' });
    const lastDay = await show(world, { measures: ['records'], groupBy: ['day'], period: '2026-10-31' }, settings);
    expect(columnOf(lastDay.table, 'Records')).toEqual({ 'Sat 31 Oct 2026': '1', Total: '1' });
  });

  test('recorded months are shifted by no zone', async () => {
    for (const zone of ['Europe/Berlin', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      const { result, table } = await show(
        world,
        { measures: ['logged_hours'], groupBy: ['month'], calendar: 'recorded' },
        { zone },
      );
      expect(result.calendar).toBe('recorded');
      expect(columnOf(table, 'Logged hours')).toEqual({
        'Mar 2026': '3.00',
        'Sep 2026': '1.00',
        'Oct 2026': '3.00',
        Total: '7.00',
      });
    }
  });

  test('a week cut at the month’s end says so, and the month’s weeks make the month', async () => {
    const { table } = await show(
      world,
      { measures: ['logged_hours'], groupBy: [OWNER], columns: 'week', period: '2026-10' },
      { zone: 'UTC' },
    );
    expect(table.heads).toEqual([
      'Person',
      'part of week 40 (1–4 Oct)',
      'W41 (5–11 Oct)',
      'W42 (12–18 Oct)',
      'W43 (19–25 Oct)',
      'part of week 44 (26–31 Oct)',
      'Logged hours, total',
      'Records',
    ]);
    expect(table.rows.at(-1)).toEqual(['Total', '1.50', '0.50', '', '', '1.00', '3.00', '4']);
    const whole = await show(world, { measures: ['logged_hours'], period: '2026-W40' });
    expect(whole.result.totals).toEqual({ logged_hours: '2.5' });
  });
});

describe('complaint 7: client, project and person with subtotals; periods compared', () => {
  const report: ReportInput = {
    measures: ['logged_hours', 'billable_value', 'records'],
    groupBy: ['client', 'object', OWNER],
    period: '2026-10',
  };

  test('every subtotal is that of its records', async () => {
    const { result, table } = await show(firm, report, { footing: 'round-lines' });
    expect(table.heads).toEqual(['Client', 'Object', 'Person', 'Logged hours', 'Billable value', 'Records']);
    expect(result.subtotals.length).toBeGreaterThan(10);
    for (const { key, values, records } of result.subtotals) {
      const own = result.rows.filter((row) => Object.entries(key).every(([name, value]) => row.key[name] === value));
      const alone = own.reduce((sum, row) => sum + row.records, 0);
      expect(alone).toBe(records);
      const value = own.reduce((sum, row) => sum + toUnits(row.values['billable_value'] ?? '0'), 0n);
      expect(toUnits(values['billable_value'] ?? '0')).toBe(value);
    }
  });

  test('a group is shown once, above its lines, by its name', async () => {
    const { table } = await show(firm, report);
    const clients = table.rows
      .slice(0, -1)
      .map(([client = '']) => client)
      .filter((client) => client !== '');
    expect(new Set(clients).size).toBe(clients.length);
    expect(clients).toContain('Brightwater GmbH');
    const [first = [], second = [], third = []] = table.rows;
    expect([first.slice(1, 3), [second[0], second[2]], third.slice(0, 2)]).toEqual([
      ['', ''],
      ['', ''],
      ['', ''],
    ]);
  });

  test('the period before and the same a year earlier are shown beside it, with the change', async () => {
    const compared = await show(
      firm,
      { measures: ['logged_hours'], groupBy: [OWNER], period: '2026-10', compare: 'previous' },
      { footing: 'exact', hoursStyle: 'decimal' },
    );
    expect(compared.table.heads).toEqual(['Person', 'Logged hours', 'Before', 'Change', 'Records']);
    expect(compared.table.below).toContain('Compared with September 2026 (1–30 Sep 2026).');
    const [, now, before] = compared.table.rows.at(-1) ?? [];
    for (const [period, printed] of [
      ['2026-10', now],
      ['2026-09', before],
    ] as const) {
      const alone = await show(firm, { measures: ['logged_hours'], groupBy: [OWNER], period });
      expect(printed).toBe(alone.table.rows.at(-1)?.[1]);
    }
    for (const row of compared.table.rows) {
      if (row[0] === 'Rounding difference') continue;
      expect(stepsIn(row[1] ?? '') - stepsIn(row[2] ?? ''), row.join(' ')).toBe(stepsIn(row[3] ?? ''));
    }
  });
});
