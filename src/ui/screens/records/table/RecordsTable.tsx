/** The records as a table: every row of the filtered set can be scrolled to, the store sorts, and totals of all of them stay in sight. */
import { useMemo, type CSSProperties } from 'react';
import type { RecordRow } from '../../../../contract/api.ts';
import type { Property } from '../../../../domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useWorkspace } from '../../../data/open-workspace.ts';
import { count } from '../../../format/figures.ts';
import { usePrinting } from '../../../format/use-printing.ts';
import { useNames } from '../../../names.ts';
import { useOnPaper } from '../../../paper/use-on-paper.ts';
import type { DrawnRows } from '../rows/use-scroll-space.ts';
import { selectedIn } from './cell-range.ts';
import type { RecordsGrid } from '../use-records-grid.ts';
import { RecordRowLine, idOfCell } from './RecordRowLine.tsx';
import { SortHeads, type SortHeadsProps } from './SortHeads.tsx';
import { TotalsRow, type ShownTotals, type TotalsRowProps } from './TotalsRow.tsx';
import { figureWidth } from './column-widths.ts';
import { pinnedEdges } from './pinned-edges.ts';
import { useColumnWidths } from './use-column-widths.ts';
import tables from '../../../components/values/tables.module.css';
import classes from '../RecordsScreen.module.css';

export interface ShownRecords {
  /** The first rows; undefined while they are loaded. */
  readonly sample: readonly RecordRow[] | undefined;
  /** All that were found; undefined until they are counted. */
  readonly total: number | undefined;
  /** They belong to the previous question. */
  readonly isOld: boolean;
}

/** Whatever comes of the count, the numbers of the rows have room for it: no column moves when it comes. */
const UNCOUNTED = 999_999;

export interface RecordsTableProps {
  readonly columns: readonly Property[];
  readonly records: ShownRecords;
  readonly grid: RecordsGrid;
  readonly rowPx: number;
  readonly totals: ShownTotals;
  readonly heads: Omit<SortHeadsProps, 'columns' | 'widths' | 'edges'>;
  readonly onExplain: TotalsRowProps['onExplain'];
}

export function RecordsTable(props: RecordsTableProps) {
  const { columns, records, grid, rowPx, totals, heads, onExplain } = props;
  const { sample, total, isOld } = records;
  const { rows, rowAt } = grid;
  const { takeBox, onScroll, onRest, room } = rows;
  const { zone } = useWorkspace();
  const { nameOf } = useNames();
  const printing = usePrinting();
  const settings = useMemo(() => ({ ...printing, zone }), [printing, zone]);
  const onPaper = useOnPaper();
  const drawn = onPaper ? onlyFirst(sample?.length ?? 0) : rows.drawn;
  const indexes = Array.from({ length: Math.max(0, drawn.last - drawn.first + 1) }, (_, at) => drawn.first + at);
  const beside = figureWidth(count(total ?? UNCOUNTED)) + 30;
  const widths = useColumnWidths({
    columns,
    sample,
    drawn: indexes.flatMap((index) => rowAt(index) ?? []),
    totals: totals.result,
    settings,
    nameOf,
    room,
    beside,
    dragged: heads.layout.widths,
  });
  const { active, selected, handlers } = grid.selection;
  // With everything selected, its last cell may be far out of sight.
  const inSight = active && active.row >= drawn.first && active.row <= drawn.last ? active : undefined;
  const edges = useMemo(
    () => pinnedEdges(columns, heads.layout.pinned, widths, beside),
    [columns, heads.layout.pinned, widths, beside],
  );
  return (
    <div
      ref={takeBox}
      className={classes.scroll}
      data-old={isOld || undefined}
      aria-busy={isOld || sample === undefined}
      onScroll={onScroll}
      onScrollEnd={onRest}
    >
      <table
        // Its cells are walked by the arrows, which makes a table a grid.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        className={`${tables.table} ${classes.table}`}
        style={{ width: beside + widths.reduce((sum, each) => sum + each, 0), ...rowHeight(rowPx) }}
        data-testid="records-table"
        tabIndex={0}
        aria-label={uiTexts.recordsScreen.table}
        aria-rowcount={total === undefined ? -1 : total + 2}
        aria-multiselectable
        aria-activedescendant={inSight && idOfCell(inSight.row, inSight.column)}
        {...handlers}
      >
        <caption className="visually-hidden">{uiTexts.recordsScreen.keys}</caption>
        <colgroup>
          <col style={{ width: beside }} />
          {columns.map(({ name }, at) => (
            <col key={name} style={{ width: widths[at] }} />
          ))}
        </colgroup>
        <SortHeads columns={columns} widths={widths} edges={edges} {...heads} />
        <tbody>
          <Gap height={drawn.above} />
          {indexes.map((index) => (
            <RecordRowLine
              key={index}
              index={index}
              row={rowAt(index)}
              columns={columns}
              settings={settings}
              nameOf={nameOf}
              active={active?.row === index ? active.column : undefined}
              selected={selectedIn(selected, index)}
              edges={edges}
            />
          ))}
          <Gap height={drawn.below} />
        </tbody>
        <TotalsRow columns={columns} total={total} totals={totals} edges={edges} onExplain={onExplain} />
      </table>
    </div>
  );
}

/** Stands for rows that are not drawn. */
function Gap({ height }: { readonly height: number }) {
  return height === 0 ? null : <tr aria-hidden className={classes.gap} style={{ height }} />;
}

/** Rows are of one height, on which the places of all others rest. */
function rowHeight(px: number): CSSProperties {
  const variables: Readonly<Record<`--${string}`, string>> = { '--row-px': `${px}px` };
  return variables;
}

function onlyFirst(rows: number): DrawnRows {
  return { first: 0, last: rows - 1, above: 0, below: 0 };
}
