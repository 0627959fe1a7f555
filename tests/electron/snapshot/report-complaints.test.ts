/** What people complain of in other reports (the field's own complaints), each with a test of its name. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReportOptions } from '../../../electron/snapshot/report-run.ts';
import type { Snapshot } from '../../../electron/snapshot/snapshot.ts';
import { resolvePeriod } from '../../../src/domain/period.ts';
import { checkReport } from '../../../src/domain/reports/check.ts';
import { reportSchema, type ReportInput } from '../../../src/domain/reports/report.ts';
import { resolveReport } from '../../../src/domain/reports/resolve.ts';
import { currencyOf } from '../../../src/domain/reports/currency.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { directoryOf } from '../../support/directory.ts';
import { recordOf } from '../../support/records.ts';
import { publish, scratchSnapshot, type Scratch } from '../../support/scratch-snapshot.ts';

const TODAY = '2026-11-20';
let scratch: Scratch;
let snapshot: Snapshot;

beforeEach(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
});
afterEach(() => scratch.dispose());

async function ask(input: ReportInput, more: Partial<ReportOptions> = {}) {
  const asked = reportSchema.parse(input);
  const checked = checkReport(asked);
  if (!checked.ok) throw new Error(checked.problem.detail);
  const period =
    asked.period === undefined ? undefined : resolvePeriod(asked.period, { today: TODAY, weekStart: 'monday' });
  const resolved = resolveReport(checked.value, period?.ok ? period.value : undefined, TODAY);
  if (!resolved.ok) throw new Error(resolved.problem);
  const { calendar, period: own, comparison } = resolved.value;
  const settled = { calendar, period: own, compared: comparison?.period ?? undefined, today: TODAY };
  return snapshot.analyse(checked.value, (_, analyse) =>
    analyse({ zone: 'UTC', settings: defaultSettings, ...settled, ...more }),
  );
}

const worked = (id: string, values: Record<string, string>) => recordOf(id, { month_year: '2026-10-01', ...values });

describe('complaint 4: percentages summed in totals', () => {
  test('shares, rates and margins of subtotals, columns, Other and total are sum over sum; people are counted, not added', async () => {
    await publish(snapshot, [
      worked('1', {
        platform_owner_id: 'a',
        service_name: 'x',
        total_minutes: '60',
        billable_minutes: '60',
        billable_amount: '100',
      }),
      worked('2', {
        platform_owner_id: 'a',
        service_name: 'y',
        total_minutes: '300',
        billable_minutes: '60',
        billable_amount: '300',
      }),
      worked('3', {
        platform_owner_id: 'b',
        service_name: 'x',
        total_minutes: '60',
        billable_minutes: '30',
        billable_amount: '20',
      }),
      worked('4', { platform_owner_id: 'c', service_name: 'x', total_minutes: '60', billable_minutes: '0' }),
    ]);
    const measures = ['billable_share', 'effective_rate', 'owners'];
    const order = { by: 'platform_owner_id', direction: 'ascending' as const };
    const { figures } = await ask({
      measures,
      groupBy: ['platform_owner_id', 'service_name'],
      columns: 'month',
      top: { count: 1 },
      order,
    });
    expect(figures.total.values).toEqual({ billable_share: '0.3125', effective_rate: '168', owners: '3' });
    expect(figures.columns[0]?.values).toEqual(figures.total.values);
    expect(figures.subtotals.map(({ key, folded, values }) => [key, folded, values])).toEqual([
      [{ platform_owner_id: 'a' }, undefined, { billable_share: '0.33333333', effective_rate: '200', owners: '1' }],
      [{ platform_owner_id: null }, 2, { billable_share: '0.25', effective_rate: '40', owners: '2' }],
    ]);
    expect(figures.subtotals[1]?.cells?.['owners']).toEqual(['2']);
  });
});

describe('complaint 6: which time zone made this day, the last day is missing, weeks are cut at a month’s end', () => {
  const at = (id: string, start: string) => recordOf(id, { first_start_date: start, total_minutes: '60' });

  test('a day is the day on the zone’s clocks, on days of 23 and 25 hours too', async () => {
    await publish(snapshot, [
      at('1', '2026-10-24T21:59:59Z'),
      at('2', '2026-10-24T22:00:00Z'),
      at('3', '2026-10-25T22:59:59Z'),
      at('4', '2026-10-25T23:00:00Z'),
      at('5', '2026-03-28T23:00:00Z'),
      at('6', '2026-03-29T21:59:59Z'),
      at('7', '2026-03-29T22:00:00Z'),
    ]);
    const { figures } = await ask({ measures: ['records'], groupBy: ['day'] }, { zone: 'Europe/Berlin' });
    expect(figures.rows.map(({ key, records }) => [key['day'], records])).toEqual([
      ['2026-03-29', 2],
      ['2026-03-30', 1],
      ['2026-10-24', 1],
      ['2026-10-25', 2],
      ['2026-10-26', 1],
    ]);
  });

  test('the last day of a period is in it to its last moment', async () => {
    await publish(snapshot, [
      at('1', '2026-11-01T06:59:59.999Z'),
      at('2', '2026-11-02T04:59:59.999Z'),
      at('3', '2026-11-02T05:00:00Z'),
    ]);
    const { figures } = await ask(
      { measures: ['records'], columns: 'day', period: '2026-10-31..2026-11-01' },
      { zone: 'America/New_York' },
    );
    expect(figures.columns.map(({ key, records }) => [key, records])).toEqual([
      ['2026-10-31', 0],
      ['2026-11-01', 2],
    ]);
  });

  test('a week cut at a month’s end says so, and its records stand in the month they were recorded in', async () => {
    const inWeek = (id: string, month: string) =>
      recordOf(id, { week_year: '2026-09-28', month_year: month, total_minutes: '60' });
    await publish(snapshot, [inWeek('1', '2026-09-01'), inWeek('2', '2026-10-01'), inWeek('3', '2026-10-01')]);
    const { figures } = await ask({ measures: ['records'], columns: 'week', period: '2026-10' });
    expect(figures.columns).toHaveLength(5);
    expect(figures.columns[0]).toMatchObject({
      key: '2026-09-28',
      from: '2026-10-01',
      to: '2026-10-04',
      cut: true,
      records: 2,
    });
    expect(figures.columns[1]).toMatchObject({ key: '2026-10-05', cut: false, records: 0 });
  });
});

describe('complaint 7: no subtotals by client, project and person; periods cannot be compared', () => {
  test('rows add up to their subtotals, those to the total, and a line that was there before has what it was', async () => {
    await snapshot.setDirectory(
      directoryOf({
        objects: { 'deal:1': { name: 'Audit', client: 'Acme' }, 'deal:2': { name: 'Tax', client: 'Acme' } },
        owners: {},
      }),
    );
    const on = (id: string, deal: string, owner: string, month: string, minutes: string) =>
      recordOf(id, {
        assoc_obj_type: 'deal',
        assoc_record_id: deal,
        platform_owner_id: owner,
        month_year: month,
        total_minutes: minutes,
      });
    await publish(snapshot, [
      on('1', '1', 'a', '2026-09-01', '60'),
      on('2', '2', 'a', '2026-09-01', '120'),
      on('3', '3', 'b', '2026-09-01', '30'),
      on('4', '1', 'a', '2026-08-01', '90'),
      on('5', '2', 'b', '2026-08-01', '15'),
    ]);
    const { figures, notes } = await ask({
      measures: ['logged_hours'],
      groupBy: ['client', 'object', 'platform_owner_id'],
      period: '2026-09',
      compare: 'previous',
    });
    const told = ({ key, values, before }: (typeof figures.rows)[number]) => [
      Object.values(key).join(' '),
      values['logged_hours'],
      before?.values['logged_hours'] ?? null,
    ];
    expect(figures.subtotals.map(told)).toEqual([
      ['Acme', '3', '1.75'],
      ['Acme deal:2', '2', '0.25'],
      ['Acme deal:1', '1', '1.5'],
      ['', '0.5', null],
      [' deal:3', '0.5', null],
    ]);
    expect(figures.rows.map(told)).toEqual([
      ['Acme deal:2 a', '2', null],
      ['Acme deal:2 b', null, '0.25'],
      ['Acme deal:1 a', '1', '1.5'],
      [' deal:3 b', '0.5', null],
    ]);
    expect(figures.total).toMatchObject({
      values: { logged_hours: '3.5' },
      before: { values: { logged_hours: '1.75' } },
    });
    expect(notes).toEqual([{ kind: 'no-client', records: 1, minutes: '30' }]);
  });

  test('a week beside one of two months has all that was before in its total and its lines', async () => {
    const on = (id: string, week: string, month: string, minutes: string) =>
      recordOf(id, { week_year: week, month_year: month, total_minutes: minutes });
    await publish(snapshot, [
      on('1', '2026-10-05', '2026-10-01', '60'),
      on('2', '2026-09-28', '2026-09-01', '120'),
      on('3', '2026-09-28', '2026-10-01', '30'),
    ]);
    const { figures } = await ask({
      measures: ['logged_hours'],
      groupBy: ['month'],
      period: '2026-W41',
      compare: 'previous',
    });
    const before = { values: { logged_hours: '2.5' }, records: 2 };
    expect(figures.rows).toMatchObject([{ key: { month: '2026-10-01' }, values: { logged_hours: '1' }, before }]);
    expect(figures.total).toMatchObject({ values: { logged_hours: '1' }, before });
  });

  test('of a month of six weeks beside one of five, the sixth joins the fifth, not the week it shares with the first', async () => {
    const on = (id: string, week: string, month: string, minutes: string) =>
      recordOf(id, { week_year: week, month_year: month, total_minutes: minutes });
    await publish(snapshot, [
      on('1', '2026-08-31', '2026-09-01', '60'),
      on('2', '2026-09-28', '2026-09-01', '120'),
      on('3', '2026-07-27', '2026-08-01', '180'),
      on('4', '2026-08-24', '2026-08-01', '240'),
      on('5', '2026-08-31', '2026-08-01', '300'),
    ]);
    const { figures } = await ask({
      measures: ['logged_hours'],
      groupBy: ['week'],
      period: '2026-09',
      compare: 'previous',
    });
    const told = figures.rows.map(({ key, values, before }) => [
      key['week'],
      values['logged_hours'],
      before?.values['logged_hours'],
    ]);
    expect(told).toEqual([
      ['2026-08-31', '1', '3'],
      ['2026-09-28', '2', '9'],
    ]);
    expect(figures.total.before?.values).toEqual({ logged_hours: '12' });
  });

  test('the change in value is told as hours and rate, which add up to it exactly', async () => {
    await publish(snapshot, [
      recordOf('1', { month_year: '2026-08-01', billable_minutes: '700', billable_amount: '1000' }),
      recordOf('2', { month_year: '2026-09-01', billable_minutes: '900', billable_amount: '1500.01' }),
    ]);
    const { figures } = await ask({ measures: ['billable_value'], period: '2026-09', compare: 'previous' });
    // 200 minutes more at 1000 / 700 a minute; the rest of 500.01 is the rate.
    expect(figures.total.split).toEqual({ hours: '285.71428571', rate: '214.29571429' });
  });
});

describe('complaint 9: mixed currencies added up', () => {
  test('money of two labels is not added; lines of one label are, and the result says why the total is empty', async () => {
    const directory = directoryOf({
      owners: {},
      objects: {
        'deal:1': { name: 'A', client: 'Acme', currency: 'EUR' },
        'deal:2': { name: 'B', client: 'Brook', currency: 'USD' },
      },
    });
    await snapshot.setDirectory(directory);
    const on = (id: string, deal: string) =>
      recordOf(id, { assoc_obj_type: 'deal', assoc_record_id: deal, billable_amount: '10', total_minutes: '60' });
    await publish(snapshot, [on('1', '1'), on('2', '2'), on('3', '2')]);
    const { figures, notes } = await ask(
      { measures: ['billable_value', 'logged_hours'], groupBy: ['client'] },
      { directory, settings: { ...defaultSettings, currency: 'EUR' } },
    );
    expect(
      figures.rows.map(({ key, values }) => [key['client'], values['billable_value'], values['logged_hours']]),
    ).toEqual([
      ['Brook', '20', '2'],
      ['Acme', '10', '1'],
    ]);
    expect(figures.totals).toEqual({ billable_value: null, logged_hours: '3' });
    expect(notes).toEqual([{ kind: 'mixed-currencies', records: null, minutes: null }]);
    // Each line says which label is its own.
    expect(figures.currencies).toEqual(['EUR', 'USD']);
    expect([...figures.rows, figures.total].map(({ currency }) => currency)).toEqual(['USD', 'EUR', null]);
    // The total has each label's own beside one another instead of a sum.
    expect(figures.total.amounts).toEqual([
      { currency: 'EUR', values: { billable_value: '10' } },
      { currency: 'USD', values: { billable_value: '20' } },
    ]);
    expect(figures.rows.some((row) => 'amounts' in row)).toBe(false);
  });

  const three = directoryOf({
    objects: {
      'deal:1': { name: 'A', client: 'Acme', currency: 'CHF' },
      'deal:2': { name: 'B', client: 'Brook', currency: 'EUR' },
      'deal:3': { name: 'C', client: 'Cole', currency: null },
    },
  });
  const paid = (id: string, deal: string, month: string, amount: string) =>
    recordOf(id, {
      assoc_obj_type: 'deal',
      assoc_record_id: deal,
      month_year: `2026-${month}-01`,
      billable_amount: amount,
      billable_minutes: '60',
      total_minutes: '60',
    });

  test('one client’s report is labelled as the client, whatever the workspace’s own label is', async () => {
    await snapshot.setDirectory(three);
    await publish(snapshot, [paid('1', '1', '10', '100'), paid('2', '2', '10', '90')]);
    const filterGroups = [{ filters: [{ propertyName: 'client', operator: 'EQ' as const, value: 'Acme' }] }];
    for (const currency of ['EUR', null]) {
      const { figures, notes } = await ask(
        { measures: ['billable_value'], filterGroups },
        { directory: three, settings: { ...defaultSettings, currency } },
      );
      expect(figures.totals).toEqual({ billable_value: '100' });
      expect(currencyOf({ notes: [...notes], currencies: figures.currencies }, currency)).toBe('CHF');
    }
  });

  test('amounts without any label stay apart from labelled ones, and that is said; a workspace’s label is theirs', async () => {
    await snapshot.setDirectory(three);
    await publish(snapshot, [paid('1', '1', '10', '100'), paid('2', '3', '10', '50'), paid('3', '3', '10', '7')]);
    const asked = { measures: ['billable_value'], groupBy: ['client'] };
    const without = await ask(asked, { directory: three });
    expect(without.figures.totals).toEqual({ billable_value: null });
    expect(without.figures.currencies).toEqual(['CHF', null]);
    expect(without.figures.rows.map(({ values, currency }) => [values['billable_value'], currency])).toEqual([
      ['100', 'CHF'],
      ['57', null],
    ]);
    expect(without.notes).toEqual([
      { kind: 'mixed-currencies', records: null, minutes: null },
      { kind: 'no-currency', records: 2, minutes: null },
    ]);
    const settings = { ...defaultSettings, currency: 'CHF' };
    const own = await ask(asked, { directory: three, settings });
    expect(own.figures.totals).toEqual({ billable_value: '157' });
    expect(own.notes).toEqual([]);
  });

  test('amounts of one label now and of another before are not compared; those of one label are', async () => {
    await snapshot.setDirectory(three);
    await publish(snapshot, [paid('1', '1', '10', '100'), paid('2', '2', '09', '90'), paid('3', '1', '09', '80')]);
    const asked: ReportInput = { measures: ['billable_value', 'logged_hours'], period: '2026-10', compare: 'previous' };
    const { figures } = await ask({ ...asked, groupBy: ['client'] }, { directory: three });
    expect(
      figures.rows.map(({ key, currency, values, before, split }) => [
        key['client'],
        currency,
        values['billable_value'],
        before?.currency,
        before?.values['billable_value'],
        split,
      ]),
    ).toEqual([
      ['Acme', 'CHF', '100', 'CHF', '80', { hours: '0', rate: '20' }],
      ['Brook', null, null, 'EUR', '90', null],
    ]);
    expect(figures.total).toMatchObject({
      values: { billable_value: '100' },
      currency: 'CHF',
      before: { values: { billable_value: null, logged_hours: '2' }, currency: null },
      split: null,
    });
    // One label now and one before are two as well.
    await publish(snapshot, [], ['3']);
    const { figures: moved } = await ask(asked, { directory: three });
    expect(moved.total).toMatchObject({
      values: { billable_value: '100' },
      currency: 'CHF',
      before: { values: { billable_value: null, logged_hours: '1' }, currency: null },
      split: null,
    });
  });

  test('each cell of a pivot says its own, where neither its line nor its column has one', async () => {
    await snapshot.setDirectory(three);
    await publish(snapshot, [
      paid('1', '1', '10', '100'),
      paid('2', '2', '10', '90'),
      paid('3', '1', '09', '30'),
      paid('4', '2', '09', '20'),
    ]);
    const { figures } = await ask(
      { measures: ['billable_value'], groupBy: ['month'], columns: 'object' },
      { directory: three },
    );
    expect(figures.columns.map(({ currency }) => currency)).toEqual(['CHF', 'EUR']);
    expect(figures.rows.map(({ cells, cellCurrencies, currency }) => [cells, cellCurrencies, currency])).toEqual([
      [{ billable_value: ['30', '20'] }, ['CHF', 'EUR'], null],
      [{ billable_value: ['100', '90'] }, ['CHF', 'EUR'], null],
    ]);
  });
});

describe('beside the figures', () => {
  const unreadable = (id: string, values: Record<string, string>, property: string) =>
    recordOf(
      id,
      { month_year: '2026-10-01', assoc_obj_type: 'deal', ...values },
      { anomalies: new Map([[property, '"1.234,50"']]) },
    );
  const partly = [
    worked('1', { assoc_obj_type: 'deal', assoc_record_id: '1', billable_amount: '300.25', cost_amount: '100.1' }),
    worked('2', { assoc_obj_type: 'deal', assoc_record_id: '1', billable_amount: '70.5', total_minutes: '90' }),
    worked('3', { assoc_obj_type: 'deal', assoc_record_id: '2', billable_amount: '10.005', total_minutes: '30' }),
    worked('4', { assoc_obj_type: 'deal', assoc_record_id: '2', cost_amount: '40' }),
    unreadable('5', { assoc_record_id: '1', cost_amount: '25.75' }, 'a552213_billable_amount'),
    unreadable('6', { assoc_record_id: '1', billable_amount: '8' }, 'a552213_cost_amount'),
    worked('7', { assoc_obj_type: 'deal', assoc_record_id: '2', billable_amount: '6', cost_amount: '2' }),
  ];
  const margins = { measures: ['billable_value', 'recorded_cost', 'margin'], groupBy: ['object'] };

  test('margins say what they leave out of value and of cost, so that a reader makes them of the figures shown', async () => {
    await publish(snapshot, partly);
    const { figures, notes } = await ask({ ...margins, period: '2026-10' });
    expect(notes.filter(({ amounts }) => amounts)).toEqual([
      { kind: 'no-cost', records: 3, minutes: '120', amounts: [{ currency: null, amount: '88.505' }] },
      { kind: 'no-value', records: 1, minutes: null, amounts: [{ currency: null, amount: '25.75' }] },
    ]);
    expect(figures.totals).toEqual({ billable_value: '394.755', recorded_cost: '167.85', margin: '164.15' });
    // 394.755 − 88.505 − (167.85 − 25.75)
    expect(394_755 - 88_505 - (167_850 - 25_750)).toBe(164_150);
  });

  test('what margins of the compared period leave out is counted too, apart from the present ones', async () => {
    const hour = { total_minutes: '60', billable_minutes: '60' };
    await publish(snapshot, [
      recordOf('1', { month_year: '2026-10-01', ...hour, billable_amount: '100', cost_amount: '60' }),
      recordOf('2', { month_year: '2026-09-01', ...hour, billable_amount: '90', cost_amount: '50' }),
      recordOf('3', { month_year: '2026-09-01', ...hour, billable_amount: '80.25' }),
      // In neither of them.
      recordOf('4', { month_year: '2026-08-01', ...hour, billable_amount: '70' }),
    ]);
    const asked: ReportInput = { measures: ['billable_value', 'recorded_cost', 'margin'], period: '2026-10' };
    const { figures, notes, notesBefore } = await ask({ ...asked, compare: 'previous' });
    expect(notes).toEqual([]);
    expect(notesBefore).toEqual([
      { kind: 'no-cost', records: 1, minutes: '60', amounts: [{ currency: null, amount: '80.25' }] },
    ]);
    // 170.25 − 50 − 80.25 = 40.
    expect(figures.total.before?.values).toMatchObject({ billable_value: '170.25', recorded_cost: '50', margin: '40' });
    expect((await ask(asked)).notesBefore).toEqual([]);
    expect((await ask({ ...asked, measures: ['billable_value'], compare: 'previous' })).notesBefore).toEqual([]);
  });

  test('a margin that leaves out no amount names none', async () => {
    await publish(snapshot, [worked('1', { total_minutes: '60' })]);
    const { notes } = await ask({ measures: ['margin'], period: '2026-10' });
    expect(notes).toEqual([{ kind: 'no-cost', records: 1, minutes: '60' }]);
  });

  test.each([
    [
      null,
      [
        { currency: 'EUR', amount: '78.5' },
        { currency: null, amount: '10.005' },
      ],
    ],
    [
      'USD',
      [
        { currency: 'EUR', amount: '78.5' },
        { currency: 'USD', amount: '10.005' },
      ],
    ],
    ['EUR', [{ currency: 'EUR', amount: '88.505' }]],
  ])('what margins leave out is told for each currency, in a workspace of %s', async (currency, amounts) => {
    const directory = directoryOf({
      objects: { 'deal:1': { name: 'One', currency: 'EUR' }, 'deal:2': { name: 'Two' } },
    });
    await snapshot.setDirectory(directory);
    await publish(snapshot, partly);
    const { notes } = await ask(
      { ...margins, period: '2026-10' },
      { directory, settings: { ...defaultSettings, currency } },
    );
    expect(notes.find(({ kind }) => kind === 'no-cost')).toMatchObject({ records: 3, amounts });
  });

  test('stands what they leave out: no minutes, no cost, unreadable values, no date, no weekly hours', async () => {
    const directory = directoryOf({
      objects: {},
      owners: {
        a: { name: 'Ann', weeklyHours: '40' },
        b: { name: 'Ben' },
        c: { name: 'Cem', weeklyHours: '20' },
        // Was not with us any more: nobody misses hours of theirs.
        d: { name: 'Dan', activeTo: '2026-09-30' },
      },
    });
    await snapshot.setDirectory(directory);
    await publish(snapshot, [
      worked('1', { platform_owner_id: 'a', total_minutes: '60', cost_amount: '5', billable_amount: '9' }),
      worked('2', { platform_owner_id: 'z', total_hours: '2' }),
      worked('3', { platform_owner_id: 'a', total_minutes: '45' }),
      recordOf(
        '4',
        { month_year: '2026-10-01', total_minutes: '15' },
        { anomalies: new Map([['a552213_cost_amount', '"?"']]) },
      ),
      recordOf('5', { total_minutes: '20' }),
    ]);
    const { notes } = await ask({ measures: ['logged_hours', 'margin'], period: '2026-10' });
    expect(notes).toEqual([
      { kind: 'no-minutes', records: 1, minutes: null },
      { kind: 'unreadable', records: 1, minutes: null },
      // Two of the three hours are logged without minutes.
      { kind: 'no-cost', records: 3, minutes: '180' },
      { kind: 'no-date', records: 1, minutes: '20' },
    ]);
    const people = await ask(
      { measures: ['gap_hours'], groupBy: ['platform_owner_id'], period: '2026-10' },
      { directory },
    );
    // Cem has no record at all and is short of everything; nobody said how much Ben and z are to work.
    expect(people.figures.rows.map(({ key, values }) => [key['platform_owner_id'], values['gap_hours']])).toEqual([
      ['a', '174.25'],
      ['c', '88'],
      ['z', null],
      [null, null],
    ]);
    expect(people.notes).toContainEqual({ kind: 'no-expected-hours', records: 2, minutes: '120' });
    // The total is of those two people alone, on both sides.
    expect(people.figures.total.values).toEqual({ gap_hours: '262.25' });
  });

  test('of a running period the hours logged since yesterday are said', async () => {
    const directory = directoryOf({
      owners: { a: { name: 'Ann', weeklyHours: '40' }, b: { name: 'Ben' }, c: { name: 'Cem', weeklyHours: '40' } },
    });
    const at = (id: string, owner: string, start: string, month = '2026-11-01') =>
      recordOf(id, { platform_owner_id: owner, first_start_date: start, month_year: month, total_minutes: '90' });
    // In New York the 20th begins at 5:00 UTC.
    await publish(snapshot, [
      at('1', 'a', '2026-11-20T04:59:00Z'),
      at('2', 'a', '2026-11-20T05:00:00Z'),
      at('3', 'a', '2026-11-24T10:00:00Z'),
      at('4', 'b', '2026-11-20T10:00:00Z'),
      at('5', 'c', '2026-11-10T10:00:00Z'),
      // Recorded for a month that is over: all of that month is expected.
      at('6', 'a', '2026-11-20T10:00:00Z', '2026-10-01'),
    ]);
    const asked = { measures: ['gap_hours'], period: '2026-11' };
    const { notes } = await ask(asked, { directory, zone: 'America/New_York' });
    expect(notes).toContainEqual({ kind: 'logged-since', records: 2, minutes: '180' });
    const either = ['a', 'c'].map((value) => ({
      filters: [{ propertyName: 'platform_owner_id', operator: 'EQ' as const, value }],
    }));
    const filtered = await ask({ ...asked, filterGroups: either }, { directory, zone: 'America/New_York' });
    expect(filtered.notes).toContainEqual({ kind: 'logged-since', records: 2, minutes: '180' });
    const over = await ask({ ...asked, period: '2026-10' }, { directory });
    expect(over.notes.map(({ kind }) => kind)).not.toContain('logged-since');
  });

  test('gap and utilisation set the hours of people with weekly hours against theirs, and say whose are left out', async () => {
    const directory = directoryOf({
      owners: {
        a: { name: 'Ann', team: 'Tax', weeklyHours: '40' },
        b: { name: 'Ben', team: 'Tax', weeklyHours: null },
        c: { name: 'Cem', team: 'Tax', weeklyHours: '20', activeTo: '2026-10-02' },
      },
    });
    const billed = (id: string, owner: Record<string, string>, start: string, minutes: string) =>
      worked(id, {
        ...owner,
        first_start_date: `${start}T09:00:00Z`,
        total_minutes: minutes,
        billable_minutes: minutes,
      });
    await publish(snapshot, [
      billed('1', { platform_owner_id: 'a' }, '2026-10-05', '960'),
      billed('2', { platform_owner_id: 'b' }, '2026-10-05', '6000'),
      billed('3', { platform_owner_id: 'z' }, '2026-10-06', '600'),
      billed('4', {}, '2026-10-06', '30'),
      // A Saturday, and a day after somebody left: nothing is expected, and that is known.
      billed('5', { platform_owner_id: 'a' }, '2026-10-10', '60'),
      billed('6', { platform_owner_id: 'c' }, '2026-10-12', '120'),
    ]);
    const measures = ['expected_hours', 'gap_hours', 'utilisation', 'logged_hours', 'logged_hours_of_expected'];
    const asked = { measures, period: '2026-10-05..2026-10-12' };
    const { figures, notes } = await ask(asked, { directory });
    // 6 weekdays of Ann's; 16 + 1 + 2 hours logged by people of whom something can be expected.
    expect(figures.total.values).toEqual({
      expected_hours: '48',
      gap_hours: '29',
      utilisation: '0.39583333',
      logged_hours: '129.5',
      logged_hours_of_expected: '19',
    });
    expect(notes).toEqual([
      { kind: 'no-expected-hours', records: 2, minutes: '6600' },
      { kind: 'no-owner', records: 1, minutes: '30' },
    ]);
    for (const groupBy of [['platform_owner_id'], ['team'], ['platform_owner_id', 'day'], ['week', 'team'], ['day']]) {
      const columns = groupBy.includes('day') ? 'week' : 'day';
      const { figures: lines } = await ask({ ...asked, groupBy, columns }, { directory });
      expect(lines.total.values, groupBy.join()).toEqual(figures.total.values);
      const gaps = lines.rows.map(({ values }) => Number(values['gap_hours'] ?? 0));
      expect(
        gaps.reduce((sum, each) => sum + each, 0),
        groupBy.join(),
      ).toBe(29);
    }
    const people = await ask(
      { ...asked, groupBy: ['platform_owner_id'], order: { by: 'gap_hours', direction: 'descending' } },
      { directory },
    );
    expect(
      people.figures.rows.map(({ key, values }) => [
        key['platform_owner_id'],
        values['gap_hours'],
        values['utilisation'],
      ]),
    ).toEqual([
      ['a', '31', '0.35416667'],
      ['c', '-2', null],
      ['b', null, null],
      ['z', null, null],
      [null, null, null],
    ]);
  });
});
