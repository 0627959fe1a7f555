/** The line below a long table: the basis of its figures, the rows in view, and buttons to other rows. */
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react';
import { uiTexts } from '#texts/screens/ui.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { rovingTabIndex } from './one-stop.ts';
import classes from './grid.module.css';

export interface RowsRangeProps {
  /** The indexes of the rows in view, from 0. */
  readonly visible: { readonly first: number; readonly last: number };
  /** The number of rows that a button moves by. */
  readonly step: number;
  /** Undefined while the rows are counted. */
  readonly total: number | undefined;
  readonly basis: string;
  /** The labels of the buttons to the ends. */
  readonly ends: { readonly first: string; readonly last: string };
  readonly onStart: (row: number) => void;
}

export function RowsRange({ visible: { first, last }, step, total, basis, ends, onStart }: RowsRangeProps) {
  const texts = uiTexts.recordsScreen;
  const end = Math.max(0, (total ?? 0) - 1);
  const steps = [
    { label: ends.first, to: 0, icon: IconChevronLeftPipe, isDisabled: first === 0 },
    { label: texts.previousPage, to: Math.max(0, first - step), icon: IconChevronLeft, isDisabled: first === 0 },
    { label: texts.nextPage, to: first + step, icon: IconChevronRight, isDisabled: last >= end },
    { label: ends.last, to: end, icon: IconChevronRightPipe, isDisabled: last >= end },
  ];
  return (
    <div className={classes.range}>
      <span className={classes.basis}>{basis}</span>
      {total !== 0 && (
        <div className={classes.rangeSteps} {...rovingTabIndex}>
          <span className="figure" data-testid="records-range">
            {total !== undefined && texts.range(count(first + 1), count(last + 1), count(total))}
          </span>
          {steps.map(({ label, to, icon: Icon, isDisabled }) => (
            <ActionIcon key={label} aria-label={label} title={label} disabled={isDisabled} onClick={() => onStart(to)}>
              <Icon size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          ))}
        </div>
      )}
    </div>
  );
}
