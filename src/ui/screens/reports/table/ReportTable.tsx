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
import { sayDone } from '#ui/notifications.tsx';
import { BreakDownDialog, identifyLine } from '../BreakDownDialog.tsx';
import { copyCells } from './copy-table.ts';
import type { ReportSheet } from '../report-sheet.ts';
import type { Labels } from '#domain/charts/labels.ts';
import { createCellReader } from './cells.ts';
import { figureWidths } from './figure-widths.ts';
import { useComparedColumns } from './use-compared-columns.ts';
import { gridColumns, isOrderable, type GridColumn } from './grid-columns.ts';
import { NAMES, type DrawnWidths } from './grid-layout.ts';
import { groupIds, gridRows, toggled, withLackRows, type Closed, type GridRow } from './grid-rows.ts';
import { HEAT_STEPS, heatSpans, type HeatSpan } from './heat.ts';
import type { GridContent, ReportLine } from './report-columns.tsx';
import { ReportGrid } from './ReportGrid.tsx';
import { createBucketLabels, createRowDescriptions } from './row-states.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import classes from '../ReportsScreen.module.css';

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
  const described = useMemo(() => ({ report, result, labels, today }), [report, result, labels, today]);
  const columns = useMemo(
    () =>
      gridColumns(
        report,
        result,
        measures,
        createBucketLabels(described),
        figureWidths(printed, result.currencies),
        compared,
      ),
    [report, result, measures, printed, described, compared],
  );
  const figures = useMemo(() => [...columns.scrolled, ...columns.pinned], [columns]);
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
  const readCell = useMemo(
    () => createCellReader({ result, printed, further, spans, notableChange }),
    [result, printed, further, spans, notableChange],
  );
  const hasFigures = useCallback(
    (line: ReportLine) => figures.some((column) => readCell(line, column).text !== ''),
    [figures, readCell],
  );
  const nameRow = useCallback(
    (row: GridRow) => (row.lack === undefined ? rowLabel(row, definition, labels) : groupTexts.lacks[row.lack]),
    [definition, labels],
  );
  const content = useMemo<GridContent>(
    () => ({
      columns,
      rows: withLackRows(rows, hasFigures),
      foot: [
        ...shortfallLines
          .map((id) => ({ id, label: groupTexts.lacks[id], ...(id === 'unlisted' && { detail: unlistedText }) }))
          .filter(hasFigures),
        { id: 'total', label: hasAllRecords(result) ? texts.total : texts.totalSoFar },
      ],
      readCell,
      nameRow,
      describeRow: createRowDescriptions(described),
      chooseAddress: (row) => addressOfLine(row, report.period),
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
      sayDone(breakTexts.closed(nameRow(row)), () => onBreakDown(before));
      return;
    }
    const after = addBreakdown(before, { ...line, by });
    if (after.length > MAX_BREAKDOWNS) {
      sayDone(breakTexts.tooMany(MAX_BREAKDOWNS));
      return;
    }
    onBreakDown(after);
    sayDone(breakTexts.opened(nameRow(row), labels.heading(by)), () => onBreakDown(before));
  };
  return (
    <>
      <ReportGrid
        label={texts.label(name)}
        rowsTitle={
          report.groupBy.map((group) => labels.heading(group)).join(reportsTexts.builder.separator) || texts.all
        }
        content={content}
        firstWidth={FIRST_WIDTH + deepest(report, result) * INDENT + (result.breakdowns ? BROKEN : 0)}
        drawnWidths={drawn}
        isOld={isOld}
        sorting={sorting}
        actions={{
          sort: (next) => onOrder(toOrder(next, report, result, figures)),
          toggle: (id) => onClosed(toggled(closed, id, groupIds(report, result))),
          copy: (lines, copied) => copyCells(lines, copied, content),
          resize,
          breakDown: setBreaking,
          mend: (row) => breakDown(row, undefined),
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

/** Of the report's period, where it has one. */
function addressOfLine({ names, path, depth, folded, lack }: GridRow, period: string | undefined): string | undefined {
  if (lack !== undefined || (folded !== undefined && depth === 0)) return undefined;
  const search = period === undefined ? '' : formatView({ ...emptyView, period });
  return toNamedAddress(names[depth], path[depth], search);
}

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

/** The order that was chosen, else the one a report comes in: weeks and months as they follow each other, all else by the first measure. */
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

const none: DrawnWidths = {};

/** The widths that were drawn by hand: kept on this computer, for each report its own. */
function useDrawnWidths(report: string) {
  const { name: workspace } = useWorkspace();
  const [drawn, setDrawn] = useLocalStorage<DrawnWidths>({
    key: `timelog-report-widths ${workspace} ${report}`,
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  const resize = useCallback(
    (columnId: string, width: number | undefined) =>
      setDrawn((before) => {
        const { [columnId]: _, ...others } = before;
        return width === undefined ? others : { ...others, [columnId]: width };
      }),
    [setDrawn],
  );
  return { drawn, resize };
}

const heatTexts = reportsTexts.heat;
/** More scales than these could not be read: each column has its own, and that is said. */
const MAX_SCALES = 3;
/** As exact as figures are. */
const MAX_DIGITS = 8;
const steps = Array.from({ length: HEAT_STEPS }, (_, at) => at + 1);

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
