/** The records as a table: sorted and paged by the store, totals of the entire filtered set in sight, navigated by keyboard. */
import { useMemo } from 'react';
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  createColumnHelper,
  FlexRender,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type SortingState,
} from '@tanstack/react-table';
import type { RecordRow } from '../../../../contract/api.ts';
import { type Property } from '../../../../domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { PendingRows } from '../../../components/states/PendingRows.tsx';
import { useWorkspace } from '../../../data/open-workspace.ts';
import { count } from '../../../format/figures.ts';
import { usePrinting } from '../../../format/use-printing.ts';
import type { CellSettings } from '../../../format/values.ts';
import { useNames } from '../../../names.ts';
import { isRightAligned } from './columns.ts';
import { RecordCell } from './RecordCell.tsx';
import { TotalsRow, type ShownTotals, type TotalsRowProps } from './TotalsRow.tsx';
import { walkRows } from './walk-rows.ts';
import type { SortOrder } from '../../../../domain/records/sort-order.ts';
import { propertyNames } from '../../../../domain/property-names.ts';
import tables from '../../../components/values/tables.module.css';
import classes from '../RecordsScreen.module.css';

const features = tableFeatures({ rowSortingFeature, rowPaginationFeature });
const helper = createColumnHelper<typeof features, RecordRow>();
const TITLE = propertyNames.title;
const noRows: RecordRow[] = [];

/** The rows of one page, and where they stand among all. */
export interface ShownPage {
  /** Undefined while loading. */
  readonly rows: RecordRow[] | undefined;
  /** Of all pages. */
  readonly total: number;
  /** Of the first row, counted from 1. */
  readonly firstNumber: number;
  /** The rows belong to the previous question. */
  readonly isOld: boolean;
}

export interface RecordsTableProps {
  readonly columns: readonly Property[];
  readonly page: ShownPage;
  readonly totals: ShownTotals;
  readonly sort: SortOrder;
  readonly onSort: (sort: SortOrder | undefined) => void;
  readonly onOpen: (id: string) => void;
  readonly onTurn: (step: 1 | -1) => void;
  readonly onExplain: TotalsRowProps['onExplain'];
}

export function RecordsTable(props: RecordsTableProps) {
  const { columns: shown, page, totals, sort, onSort, onOpen, onTurn, onExplain } = props;
  const { rows, total, firstNumber, isOld } = page;
  const { zone } = useWorkspace();
  const { nameOf, directory } = useNames();
  const printing = usePrinting();
  const columns = useMemo(
    () => shown.map((property) => toColumn(property, { ...printing, zone }, { nameOf, directory })),
    [shown, printing, zone, nameOf, directory],
  );
  const sorting = useMemo<SortingState>(
    () => [{ id: sort.propertyName, desc: sort.direction === 'DESCENDING' }],
    [sort],
  );
  const table = useTable({
    features,
    columns,
    data: rows ?? noRows,
    getRowId: ({ id }) => id,
    manualSorting: true,
    manualPagination: true,
    rowCount: total,
    state: { sorting },
    onSortingChange: (next) => onSort(toSort(typeof next === 'function' ? next(sorting) : next)),
  });
  const properties = new Map(shown.map((property) => [property.name, property]));
  return (
    <div className={classes.scroll} data-old={isOld || undefined} aria-busy={isOld || rows === undefined}>
      <table className={`${tables.table} ${classes.table}`} data-testid="records-table">
        <caption className="visually-hidden">{uiTexts.recordsScreen.keys}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              <th scope="col" className={tables.number}>
                {uiTexts.recordsScreen.number}
              </th>
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted();
                const property = properties.get(header.column.id);
                return (
                  <th
                    key={header.id}
                    scope="col"
                    className={property && isRightAligned(property) ? tables.number : undefined}
                    title={property?.label}
                    aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
                  >
                    <UnstyledButton
                      className={classes.head}
                      data-sorted={sorted || undefined}
                      aria-label={uiTexts.recordsScreen.sortBy(property?.label ?? '')}
                      onClick={header.column.getToggleSortingHandler()}
                    >
                      <FlexRender header={header} />
                      {sorted === 'asc' && <IconArrowUp size={12} aria-hidden />}
                      {sorted === 'desc' && <IconArrowDown size={12} aria-hidden />}
                    </UnstyledButton>
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows === undefined && <PendingRows rows={24} columns={shown.length + 1} />}
          {table.getRowModel().rows.map((row, index) => (
            <tr key={row.id} onClick={() => onOpen(row.id)} data-record={row.id}>
              <td className={tables.number}>
                <UnstyledButton
                  className={classes.number}
                  data-row={index}
                  tabIndex={index === 0 ? 0 : -1}
                  onKeyDown={(event) => walkRows(event, onTurn)}
                >
                  {count(firstNumber + index)}
                  <span className="visually-hidden">
                    {uiTexts.recordsScreen.details} {row.id}
                  </span>
                </UnstyledButton>
              </td>
              {row.getAllCells().map((cell) => {
                const property = properties.get(cell.column.id);
                return (
                  <td key={cell.id} className={cellClass(property)}>
                    <FlexRender cell={cell} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <TotalsRow columns={shown} total={total} totals={totals} isPending={rows === undefined} onExplain={onExplain} />
      </table>
    </div>
  );
}

function toColumn(property: Property, settings: CellSettings, names: ReturnType<typeof useNames>) {
  return helper.accessor((row): unknown => row.values[property.name], {
    id: property.name,
    header: uiTexts.recordsScreen.heads[property.name] ?? property.label,
    sortDescFirst: property.type === 'number' || property.type === 'datetime' || property.type === 'date',
    cell: ({ row }) => <RecordCell property={property} row={row.original} settings={settings} {...names} />,
  });
}

/** The title takes the remaining width; every other text is wide enough to be told apart. */
function cellClass(property: Property | undefined): string | undefined {
  if (!property) return undefined;
  if (isRightAligned(property)) return tables.number;
  return property.name === TITLE ? classes.rest : undefined;
}

function toSort(sorting: SortingState): SortOrder | undefined {
  const [first] = sorting;
  return first && { propertyName: first.id, direction: first.desc ? 'DESCENDING' : 'ASCENDING' };
}
