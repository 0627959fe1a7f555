/** A report's answer as its table: rows, columns, printed figures, and the action of a click on each. */
import type { SortingState } from '@tanstack/react-table';
import { useLocalStorage } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import {
  addBreakdown,
  removeBreakdown,
  MAX_BREAKDOWNS,
  type Breakdown,
} from '#domain/reports/definition/breakdowns.ts';
import { isSameKey } from '#domain/reports/keys/key-class.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import { shortfallLines } from '#domain/reports/print/lacks.ts';
import type { PrintedMeasure } from '#domain/reports/print/model.ts';
import { formatSteps, toSteps, formatUnit } from '#domain/reports/print/printed.ts';
import { hasAllRecords, type ReportResult } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { groupTexts, unlistedText } from '#texts/reports/reports.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { useNotableChange } from '#ui/format/use-printing.ts';
import { toNamedAddress } from '#ui/routing/paths.ts';
import type { CellPlace, Definition } from '#ui/routing/report-view.ts';
import { emptyView, formatView } from '#ui/routing/view-state.ts';
import { notifySuccess } from '#ui/notifications.tsx';
import { BreakDownDialog, identifyLine } from '../BreakDownDialog.tsx';
import { copyCells } from './copy-table.ts';
import type { ReportSheet } from '../report-sheet.ts';
import type { Labels } from '#domain/charts/labels.ts';
import { createCellReader } from './cells.ts';
import { measureFigureWidths } from './figure-widths.ts';
import { useComparedColumns } from './use-compared-columns.ts';
import { toGridColumns, isOrderable, type GridColumn } from './grid-columns.ts';
import { NAMES, type ManualWidths } from './grid-layout.ts';
import { listGroupIds, toGridRows, toggleGroup, addShortfallRows, type Closed, type GridRow } from './grid-rows.ts';
import { HEAT_STEPS, findHeatSpans, type HeatSpan } from './heat.ts';
import type { GridContent, ReportLine } from './report-columns.tsx';
import { ReportGrid } from './ReportGrid.tsx';
import { createBucketLabels, createRowDescriptions } from './row-states.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import classes from '../ReportsScreen.module.css';

export interface ReportTableProps {
  readonly sheet: ReportSheet;
  readonly closed: Closed;
  readonly isStale: boolean;
  /** The key under which column widths are stored. */
  readonly widthsKey: string;
  readonly onClosed: (closed: Closed) => void;
  readonly onOrder: (order: Definition['report']['order']) => void;
  readonly onOpen: (cell: CellPlace) => void;
  readonly onBreakDown: (breakdowns: readonly Breakdown[]) => void;
}

const texts = reportsTexts.table;
const breakTexts = reportsTexts.breakDown;
const FIRST_WIDTH = 188;
const INDENT = 24;
/** Pixels for the name of a break-down's group. */
const BROKEN_BY = 64;
const noSpans: ReadonlyMap<string, HeatSpan> = new Map();

