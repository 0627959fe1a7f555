/** A report's answer as its table: rows, columns, printed figures, and the action of a click on each. */
import { useCallback, useMemo, useState } from 'react';
import {
  addBreakdown,
  removeBreakdown,
  MOST_BREAKDOWNS,
  type Breakdown,
} from '#domain/reports/definition/breakdowns.ts';
import { isSameKey } from '#domain/reports/keys/key-class.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import { pickLine } from '#domain/reports/print/broken-lines.ts';
import type { PrintedMeasure } from '#domain/reports/print/model.ts';
import { lackLines } from '#domain/reports/print/lacks.ts';
import { formatOtherSpellings, createSpellingsLookup } from '#domain/reports/keys/spellings.ts';
import { hasAllRecords, type ReportResult } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { groupTexts, unlistedText } from '#texts/reports/reports.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { isOpenSpan } from '#domain/charts/bucket-state.ts';
import { count } from '#ui/format/figures.ts';
import { useNotableChange } from '#ui/format/use-printing.ts';
import type { CellPlace, Definition } from '#ui/routing/report-view.ts';
import { sayDone } from '#ui/notifications/undo.tsx';
import { BreakDownDialog, lineOf } from '../breakdown/BreakDownDialog.tsx';
import { copyFigure } from './copy-table.ts';
import { HeatLegend } from './HeatLegend.tsx';
import type { ReportSheet } from '../report-sheet.ts';
import type { Labels } from '#domain/charts/labels.ts';
import { toCell as makeCell, differenceCell } from './cells.ts';
import { figureWidths } from './figure-widths.ts';
import { useDrawnWidths } from './use-drawn-widths.ts';
import { useComparedColumns } from './use-compared-columns.ts';
import { gridColumns, isOrderable, type GridColumn } from './grid/grid-columns.ts';
import type { Cell, CellOf, FootLine, RowOrder } from './grid/GridLines.tsx';
import { groupIds, gridRows, toggled, type Closed, type GridRow } from './grid/grid-rows.ts';
import { heatSpans, type HeatSpan } from './heat.ts';
import { withLackRows } from './lack-rows.ts';
import { ReportGrid, type RowState } from './grid/ReportGrid.tsx';
import { unselectedText } from './unselected.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';

export interface ReportTableProps {
  readonly sheet: ReportSheet;
  readonly closed: Closed;
  readonly isOld: boolean;
  /** What the widths of its columns are kept under. */
  readonly widthsOf: string;
  readonly onClosed: (closed: Closed) => void;
  readonly onOrder: (order: Definition['report']['order']) => void;
  readonly onOpen: (cell: CellPlace) => void;
  readonly onBreakDown: (breakdowns: readonly Breakdown[]) => void;
}

const texts = reportsTexts.table;
const breakTexts = reportsTexts.breakDown;
const FIRST_WIDTH = 188;
const INDENT = 24;
/** Room for what a line is broken down by. */
const BROKEN = 64;
const noSpans: ReadonlyMap<string, HeatSpan> = new Map();
const wholeRow: RowState = { text: '', isOpen: false, also: '' };
const emptyCell: Cell = { text: '', exact: null, tone: 'plain', heat: 0 };

