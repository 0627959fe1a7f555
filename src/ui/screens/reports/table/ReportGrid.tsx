/** A report as a table of any size: head, names and totals stay in sight, only visible rows are rendered, every figure can be opened. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- only a part of a large grid is in the page, so it cannot be a table element */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { reportsTexts as texts } from '#texts/screens/reports/reports-screen.ts';
import { KEY_STEP, limitWidth } from '#ui/grid/ResizeHandle.tsx';
import { placeOf } from '#ui/grid/use-cell-selection.ts';
import { walked, type Place } from '#ui/grid/walk-cells.ts';
import { PrintNotice } from '#ui/paper/PrintNotice.tsx';
import { useOnPaper } from '#ui/paper/use-on-paper.ts';
import type { GridColumn, GridColumns } from './grid-columns.ts';
import { gridLayout, NAMES, ROW, type DrawnWidths, type GridLayout } from './grid-layout.ts';
import { GridFoot, GridHead, GridLine, type CellOf, type FootLine, type RowOrder } from './GridLines.tsx';
import type { GridRow } from './grid-rows.ts';
import { paperSheet } from './paper-sheet.ts';
import { useInnerWidth } from './use-inner-width.ts';
import classes from './ReportGrid.module.css';

/** Notes beside a row's name. */
export interface RowState {
  /** For a row of time: “so far”, “part of week 40”; empty where it is complete. */
  readonly text: string;
  /** “also AUDIT”; empty where its key has one spelling. */
  readonly also: string;
  /** Its figures may still grow. */
  readonly isOpen: boolean;
}

export interface ReportGridProps {
  readonly label: string;
  /** Head of the rows' names: what they are grouped by. */
  readonly rowsTitle: string;
  /** Everything the grid can show; only what is in sight is asked for. */
  readonly content: {
    readonly columns: GridColumns;
    readonly rows: readonly GridRow[];
    readonly foot: readonly FootLine[];
    readonly cellOf: CellOf;
    readonly labelOf: (row: GridRow) => string;
    readonly stateOf: (row: GridRow) => RowState;
  };
  readonly firstWidth: number;
  readonly drawn: DrawnWidths;
  /** The figures belong to the previous question. */
  readonly isOld: boolean;
  readonly order: RowOrder | undefined;
  /** What a click, Enter or a key combination on a cell does. */
  readonly actions: {
    /** Undefined: by the rows' names. */
    readonly order: (column: GridColumn | undefined) => void;
    readonly toggle: (rowId: string) => void;
    /** An exact figure to copy. */
    readonly copy: (exact: string) => void;
    /** Asks by what a line is opened into parts. */
    readonly breakDown: (row: GridRow) => void;
    /** Closes the parts of a line. */
    readonly mend: (row: GridRow) => void;
    /** Makes a column as wide; undefined: as wide as it comes. */
    readonly resize: (columnId: string, width: number | undefined) => void;
    /** Without a row: a total. */
    readonly open: (row: GridRow | undefined, column: GridColumn) => void;
  };
}

/** Rows rendered beyond the visible ones. */
const OVERSCAN = 4;
const TOTAL_ROW = 32;
const HEAD_LINE = 32;
const HEAD_TWO_LINES = 52;

const isOn = (target: EventTarget, selector: string) => target instanceof Element && target.closest(selector) !== null;

