/** The headers of the records table: a click sorts by a column, Shift and a click within the current order. */
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Property } from '#domain/properties.ts';
import { recordsColumnsTexts } from '#texts/screens/record-columns.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { KEY_STEP, limitWidth, ResizeHandle } from '#ui/grid/ResizeHandle.tsx';
import { rovingTabIndex } from '#ui/grid/one-stop.ts';
import { pinCell, type GridColumnsTable } from '#ui/grid/use-grid-columns.ts';
import type { ChangeLayout, TableLayout } from './use-table-layout.ts';
import { isRightAligned } from './columns.ts';
import tables from '#ui/components/tables.module.css';
import classes from './RecordsScreen.module.css';

export const ROW_NUMBER = 'number';

export interface SortHeadersProps {
  readonly columns: readonly Property[];
  readonly table: GridColumnsTable;
  readonly layout: TableLayout;
  readonly onLayout: ChangeLayout;
}

export function SortHeaders({ columns, table, layout, onLayout }: SortHeadersProps) {
  const hasMultipleSorts = table.state.sorting.length > 1;
  const resize = (name: string, width: number | undefined, isPreview = false) => {
    const { [name]: _, ...others } = layout.widths;
    onLayout({ widths: width === undefined ? others : { ...others, [name]: width } }, isPreview);
  };
  return (
    <thead {...rovingTabIndex}>
      <tr aria-rowindex={1}>
        <th scope="col" className={tables.number} {...pinCell(table.getColumn(ROW_NUMBER))}>
          {uiTexts.recordsScreen.number}
        </th>
        {columns.map((property) => {
          const column = table.getColumn(property.name);
          if (!column) return null;
          const sorted = column.getIsSorted();
          const sortPosition = hasMultipleSorts && sorted !== false ? column.getSortIndex() + 1 : undefined;
          return (
            <th
              key={column.id}
              scope="col"
              {...pinCell(column)}
              className={isRightAligned(property) ? tables.number : undefined}
              title={recordsColumnsTexts.headDetail(property.label)}
              aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
            >
              <UnstyledButton
                className={classes.head}
                data-sorted={sorted || undefined}
                aria-label={uiTexts.recordsScreen.sortBy(property.label)}
                onClick={column.getToggleSortingHandler()}
                onKeyDown={(event) => {
                  const step =
                    event.key === 'ArrowLeft' ? -KEY_STEP : event.key === 'ArrowRight' ? KEY_STEP : undefined;
                  if (!event.altKey || step === undefined) return;
                  event.preventDefault();
                  resize(column.id, limitWidth(column.getSize() + step));
                }}
              >
                <span className={classes.headText}>{uiTexts.recordsScreen.heads[property.name] ?? property.label}</span>
                {sorted === 'asc' && <IconArrowUp size={12} aria-hidden />}
                {sorted === 'desc' && <IconArrowDown size={12} aria-hidden />}
              </UnstyledButton>
              {sortPosition !== undefined && <small className={classes.place}>{sortPosition}</small>}
              <ResizeHandle
                label={property.label}
                width={column.getSize()}
                onResize={(width, isPreview) => resize(column.id, width, isPreview)}
              />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
