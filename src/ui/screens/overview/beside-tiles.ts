/** What must be said beside a tile for its figure to be true, from exact sums. Pure. */
import { formatUnits, roundUnits, unitsOf } from '../../../domain/decimal.ts';
import { hoursOfMinutes } from '../../../domain/hours.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { overviewTexts as texts } from '../../../texts/en/overview.ts';
import { difference, exactFigure, figure } from '../../format/figures.ts';
import { TOTAL_HOURS, type TileMeasure } from './tiles.ts';

export interface Beside {
  /** Two digits. */
  readonly text: string;
  /** Every digit. */
  readonly exact: string;
}

/** @returns undefined where there is nothing to speak of. */
export function besideTile(measure: TileMeasure, result: Pick<ReportResult, 'totals' | 'notes'>): Beside | undefined {
  if (measure === 'logged_hours') return besideLoggedHours(result.totals);
  return measure === 'margin' ? besideMargin(result) : undefined;
}

/** Hours that are recorded per record are rounded; only a difference people can see is said. */
function besideLoggedHours(totals: ReportResult['totals']): Beside | undefined {
  const [logged, total] = [totals['logged_hours'], totals[TOTAL_HOURS]];
  if (typeof logged !== 'string' || typeof total !== 'string') return undefined;
  return saidHours(difference(total, logged), texts.totalHoursDiffer);
}

/** The hours a margin says nothing about. */
function besideMargin({ notes }: Pick<ReportResult, 'notes'>): Beside | undefined {
  const minutes = notes.find(({ kind }) => kind === 'no-cost')?.minutes;
  if (minutes === null || minutes === undefined) return undefined;
  return saidHours(formatUnits(hoursOfMinutes(unitsOf(minutes))), texts.withoutCost);
}

function saidHours(hours: string, say: (hours: string) => string): Beside | undefined {
  if (roundUnits(unitsOf(hours), 2) === 0n) return undefined;
  return { text: say(figure(hours, 2)), exact: say(exactFigure(hours)) };
}
