/**
 * Finds the records that figures leave out because one of two values is unknown, and notes them, so that readers can reproduce the figures.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { findComparedSpan, listPeopleWithHours } from '#domain/expected.ts';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import { chooseAmounts, BILLABLE, COST, LOGGED, VALUE } from '#domain/reports/definition/counted.ts';
import { isNoteAbout } from '#domain/reports/notes/notes.ts';
import type { Measure } from '#domain/reports/definition/measures.ts';
import type { LabelledAmount, ReportNote } from '#domain/reports/definition/report.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { readRows } from '#electron/snapshot/database/connections.ts';
import { selectionSql } from '#electron/snapshot/conditions/selection-sql.ts';
import { Params, toText } from '#electron/snapshot/database/parameters.ts';
import { EXPECTABLE, expectableJoinSql, knownSql, LOGGED_MINUTES, unreadableSql, valueSql } from './aggregates.ts';
import type { ReportOptions } from './context.ts';
import { columnSql } from '#electron/snapshot/database/schema.ts';
import { propertyNames } from '#domain/properties.ts';

/** Records that figures leave out or count on one side only, as SQL conditions. */
interface LeftOut {
  readonly kind: ReportNote['kind'];
  readonly where: string;
  /** The time that the figures leave out. */
  readonly minutes?: string;
  readonly money?: string;
  /** True to count only records of people whose weekly hours are known. */
  readonly needsWeeklyHours?: boolean;
}

/** Reads the notes in the order in which they are listed. */
export async function readLeftOutNotes(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
  isMet?: IsMet,
): Promise<ReportNote[]> {
  const listed = listLeftOut(report, options);
  const isMetHere =
    isMet ??
    (await findMetConditions(
      connection,
      listed.map(({ where }) => where),
      report,
      options,
    ));
  const notes: ReportNote[] = [];
  for (const leftOut of listed)
    if (isMetHere(leftOut.where)) notes.push(...(await countLeftOut(connection, leftOut, report, options)));
  return notes;
}

/** Tells whether any selected record meets a condition. */
export type IsMet = (where: string) => boolean;

/**
 * Finds the conditions that any record meets. In a period hardly any condition is met, and one statement finds out in the time that counting
 * for one condition would take. Among all records most conditions are met, so the statement would only cost time.
 */
export async function findMetConditions(
  connection: DuckDBConnection,
  conditions: readonly string[],
  { filterGroups, query }: CheckedReport,
  { period, zone }: ReportOptions,
): Promise<IsMet> {
  if (!period) return () => true;
  const distinct = [...new Set(conditions)];
  if (distinct.length === 0) return () => false;
  const params = new Params();
  const where = selectionSql({ filterGroups, query, zone, period }, params);
  const [counts = []] = await readRows(
    connection,
    `SELECT ${distinct.map((condition) => `count(*) FILTER (WHERE ${condition})`).join(', ')}
      FROM records WHERE (${distinct.map((condition) => `(${condition})`).join(' OR ')}) AND ${where}`,
    params,
  );
  const met = new Set(distinct.filter((_, at) => Number(counts[at]) > 0));
  return (condition) => met.has(condition);
}

export function listLeftOut({ measures }: CheckedReport, { settings }: ReportOptions): LeftOut[] {
  const amounts = chooseAmounts(settings?.amounts);
  const hasMeasure = (...ids: readonly string[]) => measures.some(({ id }) => ids.includes(id));
  const isNoted = (kind: ReportNote['kind']) => measures.some((measure) => isNoteAbout({ kind }, measure));
  const isKnownSql = (name: string) => knownSql(name, amounts);
  const toValueSql = (name: string) => valueSql(name, amounts);
  const noBillable = `NOT (${isKnownSql(BILLABLE)})`;
  return [
    ...(measures.some((measure) => isSumWhereKnown(measure, LOGGED, BILLABLE))
      ? [
          { kind: 'no-billable' as const, where: noBillable, minutes: LOGGED_MINUTES },
          {
            kind: 'no-logged' as const,
            where: `NOT (${isKnownSql(LOGGED)}) AND ${isKnownSql(BILLABLE)}`,
            minutes: toValueSql(BILLABLE),
          },
        ]
      : []),
    ...(hasMeasure('utilisation')
      ? [{ kind: 'no-billable-expected' as const, where: noBillable, minutes: LOGGED_MINUTES, needsWeeklyHours: true }]
      : []),
    ...(isNoted('no-rate')
      ? [
          {
            kind: 'no-rate' as const,
            where: `(${noBillable} OR NOT (${isKnownSql(VALUE)}))`,
            minutes: toValueSql(BILLABLE),
            money: toValueSql(VALUE),
          },
        ]
      : isNoted('hours-alone')
        ? [
            {
              kind: 'hours-alone' as const,
              where: `NOT (${isKnownSql(VALUE)}) AND ${toValueSql(BILLABLE)} <> 0`,
              minutes: toValueSql(BILLABLE),
            },
          ]
        : []),
    ...(isNoted('no-cost')
      ? [
          {
            kind: 'no-cost' as const,
            where: `NOT (${isKnownSql(COST)})`,
            minutes: LOGGED_MINUTES,
            money: toValueSql(VALUE),
          },
        ]
      : []),
    ...(isNoted('cost-alone')
      ? [
          {
            kind: 'no-value' as const,
            where: `anomalies IS NOT NULL AND ${isKnownSql(COST)} AND NOT (${isKnownSql(VALUE)}) AND ${unreadableSql(VALUE, amounts)}`,
            money: toValueSql(COST),
          },
          {
            kind: 'cost-alone' as const,
            where: `${isKnownSql(COST)} AND ${toValueSql(COST)} <> 0 AND NOT (${isKnownSql(VALUE)}) AND NOT (anomalies IS NOT NULL AND ${unreadableSql(VALUE, amounts)})`,
            money: toValueSql(COST),
          },
        ]
      : []),
  ];
}

