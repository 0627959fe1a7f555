/** What a report says beside its figures: what they leave out, and of how many records. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ReportOptions } from '#electron/snapshot/report/context.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { drillDown } from '#domain/reports/explain/drill-down.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { formatNote } from '#domain/reports/notes/notes.ts';
import { reportSchema, type ReportInput } from '#domain/reports/definition/report.ts';
import { defaultSettings } from '#domain/settings.ts';
import { askReport, worked } from '#tests/support/reports/asked-report.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';
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
      { kind: 'cost-alone', records: 1, minutes: null, amounts: [{ currency: null, amount: '40' }] },
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

  test('a margin says which costs it counts without a billable value, and is silent about costs of nothing', async () => {
    await publish(snapshot, [
      worked('1', { billable_amount: '100', cost_amount: '60' }),
      worked('2', { cost_amount: '12.345' }),
      worked('3', { cost_amount: '7' }),
      worked('4', { cost_amount: '0' }),
    ]);
    const { figures, notes } = await ask({
      measures: ['billable_value', 'recorded_cost', 'margin'],
      period: '2026-10',
    });
    expect(figures.totals).toEqual({ billable_value: '100', recorded_cost: '79.345', margin: '20.655' });
    expect(notes).toEqual([
      { kind: 'cost-alone', records: 2, minutes: null, amounts: [{ currency: null, amount: '19.345' }] },
    ]);
    const [note] = notes;
    expect(note && formatNote(note, defaultSettings)).toBe(
      '2 records have a cost and no billable value, so margins count their cost of 19.345 against a value of 0.',
    );
    expect((await ask({ measures: ['recorded_cost'], period: '2026-10' })).notes).toEqual([]);
  });

  const hours = { total_minutes: '60', billable_minutes: '60' };

  test.each([
    [['recorded_cost'], ['no-cost']],
    [['billable_value'], ['hours-alone']],
    [
      ['logged_hours', 'billable_value', 'recorded_cost'],
      ['hours-alone', 'no-cost'],
    ],
    [['Cost per hour = recorded_cost / logged_hours'], ['no-cost']],
    [['Value per hour = billable_value / logged_hours'], ['hours-alone']],
    [['Own rate = billable_value / billable_logged_hours'], ['no-rate']],
    [['billable_value', 'effective_rate'], ['no-rate']],
    [['Own margin = billable_value - recorded_cost'], ['hours-alone', 'no-cost', 'cost-alone']],
    [['logged_hours', 'billable_share'], []],
  ])('%j says which records have no value or no cost', async (measures, kinds) => {
    await publish(snapshot, [
      worked('1', { ...hours, billable_amount: '100', cost_amount: '60' }),
      worked('2', { ...hours, cost_amount: '10' }),
      worked('3', { ...hours, billable_amount: '20' }),
    ]);
    const { notes } = await ask({ measures, period: '2026-10' });
    expect(notes.map(({ kind }) => kind)).toEqual(kinds);
  });

  test('a value and a cost that are not in a margin are not said to be left out of margins', async () => {
    await publish(snapshot, [
      worked('1', { ...hours, billable_amount: '100', cost_amount: '60' }),
      worked('2', { ...hours, cost_amount: '10' }),
      worked('3', { ...hours, billable_amount: '20' }),
      // Nothing of it is billable, so it lacks no value.
      worked('4', { total_minutes: '60', billable_minutes: '0', cost_amount: '0' }),
    ]);
    const said = async (...measures: string[]) => {
      const { notes } = await ask({ measures, period: '2026-10' });
      const found = measures.flatMap((name) => findMeasure(name) ?? []);
      return notes.map((note) => formatNote(note, defaultSettings, found));
    };
    const unvalued = '1 record has no known billable value, so billable value counts nothing for 1.00 h billable.';
    expect(await said('billable_value')).toEqual([unvalued]);
    expect(await said('Own margin = billable_value - recorded_cost')).toEqual([
      unvalued,
      '1.00 h are without a known cost; their billable value is 20.00.',
      '1 record has a cost and no billable value: 10.00.',
    ]);
    expect(await said('Twice = 2 * margin')).toEqual([
      '1.00 h are without a known cost, so margins leave them out, and their billable value of 20.00 too.',
      '1 record has a cost and no billable value, so margins count its cost of 10.00 against a value of 0.',
    ]);
  });

  test('of records without a date it says whether they are counted', async () => {
    const hour = { total_minutes: '60' };
    await publish(snapshot, [
      recordOf('1', { month_year: '2026-10-01', week_year: '2026-09-28', ...hour }),
      recordOf('2', { month_year: '2026-10-01', ...hour }),
      recordOf('3', hour),
    ]);
    const said = async (input: ReportInput) => {
      const { figures, notes } = await ask(input);
      return [figures.records, ...notes.map((note) => formatNote(note, defaultSettings))];
    };
    const uncounted = '1 record has no date on this calendar: it is in no period and not counted here.';
    expect(await said({ measures: ['records'], period: '2026-10' })).toEqual([2, uncounted]);
    expect(await said({ measures: ['records'], groupBy: ['month'] })).toEqual([
      3,
      '1 record has no date on this calendar: it is counted under “(no date)”.',
    ]);
    // In the period by its month, in no week: one is counted, the other is not.
    expect(await said({ measures: ['records'], groupBy: ['week'], period: '2026-10' })).toEqual([
      2,
      uncounted,
      '1 record has no date on this calendar: it is counted under “(no date)”.',
    ]);
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

  test('say what they leave out: no minutes, no cost, unreadable values, no date, no weekly hours', async () => {
    const directory = directoryOf({
      objects: {},
      owners: {
        a: { name: 'Ann', weeklyHours: '40' },
        b: { name: 'Ben' },
        c: { name: 'Cem', weeklyHours: '20' },
        // No longer active: no hours are expected.
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
      { kind: 'no-minutes', records: 1, minutes: '120' },
      { kind: 'unreadable', records: 1, minutes: null },
      // Two of the three hours are logged without minutes.
      { kind: 'no-cost', records: 3, minutes: '180' },
      { kind: 'no-date', records: 1, minutes: '20' },
    ]);
    const people = await ask(
      { measures: ['gap_hours'], groupBy: ['platform_owner_id'], period: '2026-10' },
      { directory },
    );
    // Cem has no record at all and is short of everything; the weekly hours of Ben and z are unknown.
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

  test('on the clock, how many records of the line without a date no filter selects', async () => {
    const start = (value: string) => ({ first_start_date: value, total_minutes: '60' });
    const unread = (id: string) =>
      recordOf(id, { total_minutes: '60' }, { anomalies: new Map([['a552213_first_start_date', '"soon"']]) });
    await publish(snapshot, [
      recordOf('1', start('2026-10-05T08:00:00Z')),
      recordOf('2', { total_minutes: '60' }),
      unread('3'),
      unread('4'),
    ]);
    const byDay: ReportInput = { measures: ['records'], groupBy: ['day'], calendar: 'clock' };
    const { figures, notes } = await ask(byDay);
    expect(notes.slice(-2)).toEqual([
      { kind: 'undated', records: 3, minutes: '180' },
      { kind: 'unread-start', records: 2, minutes: null },
    ]);
    const line = figures.rows.find(({ key }) => key['day'] === null);
    const result = reportResult({ rows: [...figures.rows], notes: [...notes], calendar: 'clock' });
    const { filterGroups } = drillDown(reportSchema.parse(byDay), result, { row: line });
    const selected = await snapshot.countSelected({ filterGroups: filterGroups, query: '', zone: 'UTC' });
    // The line counts what the note says more than its filter finds.
    expect([line?.records, selected]).toEqual([3, 1]);
    const kinds = async (input: ReportInput) => (await ask(input)).notes.map(({ kind }) => kind);
    expect(await kinds({ ...byDay, period: '2026-10-01..2026-10-20' })).not.toContain('unread-start');
    expect(await kinds({ measures: ['records'], groupBy: ['month'] })).not.toContain('unread-start');
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
      // A Saturday, and a day after a person left: nothing is expected, and that is known.
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
