/** Which rows of how many are in view, and buttons to the others. */
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react';
import { recordsColumnsTexts } from '#texts/screens/records/columns.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { count } from '../../../format/figures.ts';
import classes from '../RecordsScreen.module.css';

export interface RowsRangeProps {
  /** From 0. */
  readonly seen: { readonly first: number; readonly last: number };
  /** Undefined while it is counted. */
  readonly total: number | undefined;
  readonly basis: string;
  readonly onStart: (row: number) => void;
}

export function RowsRange({ seen, total, basis, onStart }: RowsRangeProps) {
  const texts = uiTexts.recordsScreen;
  const { first, last } = seen;
  const page = Math.max(1, last - first);
  const end = Math.max(0, (total ?? 0) - 1);
  const steps = [
    { label: recordsColumnsTexts.firstRow, to: 0, icon: IconChevronLeftPipe, off: first === 0 },
    { label: texts.previousPage, to: Math.max(0, first - page), icon: IconChevronLeft, off: first === 0 },
    { label: texts.nextPage, to: first + page, icon: IconChevronRight, off: last >= end },
    { label: recordsColumnsTexts.lastRow, to: end, icon: IconChevronRightPipe, off: last >= end },
  ];
  return (
    <div className={classes.pager}>
      <span className={classes.pagerBasis}>{basis}</span>
      {total !== 0 && (
        <div className={classes.pagerButtons}>
          <span className="figure" data-testid="records-range">
            {total !== undefined && texts.range(count(first + 1), count(last + 1), count(total))}
          </span>
          {steps.map(({ label, to, icon: Icon, off }) => (
            <ActionIcon key={label} aria-label={label} title={label} disabled={off} onClick={() => onStart(to)}>
              <Icon size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          ))}
        </div>
      )}
    </div>
  );
}
