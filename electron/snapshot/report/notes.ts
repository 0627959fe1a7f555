/** Reads the notes on a report's figures, counted over the same records in the same state of the store. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import { listProperties } from '#domain/reports/definition/dimensions.ts';
import type { ReportNote } from '#domain/reports/definition/report.ts';
import { readRows } from '#electron/snapshot/database/connections.ts';
import { readSharedRows } from '#electron/snapshot/database/shared-answers.ts';
import { selectionSql } from '#electron/snapshot/conditions/selection-sql.ts';
import { Params, toText } from '#electron/snapshot/database/parameters.ts';
import { chooseAmounts, BILLABLE, LOGGED } from '#domain/reports/definition/counted.ts';
import { otherWeeksSql } from '../recorded-weeks.ts';
import { isCountedSql, LOGGED_MINUTES, unreadableSql, valueSql } from './aggregates.ts';
import { readExpectedNotes } from './expected-hours.ts';
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
import { columnSql } from '#electron/snapshot/database/schema.ts';
import { propertyNames } from '#domain/properties.ts';

const START = propertyNames.firstStart;

/** @returns the notes that apply, without `mixed-currencies`, which follows from the figures themselves. */
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
  const clientless = await noteClientless(connection, report, options);
  const people = await readExpectedNotes(connection, report, options);
  return [
    ...counted.filter((note) => !isTimed(note)),
    ...dateless,
    ...counted.filter(isTimed),
    ...clientless,
    ...people,
  ];
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

/** Notes records of objects whose client is unknown. Each object is looked up once, because there are far fewer objects than records. */
async function noteClientless(
  connection: DuckDBConnection,
  report: CheckedReport,
  { period, zone }: ReportOptions,
): Promise<ReportNote[]> {
  if (![...report.groupBy, report.columns].some((dimension) => dimension?.kind === 'client')) return [];
  const params = new Params();
  const where = selectionSql({ filterGroups: report.filterGroups, query: report.query, zone, period }, params);
  const [row = []] = await readRows(
    connection,
    `WITH found AS (SELECT ${columnSql(propertyNames.objectType)} AS object_type, ${columnSql(propertyNames.objectId)} AS object_id,
         count(*) AS n, sum(${LOGGED_MINUTES}) AS minutes FROM records WHERE ${where} GROUP BY 1, 2)
      SELECT coalesce(sum(n), 0)::BIGINT, sum(minutes) FROM found LEFT JOIN directory_objects AS object
        ON object.type = object_type AND object.id = object_id WHERE object.client IS NULL`,
    params,
  );
  const records = Number(row[0]);
  return records === 0 ? [] : [{ kind: 'no-client', records, minutes: toText(row[1]) ?? null }];
}
