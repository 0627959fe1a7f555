/** The head of a report's table: what the rows are, the sections of the columns, and the columns that sort the rows. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- only a part of a large grid is in the page, so it cannot be a table element */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { GridColumn } from './grid-columns.ts';
import { ResizeHandle } from '../../../records/columns/ResizeHandle.tsx';
import { NAMES } from './grid-layout.ts';
import { isFirstOfSection } from './GridCells.tsx';
import { GridSections, sectionText } from './GridSections.tsx';
import { isOrderable, isOrderedBy, type ReportGridProps, type SharedProps } from './grid-props.ts';
import classes from './ReportGrid.module.css';

interface GridHeadProps extends SharedProps, Pick<ReportGridProps, 'rowsTitle' | 'order'> {
  readonly height: number;
  readonly onResize: ReportGridProps['actions']['resize'];
  readonly active: number | undefined;
}

export function GridHead({ id, columns, layout, span, rowsTitle, order, height, onResize, active }: GridHeadProps) {
  const shown = columns.scrolled.slice(span.from, span.to);
  const head = (column: GridColumn, at: number, width: number, above: string) => {
    const isSorted = isOrderedBy(order, column);
    const Arrow = order?.direction === 'ascending' ? IconArrowUp : IconArrowDown;
    const section = columns.sections.get(column.section);
    return (
      <div
        key={column.id}
        id={`${id}--1-${at}`}
        role="columnheader"
        aria-colindex={at + 2}
        aria-sort={isSorted ? order?.direction : undefined}
        aria-label={
          columns.hasSections ? [section?.title, section?.state, column.title].filter(Boolean).join(' ') : undefined
        }
        className={classes.head}
        style={{ width }}
        data-column={at}
        data-orderable={isOrderable(column) || undefined}
        data-sorted={isSorted || undefined}
        data-open={column.isOpen || undefined}
        data-single={above !== '' && above === column.title ? true : undefined}
        data-first={columns.hasLines && isFirstOfSection(columns.scrolled, column, at) ? true : undefined}
        data-active={active === at || undefined}
        title={listOnce([section?.title, section?.state, column.measure.label]).join(' · ')}
      >
        {columns.hasSections && <span className={classes.above}>{above}</span>}
        <span className={classes.title}>
          {isSorted && <Arrow size={12} aria-hidden />}
          {columns.hasSections && above !== '' && above === column.title ? section?.state : column.title}
        </span>
        <ResizeHandle label={column.title} width={width} onResize={(to) => onResize(column.id, to)} />
      </div>
    );
  };
  return (
    <div className={classes.heads} style={{ height }} role="rowgroup">
      <div role="row" aria-rowindex={1} className={classes.headRow} data-row={-1}>
        <div
          id={`${id}--1--1`}
          role="columnheader"
          aria-colindex={1}
          aria-sort={order && order.by === undefined ? order.direction : undefined}
          className={`${classes.first} ${classes.corner}`}
          style={{ width: layout.firstWidth }}
          data-column={-1}
          data-active={active === -1 || undefined}
        >
          <span className={classes.label}>{rowsTitle}</span>
          <ResizeHandle label={rowsTitle} width={layout.firstWidth} onResize={(to) => onResize(NAMES, to)} />
          {order &&
            order.by === undefined &&
            (order.direction === 'ascending' ? (
              <IconArrowUp size={12} aria-hidden />
            ) : (
              <IconArrowDown size={12} aria-hidden />
            ))}
        </div>
        {columns.hasLines && <GridSections columns={columns} layout={layout} span={span} />}
        <span role="presentation" className={classes.gap} style={{ width: span.before }} />
        {shown.map((column, index) => {
          const at = span.from + index;
          const above = columns.hasLines ? '' : findAbove(columns.scrolled, column, at, columns.sections);
          return head(column, at, layout.widths[at] ?? 0, above);
        })}
        <span role="presentation" className={classes.gap} style={{ width: span.after }} />
        {columns.pinned.length > 0 && (
          <div role="presentation" className={classes.pinned} data-pinned={layout.isPinned || undefined}>
            {columns.pinned.map((column, index) =>
              head(
                column,
                columns.scrolled.length + index,
                layout.pinnedWidths[index] ?? 0,
                findAbove(columns.pinned, column, index, columns.sections),
              ),
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** The section is named above its first column. */
function findAbove(
  columns: readonly GridColumn[],
  column: GridColumn,
  at: number,
  sections: SharedProps['columns']['sections'],
): string {
  if (columns[at - 1]?.section === column.section) return '';
  const section = sections.get(column.section);
  if (!section) return '';
  return section.title === column.title ? section.title : sectionText(section);
}

/** A section of one measure is named by it. */
const listOnce = (names: readonly (string | undefined)[]) => [...new Set(names)].filter(Boolean);
