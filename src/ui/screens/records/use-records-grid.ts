/** The state of the records table: the rows in view, the selection, and the scroll position, which the address keeps. */
import { useCallback, useEffect, useRef } from 'react';
import type { Property } from '#domain/properties.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import { useNames } from '#ui/names.ts';
import { toNamedAddress } from '#ui/routing/paths.ts';
import type { ChangeView } from '#ui/routing/view-state.ts';
import { useRecordRows, type RecordAt, BLOCK, type PageQuery, type RecordRows } from './use-records.ts';
import { useScrollSpace, type RowsWindow } from '#ui/grid/use-scroll-space.ts';
import { copyRows } from './copy-rows.ts';
import { useCellSelection, type CellSelection } from '#ui/grid/use-cell-selection.ts';
import type { CellPosition } from '#ui/grid/walk-cells.ts';

export interface RecordsGrid {
  readonly rows: RowsWindow;
  readonly rowAt: RecordAt;
  readonly selection: CellSelection;
}

export interface GridInput {
  readonly pageQuery: PageQuery;
  readonly records: RecordRows;
  readonly columns: readonly Property[];
  readonly rowPx: number;
  /** The block of rows in the address. */
  readonly block: number;
  readonly change: ChangeView;
}

export function useRecordsGrid({ pageQuery, records, columns, rowPx, block, change }: GridInput): RecordsGrid {
  const { nameOf } = useNames();
  const { zone } = useWorkspace();
  // Until the records are counted, the table ends with the loaded ones.
  const rowCount = records.total ?? records.rows?.length ?? 0;
  const rows = useScrollSpace({ rows: rowCount, rowPx });
  const rowAt = useRecordRows(pageQuery, records.rows, { from: rows.drawn.first, to: rows.drawn.last });
  const queryKey = JSON.stringify(pageQuery);
  useScrollInAddress(rows, { queryKey, page: block, isReady: records.rows !== undefined, change });
  const onOpen = useCallback(
    (place: CellPosition) => {
      const row = rowAt(place.row);
      if (row) change({ record: row.id });
    },
    [rowAt, change],
  );
  const { columns: _, ...rowsQuery } = pageQuery;
  const selection = useCellSelection({
    resetKey: `${queryKey} ${columns.map(({ name }) => name).join()}`,
    rows: rowCount,
    columns: columns.length,
    visible: rows.visible,
    showCell: ({ row }) => rows.showRow(row),
    onOpen,
    chooseAddress: ({ row, column }) => {
      const property = columns[column];
      return property && toNamedAddress(property.name, rowAt(row)?.values[property.name]);
    },
    onCopy: (cells) => copyRows(cells, { pageQuery: rowsQuery, columns, nameOf, zone }),
  });
  return { rows, rowAt, selection };
}

interface ScrollInAddress {
  readonly queryKey: string;
  /** The block of rows in the address, from 1. */
  readonly page: number;
  readonly isReady: boolean;
  readonly change: ChangeView;
}

/** Keeps the scroll position in the address, so that links and Back open at the same rows; a different query starts at its first row. */
function useScrollInAddress(rows: RowsWindow, { queryKey, page, isReady, change }: ScrollInAddress): void {
  const { startAt, visible } = rows;
  const lastWritten = useRef<string>(undefined);
  const place = `${page} ${queryKey}`;
  useEffect(() => {
    if (!isReady || lastWritten.current === place) return;
    lastWritten.current = place;
    startAt((page - 1) * BLOCK);
  }, [isReady, place, page, startAt]);
  const shownPage = Math.floor(visible.first / BLOCK) + 1;
  useEffect(() => {
    if (!isReady || lastWritten.current === undefined) return;
    const timer = setTimeout(() => {
      if (lastWritten.current !== place || shownPage === page) return;
      lastWritten.current = `${shownPage} ${queryKey}`;
      change({ page: shownPage }, { replace: true });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [isReady, shownPage, page, place, queryKey, change]);
}

/** Scrolling must pause this long before the address is updated, because browsers limit how often that may happen. */
const REST_MS = 300;
