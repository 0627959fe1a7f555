/** Finds the notes beside a report's figures, counted over the same records in the same state of the store. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CheckedReport } from '../../../../src/domain/reports/definition/check.ts';
import { listProperties } from '../../../../src/domain/reports/definition/dimensions.ts';
import type { ReportNote } from '../../../../src/domain/reports/definition/report.ts';
import type { AmountSource } from '../../../../src/domain/settings.ts';
import { readRows } from '../../database/connections.ts';
import { selectionSql } from '../../conditions/selection-sql.ts';
import { Params } from '../../database/parameters.ts';
import { amountsThatCount, BILLABLE, countedTimes, LOGGED } from '../../../../src/domain/reports/definition/counted.ts';
import { otherWeeksSql } from '../../records/recorded-weeks.ts';
import { countsSql, LOGGED_MINUTES, unreadableSql, valueSql } from '../aggregates.ts';
import { expectedNotes } from './expected-hours.ts';
import { leftOutNotes } from './left-out.ts';
import { planReport } from '../plan.ts';
import type { ReportOptions } from '../context.ts';
import { toText } from '../../database/values.ts';
import { columnSql } from '../../database/schema.ts';
import { propertyNames } from '../../../../src/domain/property-names.ts';

const START = propertyNames.firstStart;

/** @returns those that apply, without `mixed-currencies`, which follows from the figures themselves. */
export async function readNotes(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
): Promise<ReportNote[]> {
  const notes = await countedNotes(connection, report, options);
  const leftOut = await leftOutNotes(connection, report, options);
  const undated = await withoutDate(connection, report, options);
  const clientless = await withoutClient(connection, report, options);
  const people = await expectedNotes(connection, report, options);
  const weeks = await ofOtherWeeks(connection, report, options);
  return [...notes, ...leftOut, ...undated, ...weeks, ...clientless, ...people];
}

interface Counted {
  readonly kind: ReportNote['kind'];
  readonly where: string;
  /** Minutes concerned. */
  readonly minutes?: string;
}

const standIns = [
  { kind: 'no-minutes', time: LOGGED },
  { kind: 'no-billable-minutes', time: BILLABLE },
] as const;

function countedKinds(report: CheckedReport, amounts: AmountSource): Counted[] {
  const used = usedProperties(report);
  const dimensions = report.columns ? [...report.groupBy, report.columns] : report.groupBy;
  const unreadable = [...used, ...dimensions.flatMap(listProperties)];
  const anyUnreadable = [...new Set(unreadable)].map((name) => unreadableSql(name, amounts)).join(' OR ');
  const hoursInstead = standIns.flatMap(({ kind, time }): Counted[] => {
    const counted = countedTimes.get(time);
    if (!counted || !used.has(time)) return [];
    const [minutes, hours] = [counted.minutes, counted.hours].map((name) => columnSql(name));
    return [{ kind, where: `${minutes} IS NULL AND ${hours} IS NOT NULL`, minutes: valueSql(time, amounts) }];
  });
  return [
    ...hoursInstead,
    ...(anyUnreadable === ''
      ? []
      : [{ kind: 'unreadable' as const, where: `anomalies IS NOT NULL AND (${anyUnreadable})` }]),
  ];
}

async function countedNotes(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
): Promise<ReportNote[]> {
  const kinds = countedKinds(report, amountsThatCount(options.settings?.amounts));
  if (kinds.length === 0) return [];
  const params = new Params();
  const { zone, period } = options;
  const where = selectionSql({ filterGroups: report.filterGroups, query: report.query, zone, period }, params);
  // Such records are few, and the store knows of whole blocks that have none: each kind is queried first and alone.
  const rows = kinds.map(
    (each, index) =>
      `SELECT ${index} AS kind, count(*) AS n, CAST(sum(${each.minutes ?? 'NULL'}) AS DECIMAL(38, 8)) AS minutes
        FROM records WHERE ${each.where} AND ${where}`,
  );
  const counted = await readRows(connection, `${rows.join(' UNION ALL ')} ORDER BY kind`, params);
  return kinds.flatMap(({ kind }, index) => {
    const [, records, minutes] = counted[index] ?? [];
    return Number(records) === 0 ? [] : [{ kind, records: Number(records), minutes: toText(minutes) ?? null }];
  });
}

function usedProperties({ measures }: CheckedReport): Set<string> {
  return new Set(
    measures.flatMap(({ sums }) =>
      Object.values(sums).flatMap((each) => {
        const own = 'property' in each ? [each.property] : [];
        const conditions = 'where' in each ? (each.where ?? []).map(({ property }) => property) : [];
        return [...own, ...conditions];
      }),
    ),
  );
}

/**
 * Records without a date: those that no period has, those that are counted in the bucket “no date”, and those of them that no filter selects,
 * because no list of start times excludes unreadable ones.
 */
