/** The lines of a report's table, its head and its foot among them: the name, the visible columns between two empty ends, the line's totals. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- only a part of a large grid is in the page, so it cannot be a table element */
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconListTree,
  IconX,
} from '@tabler/icons-react';
import { memo, useMemo, type ReactNode } from 'react';
import { findDimension } from '#domain/reports/definition/dimensions.ts';
import type { OrderedFigure } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { Tag } from '#ui/components/values/Tag.tsx';
import { ResizeHandle } from '#ui/grid/ResizeHandle.tsx';
import type { Attributes } from '#ui/grid/Table.tsx';
import { useNames } from '#ui/names.ts';
import { findBareId, markBareId, type BareId } from '#ui/naming/bare-id.ts';
import { isOrderable, type GridColumn, type GridColumns, type Section } from './grid-columns.ts';
import { NAMES, ROW, type GridLayout } from './grid-layout.ts';
import type { GridRow } from './grid-rows.ts';
import { sectionSpans } from './section-spans.ts';
import classes from './ReportGrid.module.css';

const texts = reportsTexts.breakDown;

export interface Cell {
  readonly text: string;
  /** The exact figure; null: unknown. */
  readonly exact: string | null;
  readonly tone: 'plain' | 'unknown' | 'good' | 'bad';
  /** 0 to 8. */
  readonly heat: number;
}

/** A line below the rows: the total, and above it what its lines lack to it. */
export interface FootLine {
  readonly id: 'unlisted' | 'rounding' | 'total';
  readonly label: string;
  /** Its meaning, in a sentence. */
  readonly detail?: string;
}

/** @param row a row of the table, or a line of its foot. */
export type CellOf = (row: GridRow | FootLine['id'], column: GridColumn) => Cell;

/** What the rows are ordered by: a measure, or undefined for their names; in one bucket, or by line totals; `of`: by its change. */
export interface RowOrder {
  readonly by: string | undefined;
  readonly bucket: number | undefined;
  readonly of: OrderedFigure | undefined;
  readonly direction: 'ascending' | 'descending';
}

