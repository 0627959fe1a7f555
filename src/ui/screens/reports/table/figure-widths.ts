/** How wide a report's figures are printed. A total does not tell: of two currencies it is empty, and gaps cancel one another in it. Pure. */
import type { Measure } from '../../../../domain/reports/measures.ts';
import { textOf, type PrintedLine, type PrintedMeasure } from '../../../../domain/reports/printed.ts';
import type { ReportResult } from '../../../../domain/reports/report.ts';
import type { Steps } from '../../../../domain/reports/footing.ts';

const CHARACTER = 7.3;
const PADDING = 22;
const FEWEST = 5;

/** @returns room in pixels for the longest figure of a measure: of its whole rows, or of its columns. */
export function figureWidths(
  printed: readonly PrintedMeasure[],
  currencies: ReportResult['currencies'] = [],
): (measure: Measure, bucket: number | undefined) => number {
  const label = currencies.length > 1 ? Math.max(...currencies.map((each) => (each ?? '').length)) + 1 : 0;
  const longest = new Map(printed.map((each) => [each.measure.id, longestOf(each)]));
  return ({ id, unit }, bucket) => {
    const figure = longest.get(id)?.[bucket === undefined ? 'whole' : 'bucket'] ?? 0;
    return PADDING + CHARACTER * (figure + (unit === 'money' || unit === 'rate' ? label : 0));
  };
}

function longestOf({ grid, total, subtotals, rows }: PrintedMeasure): { whole: number; bucket: number } {
  const length = (figuresOf: (line: PrintedLine) => readonly (Steps | null)[]) => {
    let least = 0n;
    let most = 0n;
    for (const lines of [[total], subtotals, rows]) {
      for (const line of lines) {
        for (const each of figuresOf(line)) {
          if (each === null) continue;
          if (each < least) least = each;
          else if (each > most) most = each;
        }
      }
    }
    return Math.max(FEWEST, textOf(least, grid).length, textOf(most, grid).length);
  };
  return { whole: length(({ value, before }) => [value, before]), bucket: length(({ cells }) => cells) };
}
