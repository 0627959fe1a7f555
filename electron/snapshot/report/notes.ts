/** Reads the notes on a report's figures, counted over the same records in the same state of the store. */
import { VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import { formatUnits, toUnits, type Units } from '#domain/decimal.ts';
import {
  findComparedSpan,
  findRecentSpan,
  listAdmittedPeople,
  listExpected,
  listPeopleWithHours,
} from '#domain/expected.ts';
import { addFilters, type Filter } from '#domain/filter/model.ts';
import type { Directory } from '#domain/people/directory.ts';
import { findClockBounds, type Period } from '#domain/time/period.ts';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import { listProperties } from '#domain/reports/definition/dimensions.ts';
import type { ReportNote } from '#domain/reports/definition/report.ts';
import { readRows } from '#electron/snapshot/database/connections.ts';
import { readSharedRows } from '#electron/snapshot/database/shared-answers.ts';
import { periodSql, selectionSql } from '#electron/snapshot/conditions/selection-sql.ts';
import { Params, toText } from '#electron/snapshot/database/parameters.ts';
import { chooseAmounts, BILLABLE, LOGGED } from '#domain/records/counted.ts';
import { otherWeeksSql } from '../recorded-weeks.ts';
import {
  EXPECTABLE,
  expectableJoinSql,
  isCountedSql,
  LOGGED_MINUTES,
  sumLoggedSql,
  unreadableSql,
  valueSql,
} from './aggregates.ts';
import {
  countNotes,
  hoursInsteadSql,
  isMissingSql,
  isUnsetSql,
  listLeftOut,
  UNREADABLE,
  type CountedNote,
} from './left-out.ts';
import { planReport } from './plan.ts';
import type { ReportOptions } from './context.ts';
import { columnSql, readableSql } from '#electron/snapshot/database/schema.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';

const START = propertyNames.firstStart;
const OWNER = columnSql(OWNER_PROPERTY);

/** @returns the notes that apply to records of any person and client */
export async function readNotes(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
): Promise<ReportNote[]> {
  const timed = listTimeNotes(report, options);
  const counted = await countNotes(
    connection,
    [...listReplacedNotes(report, options), ...listLeftOut(report, options), ...timed],
    report,
    options,
  );
  const isTimed = ({ kind }: ReportNote) => timed.some((note) => note.kind === kind);
  const dateless = await noteDateless(connection, report, options);
  return [...counted.filter((note) => !isTimed(note)), ...dateless, ...counted.filter(isTimed)];
}

const substitutes = [
  { kind: 'no-minutes', time: LOGGED },
  { kind: 'no-billable-minutes', time: BILLABLE },
] as const;

/** Lists the notes on records whose hours replace missing minutes, and on unreadable values. */
function listReplacedNotes(report: CheckedReport, { settings }: ReportOptions): CountedNote[] {
  const amounts = chooseAmounts(settings?.amounts);
  const used = listUsedProperties(report);
  const dimensions = report.columns ? [...report.groupBy, report.columns] : report.groupBy;
  const unreadable = [...used, ...dimensions.flatMap(listProperties)];
  const anyUnreadable = [...new Set(unreadable)].map((name) => unreadableSql(name, amounts)).join(' OR ');
  const hoursInstead = substitutes
    .filter(({ time }) => used.has(time))
    .map(({ kind, time }) => ({
      kind,
      where: hoursInsteadSql(time),
      needs: [isUnsetSql(time, amounts)],
      minutes: valueSql(time, amounts),
    }));
  return [
    ...hoursInstead,
    ...(anyUnreadable === ''
      ? []
      : [{ kind: 'unreadable' as const, where: `${UNREADABLE} AND (${anyUnreadable})`, needs: [UNREADABLE] }]),
  ];
}

function listUsedProperties({ measures }: CheckedReport): Set<string> {
  return new Set(
    measures.flatMap(({ sums }) =>
      Object.values(sums).flatMap((aggregate) => {
        const summed = 'property' in aggregate ? [aggregate.property] : [];
        const conditions = 'where' in aggregate ? (aggregate.where ?? []).map(({ property }) => property) : [];
        return [...summed, ...conditions];
      }),
    ),
  );
}

const findCalendar = ({ calendar, period }: ReportOptions) =>
  calendar ?? (period?.calendar === 'clock' ? 'clock' : 'recorded');

/**
 * Lists the notes on records in the bucket “no date”, on those of them with an unreadable start, which no filter can exclude, and on records
 * whose week begins on a different weekday than most.
 */
function listTimeNotes(report: CheckedReport, options: ReportOptions): CountedNote[] {
  const { period, recordedWeeks } = options;
  const isClock = findCalendar(options) === 'clock';
  const dimensions = [...report.groupBy, report.columns];
  const units = dimensions.flatMap((dimension) => (dimension?.kind === 'time' ? [dimension.unit] : []));
  const dates = units.map((unit) => (isClock ? 'first_start_date' : unit === 'week' ? 'week_year' : 'month_year'));
  const missing = [...new Set(dates)].map(isMissingSql);
  const where = `(${missing.join(' OR ')})`;
  const hasWeeks =
    (!isClock && units.includes('week')) ||
    period?.calendar === 'recorded-week' ||
    dimensions.some((dimension) => dimension?.kind === 'property' && dimension.name === propertyNames.week);
  const notes: (CountedNote | false)[] = [
    missing.length > 0 && { kind: 'undated', where, needs: missing, minutes: LOGGED_MINUTES },
    missing.length > 0 &&
      isClock && {
        kind: 'unread-start',
        where: `${where} AND ${UNREADABLE} AND ${unreadableSql(START, 'recorded')}`,
        needs: [UNREADABLE],
      },
    recordedWeeks !== undefined &&
      hasWeeks && {
        kind: 'other-weeks',
        where: otherWeeksSql(recordedWeeks),
        needs: [otherWeeksSql(recordedWeeks)],
      },
  ];
  return notes.filter((note) => note !== false);
}

/** Notes records that belong to no period, because they have no date. */
async function noteDateless(
  connection: DuckDBConnection,
  report: CheckedReport,
  { period, zone }: ReportOptions,
): Promise<ReportNote[]> {
  if (!period) return [];
  const params = new Params();
  const where = selectionSql({ filterGroups: report.filterGroups, query: report.query, zone }, params);
  // Nearly all records have a date, so checking it first saves the other conditions.
  const [row = []] = await readSharedRows(
    connection,
    `SELECT count(*), sum(${LOGGED_MINUTES}) FROM records WHERE ${isMissingSql(choosePeriodDate(period.calendar))} AND ${where}`,
    params,
  );
  return Number(row[0]) === 0 ? [] : [{ kind: 'no-date', records: Number(row[0]), minutes: toText(row[1]) }];
}

/** Returns the property that determines a record's period. */
function choosePeriodDate(calendar: NonNullable<ReportOptions['period']>['calendar']): string {
  switch (calendar) {
    case 'clock':
      return 'first_start_date';
    case 'recorded-month':
      return 'month_year';
    case 'recorded-week':
      return 'week_year';
  }
}

/** Notes records with money of objects without a currency if the workspace has none either. */
export async function noteWithoutCurrency(
  connection: DuckDBConnection,
  report: CheckedReport,
  { period, zone, settings }: ReportOptions,
): Promise<ReportNote[]> {
  const params = new Params();
  const where = selectionSql({ filterGroups: report.filterGroups, query: report.query, zone, period }, params);
  const terms = { amounts: chooseAmounts(settings?.amounts), expectable: [] };
  const { aggregates, money } = planReport(report);
  const isPaid = aggregates
    .filter((_, index) => money.includes(index))
    .map((aggregate) => isCountedSql(aggregate, terms));
  // The directory is joined to the selection, because next to the records its column names would clash with theirs.
  const [row = []] = await readRows(
    connection,
    `WITH found AS (SELECT ${columnSql(propertyNames.objectType)} AS object_type, ${columnSql(propertyNames.objectId)} AS object_id, count(*) AS n
        FROM records WHERE ${where} AND (${['false', ...isPaid].join(' OR ')}) GROUP BY 1, 2)
      SELECT coalesce(sum(n), 0)::BIGINT FROM found LEFT JOIN directory_objects AS object
        ON object.type = object_type AND object.id = object_id WHERE object.currency IS NULL`,
    params,
  );
  const records = Number(row[0]);
  return records === 0 ? [] : [{ kind: 'no-currency', records, minutes: null }];
}

type ExpectedOptions = ReportOptions & { readonly directory: Directory; readonly period: Period };

export async function readExpectedNotes(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
): Promise<ReportNote[]> {
  const { directory, period } = options;
  const isMeasured = report.measures.some(({ sums }) => Object.values(sums).some(({ kind }) => kind === 'expected'));
  if (!isMeasured || !directory || !period) return [];
  const expectedOptions = { ...options, directory, period };
  const leftOut = await notePeopleWithoutHours(connection, report, expectedOptions);
  return [...leftOut, ...(await noteHoursSince(connection, report, expectedOptions))];
}

/**
 * Notes people whose hours count neither as expected nor as logged: those whose weekly hours are unknown (`records` counts them), including
 * expected people without a record; and records without a person.
 */
async function notePeopleWithoutHours(
  connection: DuckDBConnection,
  report: CheckedReport,
  { directory, period, today, zone }: ExpectedOptions,
): Promise<ReportNote[]> {
  const { filterGroups, query } = report;
  const span = findComparedSpan(period, today);
  const recent = { ...period, ...findRecentSpan({ ...period, to: span.to }) };
  const params = new Params();
  const [isInPeriod, isRecent] = [periodSql(period, zone, params), periodSql(recent, zone, params)];
  const either = { ...period, from: recent.from < period.from ? recent.from : period.from };
  const rows = await readSharedRows(
    connection,
    `SELECT ${readableSql({ sql: OWNER, type: VARCHAR })}, count(*) FILTER (WHERE ${isInPeriod}),
        ${sumLoggedSql([isInPeriod])}, count(*) FILTER (WHERE ${isRecent})
      FROM records WHERE ${selectionSql({ filterGroups, query, zone, period: either }, params)} GROUP BY ${OWNER}`,
    params,
  );
  const ids = rows.flatMap(([owner, , , recentRecords]) => (recentRecords === 0n ? [] : (toText(owner) ?? [])));
  const withHours = new Set(listPeopleWithHours(directory, span));
  const expected = listExpected(directory, listAdmittedPeople(directory, filterGroups), ids, span);
  const people = new Set(expected.flatMap(({ ownerId, hours }) => (hours === null ? [ownerId] : [])));
  let minutes: Units | null = null;
  const notes: ReportNote[] = [];
  for (const [owner, records, text] of rows) {
    const id = toText(owner);
    if (records === 0n || (id !== null && withHours.has(id))) continue;
    const loggedMinutes = toText(text) ?? null;
    if (id === null) notes.push({ kind: 'no-owner', records: Number(records), minutes: loggedMinutes });
    else people.add(id);
    if (id !== null && loggedMinutes !== null) minutes = (minutes ?? 0n) + toUnits(loggedMinutes);
  }
  if (people.size === 0) return notes;
  const leftOutMinutes = minutes === null ? null : formatUnits(minutes);
  return [{ kind: 'no-expected-hours', records: people.size, minutes: leftOutMinutes }, ...notes];
}

/** Notes hours of a running period that began today or later, because expected hours end yesterday. */
async function noteHoursSince(
  connection: DuckDBConnection,
  report: CheckedReport,
  { directory, period, today, zone }: ExpectedOptions,
): Promise<ReportNote[]> {
  if (today === undefined || today > period.to) return [];
  const since = new Date(findClockBounds({ from: today, to: today }, zone).start).toISOString();
  const sinceFilter: Filter = { propertyName: propertyNames.firstStart, operator: 'GTE', value: since };
  const filterGroups = addFilters(report.filterGroups, [sinceFilter]);
  const params = new Params();
  const where = selectionSql({ filterGroups, query: report.query, zone, period }, params);
  const [row = []] = await readSharedRows(
    connection,
    `SELECT count(*), sum(${LOGGED_MINUTES}) FROM records
      ${expectableJoinSql(listPeopleWithHours(directory, findComparedSpan(period, today)), params)}
      WHERE ${where} AND ${EXPECTABLE} IS NOT NULL`,
    params,
  );
  const minutes = toText(row[1]) ?? null;
  return minutes === null ? [] : [{ kind: 'logged-since', records: Number(row[0]), minutes }];
}
