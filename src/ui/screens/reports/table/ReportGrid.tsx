/** A report as a table of any size: headers, names and totals stay in sight, only visible cells are drawn, and every figure can be opened. */
import type { SortingState } from '@tanstack/react-table';
import { useCallback, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import { reportsTexts as texts } from '#texts/screens/reports-screen.ts';
import type { Rectangle } from '#ui/grid/cell-range.ts';
import { resizeByKey } from '#ui/grid/ColumnHeader.tsx';
import { Table } from '#ui/grid/Table.tsx';
import { toCellId, useCellSelection } from '#ui/grid/use-cell-selection.ts';
import { drawFirstColumns, useColumnWindow } from '#ui/grid/use-column-window.ts';
import { useGridColumns } from '#ui/grid/use-grid-columns.ts';
import { drawFirstRows, setPixels, useScrollSpace } from '#ui/grid/use-scroll-space.ts';
import type { CellPosition } from '#ui/grid/walk-cells.ts';
import { PrintNotice, useOnPaper } from '#ui/paper.tsx';
import { navigate } from '#ui/routing/hash-location.ts';
import { isOrderable, type GridColumn } from './grid-columns.ts';
import { layOutGrid, NAMES, layOutPaper, ROW, type ManualWidths, type GridLayout } from './grid-layout.ts';
import type { GridRow } from './grid-rows.ts';
import { isFootLine, toRowAttributes, toTableColumns, type GridContent, type ReportLine } from './report-columns.tsx';
import classes from './ReportGrid.module.css';

export interface ReportGridProps {
  readonly label: string;
  /** Header of the rows' names: the groups. */
  readonly rowsTitle: string;
  readonly content: GridContent;
  readonly firstWidth: number;
  readonly manualWidths: ManualWidths;
  readonly isStale: boolean;
  readonly sorting: SortingState;
  readonly actions: {
    readonly sort: (sorting: SortingState) => void;
    readonly toggle: (rowId: string) => void;
    readonly copy: (lines: readonly ReportLine[], columns: readonly GridColumn[]) => void;
    /** Opens the dialog that breaks a line down. */
    readonly breakDown: (row: GridRow) => void;
    readonly closeParts: (row: GridRow) => void;
    /** Sets a column's width; undefined for the automatic width. */
    readonly resize: (columnId: string, width: number | undefined) => void;
    /** Opens a figure, or a total if there is no row. */
    readonly open: (row: GridRow | undefined, column: GridColumn) => void;
  };
}

/** Rows drawn beyond the visible ones; few, because each has many cells. */
const ROWS_BEYOND = 4;
const START: CellPosition = { row: 0, column: 0 };

const isOn = (target: EventTarget | undefined, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

export function ReportGrid(props: ReportGridProps) {
  const { content, firstWidth, manualWidths, isStale, label, rowsTitle, sorting, actions } = props;
  const { columns, rows, foot } = content;
  const frame = useRef<HTMLDivElement>(null);
  const onPaper = useOnPaper();
  const scroll = useScrollSpace({ rows: rows.length, rowPx: ROW }, ROWS_BEYOND);
  const layout = useMemo(
    () => layOutGrid(columns, firstWidth, scroll.room, manualWidths),
    [columns, firstWidth, scroll.room, manualWidths],
  );
  const sheet = useMemo(() => (onPaper ? layOutPaper(layout, rows.length) : undefined), [onPaper, layout, rows.length]);
  const figures = useMemo(() => [...columns.scrolled, ...columns.pinned], [columns]);
  const lines = useMemo(() => [...rows, ...foot], [rows, foot]);
  const arranged = useMemo(() => arrangeColumns(figures, layout), [figures, layout]);
  const isPinned = layout.isPinned || onPaper;
  const pinned = useMemo(
    () => ({ start: [NAMES], end: isPinned ? columns.pinned.map(({ id }) => id) : [] }),
    [columns, isPinned],
  );
  const table = useGridColumns({ columns: arranged, pinned, sorting, onSorting: actions.sort });
  const widths = useMemo(() => table.getCenterLeafColumns().map((column) => column.getSize()), [table]);
  const inView = useColumnWindow({
    box: scroll.element,
    widths,
    start: table.getStartTotalSize(),
    end: table.getEndTotalSize(),
  });
  const span = useMemo(() => (sheet ? drawFirstColumns(sheet.columns) : inView), [sheet, inView]);
  const spare = sheet ? 0 : layout.spare;
  const markEdges = useEdges(frame, scroll.element, layout);
  const { resize } = actions;
  const tableColumns = useMemo(
    () => toTableColumns({ rowsTitle, content, table, span, spare, onResize: resize }),
    [rowsTitle, content, table, span, spare, resize],
  );
  const row = useMemo(
    () => ({ attributes: (line: ReportLine, index: number) => toRowAttributes(line, index, content) }),
    [content],
  );

  const { showRow } = scroll;
  const { showColumn } = inView;
  const showCell = useCallback(
    ({ row, column }: CellPosition) => {
      if (row >= 0 && row < rows.length) showRow(row);
      if (column >= 0 && column < widths.length) showColumn(column);
    },
    [rows.length, widths.length, showRow, showColumn],
  );
  const act = ({ row, column }: CellPosition, target?: EventTarget) => {
    const [line, figure] = [lines[row], figures[column]];
    if (row < 0) {
      const head = table.getColumn(figure?.id ?? NAMES);
      if (head?.getCanSort()) head.toggleSorting();
    } else if (!line) return;
    else if (isFootLine(line)) {
      if (line.id === 'total' && figure) actions.open(undefined, figure);
    } else if (isOn(target, '[data-break-down]')) actions.breakDown(line);
    else if (isOn(target, '[data-mend]')) actions.closeParts(line);
    else if (!figure) {
      const address = content.chooseAddress(line);
      if (line.isGroup) actions.toggle(line.id);
      // Only by keyboard: with the mouse the name itself leads to the page, and a click beside it selects the line.
      else if (address !== undefined && !isOn(target, 'th, td')) navigate(address);
      // A shortfall cannot be opened, because no records stand behind it.
    } else if (line.shortfall === undefined) actions.open(line, figure);
  };
  const handleOwnKey = (event: KeyboardEvent, place: CellPosition): boolean => {
    const line = lines[place.row];
    const { key } = event;
    if (event.altKey) {
      const head = place.row < 0 ? table.getColumn(figures[place.column]?.id ?? NAMES) : undefined;
      const width = head && resizeByKey(event, head.getSize());
      if (!head || width === undefined) return false;
      resize(head.id, width);
    } else if (event.ctrlKey || event.metaKey) return false;
    else if (key === ' ') act(place, event.target);
    else if (!line || isFootLine(line)) return false;
    else if (key.toLowerCase() === 'b' && line.shortfall === undefined) actions.breakDown(line);
    else if ((key === 'Delete' || key === 'Backspace') && line.brokenBy !== undefined) actions.closeParts(line);
    else return false;
    return true;
  };
  const copy = ({ firstRow, lastRow, firstColumn, lastColumn }: Rectangle) =>
    actions.copy(lines.slice(Math.max(0, firstRow), lastRow + 1), figures.slice(firstColumn, lastColumn + 1));
  const selection = useCellSelection({
    resetKey: label,
    rows: lines.length,
    columns: figures.length,
    visible: scroll.visible,
    start: START,
    showCell,
    onOpen: act,
    onCopy: copy,
    chooseAddress: ({ row, column }) => {
      const line = column < 0 ? lines[row] : undefined;
      return line && !isFootLine(line) ? content.chooseAddress(line) : undefined;
    },
    onKey: handleOwnKey,
  });
  const drawn = sheet ? drawFirstRows(sheet.lines) : scroll.drawn;
  const active = selection.active ?? START;
  return (
    <div ref={frame} className={classes.frame}>
      {sheet && (
        <PrintNotice
          subject="report"
          parts={[
            { kind: 'lines', printed: sheet.lines, all: rows.length },
            { kind: 'columns', printed: sheet.columns + columns.pinned.length, all: figures.length },
          ]}
        />
      )}
      <div
        {...scroll.box}
        className={classes.scroll}
        data-old={isStale || undefined}
        onScroll={() => {
          scroll.box.onScroll();
          markEdges();
        }}
      >
        <Table
          columns={tableColumns}
          rows={rows.slice(drawn.first, drawn.last + 1)}
          row={row}
          foot={{ rows: foot, firstIndex: rows.length }}
          drawn={{ ...drawn, markRow: selection.markRow }}
          caption={texts.table.keys}
          className={classes.table}
          style={{ width: sheet?.width ?? layout.totalWidth, ...(sheet && { '--sheet-width': sheet.width }) }}
          data-sheet={sheet && true}
          data-sections={columns.hasSections || undefined}
          data-testid="report-grid"
          role="treegrid"
          aria-label={label}
          aria-rowcount={lines.length + 1}
          aria-colcount={figures.length + 1}
          aria-multiselectable
          aria-activedescendant={toCellId(active.row, active.column)}
          aria-busy={isStale}
          tabIndex={0}
          {...selection.handlers}
        />
      </div>
    </div>
  );
}

function arrangeColumns(figures: readonly GridColumn[], { firstWidth, widths, pinnedWidths }: GridLayout) {
  const figureWidths = [...widths, ...pinnedWidths];
  return [
    { id: NAMES, width: firstWidth, isSortable: true, isDescendingFirst: false },
    ...figures.map((figure, index) => ({
      id: figure.id,
      width: figureWidths[index] ?? 0,
      isSortable: isOrderable(figure),
      isDescendingFirst: true,
    })),
  ];
}

/**
 * Marks the edges behind which columns continue, straight on the element, so that scrolling does not render the table again.
 * @returns a function to call whenever the table was scrolled.
 */
function useEdges(frame: RefObject<HTMLElement | null>, scroller: HTMLElement | null, layout: GridLayout): () => void {
  useLayoutEffect(() => {
    const frameElement = frame.current;
    if (!frameElement || !scroller) return;
    // Sizes are read only after the layout, because reading them now would lay the page out twice.
    const observer = new ResizeObserver(() => {
      setPixels(frameElement, '--edge-left', layout.firstWidth);
      setPixels(
        frameElement,
        '--edge-right',
        scroller.offsetWidth - scroller.clientWidth + (layout.isPinned ? layout.pinnedWidth : 0),
      );
      setPixels(frameElement, '--edge-bottom', scroller.offsetHeight - scroller.clientHeight);
      updateEdges(frameElement, scroller, layout);
    });
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [frame, scroller, layout]);
  return () => updateEdges(frame.current, scroller, layout);
}

function updateEdges(frameElement: HTMLElement | null, scroller: HTMLElement | null, { totalWidth }: GridLayout): void {
  if (!frameElement || !scroller) return;
  // Computed, because the element's own width still lacks columns that become visible later.
  const end = totalWidth - scroller.clientWidth;
  frameElement.toggleAttribute('data-left', scroller.scrollLeft > 1);
  frameElement.toggleAttribute('data-right', scroller.scrollLeft < end - 1);
}
