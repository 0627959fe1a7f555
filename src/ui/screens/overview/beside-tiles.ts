/** What must be said beside a tile for its figure to be true, from exact sums. Pure. */
import { formatUnits, roundUnits, unitsOf } from '../../../domain/decimal.ts';
import { hoursOfMinutes } from '../../../domain/hours.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { difference, exactFigure, figure } from '../../format/figures.ts';
import { TOTAL_HOURS, TOTAL_MINUTES } from './tiles.ts';

export interface Beside {
  /** Two digits. */
  readonly text: string;
  /** Every digit. */
  readonly exact: string;
}

type Totals = ReportResult['totals'];

/** Hours that are recorded per record are rounded; only a difference people can see is said. */
export function besideLoggedHours(totals: Totals): Beside | undefined {
  const [logged, total] = [totals['logged_hours'], totals[TOTAL_HOURS]];
  if (typeof logged !== 'string' || typeof total !== 'string') return undefined;
  return saidHours(difference(total, logged), uiTexts.overview.totalHoursDiffer);
}

/** @param withoutCost totals of the records of the same filter that have no cost. */
export function besideMargin(withoutCost: Totals): Beside | undefined {
  const minutes = withoutCost[TOTAL_MINUTES];
  if (typeof minutes !== 'string') return undefined;
  return saidHours(formatUnits(hoursOfMinutes(unitsOf(minutes))), uiTexts.overview.withoutCost);
}

function saidHours(hours: string, say: (hours: string) => string): Beside | undefined {
  if (roundUnits(unitsOf(hours), 2) === 0n) return undefined;
  return { text: say(figure(hours, 2)), exact: say(exactFigure(hours)) };
}
