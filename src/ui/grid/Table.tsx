/** The shared table: columns as data, rows as data or as children, details below a row, totals, and placeholders while it loads. */
import { Fragment, memo, type ComponentPropsWithRef, type HTMLAttributes, type ReactNode } from 'react';
import { PendingRows } from '../components/states.tsx';
import type { DrawnRows } from './use-scroll-space.ts';
import tables from '../components/tables.module.css';
import classes from './grid.module.css';

export type Attributes = HTMLAttributes<HTMLElement> & { readonly [name: `data-${string}`]: unknown };

export interface Column<Row> {
  /** Also the header if the column has no other. */
  readonly id: string;
  readonly header?: ReactNode;
  /** True if only screen readers read the header. */
  readonly isHeaderHidden?: boolean;
  /** True if the cells are figures, which are aligned right. */
  readonly isNumber?: boolean | undefined;
  /** True if the cells name their rows. */
  readonly isRowHeader?: boolean;
  readonly className?: string | undefined;
  /** In pixels; widths of columns determine the layout of the table. */
  readonly width?: number;
  /** @param mark the mark of the header row in a windowed table */
  headerAttributes?(mark: string | undefined): Attributes;
  /** Without this function the attributes contain the content. */
  renderCell?(row: Row, index: number): ReactNode;
  attributes?(row: Row, index: number, mark: string | undefined): Attributes;
}

/** A method type, so that a function for rows of one kind can be passed to a table of any rows. */
type RowAttributes<Row> = { of(row: Row, index: number): Attributes }['of'];

export interface RowOptions<Row> {
  readonly toKey?: (row: Row, index: number) => string | number;
  readonly attributes?: RowAttributes<Row>;
  /** Renders the content below a row, as wide as the table. */
  readonly renderBelow?: (row: Row) => ReactNode;
}

export interface TableProps<Row> extends ComponentPropsWithRef<'table'> {
  /** A text is a column with that header, whose cells are children. */
  readonly columns: readonly (Column<Row> | string)[];
  /** In a windowed table only the drawn rows. Without rows the children are drawn, and without children placeholders. */
  readonly rows?: readonly Row[] | undefined;
  readonly row?: RowOptions<Row>;
  readonly pendingRows?: number;
  /** `markRow` returns what a row shows apart from its content, so that a row is redrawn only when either has changed. */
  readonly drawn?: DrawnRows & { readonly markRow?: (index: number) => string | undefined };
  readonly caption?: string;
  /** Attributes of the headers; null for a table without headers. */
  readonly headers?: HTMLAttributes<HTMLElement> | null;
  /** Elements, or rows of the same columns. */
  readonly foot?: ReactNode | TotalRows<Row>;
}

/** Rows that stay visible below all others. */
interface TotalRows<Row> {
  readonly rows: readonly Row[];
  /** In a windowed table the number of all other rows. */
  readonly firstIndex?: number;
}

function isTotalRows<Row>(foot: ReactNode | TotalRows<Row>): foot is TotalRows<Row> {
  return typeof foot === 'object' && foot !== null && 'rows' in foot;
}

export function Table<Row>({
  columns,
  rows,
  row: { toKey = (_: Row, index: number) => index, attributes: rowAttributes = noAttributes, renderBelow } = {},
  pendingRows = 8,
  drawn,
  caption,
  headers = {},
  foot,
  className,
  children,
  ...attributes
}: TableProps<Row>) {
  return (
    <table {...attributes} className={joinNames(tables.table, className)}>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      <Widths columns={columns} />
      {headers && (
        <thead {...headers}>
          <Headers columns={columns} isWindowed={drawn !== undefined} mark={drawn?.markRow?.(HEADER_ROW)} />
        </thead>
      )}
      <tbody>
        <Spacer height={drawn?.above} />
        {rows
          ? rows.map((row, at) => {
              const index = (drawn?.first ?? 0) + at;
              const detail = renderBelow?.(row);
              return (
                <Fragment key={toKey(row, index)}>
                  <TableRow {...{ columns, row, index, rowAttributes }} mark={drawn?.markRow?.(index)} />
                  {detail !== undefined && (
                    <tr className={classes.below}>
                      <td colSpan={columns.length}>{detail}</td>
                    </tr>
                  )}
                </Fragment>
              );
            })
          : (children ?? <PendingRows rows={pendingRows} columns={columns.length} />)}
        <Spacer height={drawn?.below} />
      </tbody>
      {isTotalRows(foot) ? (
        <tfoot>
          {foot.rows.map((row, at) => {
            const index = (foot.firstIndex ?? rows?.length ?? 0) + at;
            return (
              <TableRow
                key={toKey(row, index)}
                {...{ columns, row, index, rowAttributes }}
                mark={drawn?.markRow?.(index)}
              />
            );
          })}
        </tfoot>
      ) : (
        foot
      )}
    </table>
  );
}

function Widths({ columns }: Pick<TableProps<unknown>, 'columns'>) {
  const described = columns.map(describeColumn);
  if (described.every(({ width }) => width === undefined)) return null;
  return (
    <colgroup>
      {described.map(({ id, width }) => (
        <col key={id} style={{ width }} />
      ))}
    </colgroup>
  );
}

interface HeadersProps extends Pick<TableProps<unknown>, 'columns'> {
  readonly isWindowed: boolean;
  readonly mark: string | undefined;
}

function Headers({ columns, isWindowed, mark }: HeadersProps) {
  return (
    <tr {...(isWindowed && { 'aria-rowindex': 1, 'data-row': HEADER_ROW })}>
      {columns.map((column) => {
        const described = describeColumn(column);
        const { id, header = id, isHeaderHidden, isNumber } = described;
        const attributes = described.headerAttributes?.(mark);
        return (
          <th key={id} scope="col" className={isNumber ? tables.number : undefined} {...attributes}>
            {isHeaderHidden ? <span className="visually-hidden">{header}</span> : header}
          </th>
        );
      })}
    </tr>
  );
}

/** The header's index among the rows that the keyboard can reach. */
const HEADER_ROW = -1;

function describeColumn(column: Column<unknown> | string): Column<unknown> {
  return typeof column === 'string' ? { id: column } : column;
}

interface TableRowProps extends Pick<TableProps<unknown>, 'columns'> {
  readonly row: unknown;
  readonly index: number;
  readonly mark: string | undefined;
  readonly rowAttributes: RowAttributes<unknown>;
}

const noAttributes = (): Attributes => ({});

const TableRow = memo(function TableRow({ columns, row, index, mark, rowAttributes }: TableRowProps) {
  return (
    <tr {...rowAttributes(row, index)}>
      {columns.map((column) => {
        if (typeof column === 'string') return null;
        const Cell = column.isRowHeader ? 'th' : 'td';
        const attributes = column.attributes?.(row, index, mark);
        return (
          <Cell
            key={column.id}
            scope={column.isRowHeader ? 'row' : undefined}
            className={joinNames(column.isNumber && tables.number, column.className) || undefined}
            {...attributes}
          >
            {column.renderCell ? column.renderCell(row, index) : attributes?.children}
          </Cell>
        );
      })}
    </tr>
  );
});

const joinNames = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ');

/** Fills the space of the rows that are not drawn. */
function Spacer({ height = 0 }: { readonly height: number | undefined }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}
