/** The table of the filtered records: every row can be scrolled to, the store sorts, and totals of all records stay in sight. */
import { UnstyledButton } from '@mantine/core';
import type { SortingState } from '@tanstack/react-table';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import type { RecordRow } from '#contract/api.ts';
import type { Property } from '#domain/properties.ts';
import { MAX_SORTS, type SortOrder } from '#domain/records/sort-order.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Pending } from '#ui/components/states.tsx';
import { useWorkspace } from '#ui/data/queries.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { type Attributes, type Column, type RowOptions, Table } from '#ui/grid/Table.tsx';
import { toCellAttributes, toCellId } from '#ui/grid/use-cell-selection.ts';
import { type GridColumnsTable, pinCell, useGridColumns } from '#ui/grid/use-grid-columns.ts';
import { drawFirstRows } from '#ui/grid/use-scroll-space.ts';
import { useNames } from '#ui/names.ts';
import { useOnPaper } from '#ui/paper.tsx';
import grid from '#ui/grid/grid.module.css';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { recordsTotalsTexts } from '#texts/screens/record-columns.ts';
import { Amounts } from '#ui/components/values.tsx';
import { FigureButton } from '#ui/explain/FigureTable.tsx';
import { listTotalAmounts, formatMeasure } from '#ui/format/measured.ts';
import { rovingTabIndex } from '#ui/grid/one-stop.ts';
import tables from '#ui/components/tables.module.css';
import type { RecordsGrid } from './use-records-grid.ts';
import { measureFigure, useColumnWidths } from './column-widths.ts';
import { isRightAligned, findTotalMeasure } from './columns.ts';
import { RecordCell } from './RecordCell.tsx';
import { ROW_NUMBER, SortHeader, toSortHeaderAttributes, type SortHeaderProps } from './SortHeads.tsx';
import classes from './RecordsScreen.module.css';

const RATE = 'effective_rate';

export interface ShownTotals {
  /** Undefined while the totals are computed. */
  readonly result: ReportResult | undefined;
  readonly isStale: boolean;
  readonly isIncomplete: boolean;
}

export interface TotalsRowProps {
  readonly columns: readonly Property[];
  /** Undefined until the records are counted. */
  readonly total: number | undefined;
  readonly totals: ShownTotals;
  readonly table: GridColumnsTable;
  readonly onExplain: (measure: string) => void;
}

export function TotalsRow({ columns, total, totals, table, onExplain }: TotalsRowProps) {
  const { isStale, isIncomplete } = totals;
  const firstTotal = columns.findIndex((property) => findTotalMeasure(property) !== undefined);
  const pinned = table.getStartLeafColumns().length - 1;
  // The label spans only pinned columns, so that it does not cover those that scroll beneath it.
  const before = firstTotal < 0 ? columns.length : firstTotal;
  const labelled = pinned > 0 ? Math.min(before, pinned) : before;
  return (
    <tfoot {...rovingTabIndex} data-old={isStale || undefined} aria-busy={isStale}>
      <tr data-testid="records-totals">
        <th scope="row" colSpan={labelled + 1} {...pinCell(table.getColumn(ROW_NUMBER))}>
          {total === undefined ? uiTexts.loading : totalsLabel(total, isIncomplete)}
        </th>
        {columns.slice(labelled).map((property) => (
          <Total key={property.name} table={table} property={property} totals={totals.result} onExplain={onExplain} />
        ))}
      </tr>
    </tfoot>
  );
}

function totalsLabel(total: number, isIncomplete: boolean): string {
  const texts = uiTexts.recordsScreen;
  if (isIncomplete) return texts.allSoFar(count(total));
  return total === 1 ? texts.allOne : texts.all(count(total));
}

interface TotalProps extends Pick<TotalsRowProps, 'table' | 'onExplain'> {
  readonly property: Property;
  readonly totals: ReportResult | undefined;
}

