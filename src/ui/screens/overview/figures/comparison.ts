/** The change of a tile against the period before: in percent, or in points where the figure is itself a share. Pure. */
import { formatUnits, roundUnits, toUnits } from '../../../../domain/decimal.ts';
import { printChange } from '../../../../domain/reports/print/printed-change.ts';
import { chooseGrid, toSteps } from '../../../../domain/reports/print/printed.ts';
import { defaultSettings } from '../../../../domain/settings.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { MINUS, percentChange, signedFigure, signOf } from '../../../format/figures.ts';
import { measureUnit } from '../../../format/measured.ts';
import { pageLocale } from '../../../locale/forms.ts';

const DIGITS = 1;

export interface Change {
  /** `+4.1 %`, `−0.8 pts`. */
  readonly text: string;
  /** By the printed figure: `0.0 %` is neither. */
  readonly sign: -1 | 0 | 1;
}

/** @returns undefined where one side is unknown, or the change cannot be given in percent. */
export function compareFigures(
  measure: string,
  now: string | null | undefined,
  before: string | null | undefined,
): Change | undefined {
  if (typeof now !== 'string' || typeof before !== 'string') return undefined;
  // No setting decides how shares are printed.
  const grid = chooseGrid(measureUnit(measure), { ...defaultSettings, locale: pageLocale() });
  if (grid.style === 'percent') {
    const change = (toSteps(now, grid) ?? 0n) - (toSteps(before, grid) ?? 0n);
    return { text: printChange(change, grid, { minus: MINUS }), sign: change > 0n ? 1 : change < 0n ? -1 : 0 };
  }
  const percent = percentChange(now, before);
  if (percent === undefined) return undefined;
  return { text: `${signedFigure(percent, DIGITS)} ${uiTexts.units.percent}`, sign: printedSign(percent) };
}

function printedSign(exact: string): Change['sign'] {
  return signOf(formatUnits(roundUnits(toUnits(exact), DIGITS)));
}
