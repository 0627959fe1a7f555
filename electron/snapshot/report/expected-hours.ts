/**
 * Finds the notes on expected hours and the logged hours compared with them: people who are left out, and hours outside the expected days.
 */
import { VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import { formatUnits, toUnits, type Units } from '#domain/decimal.ts';
import type { Directory } from '#domain/people/directory.ts';
import {
  findComparedSpan,
  listAdmittedPeople,
  listPeopleWithHours,
  listExpected,
  findRecentSpan,
} from '#domain/expected.ts';
import { addFilters, type Filter } from '#domain/filter/model.ts';
import { findClockBounds, type Period } from '#domain/time/period.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import type { ReportNote } from '#domain/reports/definition/report.ts';
import { readSharedRows } from '#electron/snapshot/database/shared-answers.ts';
import { periodSql, selectionSql } from '#electron/snapshot/conditions/selection-sql.ts';
import { Params, toText } from '#electron/snapshot/database/parameters.ts';
import { EXPECTABLE, expectableJoinSql, LOGGED_MINUTES } from './aggregates.ts';
import type { ReportOptions } from './context.ts';
import { columnSql, readableSql } from '#electron/snapshot/database/schema.ts';

const OWNER = columnSql(OWNER_PROPERTY);

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
        sum(${LOGGED_MINUTES}) FILTER (WHERE ${isInPeriod}), count(*) FILTER (WHERE ${isRecent})
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
