/** What the parts of a report's table share: the figures they show, the columns in sight, and where a click landed. */
import type { GridColumn, GridColumns } from './grid-columns.ts';
import type { GridLayout } from './grid-layout.ts';
import type { GridRow } from './grid-rows.ts';
import type { Place } from '../../../../keyboard/walk-cells.ts';

export interface Cell {
  readonly text: string;
  /** The exact figure; null: unknown. */
  readonly exact: string | null;
  readonly tone: 'plain' | 'unknown' | 'good' | 'bad';
  /** 0 to 8. */
  readonly heat: number;
}

/** A line below the rows: the total, and above it what rounding left between it and its lines. */
export interface FootLine {
  readonly id: 'unlisted' | 'rounding' | 'total';
  readonly label: string;
  /** What it is, in a sentence. */
  readonly detail?: string;
}

/** What must be said of a row beside its name. */
export interface RowState {
  /** Of a row of time: “so far”, “part of week 40”; empty where it is whole. */
  readonly text: string;
  /** “also AUDIT”; empty where its key has one spelling. */
  readonly also: string;
  /** Its figures may still grow. */
  readonly isOpen: boolean;
}

/** @param row a row of the table, or a line of its foot. */
export type CellOf = (row: GridRow | FootLine['id'], column: GridColumn) => Cell;

export interface ReportGridProps {
  readonly label: string;
  /** Above the rows' names: what they are grouped by. */
  readonly rowsTitle: string;
  readonly columns: GridColumns;
  readonly rows: readonly GridRow[];
  readonly foot: readonly FootLine[];
  readonly firstWidth: number;
  /** The figures are those of the question before. */
  readonly isOld: boolean;
  readonly cellOf: CellOf;
  readonly labelOf: (row: GridRow) => string;
  readonly stateOf: (row: GridRow) => RowState;
  /** What the rows are ordered by: a measure, or undefined for their names; in one bucket, or over the whole row. */
  readonly order:
    | {
        readonly by: string | undefined;
        readonly bucket: number | undefined;
        readonly direction: 'ascending' | 'descending';
      }
    | undefined;
  /** Undefined: by the rows' names. */
  readonly onOrder: (column: GridColumn | undefined) => void;
  readonly onToggle: (rowId: string) => void;
  /** An exact figure, for somewhere else. */
  readonly onCopy: (exact: string) => void;
  /** Without a row: a total. */
  readonly onOpen: (row: GridRow | undefined, column: GridColumn) => void;
}

/** The scrolled columns in sight: indexes from inclusive, to exclusive; pixels of others to their left and right. */
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

/** Where a click landed, by the cell's own marks. */
export function findPlace(target: EventTarget): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (!cell || !row) return undefined;
  return { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) };
}

/** The figures of the compared period and the changes order nothing. */
export function isOrderable({ figure }: GridColumn): boolean {
  return figure === 'value';
}
