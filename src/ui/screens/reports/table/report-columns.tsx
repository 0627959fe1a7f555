/** A report as columns of the table: the names of its lines, its figures, and empty cells for the columns that are out of sight. */
import { IconChevronDown, IconChevronRight, IconListTree, IconX } from '@tabler/icons-react';
import { findDimension } from '#domain/reports/definition/dimensions.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { Tag } from '#ui/components/values.tsx';
import { ResizeHandle, SortArrow, toAriaSort } from '#ui/grid/ColumnHeader.tsx';
import type { Attributes, Column } from '#ui/grid/Table.tsx';
import { toCellAttributes, toCellId } from '#ui/grid/use-cell-selection.ts';
import type { ColumnWindow } from '#ui/grid/use-column-window.ts';
import { pinCell, type GridColumnsTable } from '#ui/grid/use-grid-columns.ts';
import { useNames } from '#ui/names.ts';
import { findBareId, markBareId, type BareId } from '#ui/naming/bare-id.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { MAX_AMOUNTS } from './figure-widths.ts';
import type { GridColumn, GridColumns, Section } from './grid-columns.ts';
import { NAMES } from './grid-layout.ts';
import type { GridRow } from './grid-rows.ts';
import classes from './ReportGrid.module.css';

const texts = reportsTexts.breakDown;

export interface Cell {
  readonly text: string;
  /** The amounts of the text one by one, if they are in several currencies. */
  readonly amounts?: readonly string[];
  /** The exact figure; null: unknown. */
  readonly exact: string | null;
  readonly tone: 'plain' | 'unknown' | 'good' | 'bad';
  /** 0 to 8. */
  readonly heat: number;
}

/** A line below the rows: the total, and above it what its lines fall short of it. */
export interface FootLine {
  readonly id: 'unlisted' | 'rounding' | 'total';
  readonly label: string;
  /** A sentence that explains it. */
  readonly detail?: string;
}

export type ReportLine = GridRow | FootLine;

export function isFootLine(line: ReportLine): line is FootLine {
  return 'label' in line;
}

export type ReadCell = (line: ReportLine, column: GridColumn) => Cell;

/** Notes beside a row's name. */
export interface RowState {
  /** For a row of time: “so far”, “part of week 40”; empty if it is complete. */
  readonly text: string;
  /** “also AUDIT”; empty if its key has one spelling. */
  readonly also: string;
  /** Whether its figures may still grow. */
  readonly isOpen: boolean;
}

/** Everything the grid can show; cells are read only when they come into sight. */
export interface GridContent {
  readonly columns: GridColumns;
  readonly rows: readonly GridRow[];
  readonly foot: readonly FootLine[];
  readonly readCell: ReadCell;
  readonly nameRow: (row: GridRow) => string;
  readonly describeRow: (row: GridRow) => RowState;
  /** The page of the person or client whose line it is. */
  readonly chooseAddress: (row: GridRow) => string | undefined;
}

export interface DrawnReport {
  readonly rowsTitle: string;
  readonly content: GridContent;
  readonly table: GridColumnsTable;
  readonly span: Pick<ColumnWindow, 'from' | 'to' | 'before' | 'after'>;
  /** Pixels after the last column. */
  readonly spare: number;
  readonly onResize: (columnId: string, width: number | undefined) => void;
}

export function toTableColumns(report: DrawnReport): Column<ReportLine>[] {
  const { content, table, span, spare } = report;
  const { scrolled, pinned } = content.columns;
  const figures = [...scrolled, ...pinned];
  const scrolling = table.getCenterLeafColumns().length;
  const draw = (from: number, to: number) =>
    figures.slice(from, to).map((column, index) => toFigureColumn(report, column, from + index, index === 0));
  return [
    toNamesColumn(report),
    ...toGap('before', span.before),
    ...draw(span.from, span.to),
    ...toGap('after', span.after),
    ...draw(scrolling, figures.length),
    ...toGap('spare', spare),
  ];
}

function toGap(id: string, width: number): Column<ReportLine>[] {
  const hidden: Attributes = { 'aria-hidden': true, className: classes.gap };
  return width > 0 ? [{ id, width, header: null, headerAttributes: () => hidden, attributes: () => hidden }] : [];
}

