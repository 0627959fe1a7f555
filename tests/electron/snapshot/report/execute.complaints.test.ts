/** What people complain of in other reports (the field's own complaints), each with a test of its name. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ReportOptions } from '#electron/snapshot/report/context.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import type { ReportInput } from '#domain/reports/definition/report.ts';
import { askReport, worked } from '#tests/support/reports/asked-report.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { empty, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';

let scratch: Scratch;
let snapshot: Snapshot;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
});
afterEach(() => empty(snapshot));
afterAll(() => scratch.dispose());

const ask = (input: ReportInput, more?: Partial<ReportOptions>) => askReport(snapshot, input, more);

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

  test('a week cut at a month’s end says so, and its records are in the month they were recorded in', async () => {
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
