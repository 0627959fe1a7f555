/** A header of the records table: a click sorts by a column, Shift and a click within the current order. */
import { UnstyledButton } from '@mantine/core';
import type { Property } from '#domain/properties.ts';
import { recordsColumnsTexts } from '#texts/screens/record-columns.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { ResizeHandle, resizeByKey, SortArrow, toAriaSort } from '#ui/grid/ColumnHeader.tsx';
import type { Attributes } from '#ui/grid/Table.tsx';
import { pinCell, type GridColumnsTable } from '#ui/grid/use-grid-columns.ts';
import type { ChangeLayout, TableLayout } from './use-table-layout.ts';
import classes from './RecordsScreen.module.css';

export const ROW_NUMBER = 'number';

export interface SortHeaderProps {
  readonly property: Property;
  readonly table: GridColumnsTable;
  readonly layout: TableLayout;
  readonly onLayout: ChangeLayout;
}

export function SortHeader({ property, table, layout, onLayout }: SortHeaderProps) {
  const column = table.getColumn(property.name);
  if (!column) return null;
  const sorted = column.getIsSorted();
  const resize = (width: number | undefined, isPreview = false) => {
    const { [property.name]: _, ...others } = layout.widths;
    onLayout({ widths: width === undefined ? others : { ...others, [property.name]: width } }, isPreview);
  };
  return (
    <>
      <UnstyledButton
        className={classes.head}
        data-sorted={sorted || undefined}
        aria-label={uiTexts.recordsScreen.sortBy(property.label)}
        onClick={column.getToggleSortingHandler()}
        onKeyDown={(event) => {
          const width = resizeByKey(event, column.getSize());
          if (width === undefined) return;
          event.preventDefault();
          resize(width);
        }}
      >
        <span className={classes.headText}>{uiTexts.recordsScreen.heads[property.name] ?? property.label}</span>
        <SortArrow sorted={sorted} />
      </UnstyledButton>
      {table.state.sorting.length > 1 && sorted !== false && (
        <small className={classes.place}>{column.getSortIndex() + 1}</small>
      )}
      <ResizeHandle label={property.label} width={column.getSize()} onResize={resize} />
    </>
  );
}

export function toSortHeaderAttributes({ label, name }: Property, table: GridColumnsTable): Attributes {
  const column = table.getColumn(name);
  return {
    ...pinCell(column),
    title: recordsColumnsTexts.headDetail(label),
    'aria-sort': toAriaSort(column?.getIsSorted()),
  };
}