export function ReportTable(props: ReportTableProps) {
  const { sheet, closed, isOld, widthsOf, onClosed, onOrder, onOpen, onBreakDown } = props;
  const { name, definition, result, printed, labels, further } = sheet;
  const { report, view } = definition;
  const { today } = useWorkspace();
  const notableChange = useNotableChange();
  const [compared] = useComparedColumns();
  const { drawn, resize } = useDrawnWidths(widthsOf);
  const [breaking, setBreaking] = useState<GridRow>();
  const measures = useMemo(() => printed.map(({ measure }) => measure), [printed]);
  const rows = useMemo(() => gridRows(report, result, closed), [report, result, closed]);
  const columns = useMemo(
    () =>
      gridColumns(
        report,
        result,
        measures,
        bucketLabels(report, labels, result, today),
        figureWidths(printed, result.currencies),
        compared,
      ),
    [report, result, measures, printed, labels, today, compared],
  );
  const spans = useMemo(
    () =>
      view.heat
        ? heatSpans(
            result.rows,
            measures.map(({ id }) => id),
          )
        : noSpans,
    [view.heat, result, measures],
  );
  const cellOf = useMemo<CellOf>(() => {
    const first = { result, byMeasure: toMap(printed) };
    const others = further.map((each) => each && { result: each.result, byMeasure: toMap(each.printed) });
    const linesOf = (answer: ReportResult) => ({
      ...answer,
      breakdowns: (answer.breakdowns ?? []).map(({ rows }) => rows),
    });
    const answers = new Map(
      [first, ...others].flatMap((each) => (each ? [[each, linesOf(each.result)] as const] : [])),
    );
    return (row, column) => {
      const answer = (column.past === undefined ? undefined : others[column.past]) ?? first;
      const sheet = answer.byMeasure.get(column.measure.id);
      if (!sheet) return emptyCell;
      if (row === 'rounding' || row === 'unlisted') return differenceCell(sheet, column, row);
      const own = answers.get(answer);
      if (row !== 'total' && row.lack !== undefined) {
        const parts = typeof row.among === 'number' ? sheet.breakdowns?.[row.among] : undefined;
        return parts ? differenceCell(parts, column, row.lack) : emptyCell;
      }
      const line =
        row === 'total'
          ? answer.result.total
          : ((typeof row.among === 'number' ? own?.breakdowns[row.among] : own?.[row.among])?.[row.index] ?? row.line);
      const figures = row === 'total' ? sheet.total : pickLine(row, sheet, sheet.breakdowns ?? []);
      // Totals would dominate the shades of their parts, and parts are weak beside whole lines.
      const shading = row === 'total' || row.among !== 'rows' ? undefined : spans.get(column.measure.id);
      return figures ? makeCell({ line, printed: figures }, column, sheet, shading, notableChange) : emptyCell;
    };
  }, [printed, further, result, spans, notableChange]);
  const hasFigures = useCallback(
    (row: Parameters<CellOf>[0]) =>
      [...columns.scrolled, ...columns.pinned].some((column) => cellOf(row, column).text !== ''),
    [columns, cellOf],
  );
  const shownRows = useMemo(() => withLackRows(rows, hasFigures), [rows, hasFigures]);
  const others = useMemo(() => createSpellingsLookup(result), [result]);
  const toState = (row: GridRow): RowState => {
    if (row.lack !== undefined) return wholeRow;
    const name = row.names[row.depth];
    const key = row.path[row.depth] ?? null;
    const span = name === undefined || row.folded !== undefined ? undefined : labels.span(name, key);
    // The grouped tail is no key.
    if (name === undefined || (row.folded !== undefined && row.depth === 0)) return wholeRow;
    if (!span)
      return {
        ...wholeRow,
        also: unselectedText(report, name, key, result) || formatOtherSpellings(others(name, key)),
      };
    if (isOpenSpan(span, row.line.records, result, today)) return { ...wholeRow, text: uiTexts.soFar, isOpen: true };
    const { period } = result;
    // Only the compared period has it: it is no part of this one.
    if (period !== null && (span.to < period.from || span.from > period.to)) return { ...wholeRow, text: texts.before };
    const isCut = period !== null && (span.from < period.from || span.to > period.to);
    if (period === null || !isCut) return wholeRow;
    const from = span.from < period.from ? period.from : span.from;
    const to = span.to > period.to ? period.to : span.to;
    return { ...wholeRow, text: labels.cut(name, { key, cut: true, from, to }) };
  };
  const open = (row: GridRow | undefined, { measure, bucket, figure, past }: GridColumn) =>
    onOpen({
      measure: measure.id,
      row: row?.path ?? [],
      ...(row && typeof row.among === 'number' && { names: row.names }),
      ...(row?.folded !== undefined && { isOther: true }),
      ...(figure === 'before' && { isBefore: true }),
      ...(figure !== 'before' && figure !== 'value' && { isChange: true }),
      ...(past !== undefined && { past }),
      ...(bucket !== undefined && { column: result.columns[bucket]?.key ?? null }),
    });
  const labelOf = (row: GridRow) =>
    row.lack === undefined ? rowLabel(row, definition, labels) : groupTexts.lacks[row.lack];
  const breakDown = (row: GridRow, by: string | undefined) => {
    setBreaking(undefined);
    const before = report.breakdowns ?? [];
    const line = lineOf(row);
    if (by === undefined) {
      onBreakDown(removeBreakdown(before, line));
      sayDone(breakTexts.closed(labelOf(row)), () => onBreakDown(before));
      return;
    }
    const after = addBreakdown(before, { ...line, by });
    if (after.length > MOST_BREAKDOWNS) {
      sayDone(breakTexts.tooMany(MOST_BREAKDOWNS));
      return;
    }
    onBreakDown(after);
    sayDone(breakTexts.opened(labelOf(row), labels.heading(by)), () => onBreakDown(before));
  };
  const order = shownOrder(definition, result);
  const foot: FootLine[] = [
    ...lackLines
      .filter((id) => hasFigures(id))
      .map((id) => ({ id, label: groupTexts.lacks[id], ...(id === 'unlisted' && { detail: unlistedText }) })),
    { id: 'total', label: hasAllRecords(result) ? texts.total : texts.totalSoFar },
  ];
  return (
    <>
      <ReportGrid
        label={texts.label(name)}
        rowsTitle={report.groupBy.map((each) => labels.heading(each)).join(reportsTexts.builder.separator) || texts.all}
        content={{
          columns,
          rows: shownRows,
          foot,
          cellOf,
          labelOf,
          stateOf: toState,
        }}
        firstWidth={FIRST_WIDTH + deepest(report, result) * INDENT + (result.breakdowns ? BROKEN : 0)}
        drawn={drawn}
        isOld={isOld}
        order={order}
        actions={{
          order: (column) => onOrder(nextOrder(definition, result, column)),
          toggle: (id) => onClosed(toggled(closed, id, groupIds(report, result))),
          copy: copyFigure,
          resize,
          breakDown: setBreaking,
          mend: (row) => breakDown(row, undefined),
          open,
        }}
      />
      {breaking && (
        <BreakDownDialog
          row={breaking}
          name={labelOf(breaking)}
          report={report}
          calendar={result.calendar}
          labels={labels}
          onPick={(by) => breakDown(breaking, by)}
          onClose={() => setBreaking(undefined)}
        />
      )}
      {report.columns !== undefined && <HeatLegend printed={printed} spans={spans} />}
    </>
  );
}