/** The visible ones of the scrolling columns: indexes from inclusive, to exclusive; pixels of others to their left and right. */
export interface ColumnSpan {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

/** What all lines share. */
export interface SharedProps {
  readonly id: string;
  readonly columns: GridColumns;
  readonly layout: GridLayout;
  readonly span: ColumnSpan;
}

interface LineProps extends SharedProps {
  /** −1 is the head. */
  readonly row: number;
  /** The column that the keyboard is at, −1 for the name; undefined: another line. */
  readonly active: number | undefined;
  readonly roles?: { readonly first: string; readonly cell: string };
  readonly attributes: Attributes;
  readonly first: Attributes;
  readonly cell: (column: GridColumn, at: number, width: number) => Attributes;
  readonly children?: ReactNode;
}

const bodyRoles = { first: 'rowheader', cell: 'gridcell' };
const headRoles = { first: 'columnheader', cell: 'columnheader' };

function Line({
  id,
  columns,
  layout,
  span,
  row,
  active,
  roles = bodyRoles,
  attributes,
  first,
  cell,
  children,
}: LineProps) {
  const place = (at: number, width: number) => ({
    id: `${id}-${row}-${at}`,
    'aria-colindex': at + 2,
    style: { width },
    'data-column': at,
    'data-active': active === at || undefined,
  });
  const drawCell = (column: GridColumn, at: number, width = 0) => (
    <div
      key={column.id}
      role={roles.cell}
      {...place(at, width)}
      data-open={column.isOpen || undefined}
      data-first={(columns.hasLines && isFirstOfSection(columns.scrolled, column, at)) || undefined}
      {...cell(column, at, width)}
    />
  );
  const { scrolled, pinned } = columns;
  return (
    <div role="row" {...attributes}>
      <div role={roles.first} className={classes.first} {...place(-1, layout.firstWidth)} {...first} />
      {children}
      <span role="presentation" className={classes.gap} style={{ width: span.before }} />
      {scrolled.slice(span.from, span.to).map((column, index) => {
        const at = span.from + index;
        return drawCell(column, at, layout.widths[at]);
      })}
      <span role="presentation" className={classes.gap} style={{ width: span.after }} />
      {pinned.length > 0 && (
        <div role="presentation" className={classes.pinned} data-pinned={layout.isPinned || undefined}>
          {pinned.map((column, index) => drawCell(column, scrolled.length + index, layout.pinnedWidths[index]))}
        </div>
      )}
    </div>
  );
}

/** A thin line separates the sections of the columns. */
function isFirstOfSection(columns: readonly GridColumn[], column: GridColumn, at: number): boolean {
  return at > 0 && at < columns.length && columns[at - 1]?.section !== column.section;
}

function toFigure({ text, exact, tone, heat }: Cell, { figure }: GridColumn): Attributes {
  return {
    className: classes.cell,
    'data-tone': tone === 'plain' ? undefined : tone,
    'data-heat': heat || undefined,
    'data-figure': figure === 'value' ? undefined : figure,
    'data-exact': exact ?? undefined,
    children: text,
  };
}

interface GridHeadProps extends SharedProps {
  readonly rowsTitle: string;
  readonly order: RowOrder | undefined;
  readonly height: number;
  readonly onResize: (columnId: string, width: number | undefined) => void;
  readonly active: number | undefined;
}

/** What the rows are, the sections of the columns, and the columns that sort the rows. */
export function GridHead({ rowsTitle, order, height, onResize, ...line }: GridHeadProps) {
  const { columns, layout } = line;
  const Arrow = order?.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  const isByName = order !== undefined && order.by === undefined;
  const head = (column: GridColumn, at: number, width: number): Attributes => {
    const isSorted = isOrderedBy(order, column);
    const section = columns.sections.get(column.section);
    const above = nameSection(columns, column, at);
    const isSingle = above !== '' && above === column.title;
    return {
      'aria-sort': isSorted ? order?.direction : undefined,
      'aria-label': columns.hasSections
        ? [section?.title, section?.state, column.title].filter(Boolean).join(' ')
        : undefined,
      className: classes.head,
      'data-orderable': isOrderable(column) || undefined,
      'data-sorted': isSorted || undefined,
      'data-single': isSingle || undefined,
      // A section of one measure is named by it.
      title: [...new Set([section?.title, section?.state, column.measure.label])].filter(Boolean).join(' · '),
      children: (
        <>
          {columns.hasSections && <span className={classes.above}>{above}</span>}
          <span className={classes.title}>
            {isSorted && <Arrow size={12} aria-hidden />}
            {columns.hasSections && isSingle ? section?.state : column.title}
          </span>
          <ResizeHandle label={column.title} width={width} onResize={(to) => onResize(column.id, to)} />
        </>
      ),
    };
  };
  return (
    <div className={classes.heads} style={{ height }} role="rowgroup">
      <Line
        {...line}
        row={-1}
        roles={headRoles}
        attributes={{ 'aria-rowindex': 1, className: classes.headRow, 'data-row': -1 }}
        first={{
          'aria-sort': isByName ? order.direction : undefined,
          className: `${classes.first} ${classes.corner}`,
          children: (
            <>
              <span className={classes.label}>{rowsTitle}</span>
              <ResizeHandle label={rowsTitle} width={layout.firstWidth} onResize={(to) => onResize(NAMES, to)} />
              {isByName && <Arrow size={12} aria-hidden />}
            </>
          ),
        }}
        cell={head}
      >
        {columns.hasLines && <GridSections {...line} />}
      </Line>
    </div>
  );
}

/** Whether the rows are ordered by this column. */
function isOrderedBy(order: RowOrder | undefined, column: GridColumn): boolean {
  const isOf = column.figure === 'change' ? order?.of !== undefined : order?.of === undefined;
  return isOrderable(column) && isOf && order?.by === column.measure.id && order.bucket === column.bucket;
}

/** The section is named above its first column, unless it has a line of its own. */
function nameSection({ scrolled, pinned, sections, hasLines }: GridColumns, column: GridColumn, at: number): string {
  const isPinned = at >= scrolled.length;
  if (hasLines && !isPinned) return '';
  const before = isPinned ? pinned[at - scrolled.length - 1] : scrolled[at - 1];
  const section = sections.get(column.section);
  if (!section || before?.section === column.section) return '';
  return section.title === column.title ? section.title : sectionText(section);
}

/** The names of a head's sections above their columns; a name stays visible as long as one of its columns is. */
function GridSections({ columns, layout, span }: SharedProps) {
  const spans = useMemo(() => sectionSpans(columns.scrolled, layout.widths), [columns, layout]);
  return spans
    .filter(({ from, to }) => to > span.from && from < span.to)
    .map(({ id, left, width }) => {
      const section = columns.sections.get(id);
      return (
        // Every column's own name contains its section too.
        <span
          key={id}
          className={classes.section}
          style={{ left: layout.firstWidth + left, width }}
          data-open={section?.isOpen || undefined}
          aria-hidden
        >
          <span className={classes.sectionName} style={{ left: layout.firstWidth }}>
            {section && sectionText(section)}
          </span>
        </span>
      );
    });
}

/** “part of week 40” contains the week's name. */
function sectionText({ title, state, isOpen }: Section): string {
  if (state === '') return title;
  return isOpen ? `${title} · ${state}` : state;
}

interface GridLineProps extends SharedProps {
  readonly row: GridRow;
  readonly index: number;
  readonly cellOf: CellOf;
  readonly label: string;
  /** “so far”, “part of week 40”; empty where it is complete. */
  readonly state: string;
  readonly isOpen: boolean;
  /** “also AUDIT”; empty where its key has one spelling. */
  readonly also: string;
  readonly active: number | undefined;
}

/** One row, rendered again only when its own figures or the visible columns change. */
export const GridLine = memo(function GridLine(props: GridLineProps) {
  const { row, index, cellOf, label, state, isOpen, also, ...line } = props;
  const bare = useBareId(row);
  const brokenBy = row.brokenBy === undefined ? '' : (findDimension(row.brokenBy)?.label ?? row.brokenBy);
  const Chevron = row.isClosed ? IconChevronRight : IconChevronDown;
  return (
    <Line
      {...line}
      row={index}
      attributes={{
        'aria-rowindex': index + 2,
        'aria-level': row.depth + 1,
        'aria-expanded': row.isGroup ? !row.isClosed : undefined,
        className: classes.row,
        style: { transform: `translateY(${index * ROW}px)` },
        'data-row': index,
        'data-depth': row.depth,
        'data-group': row.isGroup || undefined,
        'data-open': isOpen || undefined,
        'data-other': row.folded !== undefined || undefined,
        'data-part': (typeof row.among === 'number' && row.lack === undefined) || undefined,
        'data-lack': row.lack,
      }}
      first={{
        title: [label, also].filter(Boolean).join(', '),
        children: (
          <>
            <span className={classes.indent} style={{ width: row.depth * 16 }} />
            {row.isGroup && <Chevron className={classes.chevron} size={14} stroke={1.8} aria-hidden />}
            <span className={classes.label} {...markBareId(bare)}>
              {label}
            </span>
            {also !== '' && <span className={classes.also}>{also}</span>}
            {brokenBy !== '' && (
              <span className={classes.broken} data-mend title={texts.closeBy(label, brokenBy)}>
                {texts.by(brokenBy)}
                <IconX size={11} stroke={2} aria-hidden />
              </span>
            )}
            {state !== '' && <Tag tone={isOpen ? 'warn' : 'quiet'}>{state}</Tag>}
            {row.lack === undefined && (
              <span className={classes.breakDown} data-break-down title={texts.open(label)}>
                <IconListTree size={14} stroke={1.6} aria-hidden />
              </span>
            )}
          </>
        ),
      }}
      cell={(column) => toFigure(cellOf(row, column), column)}
    />
  );
});

/** Its id, where that has no name yet. The grouped tail is no key. */
function useBareId({ line, path, depth, folded }: GridRow): BareId | undefined {
  const { directory } = useNames();
  const property = Object.keys(line.key)[depth];
  if (property === undefined || (folded !== undefined && depth === 0)) return undefined;
  return findBareId(directory, { property, value: path[depth] });
}

interface GridFootProps extends SharedProps {
  readonly foot: readonly FootLine[];
  readonly rowCount: number;
  readonly cellOf: CellOf;
  readonly active: number | undefined;
}

/** The total, always in sight, and above it what the lines lack to it. */
export function GridFoot({ foot, rowCount, cellOf, active, ...line }: GridFootProps) {
  return (
    <div className={classes.foot} role="rowgroup">
      {foot.map(({ id, label, detail }, at) => {
        const isTotal = id === 'total';
        return (
          <Line
            key={id}
            {...line}
            row={isTotal ? rowCount : rowCount + 1}
            active={isTotal ? active : undefined}
            attributes={{
              'aria-rowindex': rowCount + 2 + at,
              className: classes.footRow,
              'data-line': id,
              ...(isTotal && { 'data-row': rowCount, 'data-testid': 'report-total' }),
            }}
            first={{
              children: (
                <span className={classes.label} title={detail}>
                  {label}
                </span>
              ),
            }}
            cell={(column) => toFigure(cellOf(id, column), column)}
          />
        );
      })}
    </div>
  );
}
