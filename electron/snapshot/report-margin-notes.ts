/** What must be said beside margins: what they leave out of billable value and of cost, so that these make the margin again. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { propertyOf } from '../../src/domain/properties.ts';
import type { CheckedReport } from '../../src/domain/reports/check.ts';
import { COST, VALUE } from '../../src/domain/reports/measures.ts';
import type { LabelledAmount, ReportNote } from '../../src/domain/reports/report.ts';
import { formatUnits, unitsOf } from '../../src/domain/decimal.ts';
import { rowsOf } from './connections.ts';
import { selectionSql } from './filter-sql.ts';
import { Params } from './params.ts';
import { unreadableSql, valueSql } from './report-aggregates.ts';
import type { ReportOptions } from './report-run.ts';
import { textOf } from './rows.ts';
import { columnOf } from './schema.ts';

const column = (name: string) => columnOf(propertyOf(name)).sql;
/** As logged hours count them: of a record without minutes its hours. */
const LOGGED_MINUTES = `coalesce(${column('total_minutes')}, ${column('total_hours')} * 60)`;

export async function marginNotes(
  connection: DuckDBConnection,
  report: CheckedReport,
  { period, zone, settings }: ReportOptions,
): Promise<ReportNote[]> {
  if (!report.measures.some(needsKnownCost)) return [];
  const amounts = settings?.amounts ?? 'recorded';
  const [value, cost] = [valueSql(VALUE, amounts), valueSql(COST, amounts)];
  const noCost = `${cost} IS NULL`;
  const noValue = `anomalies IS NOT NULL AND ${cost} IS NOT NULL AND ${value} IS NULL AND ${unreadableSql(VALUE, amounts)}`;
  const params = new Params();
  const where = selectionSql({ groups: report.filterGroups, query: report.query, zone, period }, params);
  const object = `${column('assoc_obj_type')} AS type, ${column('assoc_record_id')} AS object_id`;
  // Records that margins leave out are few: what is rare is asked of them first, and their objects are looked up last.
  const rows = await rowsOf(
    connection,
    `WITH left_out AS (
        SELECT ${object}, count(*) AS no_cost, sum(${LOGGED_MINUTES}) AS minutes, sum(${value}) AS value,
          0 AS no_value, NULL::DECIMAL(38, 8) AS cost
        FROM records WHERE ${noCost} AND ${where} GROUP BY 1, 2
        UNION ALL
        SELECT ${object}, 0, NULL, NULL, count(*), sum(${cost}) FROM records WHERE ${noValue} AND ${where} GROUP BY 1, 2)
      SELECT object.currency, sum(no_cost)::BIGINT, sum(minutes), sum(value), sum(no_value)::BIGINT, sum(cost)
      FROM left_out LEFT JOIN directory.objects AS object ON object.type = left_out.type AND object.id = object_id
      GROUP BY 1 ORDER BY 1 NULLS LAST`,
    params,
  );
  const own = settings?.currency ?? null;
  const parts = rows.map(([label, records, minutes, lostValue, unread, lostCost]) => ({
    currency: textOf(label) ?? own,
    withoutCost: Number(records),
    minutes: textOf(minutes) ?? null,
    value: textOf(lostValue) ?? null,
    withoutValue: Number(unread),
    cost: textOf(lostCost) ?? null,
  }));
  return [
    ...noteOf(
      'no-cost',
      parts.map(({ withoutCost, currency, value: amount, minutes }) => ({
        records: withoutCost,
        minutes,
        currency,
        amount,
      })),
    ),
    ...noteOf(
      'no-value',
      parts.map(({ withoutValue, currency, cost: amount }) => ({
        records: withoutValue,
        minutes: null,
        currency,
        amount,
      })),
    ),
  ];
}

/** Whether it leaves out records whose cost is not known. */
function needsKnownCost({ sums }: CheckedReport['measures'][number]): boolean {
  return Object.values(sums).some(
    (each) => 'where' in each && each.where?.some(({ property, is }) => property === COST && is === 'known'),
  );
}

interface Part {
  readonly records: number;
  readonly minutes: string | null;
  readonly currency: string | null;
  readonly amount: string | null;
}

function noteOf(kind: 'no-cost' | 'no-value', parts: readonly Part[]): ReportNote[] {
  const records = parts.reduce((sum, part) => sum + part.records, 0);
  if (records === 0) return [];
  const amounts = amountsOf(parts);
  const minutes = sumOf(parts.map((part) => part.minutes));
  return [{ kind, records, minutes, ...(amounts.length > 0 && { amounts }) }];
}

/** One for each label: objects without one have the workspace's, which others may be given as their own. */
function amountsOf(parts: readonly Part[]): LabelledAmount[] {
  const byLabel = Map.groupBy(parts, ({ currency }) => currency);
  return [...byLabel].flatMap(([currency, own]) => {
    const amount = sumOf(own.map((part) => part.amount));
    return amount === null || unitsOf(amount) === 0n ? [] : [{ currency, amount }];
  });
}

function sumOf(texts: readonly (string | null)[]): string | null {
  const known = texts.filter((text) => text !== null);
  return known.length === 0 ? null : formatUnits(known.reduce((sum, text) => sum + unitsOf(text), 0n));
}
