/** What must be said beside a report's figures, counted over the same records in the same state of the store. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { PREFIX, propertyOf } from '../../src/domain/properties.ts';
import type { CheckedReport } from '../../src/domain/reports/check.ts';
import { propertiesOf } from '../../src/domain/reports/dimensions.ts';
import type { ReportNote } from '../../src/domain/reports/report.ts';
import type { AmountSource } from '../../src/domain/settings.ts';
import { rowsOf } from './connections.ts';
import { selectionSql } from './filter-sql.ts';
import { Params } from './params.ts';
import { unreadableSql, valueSql } from './report-aggregates.ts';
import { expectedNotes } from './report-expected-notes.ts';
import { marginNotes } from './report-margin-notes.ts';
import { planReport } from './report-plan.ts';
import type { ReportOptions } from './report-run.ts';
import { textOf } from './rows.ts';
import { columnOf } from './schema.ts';

const column = (name: string) => columnOf(propertyOf(name)).sql;
const MINUTES = column('total_minutes');

/** @returns those that apply, without `mixed-currencies`, which the figures themselves tell. */
export async function notesOf(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
): Promise<ReportNote[]> {
  const notes = await countedNotes(connection, report, options);
  const margins = await marginNotes(connection, report, options);
  const undated = await withoutDate(connection, report, options);
  const clientless = await withoutClient(connection, report, options);
  const people = await expectedNotes(connection, report, options);
  return [...notes, ...margins, ...undated, ...clientless, ...people];
}

interface Counted {
  readonly kind: ReportNote['kind'];
  readonly where: string;
}

function countedKinds(report: CheckedReport, amounts: AmountSource): Counted[] {
  const used = usedProperties(report);
  const dimensions = report.columns ? [...report.groupBy, report.columns] : report.groupBy;
  const unreadable = [...used, ...dimensions.flatMap(propertiesOf)];
  const anyUnreadable = [...new Set(unreadable)].map((name) => unreadableSql(name, amounts)).join(' OR ');
  return [
    ...(used.has(`${PREFIX}total_minutes`) && report.measures.some(usesHoursInstead)
      ? [{ kind: 'no-minutes' as const, where: `${MINUTES} IS NULL AND ${column('total_hours')} IS NOT NULL` }]
      : []),
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
  const kinds = countedKinds(report, options.settings?.amounts ?? 'recorded');
  if (kinds.length === 0) return [];
  const params = new Params();
  const { zone, period } = options;
  const where = selectionSql({ groups: report.filterGroups, query: report.query, zone, period }, params);
  // Few records are of such a kind, and of whole blocks the store knows that none is: each kind is asked for first and by itself.
  const counts = kinds.map((each) => `(SELECT count(*) FROM records WHERE ${each.where} AND ${where})`);
  const [row = []] = await rowsOf(connection, `SELECT ${counts.join(', ')}`, params);
  return kinds.flatMap(({ kind }, index) => {
    const records = Number(row[index]);
    return records === 0 ? [] : [{ kind, records, minutes: null }];
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

/** Whether it counts hours where there are no minutes. */
function usesHoursInstead({ sums }: CheckedReport['measures'][number]): boolean {
  return Object.hasOwn(sums, 'hoursWithoutMinutes');
}

/** Records in no time bucket and outside any period, because they have no date on the report's calendar. */
async function withoutDate(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
): Promise<ReportNote[]> {
  const { period, zone } = options;
  const calendar = options.calendar ?? (period?.calendar === 'clock' ? 'clock' : 'recorded');
  const units = [...report.groupBy, report.columns].flatMap((each) => (each?.kind === 'time' ? [each.unit] : []));
  const dates =
    calendar === 'clock' ? ['first_start_date'] : units.map((unit) => (unit === 'week' ? 'week_year' : 'month_year'));
  if (period?.calendar === 'recorded-month') dates.push('month_year');
  if (period?.calendar === 'recorded-week') dates.push('week_year');
  if (dates.length === 0 || (!period && units.length === 0)) return [];
  const params = new Params();
  const where = selectionSql({ groups: report.filterGroups, query: report.query, zone }, params);
  const missing = [...new Set(dates)].map((name) => `${column(name)} IS NULL`).join(' OR ');
  const [row = []] = await rowsOf(
    connection,
    // Nearly all have a date: asked first, that spares asking anything else of them.
    `SELECT count(*), sum(${MINUTES}) FROM records WHERE (${missing}) AND ${where}`,
    params,
  );
  const records = Number(row[0]);
  return records === 0 ? [] : [{ kind: 'no-date', records, minutes: textOf(row[1]) ?? null }];
}

/** Records with money of objects without a currency label, where the workspace has none either. */
export async function withoutCurrency(
  connection: DuckDBConnection,
  report: CheckedReport,
  { period, zone, settings }: ReportOptions,
): Promise<ReportNote[]> {
  const params = new Params();
  const where = selectionSql({ groups: report.filterGroups, query: report.query, zone, period }, params);
  const amounts = settings?.amounts ?? 'recorded';
  const isPaid = planReport(report).money.map((name) => `${valueSql(name, amounts)} IS NOT NULL`);
  const [row = []] = await rowsOf(
    connection,
    `SELECT count(*) FROM records LEFT JOIN directory.objects AS object
        ON object.type = ${column('assoc_obj_type')} AND object.id = ${column('assoc_record_id')}
      WHERE ${where} AND object.currency IS NULL AND (${['false', ...isPaid].join(' OR ')})`,
    params,
  );
  const records = Number(row[0]);
  return records === 0 ? [] : [{ kind: 'no-currency', records, minutes: null }];
}

/** Records of objects that no client is known for. Objects are few: they are looked up once each, not once a record. */
async function withoutClient(
  connection: DuckDBConnection,
  report: CheckedReport,
  { period, zone }: ReportOptions,
): Promise<ReportNote[]> {
  if (![...report.groupBy, report.columns].some((each) => each?.kind === 'client')) return [];
  const params = new Params();
  const where = selectionSql({ groups: report.filterGroups, query: report.query, zone, period }, params);
  const [row = []] = await rowsOf(
    connection,
    `WITH found AS (SELECT ${column('assoc_obj_type')} AS type, ${column('assoc_record_id')} AS id,
        count(*) AS n, sum(${MINUTES}) AS minutes FROM records WHERE ${where} GROUP BY ALL)
      SELECT coalesce(sum(n), 0)::BIGINT, sum(minutes) FROM found LEFT JOIN directory.objects AS object
        ON object.type = found.type AND object.id = found.id WHERE object.client IS NULL`,
    params,
  );
  const records = Number(row[0]);
  return records === 0 ? [] : [{ kind: 'no-client', records, minutes: textOf(row[1]) ?? null }];
}