function toNamesColumn({ rowsTitle, content, table, onResize }: DrawnReport): Column<ReportLine> {
  const { nameRow, describeRow, chooseAddress } = content;
  const state = table.getColumn(NAMES);
  const shared = { ...pinCell(state), 'data-column': -1, 'aria-colindex': 1 };
  return {
    id: NAMES,
    isRowHeader: true,
    width: state?.getSize() ?? 0,
    header: (
      <span className={classes.name}>
        <span className={classes.label}>{rowsTitle}</span>
        <ResizeHandle label={rowsTitle} width={state?.getSize() ?? 0} onResize={(width) => onResize(NAMES, width)} />
        <SortArrow sorted={state?.getIsSorted()} />
      </span>
    ),
    headerAttributes: (mark) => ({
      ...shared,
      id: toCellId(-1, -1),
      'aria-sort': toAriaSort(state?.getIsSorted()),
      className: `${classes.first} ${classes.corner}`,
      ...toCellAttributes(mark, -1),
    }),
    renderCell: (line) =>
      isFootLine(line) ? (
        <span className={classes.label} title={line.detail}>
          {line.label}
        </span>
      ) : (
        <RowName
          row={line}
          name={nameRow(line)}
          state={describeRow(line)}
          hasPage={chooseAddress(line) !== undefined}
        />
      ),
    attributes: (line, index, mark) => ({
      ...shared,
      id: toCellId(index, -1),
      className: classes.first,
      title: isFootLine(line) ? undefined : [nameRow(line), describeRow(line).also].filter(Boolean).join(', '),
      ...toCellAttributes(mark, -1),
    }),
  };
}

interface RowNameProps {
  readonly row: GridRow;
  readonly name: string;
  readonly state: RowState;
  readonly hasPage: boolean;
}

function RowName({ row, name, state: { text, also, isOpen }, hasPage }: RowNameProps) {
  const bare = useBareId(row);
  const brokenBy = row.brokenBy === undefined ? '' : (findDimension(row.brokenBy)?.label ?? row.brokenBy);
  const Chevron = row.isClosed ? IconChevronRight : IconChevronDown;
  return (
    <span className={classes.name}>
      <span className={classes.indent} style={{ width: row.depth * 16 }} />
      {row.isGroup && <Chevron className={classes.chevron} size={14} stroke={1.8} aria-hidden />}
      <span className={classes.label} data-page={hasPage || undefined} {...markBareId(bare)}>
        {name}
      </span>
      {also !== '' && <span className={classes.also}>{also}</span>}
      {brokenBy !== '' && (
        <span className={classes.broken} data-mend title={texts.closeBy(name, brokenBy)}>
          {texts.by(brokenBy)}
          <IconX size={11} stroke={2} aria-hidden />
        </span>
      )}
      {text !== '' && <Tag tone={isOpen ? 'warn' : 'quiet'}>{text}</Tag>}
      {row.shortfall === undefined && (
        <span className={classes.breakDown} data-break-down title={texts.open(name)}>
          <IconListTree size={14} stroke={1.6} aria-hidden />
        </span>
      )}
    </span>
  );
}

/** Finds the row's id if it has no name yet; the grouped tail has no id. */
function useBareId({ line, path, depth, folded }: GridRow): BareId | undefined {
  const { directory } = useNames();
  const property = Object.keys(line.key)[depth];
  if (property === undefined || (folded !== undefined && depth === 0)) return undefined;
  return findBareId(directory, { property, value: path[depth] });
}

/** @param isFirstDrawn whether it is the first visible column, which shows the name of its section even if the section began before it */
function toFigureColumn(
  report: DrawnReport,
  column: GridColumn,
  at: number,
  isFirstDrawn: boolean,
): Column<ReportLine> {
  const { content, table } = report;
  const { scrolled, pinned, sections, hasSections, hasLines } = content.columns;
  const section = sections.get(column.section);
  const state = table.getColumn(column.id);
  const width = state?.getSize() ?? 0;
  const isTotal = at >= scrolled.length;
  const previous = isTotal ? pinned[at - scrolled.length - 1] : scrolled[at - 1];
  const isFirst = previous?.section !== column.section;
  const above = section && isFirst ? nameAbove(section, column) : '';
  const isSingle = above !== '' && above === column.title;
  const isOverSeveral = isTotal && above !== '' && !isSingle;
  const isSorted = state?.getIsSorted();
  const shared = {
    ...pinCell(state),
    'data-column': at,
    'aria-colindex': at + 2,
    'data-open': column.isOpen || undefined,
    'data-total': isTotal || undefined,
    'data-first': (hasLines && !isTotal && at > 0 && isFirst) || undefined,
  };
  return {
    id: column.id,
    width,
    header: (
      <span className={classes.headLines}>
        {hasLines && !isTotal && (isFirst || isFirstDrawn) && <SectionName report={report} column={column} />}
        {hasSections && (
          <span className={classes.above} style={isOverSeveral ? { width: measureSection(report, column) } : undefined}>
            {hasLines && !isTotal ? '' : above}
          </span>
        )}
        <span className={classes.title}>
          <SortArrow sorted={isSorted} />
          {hasSections && isSingle ? section?.state : column.title}
        </span>
        <ResizeHandle label={column.title} width={width} onResize={(to) => report.onResize(column.id, to)} />
      </span>
    ),
    headerAttributes: (mark) => ({
      ...shared,
      id: toCellId(-1, at),
      'aria-sort': toAriaSort(isSorted),
      'aria-label': hasSections ? [section?.title, section?.state, column.title].filter(Boolean).join(' ') : undefined,
      className: classes.head,
      'data-orderable': state?.getCanSort() || undefined,
      'data-sorted': Boolean(isSorted) || undefined,
      'data-single': isSingle || undefined,
      'data-over-several': isOverSeveral || undefined,
      // A section of one measure is named after it.
      title: [...new Set([section?.title, section?.state, column.measure.label])].filter(Boolean).join(' · '),
      ...toCellAttributes(mark, at),
    }),
    attributes: (line, index, mark) => ({
      ...shared,
      ...toFigure(content.readCell(line, column), column, isFootLine(line)),
      id: toCellId(index, at),
      ...toCellAttributes(mark, at),
    }),
  };
}

