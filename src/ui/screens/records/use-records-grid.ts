/** What the table of records is drawn from: the rows in view, what is selected, and where it is scrolled to. */
import { useCallback } from 'react';
import type { Property } from '../../../domain/properties.ts';
import { useWorkspace } from '../../data/open-workspace.ts';
import { useNames } from '../../names.ts';
import type { ChangeView } from '../../routing/view.ts';
import { usePlaceInAddress } from './rows/use-place-in-address.ts';
import { useRecordRows, type RecordAt } from './rows/use-record-rows.ts';
import { useScrollSpace, type RowsWindow } from './rows/use-scroll-space.ts';
import { copyRows } from './selection/copy-rows.ts';
import { useCellSelection, type CellSelection } from './selection/use-cell-selection.ts';
import type { AskedPage, FoundRows } from './use-records.ts';

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
    (index: number) => {
      const row = rowAt(index);
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
    showRow: rows.showRow,
    onOpen,
    onCopy: (cells) => copyRows(cells, { question: records, columns, nameOf, zone }),
  });
  return { rows, rowAt, selection };
}
