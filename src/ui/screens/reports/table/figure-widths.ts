/** Measures how wide a report's figures are printed. The total's width is not enough, because gaps cancel out in it. Pure. */
import { amountTexts } from '#texts/reports/reports.ts';
import type { Measure } from '#domain/reports/definition/measures.ts';
import { formatFigures, isAmount } from '#domain/reports/print/printed-currencies.ts';
import type { PrintedLine, PrintedMeasure } from '#domain/reports/print/model.ts';
import { formatSteps, printChange } from '#domain/reports/print/printed.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import type { Steps } from '#domain/reports/print/footing.ts';

const CHARACTER = 7.3;
const PADDING = 22;
const MIN_CHARACTERS = 5;
/** A line with more currencies shows only their number, because all amounts would leave no room for other columns. */
export const MAX_AMOUNTS = 3;

/** @returns the width in pixels of a measure's longest figure: over its line totals, or over its columns. */
export function measureFigureWidths(
  printed: readonly PrintedMeasure[],
  currencies: ReportResult['currencies'] = [],
): (measure: Measure, bucket: number | undefined) => number {
  const label = currencies.length > 1 ? Math.max(...currencies.map((currency) => (currency ?? '').length)) + 1 : 0;
  const longest = new Map(
    printed.map((sheet) => [sheet.measure.id, findLongest(sheet, isAmount(sheet.measure) ? label : 0)]),
  );
  return ({ id }, bucket) => PADDING + CHARACTER * (longest.get(id)?.[bucket === undefined ? 'whole' : 'bucket'] ?? 0);
}

interface Longest {
  readonly whole: number;
  readonly bucket: number;
}

/** @param label room for a currency beside every figure */
function findLongest(sheet: PrintedMeasure, label: number): Longest {
  const { grid, total, subtotals, rows } = sheet;
  const length = (readFigures: (line: PrintedLine) => readonly (Steps | null)[]) => {
    let min = 0n;
    let max = 0n;
    for (const lines of [[total], subtotals, rows]) {
      for (const line of lines) {
        for (const figure of readFigures(line)) {
          if (figure === null) continue;
          if (figure < min) min = figure;
          else if (figure > max) max = figure;
        }
      }
    }
    return Math.max(MIN_CHARACTERS, formatSteps(min, grid).length, formatSteps(max, grid).length);
  };
  const inParts = findLongestInParts(sheet);
  return {
    whole: Math.max(label + length(({ value, before }) => [value, before]), inParts.whole),
    bucket: Math.max(label + length(({ cells }) => cells), inParts.bucket),
  };
}

/** Measures amounts in multiple currencies, which are side by side in lines and below one another in the total. */
function findLongestInParts({ measure, grid, total, subtotals, rows, breakdowns = [] }: PrintedMeasure): Longest {
  const longest = { whole: 0, bucket: 0 };
  for (const line of [total, ...subtotals, ...rows, ...breakdowns.flatMap((parts) => parts.rows)]) {
    if ((line.parts?.length ?? 0) < 2) continue;
    const measureLength = (steps: (part: PrintedLine) => Steps | null, print = formatSteps) => {
      const amounts = formatFigures(measure, line, (part) => print(steps(part), grid));
      const isOnSeparateLines = line === total || amounts.length > MAX_AMOUNTS;
      return isOnSeparateLines
        ? Math.max(0, ...amounts.map(({ length }) => length))
        : amounts.join(amountTexts.separator).length;
    };
    const [value, before, change] = [
      measureLength((part) => part.value),
      measureLength((part) => part.before),
      measureLength((part) => part.change, printChange),
    ];
    longest.whole = Math.max(longest.whole, value, before, change);
    line.cells.forEach((_, column) => {
      longest.bucket = Math.max(
        longest.bucket,
        measureLength((part) => part.cells[column] ?? null),
      );
    });
  }
  return longest;
}
