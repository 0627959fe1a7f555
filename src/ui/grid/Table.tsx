/** The one table: its columns as data, its rows as data or written out, what stands below a row, its foot, and placeholders while it loads. */
import { Fragment, memo, type HTMLAttributes, type ReactNode, type TableHTMLAttributes } from 'react';
import { PendingRows } from '../components/states.tsx';
import type { DrawnRows } from './use-scroll-space.ts';
import tables from '../components/tables.module.css';
import classes from './grid.module.css';

export type Attributes = HTMLAttributes<HTMLElement> & { readonly [name: `data-${string}`]: unknown };

export interface Column<Row> {
  /** Its head, too, where no other is given. */
  readonly id: string;
  readonly head?: ReactNode;
  /** Only screen readers read it. */
  readonly isHeadHidden?: boolean;
  /** Figures are set to the right. */
  readonly isNumber?: boolean | undefined;
  /** Its cells name their rows. */
  readonly isRowHead?: boolean;
  /** Of its cells. */
  readonly className?: string | undefined;
  renderCell?(row: Row, index: number): ReactNode;
  /** @param mark what the table says of the row */
  attributes?(row: Row, index: number, mark: string | undefined): Attributes;
}

/** The type of a method: what takes rows of one kind may be called with rows. */
type RowAttributes<Row> = { of(row: Row, index: number): Attributes }['of'];

/** How a row is drawn beside its cells. */
export interface RowOptions<Row> {
  readonly toKey?: (row: Row, index: number) => string | number;
  readonly attributes?: RowAttributes<Row>;
  /** What stands below a row, as wide as the table. */
  readonly renderBelow?: (row: Row) => ReactNode;
}

export interface TableProps<Row> extends TableHTMLAttributes<HTMLTableElement> {
  /** A text is the head of a column of texts. */
  readonly columns: readonly (Column<Row> | string)[];
  /** Without them the children are the rows, and both are missing while they are loaded; of a windowed table those that are drawn. */
  readonly rows?: readonly Row[] | undefined;
  readonly row?: RowOptions<Row>;
  readonly pendingRows?: number;
  /** What a row shows beside its content is its mark: it is drawn again only where either has changed. */
  readonly drawn?: DrawnRows & { readonly markOf?: (index: number) => string | undefined };
  readonly caption?: string;
  /** Heads that do more than name their columns. */
  readonly heads?: ReactNode;
  readonly foot?: ReactNode;
}

export function Table<Row>({
  columns,
  rows,
  row: { toKey = (_: Row, index: number) => index, attributes: rowAttributes = noAttributes, renderBelow } = {},
  pendingRows = 8,
  drawn,
  caption,
  heads = <Heads columns={columns} />,
  foot,
  className,
  children,
  ...attributes
}: TableProps<Row>) {
  return (
    <table {...attributes} className={joinNames(tables.table, className)}>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      {heads}
      <tbody>
        <Gap height={drawn?.above} />
        {rows
          ? rows.map((row, at) => {
              const index = (drawn?.first ?? 0) + at;
              const detail = renderBelow?.(row);
              return (
                <Fragment key={toKey(row, index)}>
                  <TableRow {...{ columns, row, index, rowAttributes }} mark={drawn?.markOf?.(index)} />
                  {detail !== undefined && (
                    <tr className={classes.below}>
                      <td colSpan={columns.length}>{detail}</td>
                    </tr>
                  )}
                </Fragment>
              );
            })
          : (children ?? <PendingRows rows={pendingRows} columns={columns.length} />)}
        <Gap height={drawn?.below} />
      </tbody>
      {foot}
    </table>
  );
}

function Heads({ columns }: Pick<TableProps<unknown>, 'columns'>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { id, head = id, isHeadHidden, isNumber } = describeColumn(column);
          return (
            <th key={id} scope="col" className={isNumber ? tables.number : undefined}>
              {isHeadHidden ? <span className="visually-hidden">{head}</span> : head}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

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
        const Cell = column.isRowHead ? 'th' : 'td';
        return (
          <Cell
            key={column.id}
            scope={column.isRowHead ? 'row' : undefined}
            className={joinNames(column.isNumber && tables.number, column.className) || undefined}
            {...column.attributes?.(row, index, mark)}
          >
            {column.renderCell?.(row, index)}
          </Cell>
        );
      })}
    </tr>
  );
});

const joinNames = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ');

/** Stands for rows that are not drawn. */
function Gap({ height = 0 }: { readonly height: number | undefined }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}