const toMap = (printed: readonly PrintedMeasure[]) => new Map(printed.map((each) => [each.measure.id, each]));

/** Depth of the innermost lines, parts among them. */
function deepest({ groupBy }: Definition['report'], { breakdowns = [] }: ReportResult): number {
  return Math.max(0, groupBy.length - 1, ...breakdowns.map(({ key }) => Object.keys(key).length));
}

export function rowLabel(
  row: Pick<GridRow, 'path' | 'names' | 'depth' | 'folded'>,
  { report }: Definition,
  labels: Labels,
): string {
  // Lines in the grouped tail have names of their own.
  if (row.folded !== undefined && row.depth === 0) return groupTexts.other(count(row.folded), report.only);
  const dimension = row.names[row.depth];
  return dimension === undefined ? texts.all : labels.label(dimension, row.path[row.depth] ?? null);
}

function bucketLabels(report: Definition['report'], labels: Labels, result: ReportResult, today: string) {
  const dimension = report.columns;
  const others = createSpellingsLookup(result);
  return {
    bucketTitle: (column: ReportResult['columns'][number]) => {
      if (dimension === undefined) return '';
      // Below a cut one is written which of its days are here.
      const isToldBelow = column.cut && !isColumnOpen(column, result, today);
      return isToldBelow ? labels.tick(dimension, column.key) : labels.short(dimension, column.key);
    },
    bucketState: (column: ReportResult['columns'][number]) => {
      if (isColumnOpen(column, result, today)) return uiTexts.soFar;
      if (dimension === undefined) return '';
      const unselected = unselectedText(report, dimension, column.key, result);
      return unselected || labels.cut(dimension, column) || formatOtherSpellings(others(dimension, column.key));
    },
    isOpen: (column: ReportResult['columns'][number]) => isColumnOpen(column, result, today),
  };
}

function isColumnOpen(column: ReportResult['columns'][number], result: ReportResult, today: string): boolean {
  const { from, to, records } = column;
  if (from !== null && from > today) return false;
  return !hasAllRecords(column) || (from !== null && to !== null && isOpenSpan({ from, to }, records, result, today));
}

function shownOrder({ report }: Definition, { columns }: ReportResult): RowOrder | undefined {
  const { order, groupBy, measures, columns: by = '' } = report;
  if (order) {
    const at =
      order.column === undefined ? -1 : columns.findIndex(({ key }) => isSameKey(by, key, order.column ?? null));
    return {
      by: measures.includes(order.by) ? order.by : undefined,
      bucket: at < 0 ? undefined : at,
      of: order.of,
      direction: order.direction,
    };
  }
  const [outer] = groupBy;
  if (outer === undefined) return undefined;
  return findTimeUnit(outer)
    ? { by: undefined, bucket: undefined, of: undefined, direction: 'ascending' }
    : { by: measures[0], bucket: undefined, of: undefined, direction: 'descending' };
}

/** The same head again reverses the order. */
function nextOrder(
  definition: Definition,
  result: ReportResult,
  column: GridColumn | undefined,
): Definition['report']['order'] {
  const now = shownOrder(definition, result);
  const [outer] = definition.report.groupBy;
  if (!column) {
    if (outer === undefined) return undefined;
    const isTurned = now?.by === undefined && now?.direction === 'ascending';
    return { by: outer, direction: isTurned ? 'descending' : 'ascending' };
  }
  const { bucket, figure, measure } = column;
  if (!isOrderable(column)) return definition.report.order;
  const of = figure === 'value' ? undefined : 'change';
  const isTurned = now?.by === measure.id && now.bucket === bucket && now.of === of && now.direction === 'descending';
  return {
    by: measure.id,
    ...(of && { of }),
    ...(bucket !== undefined && { column: result.columns[bucket]?.key ?? null }),
    direction: isTurned ? 'ascending' : 'descending',
  };
}