function isSumWhereKnown({ sums }: Measure, summedProperty: string, knownProperty: string): boolean {
  return Object.values(sums).some(
    (aggregate) =>
      aggregate.kind === 'sum' &&
      aggregate.property === summedProperty &&
      aggregate.where?.some(({ property, is }) => property === knownProperty && is === 'known'),
  );
}

/** Records that are left out are few, so the rarest condition comes first, and objects are looked up last. */
async function countLeftOut(
  connection: DuckDBConnection,
  { kind, where, minutes = 'NULL', money = 'NULL', needsWeeklyHours = false }: LeftOut,
  report: CheckedReport,
  { period, zone, settings, directory, today }: ReportOptions,
): Promise<ReportNote[]> {
  const params = new Params();
  const selected = selectionSql({ filterGroups: report.filterGroups, query: report.query, zone, period }, params);
  const [type, id] = [columnSql(propertyNames.objectType), columnSql(propertyNames.objectId)];
  const ownerIds = directory && period ? listPeopleWithHours(directory, findComparedSpan(period, today)) : [];
  const people = needsWeeklyHours ? expectableJoinSql(ownerIds, params) : '';
  const rows = await readRows(
    connection,
    `WITH left_out AS (
        SELECT ${type} AS object_type, ${id} AS object_id, count(*) AS n, sum(${minutes}) AS minutes, sum(${money}) AS money
        FROM records${people} WHERE ${where} AND ${selected}${needsWeeklyHours ? ` AND ${EXPECTABLE} IS NOT NULL` : ''} GROUP BY 1, 2)
      SELECT object.currency, sum(n)::BIGINT, CAST(sum(minutes) AS DECIMAL(38, 8)), CAST(sum(money) AS DECIMAL(38, 8))
      FROM left_out LEFT JOIN directory_objects AS object ON object.type = object_type AND object.id = object_id
      GROUP BY 1 ORDER BY 1 NULLS LAST`,
    params,
  );
  const records = rows.reduce((sum, [, recordCount]) => sum + Number(recordCount), 0);
  if (records === 0) return [];
  const workspaceCurrency = settings?.currency ?? null;
  const amounts = sumAmounts(
    rows.map(([label, , , amount]) => ({
      currency: toText(label) ?? workspaceCurrency,
      amount: toText(amount) ?? null,
    })),
  );
  return [
    {
      kind,
      records,
      minutes: sumTexts(rows.map(([, , minuteSum]) => toText(minuteSum) ?? null)),
      ...(amounts.length > 0 && { amounts }),
    },
  ];
}

interface CurrencyAmount {
  readonly currency: string | null;
  readonly amount: string | null;
}

/** Sums one amount for each currency. Objects without a currency have the workspace's, which others may also name explicitly. */
function sumAmounts(parts: readonly CurrencyAmount[]): LabelledAmount[] {
  const byLabel = Map.groupBy(parts, ({ currency }) => currency);
  return [...byLabel].flatMap(([currency, currencyParts]) => {
    const amount = sumTexts(currencyParts.map((part) => part.amount));
    return amount === null || toUnits(amount) === 0n ? [] : [{ currency, amount }];
  });
}

function sumTexts(texts: readonly (string | null)[]): string | null {
  const knownTexts = texts.filter((text) => text !== null);
  return knownTexts.length === 0 ? null : formatUnits(knownTexts.reduce((sum, text) => sum + toUnits(text), 0n));
}