async function withoutDate(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
): Promise<ReportNote[]> {
  const { period, zone } = options;
  const calendar = options.calendar ?? (period?.calendar === 'clock' ? 'clock' : 'recorded');
  const units = [...report.groupBy, report.columns].flatMap((each) => (each?.kind === 'time' ? [each.unit] : []));
  const bucketDates = units.map((unit) =>
    calendar === 'clock' ? 'first_start_date' : unit === 'week' ? 'week_year' : 'month_year',
  );
  const periodDates = period ? [periodDate(period.calendar)] : [];
  const { filterGroups, query } = report;
  // Nearly all have a date: checking it first saves the other conditions.
  const count = async (kind: 'no-date' | 'undated', dates: readonly string[], within: typeof period) => {
    if (dates.length === 0) return [];
    const params = new Params();
    const where = selectionSql({ filterGroups, query, zone, period: within }, params);
    const missing = [...new Set(dates)].map((name) => `${columnSql(name)} IS NULL`).join(' OR ');
    const hasLine = kind === 'undated' && calendar === 'clock';
    const unread = hasLine ? `anomalies IS NOT NULL AND (${unreadableSql(START, 'recorded')})` : 'false';
    const [row = []] = await readRows(
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
  return [...(await count('no-date', periodDates, undefined)), ...(await count('undated', bucketDates, period))];
}

/** The property that decides which period a record is in. */
function periodDate(calendar: NonNullable<ReportOptions['period']>['calendar']): string {
  switch (calendar) {
    case 'clock':
      return 'first_start_date';
    case 'recorded-month':
      return 'month_year';
    case 'recorded-week':
      return 'week_year';
  }
}

/** Records whose own week begins on another weekday than most, for figures by recorded weeks. */
async function ofOtherWeeks(
  connection: DuckDBConnection,
  report: CheckedReport,
  { calendar, period, zone, recordedWeeks }: ReportOptions,
): Promise<ReportNote[]> {
  const isRecorded = (calendar ?? (period?.calendar === 'clock' ? 'clock' : 'recorded')) === 'recorded';
  const hasWeeks = [...report.groupBy, report.columns].some(
    (each) =>
      (isRecorded && each?.kind === 'time' && each.unit === 'week') ||
      (each?.kind === 'property' && each.name === propertyNames.week),
  );
  if (recordedWeeks === undefined || (!hasWeeks && period?.calendar !== 'recorded-week')) return [];
  const params = new Params();
  const where = selectionSql({ filterGroups: report.filterGroups, query: report.query, zone, period }, params);
  const [row = []] = await readRows(
    connection,
    `SELECT count(*) FROM records WHERE ${otherWeeksSql(recordedWeeks)} AND ${where}`,
    params,
  );
  const records = Number(row[0]);
  return records === 0 ? [] : [{ kind: 'other-weeks', records, minutes: null }];
}

/** Records with money of objects without a currency, where the workspace has none either. */
export async function withoutCurrency(
  connection: DuckDBConnection,
  report: CheckedReport,
  { period, zone, settings }: ReportOptions,
): Promise<ReportNote[]> {
  const params = new Params();
  const where = selectionSql({ filterGroups: report.filterGroups, query: report.query, zone, period }, params);
  const terms = { amounts: amountsThatCount(settings?.amounts), expectable: [] };
  const { aggregates, money } = planReport(report);
  const isPaid = aggregates.filter((_, index) => money.includes(index)).map((each) => countsSql(each, terms));
  // The directory is joined to the selection: beside the records its column names would clash with theirs.
  const [row = []] = await readRows(
    connection,
    `WITH found AS (SELECT ${columnSql(propertyNames.objectType)} AS object_type, ${columnSql(propertyNames.objectId)} AS object_id, count(*) AS n
        FROM records WHERE ${where} AND (${['false', ...isPaid].join(' OR ')}) GROUP BY 1, 2)
      SELECT coalesce(sum(n), 0)::BIGINT FROM found LEFT JOIN directory.objects AS object
        ON object.type = object_type AND object.id = object_id WHERE object.currency IS NULL`,
    params,
  );
  const records = Number(row[0]);
  return records === 0 ? [] : [{ kind: 'no-currency', records, minutes: null }];
}

/** Records of objects whose client is unknown. Objects are few: each is looked up once, not once a record. */
async function withoutClient(
  connection: DuckDBConnection,
  report: CheckedReport,
  { period, zone }: ReportOptions,
): Promise<ReportNote[]> {
  if (![...report.groupBy, report.columns].some((each) => each?.kind === 'client')) return [];
  const params = new Params();
  const where = selectionSql({ filterGroups: report.filterGroups, query: report.query, zone, period }, params);
  const [row = []] = await readRows(
    connection,
    `WITH found AS (SELECT ${columnSql(propertyNames.objectType)} AS object_type, ${columnSql(propertyNames.objectId)} AS object_id,
         count(*) AS n, sum(${LOGGED_MINUTES}) AS minutes FROM records WHERE ${where} GROUP BY 1, 2)
      SELECT coalesce(sum(n), 0)::BIGINT, sum(minutes) FROM found LEFT JOIN directory.objects AS object
        ON object.type = object_type AND object.id = object_id WHERE object.client IS NULL`,
    params,
  );
  const records = Number(row[0]);
  return records === 0 ? [] : [{ kind: 'no-client', records, minutes: toText(row[1]) ?? null }];
}
