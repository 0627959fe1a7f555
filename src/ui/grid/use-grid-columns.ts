/** Manages a table's columns in TanStack Table: order, widths, pinning and sorting. It contains no rows. */
import {
  columnPinningFeature,
  columnSizingFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Column,
  type ColumnPinningState,
  type SortingState,
  type TableOptions,
} from '@tanstack/react-table';
import { useLayoutEffect, useMemo, useRef } from 'react';

const features = tableFeatures({ columnPinningFeature, columnSizingFeature, rowSortingFeature });
const helper = createColumnHelper<typeof features, object>();
const noRows: object[] = [];

export type GridColumnsTable = ReturnType<typeof useGridColumns>;

export interface ArrangedColumn {
  readonly id: string;
  /** In pixels. */
  readonly width: number;
  readonly isSortable: boolean;
  /** True if the first click on the header sorts in descending order. */
  readonly isDescendingFirst: boolean;
}

export interface GridColumnsOptions {
  readonly columns: readonly ArrangedColumn[];
  readonly pinned: ColumnPinningState;
  readonly sorting: SortingState;
  readonly onSorting: (sorting: SortingState) => void;
  readonly maxSorts?: number;
}

export function useGridColumns({ columns, pinned, sorting, onSorting, maxSorts = 1 }: GridColumnsOptions) {
  const definitions = useMemo(
    () =>
      columns.map(({ id, isSortable, isDescendingFirst }) =>
        helper.accessor((): unknown => undefined, {
          id,
          enableSorting: isSortable,
          sortDescFirst: isDescendingFirst,
          minSize: 0,
        }),
      ),
    [columns],
  );
  const columnSizing = useMemo(() => Object.fromEntries(columns.map(({ id, width }) => [id, width])), [columns]);
  const sort = useRef(onSorting);
  useLayoutEffect(() => {
    sort.current = onSorting;
  });
  // The same state must return the same table, because the columns of rows are derived from it.
  const options = useMemo<TableOptions<typeof features, object>>(
    () => ({
      features,
      columns: definitions,
      data: noRows,
      state: { sorting, columnPinning: pinned, columnSizing },
      manualSorting: true,
      maxMultiSortColCount: maxSorts,
      // With a single sorting column, another click only reverses the order.
      enableSortingRemoval: maxSorts > 1,
      onSortingChange: (next) => sort.current(typeof next === 'function' ? next(sorting) : next),
    }),
    [definitions, sorting, pinned, columnSizing, maxSorts],
  );
  return useTable(options);
}

/** @returns the attributes that keep the cells of a pinned column in place while the others scroll */
export function pinCell(column: Column<typeof features, object> | undefined) {
  const side = column?.getIsPinned();
  const style = side && {
    [side === 'start' ? 'insetInlineStart' : 'insetInlineEnd']:
      side === 'start' ? column?.getStart(side) : column?.getAfter(side),
  };
  return { style: style || undefined, 'data-pinned': side || undefined };
}
