/** What the table of records is drawn from: the rows in view, what is selected, and where it is scrolled to. */
import { useCallback, useEffect, useRef } from 'react';
import type { Property } from '#domain/properties.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import { useNames } from '#ui/names.ts';
import { addressOfNamed } from '#ui/routing/paths.ts';
import type { ChangeView } from '#ui/routing/view-state.ts';
import { useRecordRows, type RecordAt, BLOCK, type AskedPage, type FoundRows } from './use-records.ts';
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
  readonly question: AskedPage;
  readonly found: FoundRows;
  readonly columns: readonly Property[];
  readonly rowPx: number;
  /** In the address. */
  readonly block: number;
  readonly change: ChangeView;
}

export function useRecordsGrid({ question, found, columns, rowPx, block, change }: GridQuestion): RecordsGrid {
  const { nameOf } = useNames();
  const { zone } = useWorkspace();
  // Until they are counted, the table ends with those that are here.
  const reach = found.total ?? found.rows?.length ?? 0;
  const rows = useScrollSpace({ rows: reach, rowPx });
  const rowAt = useRecordRows(question, found.rows, { from: rows.drawn.first, to: rows.drawn.last });
  const asked = JSON.stringify(question);
  usePlaceInAddress(rows, { asked, page: block, isReady: found.rows !== undefined, change });
  const onOpen = useCallback(
    (place: Place) => {
      const row = rowAt(place.row);
      if (row) change({ record: row.id });
    },
    [rowAt, change],
  );
  const { columns: _, ...records } = question;
  const selection = useCellSelection({
    of: `${asked} ${columns.map(({ name }) => name).join()}`,
    rows: reach,
    columns: columns.length,
    seen: rows.seen,
    showCell: ({ row }) => rows.showRow(row),
    onOpen,
    addressOf: ({ row, column }) => {
      const property = columns[column];
      return property && addressOfNamed(property.name, rowAt(row)?.values[property.name]);
    },
    onCopy: (cells) => copyRows(cells, { question: records, columns, nameOf, zone }),
  });
  return { rows, rowAt, selection };
}

/** Where the table is scrolled to, in the address: a link and the way back open at the same rows, other records at their first. */
interface PlaceInAddress {
  /** The question, whose rows these are. */
  readonly asked: string;
  /** Blocks of rows, from 1. */
  readonly page: number;
  readonly isReady: boolean;
  readonly change: ChangeView;
}

function usePlaceInAddress(rows: RowsWindow, { asked, page, isReady, change }: PlaceInAddress): void {
  const { startAt, seen } = rows;
  const written = useRef<string>(undefined);
  const place = `${page} ${asked}`;
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
      written.current = `${now} ${asked}`;
      change({ page: now }, { replace: true });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [isReady, now, page, place, asked, change]);
}

/** Addresses may be written only so often. */
const REST_MS = 300;
