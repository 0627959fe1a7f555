/** Finds the notes on a report's figures, counted over the same records in the same state of the store. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import { listProperties } from '#domain/reports/definition/dimensions.ts';
import type { ReportNote } from '#domain/reports/definition/report.ts';
import type { AmountSource } from '#domain/settings.ts';
import { readRows } from '#electron/snapshot/database/connections.ts';
import { readSharedRows } from '#electron/snapshot/database/shared-answers.ts';
import { selectionSql } from '#electron/snapshot/conditions/selection-sql.ts';
import { Params, toText } from '#electron/snapshot/database/parameters.ts';
import { chooseAmounts, BILLABLE, countedTimes, LOGGED } from '#domain/reports/definition/counted.ts';
import { otherWeeksSql } from '../recorded-weeks.ts';
import { isCountedSql, LOGGED_MINUTES, unreadableSql, valueSql } from './aggregates.ts';
import { readExpectedNotes } from './expected-hours.ts';
import { findMetConditions, listLeftOut, readLeftOutNotes } from './left-out.ts';
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
  const countedNotes = listCountedNotes(report, chooseAmounts(options.settings?.amounts));
  const otherWeeks = findOtherWeeks(report, options);
  const undatedWhere = listUndated(report, options);
  const conditions = [...countedNotes, ...listLeftOut(report, options)].map(({ where }) => where);
  const isMet = await findMetConditions(connection, [...conditions, ...otherWeeks, ...undatedWhere], report, options);
  const notes = await readCountedNotes(
    connection,
    countedNotes.filter(({ where }) => isMet(where)),
    report,
    options,
  );
  const leftOut = await readLeftOutNotes(connection, report, options, isMet);
  const undated = await noteUndated(connection, report, options, undatedWhere.filter(isMet));
  const clientless = await noteClientless(connection, report, options);
  const people = await readExpectedNotes(connection, report, options);
  const weeks = await noteOtherWeeks(connection, report, options, otherWeeks.filter(isMet));
  return [...notes, ...leftOut, ...undated, ...weeks, ...clientless, ...people];
}

interface CountedNote {
  readonly kind: ReportNote['kind'];
  readonly where: string;
  readonly minutes?: string;
}

const substitutes = [
  { kind: 'no-minutes', time: LOGGED },
  { kind: 'no-billable-minutes', time: BILLABLE },
] as const;

function listCountedNotes(report: CheckedReport, amounts: AmountSource): CountedNote[] {
  const used = listUsedProperties(report);
  const dimensions = report.columns ? [...report.groupBy, report.columns] : report.groupBy;
  const unreadable = [...used, ...dimensions.flatMap(listProperties)];
  const anyUnreadable = [...new Set(unreadable)].map((name) => unreadableSql(name, amounts)).join(' OR ');
  const hoursInstead = substitutes.flatMap(({ kind, time }): CountedNote[] => {
    const countedTime = countedTimes.get(time);
    if (!countedTime || !used.has(time)) return [];
    const [minutes, hours] = [countedTime.minutes, countedTime.hours].map((name) => columnSql(name));
    return [{ kind, where: `${minutes} IS NULL AND ${hours} IS NOT NULL`, minutes: valueSql(time, amounts) }];
  });
  return [
    ...hoursInstead,
    ...(anyUnreadable === ''
      ? []
      : [{ kind: 'unreadable' as const, where: `anomalies IS NOT NULL AND (${anyUnreadable})` }]),
  ];
}

async function readCountedNotes(
  connection: DuckDBConnection,
  kinds: readonly CountedNote[],
  report: CheckedReport,
  options: ReportOptions,
): Promise<ReportNote[]> {
  if (kinds.length === 0) return [];
  const params = new Params();
  const { zone, period } = options;
  const where = selectionSql({ filterGroups: report.filterGroups, query: report.query, zone, period }, params);
  // Such records are few, and the store knows of whole blocks that have none, so each kind is queried first and alone.
  const rows = kinds.map(
    (note, index) =>
      `SELECT ${index} AS kind, count(*) AS n, CAST(sum(${note.minutes ?? 'NULL'}) AS DECIMAL(38, 8)) AS minutes
        FROM records WHERE ${note.where} AND ${where}`,
  );
  const counts = await readRows(connection, `${rows.join(' UNION ALL ')} ORDER BY kind`, params);
  return kinds.flatMap(({ kind }, index) => {
    const [, records, minutes] = counts[index] ?? [];
    return Number(records) === 0 ? [] : [{ kind, records: Number(records), minutes: toText(minutes) ?? null }];
  });
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

/** Lists the condition for records that are counted in a bucket “no date”; empty where the report has no such bucket. */
function listUndated(report: CheckedReport, options: ReportOptions): string[] {
  const units = [...report.groupBy, report.columns].flatMap((dimension) =>
    dimension?.kind === 'time' ? [dimension.unit] : [],
  );
  const dates = units.map((unit) =>
    findCalendar(options) === 'clock' ? 'first_start_date' : unit === 'week' ? 'week_year' : 'month_year',
  );
  return dates.length === 0 ? [] : [isMissingSql(dates)];
}

