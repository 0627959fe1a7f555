/** The figures of one line: the visible ones between two empty ends, then the line's totals. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- only a part of a large grid is in the page, so it cannot be a table element */
import { Fragment } from 'react';
import type { GridColumn } from './grid-columns.ts';
import type { Cell, SharedProps } from './grid-props.ts';
import classes from './ReportGrid.module.css';

export interface GridCellsProps extends SharedProps {
  /** −1 is the head. */
  readonly row: number;
  readonly active: number | undefined;
  readonly figureOf: (column: GridColumn) => Cell;
}

export function GridCells({ id, columns, layout, span, row, active, figureOf }: GridCellsProps) {
  const shown = columns.scrolled.slice(span.from, span.to);
  const cell = (column: GridColumn, at: number, width: number) => {
    const { text, exact, tone, heat } = figureOf(column);
    return (
      <div
        key={column.id}
        id={`${id}-${row}-${at}`}
        role="gridcell"
        aria-colindex={at + 2}
        className={classes.cell}
        style={{ width }}
        data-column={at}
        data-tone={tone === 'plain' ? undefined : tone}
        data-heat={heat || undefined}
        data-open={column.isOpen || undefined}
        data-first={columns.hasLines && isFirstOfSection(columns.scrolled, column, at) ? true : undefined}
        data-active={active === at || undefined}
        data-figure={column.figure === 'value' ? undefined : column.figure}
        data-exact={exact ?? undefined}
      >
        {text}
      </div>
    );
  };
  return (
    <Fragment>
      <span role="presentation" className={classes.gap} style={{ width: span.before }} />
      {shown.map((column, index) => cell(column, span.from + index, layout.widths[span.from + index] ?? 0))}
      <span role="presentation" className={classes.gap} style={{ width: span.after }} />
      {columns.pinned.length > 0 && (
        <div role="presentation" className={classes.pinned} data-pinned={layout.isPinned || undefined}>
          {columns.pinned.map((column, index) =>
            cell(column, columns.scrolled.length + index, layout.pinnedWidths[index] ?? 0),
          )}
        </div>
      )}
    </Fragment>
  );
}

/** A thin line separates the sections of the columns. */
export function isFirstOfSection(columns: readonly GridColumn[], column: GridColumn, at: number): boolean {
  return at > 0 && at < columns.length && columns[at - 1]?.section !== column.section;
}
