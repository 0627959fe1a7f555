/** Prints a change: with its sign, and of a share in points, because a percentage would be read as relative. */
import { groupTexts } from '#texts/reports/reports.ts';
import type { Steps } from './footing.ts';
import type { GridForm } from './model.ts';
import { formatSteps, type TextStyle } from './printed.ts';

/** Writes `+9.99` or `−0:20`; a share or a percentage as `+25.0 pts`. @param steps the difference of two printed figures */
export function printChange(steps: Steps | null, grid: GridForm, text: Omit<TextStyle, 'signed'> = {}): string {
  const signed = { ...text, signed: true };
  if (steps === null || grid.style !== 'percent') return formatSteps(steps, grid, signed);
  return groupTexts.points(formatSteps(steps, { ...grid, style: 'decimal' }, signed));
}
