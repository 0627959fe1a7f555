/** Prints a measure's figure and its unit by the workspace's settings, in the same way everywhere. */
import { findMeasure, type MeasureUnit } from '#domain/reports/definition/measures.ts';
import { formatFigures } from '#domain/reports/print/printed-currencies.ts';
import type { GridForm, PrintedLine, PrintedMeasure } from '#domain/reports/print/model.ts';
import {
  chooseGrid,
  formatSteps,
  printMeasure,
  toSteps,
  type PrintSettings,
  formatUnit,
} from '#domain/reports/print/printed.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { MINUS, UNKNOWN } from './figures-and-times.ts';
import type { GapWords } from '#texts/reports/gaps.ts';

export function measureUnit(id: string): MeasureUnit {
  return findMeasure(id)?.unit ?? 'plain';
}

/** Prints the figure alone: `312.40`, `312:24`; a share of 1 becomes a percentage, and an unknown figure a dash. */
export function formatMeasure(id: string, value: string | null | undefined, settings: PrintSettings): string {
  return formatAs(measureUnit(id), value, settings);
}

/** Like `formatMeasure`, for exact decimal text in a unit. */
export function formatAs(unit: MeasureUnit, value: string | null | undefined, settings: PrintSettings): string {
  const grid = chooseGrid(unit, settings);
  return formatFigureSteps(toSteps(value ?? null, grid), grid);
}

/** Prints steps as the figure alone; a unit such as `%` stands next to it. */
export function formatFigureSteps(steps: bigint | null, grid: GridForm): string {
  const style = grid.style === 'percent' ? 'decimal' : grid.style;
  return formatSteps(steps, { ...grid, style }, { unknown: UNKNOWN, minus: MINUS });
}

/** @returns the known amounts of a line with several currencies, each with its currency; empty if the line has one figure or none */
export function listAmounts(
  { measure, grid }: Pick<PrintedMeasure, 'measure' | 'grid'>,
  line: Pick<ReportResult['total'], 'amounts'>,
  printed: PrintedLine,
): string[] {
  if (!measure.money || !line.amounts) return [];
  return formatFigures(measure, printed, ({ value }) => formatSteps(value, grid, { minus: MINUS }));
}

/** Like `listAmounts`, for an answer's total, which is rounded independently of its lines. */
export function listTotalAmounts(id: string, result: ReportResult, settings: PrintSettings): string[] {
  const measure = findMeasure(id);
  if (!measure) return [];
  const printed = printMeasure(measure, { ...result, rows: [], subtotals: [], columns: [] }, settings);
  return listAmounts(printed, result.total, printed.total);
}

/** Prints the figure with its unit: `312.40 h`, `312:24`, `72.4 %`, `31,240.00 EUR`. */
export function formatWithUnit(
  id: string,
  value: string | null | undefined,
  settings: PrintSettings,
  currency: string | null = null,
): string {
  const unit = value === null || value === undefined ? '' : figureUnit(measureUnit(id), settings, currency);
  return `${formatMeasure(id, value, settings)} ${unit}`.trim();
}

/** Like `formatUnit`, but empty next to `h:mm`, whose form already shows that it is time. */
export function figureUnit(unit: MeasureUnit, settings: PrintSettings, currency: string | null): string {
  return chooseGrid(unit, settings).style === 'clock' ? '' : formatUnit(unit, currency);
}

export function printGaps({ least, smaller, beyond, known }: GapWords, printing: PrintSettings): GapWords {
  const hours = (text: string) => formatWithUnit('gap_hours', text, printing);
  const sum = (gaps: GapWords['smaller']) => ({ people: gaps.people, hours: hours(gaps.hours) });
  return { least: hours(least), smaller: sum(smaller), beyond: sum(beyond), known };
}