function Total({ table, property, totals, onExplain }: TotalProps) {
  const printing = usePrintSettings();
  const measure = findTotalMeasure(property);
  const value = measure === undefined ? undefined : totals?.totals[measure];
  const amounts = measure === undefined || !totals ? [] : listTotalAmounts(measure, totals, printing);
  return (
    <td
      {...pinCell(table.getColumn(property.name))}
      className={isRightAligned(property) ? tables.number : undefined}
      title={findFormula(measure)}
      data-property={property.name}
      data-value={value ?? ''}
    >
      {measure !== undefined &&
        (totals ? (
          <span className={classes.total}>
            <FigureButton label={recordsTotalsTexts.explain(property.label)} onExplain={() => onExplain(measure)}>
              {amounts.length > 0 ? <Amounts amounts={amounts} /> : formatMeasure(measure, value, printing)}
            </FigureButton>
            {measure === RATE && <small className="unit">{uiTexts.recordsScreen.effective}</small>}
          </span>
        ) : (
          <Pending width="56px" />
        ))}
    </td>
  );
}

/** @returns the measure's formula for the tooltip, which for a rate adds that it is no sum of rates */
function findFormula(measure: string | undefined): string | undefined {
  const formula = measure === undefined ? undefined : findMeasure(measure)?.formula;
  return measure === RATE && formula !== undefined ? uiTexts.recordsScreen.effectiveDetail(formula) : formula;
}

export interface ShownRecords {
  /** The first rows; undefined while they are loaded. */
  readonly sample: readonly RecordRow[] | undefined;
  /** The number of all filtered records; undefined until they are counted. */
  readonly total: number | undefined;
  readonly isStale: boolean;
}

/** Until the records are counted, row numbers get room for this many, so that no column moves afterwards. */
const UNCOUNTED = 999_999;

export interface RecordsTableProps {
  readonly columns: readonly Property[];
  readonly records: ShownRecords;
  readonly grid: RecordsGrid;
  readonly rowPx: number;
  readonly totals: ShownTotals;
  readonly headers: Pick<SortHeaderProps, 'layout' | 'onLayout'> & {
    readonly sort: readonly SortOrder[];
    readonly onSort: (sort: readonly SortOrder[]) => void;
  };
  readonly onExplain: TotalsRowProps['onExplain'];
}

