/** The total of a report's table, always in sight, and above it the rounding difference between it and its lines. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- only a part of a large grid is in the page, so it cannot be a table element */
import { GridCells } from './GridCells.tsx';
import type { CellOf, FootLine, SharedProps } from './grid-props.ts';
import classes from './ReportGrid.module.css';

interface GridFootProps extends SharedProps {
  readonly foot: readonly FootLine[];
  readonly rowCount: number;
  readonly cellOf: CellOf;
  readonly active: number | undefined;
}

export function GridFoot(props: GridFootProps) {
  const { id, layout, foot, rowCount, cellOf, active } = props;
  return (
    <div className={classes.foot} role="rowgroup">
      {foot.map((line, at) => {
        const isTotal = line.id === 'total';
        const index = isTotal ? rowCount : rowCount + 1;
        return (
          <div
            key={line.id}
            role="row"
            aria-rowindex={rowCount + 2 + at}
            className={classes.footRow}
            data-line={line.id}
            data-testid={isTotal ? 'report-total' : undefined}
            {...(isTotal && { 'data-row': index })}
          >
            <div
              id={`${id}-${index}--1`}
              role="rowheader"
              aria-colindex={1}
              className={classes.first}
              style={{ width: layout.firstWidth }}
              data-active={(isTotal && active === -1) || undefined}
              {...(isTotal && { 'data-column': -1 })}
            >
              <span className={classes.label} title={line.detail}>
                {line.label}
              </span>
            </div>
            <GridCells
              {...props}
              row={index}
              active={isTotal ? active : undefined}
              figureOf={(column) => cellOf(line.id, column)}
            />
          </div>
        );
      })}
    </div>
  );
}
