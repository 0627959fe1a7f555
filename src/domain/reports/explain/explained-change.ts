/** How a figure changed, for Explain: in the same figures as the table has. */
import { explainTexts as texts } from '#texts/reports/reports.ts';
import type { Steps } from '../print/footing.ts';
import type { Measure } from '../definition/measures.ts';
import { figureText } from '../print/printed-currencies.ts';
import type { PrintedLine } from '../print/model.ts';
import { chooseGrid, toSteps, formatSteps, type PrintSettings } from '../print/printed.ts';
import { printChange } from '../print/printed-change.ts';
import type { Figures, ReportResult } from '../definition/report.ts';

type Compared = Pick<ReportResult['total'], 'values' | 'records' | 'before' | 'split'>;

/** The figure before, now and the difference, as printed; for billable value also what more hours and what another rate brought. */
export function changeText(
  measure: Measure,
  line: Compared | undefined,
  settings: PrintSettings,
  printed: PrintedLine | undefined,
): string | null {
  const grid = chooseGrid(measure.unit, settings);
  const valueIn = (figures: Figures | null | undefined) => toSteps(figures?.values[measure.id] ?? null, grid);
  const shown = printed ?? roundedAlone(valueIn(line), valueIn(line?.before));
  const told = (print: typeof formatSteps, steps: (part: PrintedLine) => Steps | null) =>
    figureText(measure, shown, (part) => print(steps(part), grid, { minus: '−' }));
  const [now, before, changed] = [
    told(formatSteps, ({ value }) => value),
    told(formatSteps, (part) => part.before),
    told(printChange, (part) => part.change),
  ];
  if (now === '' || before === '' || changed === '') return null;
  const change = texts.change(now, before, changed);
  const byHours = measure.id === 'billable_value' ? toSteps(line?.split?.hours ?? null, grid) : null;
  if (byHours === null || shown.change === null) return change;
  const signed = (steps: Steps) => printChange(steps, grid, { minus: '−' });
  const other = toSteps(line?.split?.other ?? null, grid);
  const byRate = shown.change - byHours - (other ?? 0n);
  return `${change}; ${texts.split(signed(byHours), signed(byRate), other === null ? undefined : signed(other))}`;
}

/** Outside tables: differences of the printed figures all the same, so that subtracting them gives the printed one. */
function roundedAlone(value: Steps | null, before: Steps | null): PrintedLine {
  const change = value === null || before === null ? null : value - before;
  return { value, before, change, cells: [], below: null, across: 0n };
}
