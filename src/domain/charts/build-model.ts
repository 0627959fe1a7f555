/** Builds a chart's buckets and series from a report's result, merges a long tail of groups, and counts what is not drawn. */
import type { Measure } from '../reports/definition/measures.ts';
import {
  hasAllRecords,
  type Figures,
  type Report,
  type ReportColumn,
  type ReportResult,
  type ReportRow,
} from '../reports/definition/report.ts';
import { findBucketState, type BucketSpan } from './pin-state.ts';
import { MAX_BARS, MAX_SERIES, type Bucket, type ChartModel, type ReportMark, type Series } from './chart-model.ts';
import type { SmallPlot } from './small-plot.ts';
import { formatUnits, toUnits, type Units } from '../decimal.ts';

export interface ChartLabels {
  readonly labelOf: (dimension: string, key: string | null) => string;
  /** Shortened to fit an axis. */
  readonly shortOf: (dimension: string, key: string | null) => string;
  /** The dates of a time bucket; undefined for any other dimension. */
  readonly spanOf: (dimension: string, key: string | null) => BucketSpan | undefined;
  readonly dimensionLabel: (dimension: string) => string;
}

export interface ChartContext extends ChartLabels {
  readonly report: Report;
  readonly result: ReportResult;
  /** The report's measures, in its order. */
  readonly measures: readonly Measure[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly tailLabel: (groups: number) => string;
}

export function listOuterRows({ report, result }: Pick<ChartContext, 'report' | 'result'>): readonly ReportRow[] {
  if (report.groupBy.length <= 1) return result.rows;
  return result.subtotals.filter(({ key }) => Object.keys(key).length === 1);
}

/** Buckets are the report's columns, with one series per group for one measure. */
export function buildColumnsModel(context: ChartContext, measure: Measure): ChartModel {
  const { report, result } = context;
  const dimension = report.columns ?? '';
  const outer = report.groupBy[0];
  const rows = outer === undefined ? [] : listOuterRows(context);
  const lines = rows.length === 0 ? [{ ...result.total, key: {} }] : rows;
  const columns = listDrawnColumns(context);
  const { drawn, rest } = splitTail(
    // The report's grouped tail is merged into the chart's, so that there is only one.
    lines.map(({ values, folded }) => (folded === undefined ? (values[measure.id] ?? null) : null)),
    MAX_SERIES,
  );
  const label = (row: ReportRow) =>
    row.folded !== undefined
      ? context.tailLabel(row.folded)
      : outer === undefined
        ? measure.label
        : context.labelOf(outer, row.key[outer] ?? null);
  const series: Series[] = drawn.flatMap((index) => {
    const row = lines[index];
    return row ? [toSeries(measure, label(row), readCells(row, measure, columns), row)] : [];
  });
  const hasTailFigure = rest.length > 0 && measure.additive;
  if (hasTailFigure)
    series.push(
      toRestSeries(
        context,
        measure,
        rest.flatMap((index) => lines[index] ?? []),
        columns,
      ),
    );
  const buckets = columns.map(({ column }): Bucket => {
    const { key, from, to, cut, records } = column;
    const state =
      from !== null && to !== null ? findBucketState({ from, to }, records, result, context.today) : 'complete';
    return {
      key,
      label: context.labelOf(dimension, key),
      short: context.shortOf(dimension, key),
      state: hasAllRecords(column) || state === 'missing' ? state : 'soFar',
      cut,
    };
  });
  return {
    axis: columns.some(({ column }) => context.spanOf(dimension, column.key)) ? 'time' : 'group',
    axisLabel: context.dimensionLabel(dimension),
    buckets,
    series,
    notDrawn: hasTailFigure ? 0 : rest.length,
    markAt(bucket, seriesIndex) {
      const column = columns[bucket]?.column;
      const row = lines[drawn[seriesIndex] ?? -1];
      if (!column || !row) return undefined;
      return { measure: measure.id, key: row.key, isTail: row.folded !== undefined, columnKey: column.key };
    },
  };
}

/** Buckets are the report's groups, with one series per measure. */
export function buildRowsModel(
  context: ChartContext,
  measures: readonly Measure[],
  max = Number.POSITIVE_INFINITY,
): ChartModel {
  const { report, result } = context;
  const dimension = report.groupBy[0] ?? '';
  const [first] = measures;
  const isTime = listOuterRows(context).some(
    ({ key }) => context.spanOf(dimension, key[dimension] ?? null) !== undefined,
  );
  const rows = isTime
    ? sortByTime([...listOuterRows(context), ...listUnfetchedMonths(context, dimension)], dimension)
    : listOuterRows(context);
  const sizes = rows.map(({ values, folded }) => (folded === undefined && first ? (values[first.id] ?? null) : null));
  const { drawn, rest } = isTime ? { drawn: rows.map((_, index) => index), rest: [] } : splitTail(sizes, max);
  const drawnRows = drawn.flatMap((index) => rows[index] ?? []);
  const tail = rest.flatMap((index) => rows[index] ?? []);
  // The tail has a bar only if the measure adds up; otherwise its figure is unknown.
  const hasTailFigure = tail.length > 0 && first?.additive === true;
  const buckets: Bucket[] = drawnRows.map((row) => {
    const key = row.key[dimension] ?? null;
    const span = context.spanOf(dimension, key);
    return {
      key,
      label: row.folded === undefined ? context.labelOf(dimension, key) : context.tailLabel(row.folded),
      short: row.folded === undefined ? context.shortOf(dimension, key) : context.tailLabel(row.folded),
      state: span
        ? findBucketState(span, row.records, result, context.today)
        : hasAllRecords(result)
          ? 'complete'
          : 'soFar',
      cut: false,
      folded: row.folded,
    };
  });
  if (hasTailFigure) {
    const groups = tail.reduce((sum, { folded }) => sum + (folded ?? 1), 0);
    const label = context.tailLabel(groups);
    buckets.push({
      key: null,
      label,
      short: label,
      state: hasAllRecords(result) ? 'complete' : 'soFar',
      cut: false,
      folded: groups,
    });
  }
  const series = measures.map((measure): Series => {
    const readValue = (row: { readonly values: Figures['values'] }) => row.values[measure.id] ?? null;
    const readBefore = (row: ReportRow) => (row.before ? readValue(row.before) : null);
    const addRest = (all: (string | null)[], readFigure: (row: ReportRow) => string | null) =>
      hasTailFigure ? [...all, measure.additive ? sumValues(tail.map(readFigure)) : null] : all;
    const isCompared = result.comparison !== null && result.comparison.refused === null;
    return {
      id: measure.id,
      label: measure.label,
      measure,
      values: addRest(drawnRows.map(readValue), readValue),
      before: isCompared ? addRest(drawnRows.map(readBefore), readBefore) : undefined,
    };
  });
  return {
    axis: isTime ? 'time' : 'group',
    axisLabel: context.dimensionLabel(dimension),
    buckets,
    series,
    notDrawn: hasTailFigure ? 0 : tail.length,
    markAt(bucket, seriesIndex): ReportMark | undefined {
      const row = drawnRows[bucket];
      const measure = measures[seriesIndex];
      // A tail merged only by the chart has no row to open.
      return row && measure && { measure: measure.id, key: row.key, isTail: row.folded !== undefined };
    },
  };
}

/** Builds a small chart per group from its cells over the columns. */
export function buildMultiples(
  context: ChartContext,
  measures: readonly Measure[],
): { readonly panels: readonly SmallPlot[]; readonly notDrawn: number } {
  const { report } = context;
  const dimension = report.groupBy[0] ?? '';
  const columns = listDrawnColumns(context);
  const rows = listOuterRows(context).filter(({ folded }) => folded === undefined);
  const [first] = measures;
  const base = first && buildColumnsModel({ ...context, report: { ...report, groupBy: [] } }, first);
  const panels = rows.slice(0, MAX_BARS).map((row) => {
    const model: ChartModel = {
      axis: base?.axis ?? 'group',
      axisLabel: base?.axisLabel ?? '',
      buckets: base?.buckets ?? [],
      notDrawn: 0,
      series: measures.map((measure) => toSeries(measure, measure.label, readCells(row, measure, columns), row)),
      markAt: (bucket, index) => {
        const [column, measure] = [columns[bucket]?.column, measures[index]];
        return column && measure && { measure: measure.id, key: row.key, isTail: false, columnKey: column.key };
      },
    };
    const total = first ? (row.values[first.id] ?? null) : null;
    return { label: context.labelOf(dimension, row.key[dimension] ?? null), model, total };
  });
  return { panels, notDrawn: Math.max(rows.length - MAX_BARS, 0) };
}

interface DrawnColumn {
  readonly column: ReportColumn;
  /** The index among the result's columns. */
  readonly index: number;
}

/** Records without a date are left out of a time axis, because a line through them would mislead; the result's notes report them. */
function listDrawnColumns({ report, result, spanOf }: ChartContext): DrawnColumn[] {
  const all = result.columns.map((column, index) => ({ column, index }));
  const dimension = report.columns ?? '';
  const isTime = all.some(({ column }) => spanOf(dimension, column.key) !== undefined);
  return isTime ? all.filter(({ column }) => column.key !== null) : all;
}

function readCells({ cells }: ReportRow, measure: Measure, columns: readonly DrawnColumn[]): (string | null)[] {
  return columns.map(({ index }) => cells?.[measure.id]?.[index] ?? null);
}

function toSeries(measure: Measure, label: string, values: readonly (string | null)[], row: ReportRow): Series {
  const key = Object.values(row.key).map((value) => value ?? '\u0000');
  return {
    id: [measure.id, ...key, row.folded === undefined ? '' : 'rest'].join('|'),
    label,
    measure,
    values,
    folded: row.folded,
  };
}

/** Sums each column over the rows that are not drawn. */
function toRestSeries(
  context: ChartContext,
  measure: Measure,
  tail: readonly ReportRow[],
  columns: readonly DrawnColumn[],
): Series {
  const groups = tail.reduce((sum, { folded }) => sum + (folded ?? 1), 0);
  const values = columns.map(({ index }) => sumValues(tail.map(({ cells }) => cells?.[measure.id]?.[index])));
  return { id: `${measure.id}|tail`, label: context.tailLabel(groups), measure, values, folded: groups };
}

/** Lists months without local records, because without them on the axis the chart would look complete. */
function listUnfetchedMonths(context: ChartContext, dimension: string): readonly ReportRow[] {
  const known = new Set(listOuterRows(context).map(({ key }) => key[dimension] ?? null));
  const isMonth = (month: string) => {
    const span = context.spanOf(dimension, month);
    // The span of a day or a week can also start on the first of a month, but ends earlier.
    return span?.from === month && span.to.slice(0, 7) === month.slice(0, 7) && Number(span.to.slice(8)) >= 28;
  };
  return context.result.missing
    .filter((month) => !known.has(month) && isMonth(month))
    .map((month) => ({ key: { [dimension]: month }, values: {}, records: 0 }));
}

function sortByTime(rows: readonly ReportRow[], dimension: string): readonly ReportRow[] {
  const readKey = (row: ReportRow) => row.key[dimension] ?? '';
  return rows
    .filter((row) => readKey(row) !== '')
    .toSorted((a, b) => (readKey(a) < readKey(b) ? -1 : readKey(a) > readKey(b) ? 1 : 0));
}

// Merges a long tail into one group, so that the drawn figures still add up exactly to the total.

/** Sums the known values; null if none is known. */
export function sumValues(values: readonly (string | null | undefined)[]): string | null {
  let sum: Units | null = null;
  for (const value of values) if (value !== null && value !== undefined) sum = (sum ?? 0n) + toUnits(value);
  return sum === null ? null : formatUnits(sum);
}

/** Orders by magnitude, the largest first and null last. */
export function compareBySize(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const [left, right] = [toMagnitude(a), toMagnitude(b)];
  return left === right ? 0 : left > right ? -1 : 1;
}

function toMagnitude(text: string): Units {
  const units = toUnits(text);
  return units < 0n ? -units : units;
}

/**
 * Chooses which groups are drawn separately if at most `max` bars may be drawn, including the tail. A tail of one group is not merged.
 * @returns their indexes in the given order, and those of the tail.
 */
export function splitTail(
  sizes: readonly (string | null)[],
  max: number,
): { readonly drawn: readonly number[]; readonly rest: readonly number[] } {
  const all = sizes.map((_, index) => index);
  if (all.length <= max) return { drawn: all, rest: [] };
  const largest = all.toSorted((a, b) => compareBySize(sizes[a] ?? null, sizes[b] ?? null) || a - b).slice(0, max - 1);
  const shownGroups = new Set(largest);
  return { drawn: all.filter((index) => shownGroups.has(index)), rest: all.filter((index) => !shownGroups.has(index)) };
}
