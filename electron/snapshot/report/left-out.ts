/**
 * Counts the records of notes, especially those that figures leave out because one of two values is unknown, so that readers can reproduce
 * the figures.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { findComparedSpan, listPeopleWithHours } from '#domain/expected.ts';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import { chooseAmounts, BILLABLE, COST, listReadProperties, LOGGED, VALUE } from '#domain/records/counted.ts';
import type { AmountSource } from '#domain/settings.ts';
import { isNoteAbout } from '#domain/reports/notes/notes.ts';
import type { LabelledAmount, ReportNote } from '#domain/reports/definition/report.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { readRows } from '#electron/snapshot/database/connections.ts';
import { readSharedRows } from '#electron/snapshot/database/shared-answers.ts';
import { selectionSql } from '#electron/snapshot/conditions/selection-sql.ts';
import { Params, toText } from '#electron/snapshot/database/parameters.ts';
import { otherWeeksSql } from '../recorded-weeks.ts';
import { EXPECTABLE, expectableJoinSql, knownSql, LOGGED_MINUTES, unreadableSql, valueSql } from './aggregates.ts';
import type { ReportOptions } from './context.ts';
import { columnSql } from '#electron/snapshot/database/schema.ts';
import { propertyNames } from '#domain/properties.ts';

/** A note with the SQL conditions for the records that it counts. */
export interface CountedNote {
  readonly kind: ReportNote['kind'];
  readonly where: string;
  /** Conditions of which each of these records meets at least one; see `findMetConditions`. */
  readonly needs: readonly string[];
  /** The time that the note sums up. */
  readonly minutes?: string;
  readonly money?: string;
  /** True to count only records of people whose weekly hours are known. */
  readonly needsWeeklyHours?: boolean;
}

/** The condition for records with an unreadable value. */
export const UNREADABLE = 'anomalies IS NOT NULL';

/** Counts the records of notes, in their order, and leaves out notes without records. */
export async function countNotes(
  connection: DuckDBConnection,
  listed: readonly CountedNote[],
  report: CheckedReport,
  options: ReportOptions,
): Promise<ReportNote[]> {
  const isMet = await findMetConditions(connection, report, options);
  const met = listed.filter(({ needs }) => needs.some(isMet));
  return met.length === 0 ? [] : countMet(connection, met, report, options);
}

export function readLeftOutNotes(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
): Promise<ReportNote[]> {
  return countNotes(connection, listLeftOut(report, options), report, options);
}

/**
 * Finds which of the notes' conditions any selected record meets. In a period hardly any is met, and one statement finds out in the time of
 * counting for one note. All reports of a look on these records share it, regardless of their measures. Without a period most conditions are met,
 * so the statement would only cost time.
 */
async function findMetConditions(
  connection: DuckDBConnection,
  { filterGroups, query }: CheckedReport,
  { period, zone, settings, recordedWeeks }: ReportOptions,
): Promise<(where: string) => boolean> {
  if (!period) return () => true;
  const amounts = chooseAmounts(settings?.amounts);
  const conditions = [
    ...[LOGGED, BILLABLE, VALUE, COST].map((name) => isUnsetSql(name, amounts)),
    UNREADABLE,
    ...['month_year', 'week_year', 'first_start_date'].map(isMissingSql),
    ...(recordedWeeks === undefined ? [] : [otherWeeksSql(recordedWeeks)]),
  ];
  const params = new Params();
  const where = selectionSql({ filterGroups, query, zone, period }, params);
  const [counts = []] = await readSharedRows(
    connection,
    `SELECT ${conditions.map((condition) => `count(*) FILTER (WHERE ${condition})`).join(', ')}
      FROM records WHERE (${conditions.join(' OR ')}) AND ${where}`,
    params,
  );
  const unmet = new Set(conditions.filter((_, index) => Number(counts[index]) === 0));
  return (condition) => !unmet.has(condition);
}

export const isMissingSql = (name: string) => `${columnSql(name)} IS NULL`;

/** Compiles a condition for records with an unknown time or amount; it includes those with a value in the substitute column. */
export function isUnsetSql(name: string, amounts: AmountSource): string {
  return isMissingSql(listReadProperties(name, amounts)[0] ?? name);
}

/** Compiles the condition for records whose hours replace missing minutes. */
export function hoursInsteadSql(name: string): string {
  const [minutes, hours] = listReadProperties(name, 'recorded').map(columnSql);
  return `${minutes} IS NULL AND ${hours} IS NOT NULL`;
}