export function ReportGrid(props: ReportGridProps) {
  const { content, firstWidth, drawn, isOld, label, rowsTitle, order, actions } = props;
  const { columns, rows, foot, cellOf, labelOf, stateOf } = content;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const room = useInnerWidth(scroller);
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const layout = useMemo(() => gridLayout(columns, firstWidth, room, drawn), [columns, firstWidth, room, drawn]);
  const onPaper = useOnPaper();
  const sheet = useMemo(() => (onPaper ? paperSheet(layout, rows.length) : undefined), [onPaper, layout, rows.length]);
  const markEdges = useEdges(frame, scroller, layout);
  const headHeight = columns.hasSections ? HEAD_TWO_LINES : HEAD_LINE;
  const footHeight = TOTAL_ROW + (foot.length - 1) * ROW;
  const count = columns.scrolled.length;
  const extentColumns = count + columns.pinned.length;

  // Its results are not memoized here: rows take plain numbers.
  // oxlint-disable-next-line react/incompatible-library
  const rowsInSight = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
    paddingStart: headHeight,
    paddingEnd: footHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: footHeight,
    useFlushSync: false,
  });
  // Its results are not memoized here: rows take plain numbers.
  // oxlint-disable-next-line react/incompatible-library
  const columnsInSight = useVirtualizer({
    horizontal: true,
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => layout.widths[index] ?? 0,
    // The same widths mean the same places: a new layout measures anew.
    getItemKey: (index) => `${index} ${layout.widths[index] ?? 0}`,
    overscan: 1,
    paddingStart: layout.firstWidth,
    paddingEnd: layout.pinnedWidth,
    scrollPaddingStart: layout.firstWidth,
    scrollPaddingEnd: layout.isPinned ? layout.pinnedWidth : 0,
    useFlushSync: false,
  });

  const seen = columnsInSight.getVirtualItems();
  const from = seen[0]?.index ?? 0;
  const to = (seen.at(-1)?.index ?? -1) + 1;
  const before = Math.max(0, (seen[0]?.start ?? layout.firstWidth) - layout.firstWidth);
  const span = useMemo(() => {
    const width = (widths: readonly number[]) => widths.reduce((all, each) => all + each, 0);
    if (sheet) return { from: 0, to: sheet.columns, before: 0, after: 0 };
    return { from, to, before, after: width(layout.widths.slice(to)) };
  }, [from, to, before, layout.widths, sheet]);

  // Rows that scroll out pass their elements to rows that scroll in: as many as are rendered at once, and one to spare at either end.
  const slots = sheet?.lines ?? Math.ceil((rowsInSight.scrollRect?.height ?? 0) / ROW) + 2 * OVERSCAN + 2;
  const lines = sheet
    ? Array.from({ length: sheet.lines }, (_, index) => index)
    : rowsInSight.getVirtualItems().map(({ index }) => index);

  const goTo = useCallback(
    (place: Place) => {
      setActive(place);
      if (place.row >= 0 && place.row < rows.length) rowsInSight.scrollToIndex(place.row, { align: 'auto' });
      if (place.column >= 0 && place.column < count) columnsInSight.scrollToIndex(place.column, { align: 'auto' });
      else if (place.column >= count && !layout.isPinned) scroller.current?.scrollTo({ left: layout.totalWidth });
    },
    [rows.length, count, rowsInSight, columnsInSight, layout],
  );

  const columnAt = (at: number) => columns.scrolled[at] ?? columns.pinned[at - count];

  const act = ({ row, column }: Place) => {
    const line = rows[row];
    if (column < 0) {
      if (row < 0) actions.order(undefined);
      else if (line?.isGroup) actions.toggle(line.id);
      return;
    }
    const figure = columnAt(column);
    // A difference is no figure of records.
    if (!figure || line?.lack !== undefined) return;
    if (row < 0) actions.order(figure);
    else actions.open(line, figure);
  };

  const copy = ({ row, column }: Place) => {
    const figure = columnAt(column);
    const line = row === rows.length ? 'total' : rows[row];
    const exact = figure && line ? cellOf(line, figure).exact : null;
    if (exact !== null) actions.copy(exact);
  };

  const press = (event: KeyboardEvent) => {
    if (event.altKey) {
      const step = event.key === 'ArrowLeft' ? -KEY_STEP : event.key === 'ArrowRight' ? KEY_STEP : undefined;
      if (active.row !== -1 || step === undefined) return;
      event.preventDefault();
      const { column } = active;
      const id = column < 0 ? NAMES : columnAt(column)?.id;
      const width =
        column < 0 ? layout.firstWidth : (layout.widths[column] ?? layout.pinnedWidths[column - count] ?? 0);
      if (id !== undefined) actions.resize(id, limitWidth(width + step));
      return;
    }
    const isFar = event.ctrlKey || event.metaKey;
    if (isFar && event.key.toLowerCase() === 'c' && getSelection()?.isCollapsed !== false) {
      copy(active);
      return;
    }
    if (event.key === 'Enter' || (event.key === ' ' && !isFar)) {
      event.preventDefault();
      act(active);
      return;
    }
    const line = rows[active.row];
    if (line && line.lack === undefined && !isFar && event.key.toLowerCase() === 'b') {
      event.preventDefault();
      actions.breakDown(line);
      return;
    }
    if (line?.brokenBy !== undefined && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      actions.mend(line);
      return;
    }
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight - footHeight) / ROW) - 1);
    const next = walked(event.key, isFar, active, { rows: rows.length, columns: extentColumns, page });
    if (!next) return;
    event.preventDefault();
    goTo(next);
  };

  const click = (event: MouseEvent) => {
    const place = placeOf(event.target);
    // The edge of a head is drawn, not ordered by.
    if (!place || isOn(event.target, '[data-handle]')) return;
    setActive(place);
    const line = rows[place.row];
    if (line && isOn(event.target, '[data-break-down]')) actions.breakDown(line);
    else if (line && isOn(event.target, '[data-mend]')) actions.mend(line);
    else act(place);
  };

  const activeId = `${id}-${active.row}-${active.column}`;
  const shared = { id, columns, layout, span };
  return (
    <div ref={frame} className={classes.frame}>
      {sheet && (
        <PrintNotice
          whole="report"
          parts={[
            { kind: 'lines', shown: sheet.lines, all: rows.length },
            { kind: 'columns', shown: sheet.columns + columns.pinned.length, all: extentColumns },
          ]}
        />
      )}
      <div
        ref={scroller}
        className={classes.scroll}
        data-old={isOld || undefined}
        data-testid="report-grid"
        role="treegrid"
        aria-label={label}
        aria-describedby={`${id}-keys`}
        aria-rowcount={rows.length + foot.length + 1}
        aria-colcount={extentColumns + 1}
        aria-activedescendant={activeId}
        aria-busy={isOld}
        tabIndex={0}
        onKeyDown={press}
        onClick={click}
        onScroll={markEdges}
      >
        <p id={`${id}-keys`} className="visually-hidden">
          {texts.table.keys}
        </p>
        <div
          className={classes.inner}
          style={{ width: sheet?.width ?? layout.totalWidth, zoom: sheet?.zoom }}
          role="presentation"
        >
          <GridHead
            {...shared}
            rowsTitle={rowsTitle}
            order={order}
            onResize={actions.resize}
            height={headHeight}
            active={active.row === -1 ? active.column : undefined}
          />
          <div className={classes.body} style={{ height: rows.length * ROW }} role="rowgroup">
            {lines.map((index) => {
              const row = rows[index];
              const state = row && stateOf(row);
              return row ? (
                <GridLine
                  key={index % slots}
                  {...shared}
                  row={row}
                  index={index}
                  cellOf={cellOf}
                  label={labelOf(row)}
                  state={state?.text ?? ''}
                  isOpen={state?.isOpen ?? false}
                  also={state?.also ?? ''}
                  active={active.row === index ? active.column : undefined}
                />
              ) : null;
            })}
          </div>
          <GridFoot
            {...shared}
            foot={foot}
            rowCount={rows.length}
            cellOf={cellOf}
            active={active.row === rows.length ? active.column : undefined}
          />
        </div>
      </div>
    </div>
  );
}

