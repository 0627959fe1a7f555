/** One row of a report's table; rendered again only when its own figures or the visible columns change. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- only a part of a large grid is in the page, so it cannot be a table element */
import { IconChevronDown, IconChevronRight, IconListTree, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { findDimension } from '../../../../../domain/reports/definition/dimensions.ts';
import { Tag } from '../../../../components/values/Tag.tsx';
import { useNames } from '../../../../names.ts';
import { findBareId, markBareId, type BareId } from '../../../../naming/bare-id.ts';
import { GridCells } from './GridCells.tsx';
import { ROW } from './grid-layout.ts';
import type { CellOf, SharedProps } from './grid-props.ts';
import type { GridRow } from './grid-rows.ts';
import classes from './ReportGrid.module.css';

const texts = reportsTexts.breakDown;

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

export const GridLine = memo(function GridLine(props: GridLineProps) {
  const { id, layout, row, index, cellOf, label, state, isOpen, also, active } = props;
  const bare = useBareId(row);
  const brokenBy = row.brokenBy === undefined ? '' : (findDimension(row.brokenBy)?.label ?? row.brokenBy);
  const Chevron = row.isClosed ? IconChevronRight : IconChevronDown;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={row.depth + 1}
      aria-expanded={row.isGroup ? !row.isClosed : undefined}
      className={classes.row}
      style={{ transform: `translateY(${index * ROW}px)` }}
      data-row={index}
      data-depth={row.depth}
      data-group={row.isGroup || undefined}
      data-open={isOpen || undefined}
      data-other={row.folded !== undefined || undefined}
      data-part={(typeof row.among === 'number' && row.lack === undefined) || undefined}
      data-lack={row.lack}
    >
      <div
        id={`${id}-${index}--1`}
        role="rowheader"
        aria-colindex={1}
        className={classes.first}
        style={{ width: layout.firstWidth }}
        data-column={-1}
        data-active={active === -1 || undefined}
        title={[label, also].filter(Boolean).join(', ')}
      >
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
      </div>
      <GridCells {...props} row={index} figureOf={(column) => cellOf(row, column)} />
    </div>
  );
});

/** Its id, where that has no name yet. The grouped tail is no key. */
function useBareId({ line, path, depth, folded }: GridRow): BareId | undefined {
  const { directory } = useNames();
  const property = Object.keys(line.key)[depth];
  if (property === undefined || (folded !== undefined && depth === 0)) return undefined;
  return findBareId(directory, { property, value: path[depth] });
}