export function listLeftOut({ measures }: CheckedReport, { settings }: ReportOptions): CountedNote[] {
  const amounts = chooseAmounts(settings?.amounts);
  const isNoted = (kind: ReportNote['kind']) => measures.some((measure) => isNoteAbout({ kind }, measure));
  const [billable, value, cost] = [valueSql(BILLABLE, amounts), valueSql(VALUE, amounts), valueSql(COST, amounts)];
  const [hasLogged, hasBillable, hasValue, hasCost] = [
    knownSql(LOGGED, amounts),
    knownSql(BILLABLE, amounts),
    knownSql(VALUE, amounts),
    knownSql(COST, amounts),
  ];
  const isUnreadable = `${UNREADABLE} AND ${unreadableSql(VALUE, amounts)}`;
  const [noBillable, noValue] = [`NOT (${hasBillable})`, `NOT (${hasValue})`];
  const needs = (...names: readonly string[]) => names.map((name) => isUnsetSql(name, amounts));
  const notes: (CountedNote | false)[] = [
    ...(isNoted('no-billable')
      ? [
          { kind: 'no-billable' as const, where: noBillable, needs: needs(BILLABLE), minutes: LOGGED_MINUTES },
          {
            kind: 'no-logged' as const,
            where: `NOT (${hasLogged}) AND ${hasBillable}`,
            needs: needs(LOGGED),
            minutes: billable,
          },
        ]
      : []),
    isNoted('no-billable-expected') && {
      kind: 'no-billable-expected',
      where: noBillable,
      needs: needs(BILLABLE),
      minutes: LOGGED_MINUTES,
      needsWeeklyHours: true,
    },
    isNoted('no-rate')
      ? {
          kind: 'no-rate',
          where: `(${noBillable} OR ${noValue})`,
          needs: needs(BILLABLE, VALUE),
          minutes: billable,
          money: value,
        }
      : isNoted('hours-alone') && {
          kind: 'hours-alone',
          where: `${noValue} AND ${billable} <> 0`,
          needs: needs(VALUE),
          minutes: billable,
        },
    isNoted('no-cost') && {
      kind: 'no-cost',
      where: `NOT (${hasCost})`,
      needs: needs(COST),
      minutes: LOGGED_MINUTES,
      money: value,
    },
    ...(isNoted('cost-alone')
      ? [
          {
            kind: 'no-value' as const,
            where: `${hasCost} AND ${noValue} AND ${isUnreadable}`,
            needs: [UNREADABLE],
            money: cost,
          },
          {
            kind: 'cost-alone' as const,
            where: `${hasCost} AND ${cost} <> 0 AND ${noValue} AND NOT (${isUnreadable})`,
            needs: needs(VALUE),
            money: cost,
          },
        ]
      : []),
  ];
  return notes.filter((note) => note !== false);
}

/** Counts for all notes in one pass. These records are few, so objects are joined last. */
async function countMet(
  connection: DuckDBConnection,
  notes: readonly CountedNote[],
  report: CheckedReport,
  { period, zone, settings, directory, today }: ReportOptions,
): Promise<ReportNote[]> {
  const params = new Params();
  const selected = selectionSql({ filterGroups: report.filterGroups, query: report.query, zone, period }, params);
  const [type, id] = [propertyNames.objectType, propertyNames.objectId].map(columnSql);
  const ownerIds = directory && period ? listPeopleWithHours(directory, findComparedSpan(period, today)) : [];
  const people = notes.some((note) => note.needsWeeklyHours) ? expectableJoinSql(ownerIds, params) : '';
  const conditions = notes.map(({ where, needsWeeklyHours }) =>
    needsWeeklyHours ? `(${where} AND ${EXPECTABLE} IS NOT NULL)` : `(${where})`,
  );
  const parts = notes.map(({ minutes = 'NULL', money = 'NULL' }, index) => {
    const filter = `FILTER (WHERE ${conditions[index]})`;
    return `count(*) ${filter} AS n${index}, sum(${minutes}) ${filter} AS minutes${index}, sum(${money}) ${filter} AS money${index}`;
  });
  const sums = notes.map(
    (_, index) =>
      `sum(n${index})::BIGINT, CAST(sum(minutes${index}) AS DECIMAL(38, 8)), CAST(sum(money${index}) AS DECIMAL(38, 8))`,
  );
  const rows = await readRows(
    connection,
    `WITH counted AS (
        SELECT ${type} AS object_type, ${id} AS object_id, ${parts.join(', ')}
        FROM records${people} WHERE (${conditions.join(' OR ')}) AND ${selected} GROUP BY 1, 2)
      SELECT object.currency, ${sums.join(', ')}
      FROM counted LEFT JOIN directory_objects AS object ON object.type = object_type AND object.id = object_id
      GROUP BY 1 ORDER BY 1 NULLS LAST`,
    params,
  );
  return notes.flatMap(({ kind }, index) => {
    const counted = rows.flatMap(([label, ...figures]) => {
      const [records, minutes, money] = figures.slice(3 * index);
      const currency = toText(label) ?? settings?.currency ?? null;
      return Number(records) === 0
        ? []
        : [{ records: Number(records), minutes: toText(minutes), currency, amount: toText(money) }];
    });
    if (counted.length === 0) return [];
    const amounts = sumAmounts(counted);
    return [
      {
        kind,
        records: counted.reduce((sum, { records }) => sum + records, 0),
        minutes: sumTexts(counted.map(({ minutes }) => minutes)),
        ...(amounts.length > 0 && { amounts }),
      },
    ];
  });
}

interface CurrencyAmount {
  readonly currency: string | null;
  readonly amount: string | null;
}

/** Sums the amounts of each currency. Objects without a currency have the workspace's, which other objects may also name explicitly. */
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
