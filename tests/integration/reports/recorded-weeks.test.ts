/** A service whose weeks begin on Sundays, or on several days: the whole app notices, and what it prints has the weeks' true dates. */
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { formatBasis } from '#electron/cli/report-table.ts';
import { createSample } from '#service/sample.ts';
import { readDay } from '#service/upstream/values.ts';
import { findWeekStart, type Weekday } from '#domain/time/weeks.ts';
import { labelPeriod } from '#domain/time/period.ts';
import { drillDown } from '#domain/reports/explain/drill-down.ts';
import { formatColumnHeader, formatKey } from '#domain/reports/keys/key-text.ts';
import { formatNote } from '#domain/reports/notes/notes.ts';
import { reportSchema, type ReportInput } from '#domain/reports/definition/report.ts';
import { Temporal } from 'temporal-polyfill';
import { openAppWorld, worldRecords, type AppWorld } from '#tests/support/worlds/app-world.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const OWNER = 'platform_owner_id';
const WEEK = 'a552213_week_year';
const START = 'a552213_first_start_date';

let world: AppWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

/** The days of four weeks around the end of September, two hours each: the week of each begins on that weekday. */
function openWeeks(beginOf: (at: number) => Weekday): Promise<AppWorld> {
  const first = Temporal.PlainDate.from('2026-09-20');
  const days = Array.from({ length: 28 }, (_, at) => first.add({ days: at }));
  return openAppWorld(
    worldRecords(
      days.map((day, at) => ({
        [OWNER]: '7',
        week_year: findWeekStart(day, beginOf(at)).toString(),
        month_year: day.with({ day: 1 }).toString(),
        first_start_date: `${day.toString()}T09:00:00.000Z`,
        total_minutes: '120',
      })),
    ),
  );
}

const run = (app: AppWorld, report: ReportInput) => app.call('report.run', reportSchema.parse(report));
const hours = { measures: ['logged_hours', 'records'] };

describe('weeks from Sunday', () => {
  let app: AppWorld;
  beforeAll(async () => {
    app = await openWeeks(() => 'sunday');
  });
  afterAll(() => app.dispose());

  test('week 41 is the recorded week of its name, printed with its own dates', async () => {
    expect((await app.call('workspace.state', {})).recordedWeeks).toBe('sunday');
    const result = await run(app, { ...hours, groupBy: ['week'], period: '2026-W41' });
    expect(result.period).toMatchObject({ from: '2026-10-04', to: '2026-10-10', calendar: 'recorded-week' });
    expect(
      result.rows.map(({ key, records }) => [
        formatKey('week', key['week'] ?? null, directoryOf({}), options),
        records,
      ]),
    ).toEqual([['W41 2026 (4–10 Oct)', 7]]);
    const settings = await app.call('settings.get', {});
    expect(formatBasis({ report: { measures: ['logged_hours'] }, result, settings })[0]).toContain(
      'Week 41, 2026 (4–10 Oct 2026), by recorded week, time zone UTC, recorded weeks from Sunday',
    );
  });

  test('the weeks of a month, cut and without records, begin on Sundays too', async () => {
    const result = await run(app, { ...hours, groupBy: [OWNER], columns: 'week', period: '2026-10' });
    expect(result.columns.map((column) => formatColumnHeader(column, 'week', directoryOf({}), options))).toEqual([
      'part of week 40 (1–3 Oct)',
      'W41 (4–10 Oct)',
      'W42 (11–17 Oct)',
      'W43 (18–24 Oct)',
      'W44 (25–31 Oct)',
    ]);
    expect(result.rows[0]?.cells?.['records']).toEqual(['3', '7', '7', '0', '0']);
  });

  test.each([
    ['previous', '2026-09-27', '2026-10-03', 'Week 40, 2026 (27 Sep – 3 Oct 2026)', 7],
    ['last-year', '2025-10-05', '2025-10-11', 'Week 41, 2025 (5–11 Oct 2025)', 0],
  ] as const)('compared with %s: the recorded week of %s', async (compare, from, to, full, records) => {
    const { comparison, total } = await run(app, { ...hours, period: '2026-W41', compare });
    expect(comparison?.period).toMatchObject({ from, to, calendar: 'recorded-week' });
    expect(comparison?.period ? labelPeriod(comparison.period).full : '').toBe(full);
    expect(total.before?.records ?? 0).toBe(records);
  });

  test('hours are expected of the days of the recorded week', async () => {
    await app.call('names.keep', {
      owners: { 7: { name: 'Ada', team: null, weeklyHours: '40', activeFrom: '2026-10-05', activeTo: '2026-10-16' } },
      objects: {},
    });
    const { rows } = await run(app, { measures: ['expected_hours'], groupBy: ['week'], period: '2026-W40..2026-W42' });
    expect(rows.map(({ key, values }) => [key['week'], values['expected_hours']])).toEqual([
      ['2026-09-27', '0'],
      ['2026-10-04', '40'],
      ['2026-10-11', '40'],
    ]);
  });

  test('a line, a cell and the whole open exactly their records', async () => {
    const reports: ReportInput[] = [
      { ...hours, groupBy: ['week'], period: '2026-W40..2026-W42' },
      { ...hours, groupBy: [OWNER], columns: 'week', period: 'last-12-months' },
      { ...hours, groupBy: ['week'], period: '2026-10-04..2026-10-10', calendar: 'clock' },
      { ...hours, groupBy: ['week'], period: '2026-10-05..2026-10-11' },
    ];
    for (const report of reports) {
      const [asked, result] = [reportSchema.parse(report), await run(app, report)];
      const places = [
        { records: result.records },
        ...result.rows.map((row) => ({ row, records: row.records })),
        ...result.columns.map(({ records }, column) => ({ column, records })),
      ];
      for (const { records, ...place } of places) {
        const { filterGroups, query, period } = drillDown(asked, result, place);
        const selection = { filterGroups, query, ...(period !== undefined && { period }) };
        const page = await app.call('records.page', { ...selection, columns: [WEEK, START], limit: 1, offset: 0 });
        expect(page.total, JSON.stringify({ report, place, selection })).toBe(records);
      }
    }
  });

  test('who is short is asked of the week that has ended, not of the one after it', async () => {
    await app.call('settings.set', { weekStart: 'sunday' });
    onTestFinished(async () => void (await app.call('settings.set', { weekStart: 'monday' })));
    const span = await app.call('checks.people', {});
    expect([span.from, span.to]).toEqual(['2026-11-08', '2026-11-14']);
    const result = await run(app, { ...hours, period: 'last-week' });
    expect(result.period?.calendar).toBe('recorded-week');
  });
});

