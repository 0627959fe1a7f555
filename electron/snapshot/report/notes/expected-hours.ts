/**
 * Finds what must be noted beside expected hours and the hours compared with them: people who are left out, and hours outside the expected
 * days.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { formatUnits, toUnits, type Units } from '../../../../src/domain/decimal.ts';
import type { Directory } from '../../../../src/domain/people/directory.ts';
import { comparedSpan, peopleAdmitted, peopleWithHours } from '../../../../src/domain/expected/expected.ts';
import { listExpected, recentSpan } from '../../../../src/domain/expected/who-is-expected.ts';
import type { Filter } from '../../../../src/domain/filter/model.ts';
import { clockBounds, type Period } from '../../../../src/domain/time/period.ts';
import { OWNER_PROPERTY } from '../../../../src/domain/properties.ts';
import type { CheckedReport } from '../../../../src/domain/reports/definition/check.ts';
import type { ReportNote } from '../../../../src/domain/reports/definition/report.ts';
import { readRows } from '../../database/connections.ts';
import { selectionSql } from '../../conditions/selection-sql.ts';
import { Params } from '../../database/parameters.ts';
import { EXPECTABLE, expectableJoin, LOGGED_MINUTES } from '../aggregates.ts';
import type { ReportOptions } from '../context.ts';
import { toText } from '../../database/values.ts';
import { columnSql } from '../../database/schema.ts';
import { propertyNames } from '../../../../src/domain/property-names.ts';

const OWNER = columnSql(OWNER_PROPERTY);

type Expecting = ReportOptions & { readonly directory: Directory; readonly period: Period };

export async function expectedNotes(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
): Promise<ReportNote[]> {
  const { directory, period } = options;
  const isMeasured = report.measures.some(({ sums }) => Object.values(sums).some(({ kind }) => kind === 'expected'));
  if (!isMeasured || !directory || !period) return [];
  const expecting = { ...options, directory, period };
  const left = await withoutExpected(connection, report, expecting);
  return [...left, ...(await loggedSince(connection, report, expecting))];
}

/**
 * People whose hours count neither as expected nor as logged: those whose weekly hours are unknown (`records` counts them), expected people
 * without a record included; and records without a person.
 */
async function withoutExpected(
  connection: DuckDBConnection,
  report: CheckedReport,
  { directory, period, today, zone }: Expecting,
): Promise<ReportNote[]> {
  const { filterGroups, query } = report;
  const params = new Params();
  const where = selectionSql({ filterGroups, query, zone, period }, params);
  const found = await readRows(
    connection,
    `SELECT ${OWNER}, count(*), sum(${LOGGED_MINUTES}) FROM records
      ${expectableJoin(peopleWithHours(directory, comparedSpan(period, today)), params)}
      WHERE ${where} AND ${EXPECTABLE} IS NULL GROUP BY 1`,
    params,
  );
  const span = comparedSpan(period, today);
  const recent = { text: '', ...recentSpan({ ...period, to: span.to }) };
  const own = new Params();
  const lately = await readRows(
    connection,
    `SELECT DISTINCT ${OWNER} FROM records WHERE ${selectionSql({ filterGroups, query, zone, period: recent }, own)}`,
    own,
  );
  const ids = lately.flatMap(([owner]) => toText(owner) ?? []);
  const expected = listExpected(directory, peopleAdmitted(directory, filterGroups), ids, span);
  const people = new Set(expected.flatMap(({ ownerId, hours }) => (hours === null ? [ownerId] : [])));
  let minutes: Units | null = null;
  const notes: ReportNote[] = [];
  for (const [owner, records, text] of found) {
    const id = toText(owner);
    const logged = toText(text) ?? null;
    if (id === null) notes.push({ kind: 'no-owner', records: Number(records), minutes: logged });
    else people.add(id);
    if (id !== null && logged !== null) minutes = (minutes ?? 0n) + toUnits(logged);
  }
  if (people.size === 0) return notes;
  const left = minutes === null ? null : formatUnits(minutes);
  return [{ kind: 'no-expected-hours', records: people.size, minutes: left }, ...notes];
}

/** Hours of a running period that began today or later: expected hours end yesterday. */
async function loggedSince(
  connection: DuckDBConnection,
  report: CheckedReport,
  { directory, period, today, zone }: Expecting,
): Promise<ReportNote[]> {
  if (today === undefined || today > period.to) return [];
  const since = new Date(clockBounds({ from: today, to: today }, zone).start).toISOString();
  const only: Filter = { propertyName: propertyNames.firstStart, operator: 'GTE', value: since };
  const asked = report.filterGroups.length === 0 ? [{ filters: [] }] : report.filterGroups;
  const filterGroups = asked.map(({ filters }) => ({ filters: [...filters, only] }));
  const params = new Params();
  const where = selectionSql({ filterGroups, query: report.query, zone, period }, params);
  const [row = []] = await readRows(
    connection,
    `SELECT count(*), sum(${LOGGED_MINUTES}) FROM records
      ${expectableJoin(peopleWithHours(directory, comparedSpan(period, today)), params)}
      WHERE ${where} AND ${EXPECTABLE} IS NOT NULL`,
    params,
  );
  const minutes = toText(row[1]) ?? null;
  return minutes === null ? [] : [{ kind: 'logged-since', records: Number(row[0]), minutes }];
}
