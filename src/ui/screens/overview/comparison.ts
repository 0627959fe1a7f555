/** The change of a tile against the period before: in percent, or in points where the figure is a share itself. Pure. */
import { formatUnits, roundUnits, unitsOf } from '../../../domain/decimal.ts';
import type { MeasureUnit } from '../../../domain/reports/measures.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { difference, percentChange, percentOfShare, signedFigure, signOf } from '../../format/figures.ts';
import { measureUnit } from '../../format/measured.ts';

const DIGITS = 1;

export interface Change {
  /** `+4.1 %`, `−0.8 pts`. */
  readonly text: string;
  /** Of what is printed: `0.0 %` is neither. */
  readonly sign: -1 | 0 | 1;
}

/** @returns undefined where one side is unknown, or the change cannot be said in percent. */
export function changeOf(
  measure: string,
  now: string | null | undefined,
  before: string | null | undefined,
): Change | undefined {
  if (typeof now !== 'string' || typeof before !== 'string') return undefined;
  const points = asPoints(measureUnit(measure), now, before);
  if (points !== undefined)
    return { text: `${signedFigure(points, DIGITS)} ${uiTexts.units.points}`, sign: printedSign(points) };
  const percent = percentChange(now, before);
  if (percent === undefined) return undefined;
  return { text: `${signedFigure(percent, DIGITS)} ${uiTexts.units.percent}`, sign: printedSign(percent) };
}

function printedSign(exact: string): Change['sign'] {
  return signOf(formatUnits(roundUnits(unitsOf(exact), DIGITS)));
}

function asPoints(unit: MeasureUnit, now: string, before: string): string | undefined {
  if (unit === 'share') return percentOfShare(difference(now, before));
  return unit === 'percent' ? difference(now, before) : undefined;
}
