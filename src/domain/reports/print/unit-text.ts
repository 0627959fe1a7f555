/** Writes units and changes beside figures. */
import { groupTexts } from '#texts/reports/reports.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { MeasureUnit } from '../definition/measures.ts';
import type { Steps } from './footing.ts';
import type { GridForm } from './model.ts';
import { formatSteps, type TextStyle } from './printed.ts';

/** Writes `h`, `%`, `EUR` or `EUR/h`; empty where there is no unit. */
export function formatUnit(unit: MeasureUnit, currency: string | null): string {
  switch (unit) {
    case 'hours':
      return uiTexts.units.hours;
    case 'days':
      return uiTexts.units.days;
    case 'minutes':
      return uiTexts.units.minutes;
    case 'money':
      return currency ?? '';
    case 'rate':
      return uiTexts.units.rate(currency);
    case 'percent':
    case 'share':
      return uiTexts.units.percent;
    case 'count':
    case 'plain':
      return '';
  }
}

/**
 * Prints a change with its sign, `+9.99` or `−0:20`, and of a share in points, `+25.0 pts`: a percentage would be read as relative.
 * @param steps the difference of two printed figures
 */
export function printChange(steps: Steps | null, grid: GridForm, text: Omit<TextStyle, 'signed'> = {}): string {
  const signed = { ...text, signed: true };
  if (steps === null || grid.style !== 'percent') return formatSteps(steps, grid, signed);
  return groupTexts.points(formatSteps(steps, { ...grid, style: 'decimal' }, signed));
}