// Shows at a table's edges that its columns continue behind them. Written straight to the element: scrolling renders no table anew.

type ElementRef = RefObject<HTMLElement | null>;

/** @returns a function to call whenever the table was scrolled. */
function useEdges(frame: ElementRef, scroller: ElementRef, layout: GridLayout): () => void {
  useLayoutEffect(() => {
    const [around, inside] = [frame.current, scroller.current];
    if (!around || !inside) return;
    const set = (name: string, pixels: number) => around.style.setProperty(name, `${pixels}px`);
    set('--edge-left', layout.firstWidth);
    set('--edge-right', inside.offsetWidth - inside.clientWidth + (layout.isPinned ? layout.pinnedWidth : 0));
    set('--edge-bottom', inside.offsetHeight - inside.clientHeight);
    mark(around, inside, layout);
  }, [frame, scroller, layout]);
  return () => mark(frame.current, scroller.current, layout);
}

function mark(around: HTMLElement | null, inside: HTMLElement | null, { totalWidth }: GridLayout): void {
  if (!around || !inside) return;
  // Not the page's own width: columns that become visible late would still be missing from it.
  const end = totalWidth - inside.clientWidth;
  around.toggleAttribute('data-left', inside.scrollLeft > 1);
  around.toggleAttribute('data-right', inside.scrollLeft < end - 1);
}
