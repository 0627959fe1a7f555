/** What must be said beside a tile for its figure to be true, from exact sums. Pure. */
import { formatUnits, roundUnits, unitsOf } from '../../../domain/decimal.ts';
import { hoursOfMinutes } from '../../../domain/hours.ts';
import type { PrintSettings } from '../../../domain/reports/printed.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { overviewTexts as texts } from '../../../texts/en/overview.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { difference, exactFigure } from '../../format/figures.ts';
import { measuredWithUnit } from '../../format/measured.ts';
import { TOTAL_HOURS, type TileMeasure } from './tiles.ts';

export interface Beside {
  /** As hours are printed. */
  readonly text: string;
  /** Every digit. */
  readonly exact: string;
}

/** @returns undefined where there is nothing to speak of. */
export function besideTile(
  measure: TileMeasure,
  result: Pick<ReportResult, 'totals' | 'notes'>,
  printing: PrintSettings,
): Beside | undefined {
  if (measure === 'logged_hours') return besideLoggedHours(result.totals, printing);
  return measure === 'margin' ? besideMargin(result, printing) : undefined;
}

/** Hours that are recorded per record are rounded; only a difference people can see is said. */
function besideLoggedHours(totals: ReportResult['totals'], printing: PrintSettings): Beside | undefined {
  const [logged, total] = [totals['logged_hours'], totals[TOTAL_HOURS]];
  if (typeof logged !== 'string' || typeof total !== 'string') return undefined;
  return saidHours(difference(total, logged), texts.totalHoursDiffer, printing);
}

/** The hours a margin says nothing about. */
function besideMargin({ notes }: Pick<ReportResult, 'notes'>, printing: PrintSettings): Beside | undefined {
  const minutes = notes.find(({ kind }) => kind === 'no-cost')?.minutes;
  if (minutes === null || minutes === undefined) return undefined;
  return saidHours(formatUnits(hoursOfMinutes(unitsOf(minutes))), texts.withoutCost, printing);
}

function saidHours(hours: string, say: (hours: string) => string, printing: PrintSettings): Beside | undefined {
  if (roundUnits(unitsOf(hours), 2) === 0n) return undefined;
  return {
    text: say(measuredWithUnit('logged_hours', hours, printing)),
    exact: say(`${exactFigure(hours)} ${uiTexts.units.hours}`),
  };
}