test('weeks from several weekdays: each has its own dates, and how many are others than most is said', async () => {
  const app = (world = await openWeeks((at) => (at % 14 === 3 ? 'monday' : 'sunday')));
  const result = await run(app, { ...hours, groupBy: ['week'], period: '2026-W39..2026-W42' });
  const labels = result.rows.map(({ key }) => formatKey('week', key['week'] ?? null, directoryOf({}), options));
  expect(labels).toContain('W39 2026 (20–26 Sep)');
  expect(labels).toContain('W39 2026 (21–27 Sep)');
  expect(result.records).toBe(28);
  expect(result.rows.reduce((sum, { records }) => sum + records, 0)).toBe(28);
  const note = result.notes.find(({ kind }) => kind === 'other-weeks');
  expect(note && formatNote(note, await app.call('settings.get', {}))).toMatch(
    /^2 records are of recorded weeks that begin on another weekday than most do/,
  );
});

test('weeks from Monday stay what they were, and nothing is said of other weekdays', async () => {
  const app = (world = await openWeeks(() => 'monday'));
  const result = await run(app, { ...hours, groupBy: ['week'], period: '2026-W41' });
  expect(result.period).toMatchObject({ from: '2026-10-05', to: '2026-10-11' });
  expect(result.notes.map(({ kind }) => kind)).not.toContain('other-weeks');
});

test('the sample with its weeks turned to Sundays: every record of a year is in one of its weeks', async () => {
  const { records } = createSample({ seed: 3, asOf: '2026-11-20', records: 600, months: 3 });
  const turned = records.map((record) => {
    const monday = readDay(String(record.properties[WEEK] ?? ''));
    if (monday === undefined) return record;
    const sunday = findWeekStart(
      Temporal.PlainDate.from(new Date(monday).toISOString().slice(0, 10)),
      'sunday',
    ).toString();
    return { ...record, properties: { ...record.properties, [WEEK]: sunday } };
  });
  world = await openAppWorld(turned);
  const all = await run(world, { measures: ['records'], groupBy: ['week'] });
  expect(all.recordedWeeks).toBe('sunday');
  const keys = all.rows.flatMap(({ key }) => key['week'] ?? []).filter((key) => new Date(key).getUTCDay() === 0);
  expect(keys.length).toBeGreaterThan(10);
  for (const key of keys.slice(0, 6)) {
    const to = Temporal.PlainDate.from(key).add({ days: 6 }).toString();
    const week = await run(world, { measures: ['records'], period: `${key}..${to}` });
    expect(week.period?.calendar).toBe('recorded-week');
    expect(week.records).toBe(all.rows.find((row) => row.key['week'] === key)?.records);
  }
});

const options = { fiscalYearStart: 1 };
