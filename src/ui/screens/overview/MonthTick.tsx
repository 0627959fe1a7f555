/** A month under its bars: the year where it begins, “so far” or “missing” where it is not whole, strong where it is in the period. */
import { uiTexts } from '../../../texts/en/ui.ts';
import { shortMonth } from '../../format/times.ts';
import type { MonthRow } from './month-rows.ts';

export interface MonthTickProps {
  readonly rows: readonly MonthRow[];
  /** The chart fills in where, and which month. */
  readonly x?: number;
  readonly y?: number;
  readonly index?: number;
}

export function MonthTick({ rows, x = 0, y = 0, index = 0 }: MonthTickProps) {
  const row = rows[index];
  if (!row) return null;
  // A month that has not begun, or has nothing of this filter, has no figure that could grow.
  const isOpen = row.state === 'missing' || (row.state === 'soFar' && row.records > 0);
  const beginsYear = index === 0 || row.month.slice(5, 7) === '01';
  const second = isOpen ? uiTexts.monthStates[row.state] : beginsYear ? row.month.slice(0, 4) : '';
  return (
    <g fontSize={11} textAnchor="middle">
      <text x={x} y={y + 10} fill={row.isChosen ? 'var(--ink)' : 'var(--ink-3)'} fontWeight={row.isChosen ? 600 : 400}>
        {shortMonth(row.month)}
      </text>
      <text x={x} y={y + 24} fill={isOpen ? 'var(--warn)' : 'var(--ink-3)'}>
        {second}
      </text>
    </g>
  );
}
