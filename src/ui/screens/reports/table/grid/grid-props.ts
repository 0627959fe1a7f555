/** What the parts of a report's table share: the figures they show, the visible columns, and the place of a click. */
import type { GridColumn, GridColumns } from './grid-columns.ts';
import type { DrawnWidths, GridLayout } from './grid-layout.ts';
import type { GridRow } from './grid-rows.ts';
import type { OrderedFigure } from '../../../../../domain/reports/definition/report.ts';
import type { Place } from '../../../../keyboard/walk-cells.ts';

export interface Cell {
  readonly text: string;
  /** The exact figure; null: unknown. */
  readonly exact: string | null;
  readonly tone: 'plain' | 'unknown' | 'good' | 'bad';
  /** 0 to 8. */
  readonly heat: number;
}

/** A line below the rows: the total, and above it the rounding difference between it and its lines. */
export interface FootLine {
  readonly id: 'unlisted' | 'rounding' | 'total';
  readonly label: string;
  /** Its meaning, in a sentence. */
  readonly detail?: string;
}

/** Notes beside a row's name. */
export interface RowState {
  /** For a row of time: “so far”, “part of week 40”; empty where it is complete. */
  readonly text: string;
  /** “also AUDIT”; empty where its key has one spelling. */
  readonly also: string;
  /** Its figures may still grow. */
  readonly isOpen: boolean;
}

/** @param row a row of the table, or a line of its foot. */
export type CellOf = (row: GridRow | FootLine['id'], column: GridColumn) => Cell;

/** Everything the grid can show; only what is in sight is asked for. */
export interface GridContent {
  readonly columns: GridColumns;
  readonly rows: readonly GridRow[];
  readonly foot: readonly FootLine[];
  readonly cellOf: CellOf;
  readonly labelOf: (row: GridRow) => string;
  readonly stateOf: (row: GridRow) => RowState;
}

/** What a click, Enter or a key combination on a cell does. */
export interface GridActions {
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
}

export interface ReportGridProps {
  readonly label: string;
  /** Head of the rows' names: what they are grouped by. */
  readonly rowsTitle: string;
  readonly content: GridContent;
  readonly firstWidth: number;
  readonly drawn: DrawnWidths;
  /** The figures belong to the previous question. */
  readonly isOld: boolean;
  /** What the rows are ordered by: a measure, or undefined for their names; in one bucket, or by line totals; `of`: by its change. */
  readonly order:
    | {
        readonly by: string | undefined;
        readonly bucket: number | undefined;
        readonly of: OrderedFigure | undefined;
        readonly direction: 'ascending' | 'descending';
      }
    | undefined;
  readonly actions: GridActions;
}

/** The visible ones of the scrolling columns: indexes from inclusive, to exclusive; pixels of others to their left and right. */
export interface ColumnSpan {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

export interface SharedProps {
  readonly id: string;
  readonly columns: GridColumns;
  readonly layout: GridLayout;
  readonly span: ColumnSpan;
}

/** Finds the cell of a click by its data attributes. */
export function findPlace(target: EventTarget): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (!cell || !row) return undefined;
  return { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) };
}

/** Rows are ordered by figures and by changes: not by figures of the compared period, percentages or parts of a change. */
export function isOrderable({ figure, past }: GridColumn): boolean {
  return figure === 'value' || (figure === 'change' && past === undefined);
}

/** Whether the rows are ordered by this column. */
export function isOrderedBy(order: ReportGridProps['order'], column: GridColumn): boolean {
  const isOf = column.figure === 'change' ? order?.of !== undefined : order?.of === undefined;
  return isOrderable(column) && isOf && order?.by === column.measure.id && order.bucket === column.bucket;
}
