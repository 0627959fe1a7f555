/** Computes what a tile shows below its figure: a note that keeps it from misleading, its change from the previous period, and a mean. Pure. */
import { overviewTexts as texts } from '#texts/screens/overview.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { divideUnits, formatUnits, roundUnits, toUnits, toHours } from '#domain/decimal.ts';
import { chooseGrid, toSteps, type PrintSettings, printChange } from '#domain/reports/print/printed.ts';
import { formatNote } from '#domain/reports/notes/notes.ts';
import type { ReportNote, ReportResult, ReportRow } from '#domain/reports/definition/report.ts';
import { findTotalHoursDifference, type TileMeasure } from '#domain/overview/tiles.ts';
import { defaultSettings } from '#domain/settings.ts';
import { exactFigure, MINUS, percentChange, signedFigure, readSign } from '#ui/format/figures-and-times.ts';
import { formatWithUnit, measureUnit } from '#ui/format/measured.ts';
import { pageLocale } from '#ui/locale.ts';

export interface TileNote {
  readonly text: string;
  /** Every digit, or the full sentence. */
  readonly exact: string;
}

/** @returns undefined where there is nothing to note. */
export function chooseTileNote(
  measure: TileMeasure,
  result: Pick<ReportResult, 'totals' | 'notes'>,
  printing: PrintSettings,
): TileNote | undefined {
  if (measure === 'logged_hours')
    return formatHoursNote(findTotalHoursDifference(result.totals) ?? '0', texts.totalHoursDiffer, printing);
  if (measure === 'margin') {
    const minutes = result.notes.find(({ kind }) => kind === 'no-cost')?.minutes ?? '0';
    return formatMinutesNote(minutes, texts.withoutCost, printing);
  }
  return isQuotient(measure) ? describeLeftOut(measure, result, printing) : undefined;
}

const isQuotient = (measure: TileMeasure): measure is keyof typeof leftOutOf => Object.hasOwn(leftOutOf, measure);

/** The kinds of notes on what a quotient leaves out. */
const leftOutOf = {
  billable_share: ['no-billable', 'no-logged'],
  utilisation: ['no-billable-expected'],
  effective_rate: ['no-rate'],
} as const;

/** Hours and money that a quotient leaves out, in short; in full in the tooltip. */
function describeLeftOut(
  measure: keyof typeof leftOutOf,
  { notes }: Pick<ReportResult, 'notes'>,
  printing: PrintSettings,
): TileNote | undefined {
  const kinds: readonly ReportNote['kind'][] = leftOutOf[measure];
  const leftOut = notes.filter(({ kind }) => kinds.includes(kind));
  const minutes = leftOut.reduce((sum, note) => sum + toUnits(note.minutes ?? '0'), 0n);
  const hours = formatMinutesNote(formatUnits(minutes), texts.leftOut, printing);
  if (!hours && leftOut.every(({ amounts = [] }) => amounts.length === 0)) return undefined;
  return {
    text: hours?.text ?? texts.moneyLeftOut,
    exact: leftOut.map((note) => formatNote(note, printing)).join(' '),
  };
}

function formatMinutesNote(minutes: string, say: (hours: string) => string, printing: PrintSettings) {
  return formatHoursNote(formatUnits(toHours(toUnits(minutes))), say, printing);
}

function formatHoursNote(hours: string, say: (hours: string) => string, printing: PrintSettings): TileNote | undefined {
  if (roundUnits(toUnits(hours), 2) === 0n) return undefined;
  return {
    text: say(formatWithUnit('logged_hours', hours, printing)),
    exact: say(`${exactFigure(hours)} ${uiTexts.units.hours}`),
  };
}

const PERCENT_DIGITS = 1;

export interface Change {
  /** `+4.1 %`, `−0.8 pts`. */
  readonly text: string;
  /** From the printed figure: `0.0 %` is neither positive nor negative. */
  readonly sign: -1 | 0 | 1;
}

/** @returns undefined if one side is unknown, or the change cannot be given in percent. */
export function compareFigures(
  measure: string,
  now: string | null | undefined,
  before: string | null | undefined,
): Change | undefined {
  if (typeof now !== 'string' || typeof before !== 'string') return undefined;
  // Settings do not affect how shares are printed.
  const grid = chooseGrid(measureUnit(measure), { ...defaultSettings, locale: pageLocale() });
  if (grid.style === 'percent') {
    const change = (toSteps(now, grid) ?? 0n) - (toSteps(before, grid) ?? 0n);
    return { text: printChange(change, grid, { minus: MINUS }), sign: change > 0n ? 1 : change < 0n ? -1 : 0 };
  }
  const percent = percentChange(now, before);
  if (percent === undefined) return undefined;
  return { text: `${signedFigure(percent, PERCENT_DIGITS)} ${uiTexts.units.percent}`, sign: findPrintedSign(percent) };
}

function findPrintedSign(exact: string): Change['sign'] {
  return readSign(formatUnits(roundUnits(toUnits(exact), PERCENT_DIGITS)));
}

const MEAN_WEEKS = 4;

/** @param weeks one row per week, that of the period last. @returns undefined with fewer than four known weeks before it. */
export function computeMeanBefore(weeks: readonly ReportRow[], measure: string): string | undefined {
  const ordered = weeks
    .filter(({ key }) => key['week'] !== null && key['week'] !== undefined)
    .toSorted((a, b) => ((a.key['week'] ?? '') < (b.key['week'] ?? '') ? -1 : 1));
  const before = ordered.slice(-1 - MEAN_WEEKS, -1).flatMap(({ values }) => values[measure] ?? []);
  if (before.length < MEAN_WEEKS) return undefined;
  const sum = before.reduce((total, hours) => total + toUnits(hours), 0n);
  const mean = divideUnits(sum, toUnits(String(MEAN_WEEKS)));
  return mean === undefined ? undefined : formatUnits(mean);
}