export function RecordsTable({ columns, records, grid: view, rowPx, totals, headers, onExplain }: RecordsTableProps) {
  const { sample, total, isStale } = records;
  const { rows, rowAt, selection } = view;
  const { zone } = useWorkspace();
  const { nameOf } = useNames();
  const printing = usePrintSettings();
  const settings = useMemo(() => ({ ...printing, zone }), [printing, zone]);
  const onPaper = useOnPaper();
  const drawn = onPaper ? drawFirstRows(sample?.length ?? 0) : rows.drawn;
  const drawnRows = Array.from({ length: Math.max(0, drawn.last - drawn.first + 1) }, (_, index) =>
    rowAt(drawn.first + index),
  );
  const numberWidth = measureFigure(count(total ?? UNCOUNTED)) + 30;
  const widths = useColumnWidths({
    columns,
    sample,
    drawn: drawnRows.filter((row) => row !== undefined),
    totals: totals.result,
    settings,
    nameOf,
    room: rows.room,
    numberWidth,
    dragged: headers.layout.widths,
  });
  const { sort, onSort, layout, onLayout } = headers;
  const table = useGridColumns({
    columns: useMemo(
      () => [
        { id: ROW_NUMBER, width: numberWidth, isSortable: false, isDescendingFirst: false },
        ...columns.map(({ name, type }, index) => ({
          id: name,
          width: widths[index] ?? 0,
          isSortable: true,
          isDescendingFirst: type === 'number' || type === 'datetime' || type === 'date',
        })),
      ],
      [numberWidth, columns, widths],
    ),
    pinned: useMemo(() => {
      const pinned = columns.map(({ name }) => name).filter((name) => layout.pinned.includes(name));
      // The row numbers stay in sight together with pinned columns.
      return { start: pinned.length > 0 ? [ROW_NUMBER, ...pinned] : [], end: [] };
    }, [columns, layout.pinned]),
    sorting: useMemo(
      () => sort.map(({ propertyName, direction }) => ({ id: propertyName, desc: direction === 'DESCENDING' })),
      [sort],
    ),
    onSorting: (sorting) => onSort(toSortOrders(sorting)),
    maxSorts: MAX_SORTS,
  });
  const cells = useMemo<Column<RecordRow | undefined>[]>(
    () => [
      {
        id: ROW_NUMBER,
        header: uiTexts.recordsScreen.number,
        width: numberWidth,
        isNumber: true,
        headerAttributes: () => pinCell(table.getColumn(ROW_NUMBER)),
        renderCell: (row, index) => <RowNumber row={row} index={index} />,
        attributes: cellAttributes(-1, pinCell(table.getColumn(ROW_NUMBER))),
      },
      ...columns.map((property, index) => ({
        id: property.name,
        width: widths[index] ?? 0,
        isNumber: isRightAligned(property),
        className: isRightAligned(property) ? undefined : classes.cell,
        header: <SortHeader {...{ property, table, layout, onLayout }} />,
        headerAttributes: () => toSortHeaderAttributes(property, table),
        renderCell: (row: RecordRow | undefined) =>
          row ? <RecordCell {...{ property, row, settings, nameOf }} /> : <Pending width="60%" />,
        attributes: cellAttributes(index, pinCell(table.getColumn(property.name))),
      })),
    ],
    [columns, settings, nameOf, numberWidth, widths, table, layout, onLayout],
  );
  const isSlow = useIsSlow(sample === undefined);
  const { active } = selection;
  // The active cell may be out of sight, as after Ctrl+A, and is then not in the page.
  const isActiveDrawn = active && active.row >= drawn.first && active.row <= drawn.last;
  return (
    <div
      {...rows.box}
      className={`${grid.scroll} ${grid.edge} ${classes.scroll}`}
      data-old={isStale || undefined}
      aria-busy={isStale || sample === undefined}
    >
      <Table
        columns={cells}
        rows={isSlow && sample === undefined ? undefined : drawnRows}
        pendingRows={20}
        row={rowOptions}
        drawn={{ ...drawn, markRow: selection.markRow }}
        caption={uiTexts.recordsScreen.keys}
        headers={rovingTabIndex}
        foot={<TotalsRow columns={columns} total={total} totals={totals} table={table} onExplain={onExplain} />}
        // Arrows walk the cells, which makes the table a grid.
        role="grid"
        className={classes.table}
        style={{ width: table.getTotalSize(), ...rowHeight(rowPx) }}
        data-testid="records-table"
        tabIndex={0}
        aria-label={uiTexts.recordsScreen.table}
        aria-rowcount={total === undefined ? -1 : total + 2}
        aria-multiselectable
        aria-activedescendant={isActiveDrawn ? toCellId(active.row, active.column) : undefined}
        {...selection.handlers}
      />
    </div>
  );
}

function RowNumber({ row, index }: { readonly row: RecordRow | undefined; readonly index: number }) {
  return (
    <UnstyledButton className={classes.number} tabIndex={-1}>
      {count(index + 1)}
      <span className="visually-hidden">
        {uiTexts.recordsScreen.details} {row?.id}
      </span>
    </UnstyledButton>
  );
}

const rowOptions: RowOptions<RecordRow | undefined> = {
  attributes: (row, index) => ({ 'data-row': index, 'data-record': row?.id, 'aria-rowindex': index + 2 }),
};

function cellAttributes(column: number, pin: Attributes) {
  return (_: unknown, index: number, mark: string | undefined): Attributes => ({
    id: toCellId(index, column),
    'data-column': column,
    ...pin,
    ...toCellAttributes(mark, column),
  });
}

function toSortOrders(sorting: SortingState): SortOrder[] {
  return sorting.map(({ id, desc }) => ({ propertyName: id, direction: desc ? 'DESCENDING' : 'ASCENDING' }));
}

/** All rows have this height, from which their positions are computed. */
function rowHeight(px: number): CSSProperties {
  const variables: Readonly<Record<`--${string}`, string>> = { '--row-px': `${px}px` };
  return variables;
}

const SLOW_MS = 200;

/** Whether loading takes long enough for placeholders, which take longer to draw than a quick answer does to arrive. */
function useIsSlow(isLoading: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(isLoading), isLoading ? SLOW_MS : 0);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isSlow;
}
