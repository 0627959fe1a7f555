/** Prints whole steps as figures on screen: the same text as in files and in the terminal, with the marks of the chosen locale. */
import { formatSteps } from '../../domain/reports/print/printed.ts';
import { printChange as formatChange } from '../../domain/reports/print/printed-change.ts';
import { localizeFigure } from '../locale/forms.ts';

export const printSteps: typeof formatSteps = (steps, grid, style) => localizeFigure(formatSteps(steps, grid, style));

export const printChange: typeof formatChange = (steps, grid, style) =>
  localizeFigure(formatChange(steps, grid, style));
