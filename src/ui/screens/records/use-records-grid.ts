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
import type { Place } from '#ui/grid/walk-cells.ts';

export interface RecordsGrid {
  readonly rows: RowsWindow;
  readonly rowAt: RecordAt;
  readonly selection: CellSelection;
}

export interface GridQuestion {
  readonly question: PageQuery;
  readonly records: RecordRows;
  readonly columns: readonly Property[];
  readonly rowPx: number;
  /** The block of rows in the address. */
  readonly block: number;
  readonly change: ChangeView;
}

export function useRecordsGrid({ question, records, columns, rowPx, block, change }: GridQuestion): RecordsGrid {
  const { nameOf } = useNames();
  const { zone } = useWorkspace();
  // Until the records are counted, the table ends with the loaded ones.
  const reach = records.total ?? records.rows?.length ?? 0;
  const rows = useScrollSpace({ rows: reach, rowPx });
  const rowAt = useRecordRows(question, records.rows, { from: rows.drawn.first, to: rows.drawn.last });
  const questionKey = JSON.stringify(question);
  usePlaceInAddress(rows, { questionKey, page: block, isReady: records.rows !== undefined, change });
  const onOpen = useCallback(
    (place: Place) => {
      const row = rowAt(place.row);
      if (row) change({ record: row.id });
    },
    [rowAt, change],
  );
  const { columns: _, ...rowsQuestion } = question;
  const selection = useCellSelection({
    of: `${questionKey} ${columns.map(({ name }) => name).join()}`,
    rows: reach,
    columns: columns.length,
    seen: rows.seen,
    showCell: ({ row }) => rows.showRow(row),
    onOpen,
    chooseAddress: ({ row, column }) => {
      const property = columns[column];
      return property && toNamedAddress(property.name, rowAt(row)?.values[property.name]);
    },
    onCopy: (cells) => copyRows(cells, { question: rowsQuestion, columns, nameOf, zone }),
  });
  return { rows, rowAt, selection };
}

interface PlaceInAddress {
  /** Identifies the question of the rows. */
  readonly questionKey: string;
  /** The block of rows in the address, from 1. */
  readonly page: number;
  readonly isReady: boolean;
  readonly change: ChangeView;
}

/** Keeps the scroll position in the address, so that links and Back open at the same rows; other records begin at their first. */
function usePlaceInAddress(rows: RowsWindow, { questionKey, page, isReady, change }: PlaceInAddress): void {
  const { startAt, seen } = rows;
  const written = useRef<string>(undefined);
  const place = `${page} ${questionKey}`;
  useEffect(() => {
    if (!isReady || written.current === place) return;
    written.current = place;
    startAt((page - 1) * BLOCK);
  }, [isReady, place, page, startAt]);
  const now = Math.floor(seen.first / BLOCK) + 1;
  useEffect(() => {
    if (!isReady || written.current === undefined) return;
    const timer = setTimeout(() => {
      if (written.current !== place || now === page) return;
      written.current = `${now} ${questionKey}`;
      change({ page: now }, { replace: true });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [isReady, now, page, place, questionKey, change]);
}

/** Scrolling must rest this long before the address is written, because browsers limit how often it may be. */
const REST_MS = 300;