export function ReportTable(props: ReportTableProps) {
  const { sheet, closed, isStale, widthsKey, onClosed, onOrder, onOpen, onBreakDown } = props;
  const { name, definition, result, printed, labels, further } = sheet;
  const { report, view } = definition;
  const { today } = useWorkspace();
  const notableChange = useNotableChange();
  const [compared] = useComparedColumns();
  const { manualWidths, resize } = useManualWidths(widthsKey);
  const [breaking, setBreaking] = useState<GridRow>();
  const measures = useMemo(() => printed.map(({ measure }) => measure), [printed]);
  const rows = useMemo(() => toGridRows(report, result, closed), [report, result, closed]);
  const described = useMemo(() => ({ report, result, labels, today }), [report, result, labels, today]);
  const columns = useMemo(
    () =>
      toGridColumns(
        report,
        result,
        measures,
        createBucketLabels(described),
        measureFigureWidths(printed, result.currencies),
        compared,
      ),
    [report, result, measures, printed, described, compared],
  );
  const figures = useMemo(() => [...columns.scrolled, ...columns.pinned], [columns]);
  const spans = useMemo(
    () =>
      view.heat
        ? findHeatSpans(
            result.rows,
            measures.map(({ id }) => id),
          )
        : noSpans,
    [view.heat, result, measures],
  );
  const readCell = useMemo(
    () => createCellReader({ result, printed, further, spans, notableChange }),
    [result, printed, further, spans, notableChange],
  );
  const hasFigures = useCallback(
    (line: ReportLine) => figures.some((column) => readCell(line, column).text !== ''),
    [figures, readCell],
  );
  const nameRow = useCallback(
    (row: GridRow) =>
      row.shortfall === undefined ? labelRow(row, definition, labels) : groupTexts.lacks[row.shortfall],
    [definition, labels],
  );
  const content = useMemo<GridContent>(
    () => ({
      columns,
      rows: addShortfallRows(rows, hasFigures),
      foot: [
        ...shortfallLines
          .map((id) => ({ id, label: groupTexts.lacks[id], ...(id === 'unlisted' && { detail: unlistedText }) }))
          .filter(hasFigures),
        { id: 'total', label: hasAllRecords(result) ? texts.total : texts.totalSoFar },
      ],
      readCell,
      nameRow,
      describeRow: createRowDescriptions(described),
      chooseAddress: (row) => findLineAddress(row, report.period),
    }),
    [columns, rows, hasFigures, readCell, nameRow, described, report.period, result],
  );
  const sorting = useMemo(() => toSorting(report, result, figures), [report, result, figures]);
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
  const breakDown = (row: GridRow, by: string | undefined) => {
    setBreaking(undefined);
    const before = report.breakdowns ?? [];
    const line = identifyLine(row);
    if (by === undefined) {
      onBreakDown(removeBreakdown(before, line));
      notifySuccess(breakTexts.closed(nameRow(row)), () => onBreakDown(before));
      return;
    }
    const after = addBreakdown(before, { ...line, by });
    if (after.length > MAX_BREAKDOWNS) {
      notifySuccess(breakTexts.tooMany(MAX_BREAKDOWNS));
      return;
    }
    onBreakDown(after);
    notifySuccess(breakTexts.opened(nameRow(row), labels.heading(by)), () => onBreakDown(before));
  };
  return (
    <>
      <ReportGrid
        label={texts.label(name)}
        rowsTitle={
          report.groupBy.map((group) => labels.heading(group)).join(reportsTexts.builder.separator) || texts.all
        }
        content={content}
        firstWidth={FIRST_WIDTH + findMaxDepth(report, result) * INDENT + (result.breakdowns ? BROKEN_BY : 0)}
        manualWidths={manualWidths}
        isStale={isStale}
        sorting={sorting}
        actions={{
          sort: (next) => onOrder(toOrder(next, report, result, figures)),
          toggle: (id) => onClosed(toggleGroup(closed, id, listGroupIds(report, result))),
          copy: (lines, copied) => copyCells(lines, copied, content),
          resize,
          breakDown: setBreaking,
          closeParts: (row) => breakDown(row, undefined),
          open,
        }}
      />
      {breaking && (
        <BreakDownDialog
          row={breaking}
          name={nameRow(breaking)}
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

/** Finds the page of a line's person or client, for the report's period if it has one. */
function findLineAddress(
  { names, path, depth, folded, shortfall }: GridRow,
  period: string | undefined,
): string | undefined {
  if (shortfall !== undefined || (folded !== undefined && depth === 0)) return undefined;
  const search = period === undefined ? '' : formatView({ ...emptyView, period });
  return toNamedAddress(names[depth], path[depth], search);
}

/** Finds the depth of the innermost lines, including parts. */
function findMaxDepth({ groupBy }: Definition['report'], { breakdowns = [] }: ReportResult): number {
  return Math.max(0, groupBy.length - 1, ...breakdowns.map(({ key }) => Object.keys(key).length));
}

export function labelRow(
  row: Pick<GridRow, 'path' | 'names' | 'depth' | 'folded'>,
  { report }: Definition,
  labels: Labels,
): string {
  // Lines in the grouped tail have names of their own.
  if (row.folded !== undefined && row.depth === 0) return groupTexts.other(count(row.folded), report.only);
  const dimension = row.names[row.depth];
  return dimension === undefined ? texts.all : labels.label(dimension, row.path[row.depth] ?? null);
}

/** Returns the chosen order, or the default: weeks and months in order of time, everything else by the first measure. */
function toSorting(
  { order, groupBy, measures, columns: by = '' }: Definition['report'],
  { columns }: ReportResult,
  figures: readonly GridColumn[],
): SortingState {
  const [outer] = groupBy;
  if (!order && outer === undefined) return [];
  const isTime = outer !== undefined && findTimeUnit(outer) !== undefined;
  const {
    of,
    column,
    direction,
    by: orderedBy,
  } = order ?? {
    by: isTime ? undefined : measures[0],
    direction: isTime ? 'ascending' : 'descending',
  };
  const measure = measures.find((name) => name === orderedBy);
  const bucket = column === undefined ? -1 : columns.findIndex(({ key }) => isSameKey(by, key, column ?? null));
  const figure = figures.find(
    (candidate) =>
      isOrderable(candidate) &&
      candidate.measure.id === measure &&
      candidate.bucket === (bucket < 0 ? undefined : bucket) &&
      (candidate.figure === 'change') === (of !== undefined),
  );
  const id = measure === undefined ? NAMES : figure?.id;
  return id === undefined ? [] : [{ id, desc: direction === 'descending' }];
}

function toOrder(
  [sort]: SortingState,
  { groupBy }: Definition['report'],
  { columns }: ReportResult,
  figures: readonly GridColumn[],
): Definition['report']['order'] {
  if (!sort) return undefined;
  const direction = sort.desc ? 'descending' : 'ascending';
  const column = figures.find(({ id }) => id === sort.id);
  const [outer] = groupBy;
  if (!column) return outer === undefined ? undefined : { by: outer, direction };
  const { bucket, figure, measure } = column;
  return {
    by: measure.id,
    ...(figure === 'change' && { of: 'change' as const }),
    ...(bucket !== undefined && { column: columns[bucket]?.key ?? null }),
    direction,
  };
}

const none: ManualWidths = {};

/** The column widths set by hand, stored on this computer for each report. */
function useManualWidths(report: string) {
  const { name: workspace } = useWorkspace();
  const [manualWidths, setManualWidths] = useLocalStorage<ManualWidths>({
    key: `timelog-report-widths ${workspace} ${report}`,
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  const resize = useCallback(
    (columnId: string, width: number | undefined) =>
      setManualWidths((before) => {
        const { [columnId]: _, ...others } = before;
        return width === undefined ? others : { ...others, [columnId]: width };
      }),
    [setManualWidths],
  );
  return { manualWidths, resize };
}

const heatTexts = reportsTexts.heat;
/** More scales would be unreadable; the legend then only states that each column has its own. */
const MAX_SCALES = 3;
/** The decimals of stored figures. */
const MAX_DIGITS = 8;
const steps = Array.from({ length: HEAT_STEPS }, (_, index) => index + 1);

/** The meaning of the shades: from which figure to which, in steps, and which cells have none. */
interface HeatLegendProps {
  readonly printed: readonly PrintedMeasure[];
  readonly spans: ReadonlyMap<string, HeatSpan>;
}

function HeatLegend({ printed, spans }: HeatLegendProps) {
  const shaded = printed.flatMap(({ measure, grid }) => {
    const span = spans.get(measure.id);
    return span ? [{ measure, grid, span }] : [];
  });
  if (shaded.length === 0) return null;
  return (
    <div className={classes.heatLegend} data-testid="heat-legend">
      <b>{heatTexts.title}</b>
      {shaded.slice(0, MAX_SCALES).map(({ measure, grid, span }) => {
        const print = (size: number) => formatSteps(toSteps(size.toFixed(MAX_DIGITS), grid), grid, { minus: '−' });
        // The currency of amounts is named below the table.
        const unit = grid.style === 'decimal' && measure.unit !== 'rate' ? formatUnit(measure.unit, null) : '';
        return (
          <span key={measure.id} className={classes.heatScale}>
            {heatTexts.upTo(shaded.length > 1 ? measure.label : heatTexts.shade, print(span.least))}
            <span className={classes.heatSteps} aria-hidden>
              {steps.map((step) => (
                <i key={step} data-heat={step} />
              ))}
            </span>
            {heatTexts.from(print(span.most), unit)}
          </span>
        );
      })}
      <span>{shaded.length > MAX_SCALES ? heatTexts.ownScales : heatTexts.none}</span>
    </div>
  );
}
