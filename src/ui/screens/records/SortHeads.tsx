/** The heads of the records table: a click sorts by a column, with Shift by it within the order there is. */
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { RecordRow } from '#contract/api.ts';
import type { Property } from '#domain/properties.ts';
import { MOST_SORTS, type SortOrder } from '#domain/records/sort-order.ts';
import { recordsColumnsTexts } from '#texts/screens/records/columns.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { KEY_STEP, limitWidth, ResizeHandle } from '#ui/grid/ResizeHandle.tsx';
import type { ChangeLayout, TableLayout } from './use-table-layout.ts';
import { pinAt, type PinnedEdges, isRightAligned } from './columns.ts';
import tables from '#ui/components/tables.module.css';
import classes from './RecordsScreen.module.css';

const features = tableFeatures({ rowSortingFeature });
const helper = createColumnHelper<typeof features, RecordRow>();
const noRows: RecordRow[] = [];

export interface SortHeadsProps {
  readonly columns: readonly Property[];
  readonly sort: readonly SortOrder[];
  readonly onSort: (sort: readonly SortOrder[]) => void;
  readonly widths: readonly number[];
  readonly edges: PinnedEdges;
  readonly layout: TableLayout;
  readonly onLayout: ChangeLayout;
}

export function SortHeads(props: SortHeadsProps) {
  const { columns, sort, onSort, widths, edges, layout, onLayout } = props;
  const resize = (name: string, width: number | undefined, isDrawn = false) => {
    const { [name]: _, ...others } = layout.widths;
    onLayout({ widths: width === undefined ? others : { ...others, [name]: width } }, isDrawn);
  };
  const sorting = useMemo<SortingState>(
    () => sort.map(({ propertyName, direction }) => ({ id: propertyName, desc: direction === 'DESCENDING' })),
    [sort],
  );
  const table = useTable({
    features,
    columns: useMemo(() => columns.map(toColumn), [columns]),
    data: noRows,
    manualSorting: true,
    maxMultiSortColCount: MOST_SORTS,
    state: { sorting },
    onSortingChange: (next) => onSort(toSorts(typeof next === 'function' ? next(sorting) : next)),
  });
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={tables.number} {...pinAt(edges[0])}>
          {uiTexts.recordsScreen.number}
        </th>
        {table.getFlatHeaders().map(({ column }, at) => {
          const property = columns[at];
          if (!property) return null;
          const sorted = column.getIsSorted();
          const place = sort.length > 1 && sorted !== false ? column.getSortIndex() + 1 : undefined;
          return (
            <th
              key={column.id}
              scope="col"
              {...pinAt(edges[at + 1])}
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
                  resize(column.id, limitWidth((widths[at] ?? 0) + step));
                }}
              >
                <span className={classes.headText}>{uiTexts.recordsScreen.heads[property.name] ?? property.label}</span>
                {sorted === 'asc' && <IconArrowUp size={12} aria-hidden />}
                {sorted === 'desc' && <IconArrowDown size={12} aria-hidden />}
              </UnstyledButton>
              {place !== undefined && <small className={classes.place}>{place}</small>}
              <ResizeHandle
                label={property.label}
                width={widths[at] ?? 0}
                onResize={(width, isDrawn) => resize(column.id, width, isDrawn)}
              />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function toColumn(property: Property) {
  return helper.accessor((row): unknown => row.values[property.name], {
    id: property.name,
    sortDescFirst: property.type === 'number' || property.type === 'datetime' || property.type === 'date',
  });
}

function toSorts(sorting: SortingState): SortOrder[] {
  return sorting.map(({ id, desc }) => ({ propertyName: id, direction: desc ? 'DESCENDING' : 'ASCENDING' }));
}