function toFigure(
  { text, amounts = [text], exact, tone, heat }: Cell,
  { figure }: GridColumn,
  isFoot: boolean,
): Attributes {
  const isTooMany = amounts.length > MAX_AMOUNTS;
  return {
    className: classes.cell,
    'data-tone': tone === 'plain' ? undefined : tone,
    'data-heat': heat || undefined,
    'data-figure': figure === 'value' ? undefined : figure,
    'data-exact': exact ?? undefined,
    title: amounts.length > 1 && !isFoot ? text : undefined,
    children:
      amounts.length > 1 && isFoot
        ? amounts.map((amount) => <div key={amount}>{amount}</div>)
        : isTooMany
          ? reportsTexts.table.currencies(count(amounts.length))
          : text,
  };
}

/** A section's name over its columns; it stays visible as long as one of them is. */
function SectionName({ report, column }: { readonly report: DrawnReport; readonly column: GridColumn }) {
  const { content, table } = report;
  const section = content.columns.sections.get(column.section);
  const columns = content.columns.scrolled.filter((other) => other.section === column.section);
  const [first, last] = [columns.at(0), columns.at(-1)].map((end) => end && table.getColumn(end.id));
  const start = first?.getStart('center') ?? 0;
  const columnStart = table.getColumn(column.id)?.getStart('center') ?? 0;
  return (
    // Every column's accessible name already contains its section.
    <span
      className={classes.section}
      style={{ left: start - columnStart, width: (last?.getStart('center') ?? 0) + (last?.getSize() ?? 0) - start }}
      data-open={section?.isOpen || undefined}
      aria-hidden
    >
      <span className={classes.sectionName} style={{ left: table.getStartTotalSize() }}>
        {section && describeSection(section)}
      </span>
    </span>
  );
}

const CELL_PADDING = 20;

/** @returns pixels that the name of a section of totals has over all of its columns */
function measureSection({ content, table }: DrawnReport, { section }: GridColumn): number {
  const columns = content.columns.pinned.filter((other) => other.section === section);
  return columns.reduce((width, { id }) => width + (table.getColumn(id)?.getSize() ?? 0), -CELL_PADDING);
}

function nameAbove(section: Section, { title }: GridColumn): string {
  return section.title === title ? section.title : describeSection(section);
}

/** “part of week 40” contains the week's name. */
function describeSection({ title, state, isOpen }: Section): string {
  if (state === '') return title;
  return isOpen ? `${title} · ${state}` : state;
}

export function toRowAttributes(line: ReportLine, index: number, { describeRow }: GridContent): Attributes {
  const place = { 'aria-rowindex': index + 2, 'data-row': index };
  if (isFootLine(line))
    return { ...place, 'data-line': line.id, 'data-testid': line.id === 'total' ? 'report-total' : undefined };
  return {
    ...place,
    'aria-level': line.depth + 1,
    'aria-expanded': line.isGroup ? !line.isClosed : undefined,
    'data-depth': line.depth,
    'data-group': line.isGroup || undefined,
    'data-open': describeRow(line).isOpen || undefined,
    'data-other': line.folded !== undefined || undefined,
    'data-part': (typeof line.among === 'number' && line.shortfall === undefined) || undefined,
    'data-lack': line.shortfall,
  };
}