const isMissingSql = (dates: readonly string[]) =>
  [...new Set(dates)].map((name) => `${columnSql(name)} IS NULL`).join(' OR ');

/**
 * Notes records without a date: those that belong to no period, those that are counted in the bucket “no date”, and those of them that no
 * filter selects, because no list of start times excludes unreadable ones.
 */
async function noteUndated(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
  undated: readonly string[],
): Promise<ReportNote[]> {
  const { period, zone } = options;
  const undatedInPeriod = period ? [isMissingSql([choosePeriodDate(period.calendar)])] : [];
  const { filterGroups, query } = report;
  // Nearly all records have a date, so checking it first saves the other conditions.
  const countUndated = async (kind: 'no-date' | 'undated', missing: string, countedPeriod: typeof period) => {
    const params = new Params();
    const where = selectionSql({ filterGroups, query, zone, period: countedPeriod }, params);
    const hasLine = kind === 'undated' && findCalendar(options) === 'clock';
    const unread = hasLine ? `anomalies IS NOT NULL AND (${unreadableSql(START, 'recorded')})` : 'false';
    const [row = []] = await readSharedRows(
      connection,
      `SELECT count(*), sum(${LOGGED_MINUTES}), count(*) FILTER (WHERE ${unread}) FROM records WHERE (${missing}) AND ${where}`,
      params,
    );
    const [records, unselected] = [Number(row[0]), Number(row[2])];
    return [
      ...(records === 0 ? [] : [{ kind, records, minutes: toText(row[1]) ?? null }]),
      ...(unselected === 0 ? [] : [{ kind: 'unread-start' as const, records: unselected, minutes: null }]),
    ];
  };
  const notes: ReportNote[] = [];
  for (const missing of undatedInPeriod) notes.push(...(await countUndated('no-date', missing, undefined)));
  for (const missing of undated) notes.push(...(await countUndated('undated', missing, period)));
  return notes;
}

/** Returns the property that decides which period a record is in. */
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

/** Lists the condition for records whose own week begins on another weekday than most; empty except for figures by recorded weeks. */
function findOtherWeeks(report: CheckedReport, options: ReportOptions): string[] {
  const { period, recordedWeeks } = options;
  const isRecorded = findCalendar(options) === 'recorded';
  const hasWeeks = [...report.groupBy, report.columns].some(
    (dimension) =>
      (isRecorded && dimension?.kind === 'time' && dimension.unit === 'week') ||
      (dimension?.kind === 'property' && dimension.name === propertyNames.week),
  );
  if (recordedWeeks === undefined || (!hasWeeks && period?.calendar !== 'recorded-week')) return [];
  return [otherWeeksSql(recordedWeeks)];
}

async function noteOtherWeeks(
  connection: DuckDBConnection,
  report: CheckedReport,
  { period, zone }: ReportOptions,
  [isOther]: readonly string[],
): Promise<ReportNote[]> {
  if (isOther === undefined) return [];
  const params = new Params();
  const where = selectionSql({ filterGroups: report.filterGroups, query: report.query, zone, period }, params);
  const [row = []] = await readRows(connection, `SELECT count(*) FROM records WHERE ${isOther} AND ${where}`, params);
  const records = Number(row[0]);
  return records === 0 ? [] : [{ kind: 'other-weeks', records, minutes: null }];
}

/** Notes records with money of objects without a currency, where the workspace has none either. */
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

/** Notes records of objects whose client is unknown. Objects are few, so each is looked up once and not once a record. */
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
