/** Notes without which a tile's figure would mislead, from exact sums. Pure. */
import { formatUnits, roundUnits, toUnits } from '../../../../domain/decimal.ts';
import { hoursOfMinutes } from '../../../../domain/time/hours.ts';
import type { PrintSettings } from '../../../../domain/reports/print/printed.ts';
import { noteText } from '../../../../domain/reports/notes/notes.ts';
import type { ReportNote, ReportResult } from '../../../../domain/reports/definition/report.ts';
import { overviewTexts as texts } from '#texts/screens/overview.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { difference, exactFigure } from '../../../format/figures.ts';
import { measuredWithUnit } from '../../../format/measured.ts';
import { TOTAL_HOURS, type TileMeasure } from '../../../../domain/overview/tiles.ts';

export interface Beside {
  /** As hours are printed. */
  readonly text: string;
  /** Every digit, or the whole sentence. */
  readonly exact: string;
}

/** @returns undefined where there is nothing to note. */
export function besideTile(
  measure: TileMeasure,
  result: Pick<ReportResult, 'totals' | 'notes'>,
  printing: PrintSettings,
): Beside | undefined {
  if (measure === 'logged_hours') return besideLoggedHours(result.totals, printing);
  if (measure === 'margin') return saidMinutes(minutesIn(result, 'no-cost'), texts.withoutCost, printing);
  return isQuotient(measure) ? besideQuotient(measure, result, printing) : undefined;
}

const isQuotient = (measure: TileMeasure): measure is keyof typeof leftOutOf => Object.hasOwn(leftOutOf, measure);

const leftOutOf = {
  billable_share: ['no-billable', 'no-logged'],
  utilisation: ['no-billable-expected'],
  effective_rate: ['no-rate'],
} as const;

/** Hours and money that a quotient leaves out, in short; in full in the tooltip. */
function besideQuotient(
  measure: keyof typeof leftOutOf,
  { notes }: Pick<ReportResult, 'notes'>,
  printing: PrintSettings,
): Beside | undefined {
  const kinds: readonly ReportNote['kind'][] = leftOutOf[measure];
  const own = notes.filter(({ kind }) => kinds.includes(kind));
  const minutes = own.reduce((sum, note) => sum + toUnits(note.minutes ?? '0'), 0n);
  const isMoney = own.some(({ amounts = [] }) => amounts.length > 0);
  const said = saidMinutes(formatUnits(minutes), texts.leftOut, printing);
  if (!said && !isMoney) return undefined;
  return {
    text: said?.text ?? texts.moneyLeftOut,
    exact: own.map((note) => noteText(note, printing)).join(' '),
  };
}

function minutesIn({ notes }: Pick<ReportResult, 'notes'>, asked: ReportNote['kind']): string | null {
  return notes.find(({ kind }) => kind === asked)?.minutes ?? null;
}

function saidMinutes(minutes: string | null, say: (hours: string) => string, printing: PrintSettings) {
  return minutes === null ? undefined : saidHours(formatUnits(hoursOfMinutes(toUnits(minutes))), say, printing);
}

/** Hours recorded per record are rounded; only a visible difference is noted. */
function besideLoggedHours(totals: ReportResult['totals'], printing: PrintSettings): Beside | undefined {
  const [logged, total] = [totals['logged_hours'], totals[TOTAL_HOURS]];
  if (typeof logged !== 'string' || typeof total !== 'string') return undefined;
  return saidHours(difference(total, logged), texts.totalHoursDiffer, printing);
}

function saidHours(hours: string, say: (hours: string) => string, printing: PrintSettings): Beside | undefined {
  if (roundUnits(toUnits(hours), 2) === 0n) return undefined;
  return {
    text: say(measuredWithUnit('logged_hours', hours, printing)),
    exact: say(`${exactFigure(hours)} ${uiTexts.units.hours}`),
  };
}
