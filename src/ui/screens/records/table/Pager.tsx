/** Which rows of how many are visible, and buttons to the others. */
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react';
import { uiTexts } from '#texts/screens/ui.ts';
import { count } from '../../../format/figures.ts';
import classes from '../RecordsScreen.module.css';

export interface PagerProps {
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Undefined while it is counted. */
  readonly total: number | undefined;
  readonly basis: string;
  readonly onTurn: (page: number) => void;
}

export function Pager({ page, pageSize, total: counted, basis, onTurn }: PagerProps) {
  const total = counted ?? 0;
  const texts = uiTexts.recordsScreen;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(total, page * pageSize);
  const steps = [
    { label: texts.firstPage, to: 1, icon: IconChevronLeftPipe, off: page <= 1 },
    { label: texts.previousPage, to: page - 1, icon: IconChevronLeft, off: page <= 1 },
    { label: texts.nextPage, to: page + 1, icon: IconChevronRight, off: page >= last },
    { label: texts.lastPage, to: last, icon: IconChevronRightPipe, off: page >= last },
  ];
  return (
    <div className={classes.pager}>
      <span className={classes.pagerBasis}>{basis}</span>
      {counted !== 0 && (
        <div className={classes.pagerButtons}>
          <span className="figure" data-testid="records-range">
            {counted !== undefined && texts.range(count(from), count(to), count(total))}
          </span>
          {steps.map(({ label, to: target, icon: Icon, off }) => (
            <ActionIcon key={label} aria-label={label} title={label} disabled={off} onClick={() => onTurn(target)}>
              <Icon size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          ))}
        </div>
      )}
    </div>
  );
}
