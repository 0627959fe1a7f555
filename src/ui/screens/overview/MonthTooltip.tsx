/** A month's figures beside the pointer, from the same exact values as the table. */
import { uiTexts } from '../../../texts/en/ui.ts';
import { measured, measureUnit, unitText } from '../../format/measured.ts';
import { monthText } from '../../format/times.ts';
import type { Mark } from './month-mark.ts';
import type { MonthMeasure } from './month-rows.ts';
import classes from './MonthTooltip.module.css';

export interface MonthTooltipProps {
  /** The chart fills in what is pointed at. */
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: Mark }[];
  readonly showsMoney: boolean;
  readonly currency: string | null;
}

const texts = uiTexts.overview.months;
const lines: readonly (readonly [MonthMeasure, string, boolean])[] = [
  ['billable_value', texts.billable, false],
  ['recorded_cost', texts.cost, true],
  ['margin', texts.margin, true],
  ['margin_percent', texts.marginPercent, true],
  ['billable_logged_hours', texts.billableHours, false],
];

export function MonthTooltip({ active = false, payload, showsMoney, currency }: MonthTooltipProps) {
  const row = payload?.[0]?.payload?.row;
  if (!active || !row) return null;
  return (
    <div className={classes.card}>
      <p className={classes.title}>
        {monthText(row.month)}{' '}
        {row.state !== 'complete' && <span className={classes.soFar}>{uiTexts.monthStates[row.state]}</span>}
      </p>
      <dl className={classes.lines}>
        {lines
          .filter(([, , isMoney]) => showsMoney || !isMoney)
          .map(([measure, label]) => (
            <div key={measure} className={classes.line}>
              <dt>{label}</dt>
              <dd className="figure">
                {measured(measure, row.values[measure], 'table')}{' '}
                <span className="unit">{unitText(measureUnit(measure), currency)}</span>
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
