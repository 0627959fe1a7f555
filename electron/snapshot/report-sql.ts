/** Compiles a checked report to one statement and reads its rows: groups and the grand total see the same state. */
import { DuckDBDecimalValue, type DuckDBValue } from '@duckdb/node-api';
import { formatUnits, SCALE, type Units } from '../../src/domain/decimal.ts';
import type { Selection } from '../../src/domain/filter/match.ts';
import type { CheckedReport } from '../../src/domain/reports/check.ts';
import {
  defaultMeasureSettings,
  type Aggregate,
  type Condition,
  type Measure,
  type MeasureSettings,
} from '../../src/domain/reports/measures.ts';
import type { ReportResult } from '../../src/domain/reports/report.ts';
import { selectionSql } from './filter-sql.ts';
import type { Params } from './params.ts';
import { textOf } from './rows.ts';
import { columnOf, isUnreadable, readableSql } from './schema.ts';

export type ReportFigures = Pick<ReportResult, 'rows' | 'totals' | 'records'>;
type Row = ReportFigures['rows'][number];

/** Unique aggregates of all measures, in the order of the statement's columns. */
interface Plan {
  readonly groupBy: readonly string[];
  readonly aggregates: readonly Aggregate[];
}

export function planReport({ measures, groupBy }: Pick<CheckedReport, 'measures' | 'groupBy'>): Plan {
  const aggregates = new Map(
    measures.flatMap((each) => Object.values(each.sums)).map((each) => [JSON.stringify(each), each] as const),
  );
  return { groupBy: groupBy.map(({ name }) => name), aggregates: [...aggregates.values()] };
}

/** Columns: whether it is the grand total, the keys, the record count, the aggregates. */
export function reportSql(plan: Plan, selection: Selection, params: Params): string {
  const keys = plan.groupBy.map((name) => columnOf({ name }).sql);
  const isTotal = keys.length === 0 ? 'true' : `grouping_id(${keys.join(', ')}) <> 0`;
  const shownKeys = plan.groupBy.map((name) => readableSql(columnOf({ name })));
  const columns = [isTotal, ...shownKeys, 'count(*)', ...plan.aggregates.map(aggregateSql)];
  const sets = keys.length === 0 ? '' : ` GROUP BY GROUPING SETS ((${keys.join(', ')}), ())`;
  return `SELECT ${columns.join(', ')} FROM records WHERE ${selectionSql(selection, params)}${sets}`;
}

function aggregateSql(aggregate: Aggregate): string {
  if (aggregate.kind === 'distinct') return `count(DISTINCT ${columnOf({ name: aggregate.property }).sql})`;
  const where = aggregate.where ?? [];
  const only = where.length === 0 ? '' : ` FILTER (WHERE ${where.map(conditionSql).join(' AND ')})`;
  return aggregate.kind === 'count' ? `count(*)${only}` : `sum(${columnOf({ name: aggregate.property }).sql})${only}`;
}

function conditionSql({ property, is }: Condition): string {
  const { sql } = columnOf({ name: property });
  switch (is) {
    case 'known':
      return `${sql} IS NOT NULL`;
    case 'unknown':
      return `${sql} IS NULL`;
    case 'not-unreadable':
      return `(${sql} IS NOT NULL OR NOT ${isUnreadable({ name: property })})`;
  }
}

/** @returns rows ordered by the first measure, largest first and null last, then by key, unset last. */
export function readReport(
  plan: Plan,
  measures: readonly Measure[],
  sqlRows: readonly (readonly DuckDBValue[])[],
  settings: MeasureSettings = defaultMeasureSettings,
): ReportFigures {
  const first = plan.groupBy.length + 1;
  const sorted: { readonly row: Row; readonly order: Units | null }[] = [];
  let total: Row | undefined;
  for (const cells of sqlRows) {
    const values = measureValues(plan, measures, cells.slice(first + 1), settings);
    const row: Row = {
      key: Object.fromEntries(plan.groupBy.map((name, index) => [name, textOf(cells[index + 1])])),
      values: Object.fromEntries(values.map(([id, units]) => [id, units === null ? null : formatUnits(units)])),
      records: Number(cells[first]),
    };
    if (cells[0] === true) total = row;
    else sorted.push({ row, order: values[0]?.[1] ?? null });
  }
  if (!total) throw new Error('A report without its total row');
  sorted.sort((a, b) => compareUnits(a.order, b.order) || compareKeys(a.row, b.row, plan.groupBy));
  return { rows: sorted.map(({ row }) => row), totals: total.values, records: total.records };
}

function measureValues(
  plan: Plan,
  measures: readonly Measure[],
  cells: readonly DuckDBValue[],
  settings: MeasureSettings,
): (readonly [string, Units | null])[] {
  const byAggregate = new Map(plan.aggregates.map((each, index) => [JSON.stringify(each), unitsOfCell(cells[index])]));
  return measures.map((each) => {
    const sums = Object.fromEntries(
      Object.entries(each.sums).map(([name, aggregate]) => [name, byAggregate.get(JSON.stringify(aggregate)) ?? null]),
    );
    return [each.id, each.value(sums, settings)];
  });
}

function unitsOfCell(cell: DuckDBValue | undefined): Units | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'bigint') return cell * 10n ** BigInt(SCALE);
  if (cell instanceof DuckDBDecimalValue && cell.scale === SCALE) return cell.value;
  throw new TypeError('A sum that is not an exact decimal');
}

function compareUnits(a: Units | null, b: Units | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a > b ? -1 : 1;
}

function compareKeys(a: Row, b: Row, groupBy: readonly string[]): number {
  for (const name of groupBy) {
    const [left = null, right = null] = [a.key[name], b.key[name]];
    if (left === right) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -1 : 1;
  }
  return 0;
}
