/**
 * Finds what must be noted beside figures that need two values of a record: the records they leave out because one is unknown, so that
 * readers can reproduce the figures shown.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { comparedSpan, peopleWithHours } from '../../../../src/domain/expected/expected.ts';
import type { CheckedReport } from '../../../../src/domain/reports/definition/check.ts';
import { amountsThatCount, BILLABLE, COST, LOGGED, VALUE } from '../../../../src/domain/reports/definition/counted.ts';
import type { Measure } from '../../../../src/domain/reports/definition/measures.ts';
import type { LabelledAmount, ReportNote } from '../../../../src/domain/reports/definition/report.ts';
import { formatUnits, toUnits } from '../../../../src/domain/decimal.ts';
import type { AmountSource } from '../../../../src/domain/settings.ts';
import { readRows } from '../../database/connections.ts';
import { selectionSql } from '../../conditions/selection-sql.ts';
import { Params } from '../../database/parameters.ts';
import { EXPECTABLE, expectableJoin, knownSql, LOGGED_MINUTES, unreadableSql, valueSql } from '../aggregates.ts';
import type { ReportOptions } from '../context.ts';
import { toText } from '../../database/values.ts';
import { columnSql } from '../../database/schema.ts';
import { propertyNames } from '../../../../src/domain/property-names.ts';

/** Records that figures leave out, or count one-sidedly, in SQL. */
interface LeftOut {
  readonly kind: ReportNote['kind'];
  readonly where: string;
  /** What they lack. */
  readonly minutes?: string;
  readonly money?: string;
  /** Only records of people whose weekly hours are known. */
  readonly ofExpected?: boolean;
}

/** In the order they are listed. */
export async function leftOutNotes(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
): Promise<ReportNote[]> {
  const notes: ReportNote[] = [];
  for (const each of leftOutBy(report.measures, amountsThatCount(options.settings?.amounts)))
    notes.push(...(await countLeftOut(connection, each, report, options)));
  return notes;
}

function leftOutBy(measures: readonly Measure[], amounts: AmountSource): LeftOut[] {
  const isAsked = (...ids: readonly string[]) => measures.some(({ id }) => ids.includes(id));
  const known = (name: string) => knownSql(name, amounts);
  const valueIn = (name: string) => valueSql(name, amounts);
  const noBillable = `NOT (${known(BILLABLE)})`;
  return [
    ...(measures.some((each) => needs(each, LOGGED, BILLABLE))
      ? [
          { kind: 'no-billable' as const, where: noBillable, minutes: LOGGED_MINUTES },
          {
            kind: 'no-logged' as const,
            where: `NOT (${known(LOGGED)}) AND ${known(BILLABLE)}`,
            minutes: valueIn(BILLABLE),
          },
        ]
      : []),
    ...(isAsked('utilisation')
      ? [{ kind: 'no-billable-expected' as const, where: noBillable, minutes: LOGGED_MINUTES, ofExpected: true }]
      : []),
    ...(measures.some((each) => needs(each, VALUE, BILLABLE))
      ? [
          {
            kind: 'no-rate' as const,
            where: `(${noBillable} OR NOT (${known(VALUE)}))`,
            minutes: valueIn(BILLABLE),
            money: valueIn(VALUE),
          },
        ]
      : []),
    ...(measures.some((each) => needs(each, VALUE, COST))
      ? [
          { kind: 'no-cost' as const, where: `NOT (${known(COST)})`, minutes: LOGGED_MINUTES, money: valueIn(VALUE) },
          {
            kind: 'no-value' as const,
            where: `anomalies IS NOT NULL AND ${known(COST)} AND NOT (${known(VALUE)}) AND ${unreadableSql(VALUE, amounts)}`,
            money: valueIn(COST),
          },
          {
            kind: 'cost-alone' as const,
            where: `${known(COST)} AND ${valueIn(COST)} <> 0 AND NOT (${known(VALUE)}) AND NOT (anomalies IS NOT NULL AND ${unreadableSql(VALUE, amounts)})`,
            money: valueIn(COST),
          },
        ]
      : []),
  ];
}

/** Whether a measure sums one value where another is known. */
function needs({ sums }: Measure, added: string, known: string): boolean {
  return Object.values(sums).some(
    (each) =>
      each.kind === 'sum' &&
      each.property === added &&
      each.where?.some(({ property, is }) => property === known && is === 'known'),
  );
}

/** Records that are left out are few: the rarest condition comes first, and objects are looked up last. */
async function countLeftOut(
  connection: DuckDBConnection,
  { kind, where, minutes = 'NULL', money = 'NULL', ofExpected = false }: LeftOut,
  report: CheckedReport,
  { period, zone, settings, directory, today }: ReportOptions,
): Promise<ReportNote[]> {
  const params = new Params();
  const selected = selectionSql({ filterGroups: report.filterGroups, query: report.query, zone, period }, params);
  const [type, id] = [columnSql(propertyNames.objectType), columnSql(propertyNames.objectId)];
  const known = directory && period ? peopleWithHours(directory, comparedSpan(period, today)) : [];
  const people = ofExpected ? expectableJoin(known, params) : '';
  const rows = await readRows(
    connection,
    `WITH left_out AS (
        SELECT ${type} AS object_type, ${id} AS object_id, count(*) AS n, sum(${minutes}) AS minutes, sum(${money}) AS money
        FROM records${people} WHERE ${where} AND ${selected}${ofExpected ? ` AND ${EXPECTABLE} IS NOT NULL` : ''} GROUP BY 1, 2)
      SELECT object.currency, sum(n)::BIGINT, CAST(sum(minutes) AS DECIMAL(38, 8)), CAST(sum(money) AS DECIMAL(38, 8))
      FROM left_out LEFT JOIN directory.objects AS object ON object.type = object_type AND object.id = object_id
      GROUP BY 1 ORDER BY 1 NULLS LAST`,
    params,
  );
  const records = rows.reduce((sum, [, counted]) => sum + Number(counted), 0);
  if (records === 0) return [];
  const own = settings?.currency ?? null;
  const amounts = sumAmounts(
    rows.map(([label, , , amount]) => ({ currency: toText(label) ?? own, amount: toText(amount) ?? null })),
  );
  return [
    {
      kind,
      records,
      minutes: sumTexts(rows.map(([, , counted]) => toText(counted) ?? null)),
      ...(amounts.length > 0 && { amounts }),
    },
  ];
}

interface Part {
  readonly currency: string | null;
  readonly amount: string | null;
}

/** One for each currency: objects without one have the workspace's, which others may also name explicitly. */
function sumAmounts(parts: readonly Part[]): LabelledAmount[] {
  const byLabel = Map.groupBy(parts, ({ currency }) => currency);
  return [...byLabel].flatMap(([currency, own]) => {
    const amount = sumTexts(own.map((part) => part.amount));
    return amount === null || toUnits(amount) === 0n ? [] : [{ currency, amount }];
  });
}

function sumTexts(texts: readonly (string | null)[]): string | null {
  const known = texts.filter((text) => text !== null);
  return known.length === 0 ? null : formatUnits(known.reduce((sum, text) => sum + toUnits(text), 0n));
}
