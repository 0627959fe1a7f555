/** The figures of a report's table: what each cell says, exactly and as printed under the workspace's footing. Pure. */
import { labelBeside } from '../../../../domain/reports/currency.ts';
import {
  lackOf,
  lackOfChange,
  stepsOf,
  textOf,
  type Lack,
  type PrintedDifference,
  type PrintedLine,
  type PrintedMeasure,
} from '../../../../domain/reports/printed.ts';
import type { Measure } from '../../../../domain/reports/measures.ts';
import type { ReportResult, ReportRow } from '../../../../domain/reports/report.ts';
import { difference, percentChange, signedFigure, signOf, UNKNOWN } from '../../../format/figures.ts';
import type { Figure, GridColumn } from './grid-columns.ts';
import type { Cell } from './grid-props.ts';
import { heatOf, type HeatSpan } from './heat.ts';

type Line = ReportResult['total'] | ReportRow;

/** @returns the exact figure a cell stands for; null: unknown. */
export function exactOf(line: Line, { measure, figure: kind, bucket }: GridColumn): string | null {
  const { id } = measure;
  if (bucket !== undefined) return line.cells?.[id]?.[bucket] ?? null;
  const now = line.values[id] ?? null;
  const before = line.before?.values[id] ?? null;
  // A line without a record in one of the periods had nothing of what can be added up, and unknown of the rest.
  const base = line.before === null && measure.additive ? '0' : before;
  const current = now ?? (line.records === 0 && measure.additive ? '0' : null);
  switch (kind) {
    case 'value':
      return now;
    case 'before':
      return before;
    case 'change':
      return current === null || base === null ? null : difference(current, base);
    case 'percent':
      return current === null || base === null ? null : (percentChange(current, base) ?? null);
    case 'by-hours':
      return line.split?.hours ?? null;
    case 'by-rate':
      return line.split?.rate ?? null;
  }
}

const MINUS = '−';
const plain = { unknown: UNKNOWN, minus: MINUS };
const signed = { ...plain, signed: true };

/** A line with what is printed of it. */
export interface PrintedPair {
  readonly line: Line;
  readonly printed: PrintedLine;
}

export function cellOf(
  { line, printed }: PrintedPair,
  column: GridColumn,
  { grid }: PrintedMeasure,
  shading: HeatSpan | undefined,
): Cell {
  const { measure, figure, bucket } = column;
  const exact = exactOf(line, column);
  const heat = bucket === undefined ? 0 : heatOf(exact, shading);
  const tone =
    exact === null ? 'unknown' : figure === 'value' || figure === 'before' ? 'plain' : toneOf(measure, exact);
  const change = (printed.value ?? 0n) - (printed.before ?? 0n);
  const byHours = stepsOf(line.split?.hours ?? null, grid);
  const text = () => {
    if (bucket !== undefined) return textOf(printed.cells[bucket] ?? null, grid, plain);
    switch (figure) {
      case 'value':
        return textOf(printed.value, grid, plain);
      case 'before':
        return textOf(printed.before, grid, plain);
      // Printed figures agree with one another: whoever subtracts them gets what is printed.
      case 'change':
        return textOf(exact === null ? null : change, grid, signed);
      case 'percent':
        return exact === null ? UNKNOWN : `${signedFigure(exact, 1)} %`;
      case 'by-hours':
        return textOf(byHours, grid, signed);
      case 'by-rate':
        return textOf(byHours === null ? null : change - byHours, grid, signed);
    }
  };
  return { text: withLabel(text(), line, column), exact, tone, heat };
}

/** Where money is of several currencies, each amount says its own. */
function withLabel(text: string, line: Line, { measure, figure, bucket }: GridColumn): string {
  if (text === UNKNOWN || figure === 'percent') return text;
  const own = figure === 'before' || line.currency === null ? (line.before ?? line) : line;
  const label = labelBeside(measure, bucket === undefined ? { line: own } : { line, column: bucket });
  return label === null ? text : `${text} ${label}`;
}

/**
 * What the printed lines lack to the printed total below them.
 * @param lines how many lines the total has directly above it
 */
export function differenceCell(
  below: PrintedDifference | null,
  { figure, bucket }: GridColumn,
  { grid }: PrintedMeasure,
  { lack, lines }: { readonly lack: Lack; readonly lines: number },
): Cell {
  const steps = below === null ? 0n : bucket !== undefined ? (below.cells[bucket] ?? 0n) : stepsIn(below, figure);
  const kind = figure === 'change' ? lackOfChange(steps, lines) : lackOf(steps, lines);
  const text = steps === 0n || kind !== lack ? '' : textOf(steps, grid, signed);
  return { text, exact: null, tone: 'plain', heat: 0 };
}

/** Which kinds of lack a measure's total has, in any of its columns. */
export function lacksOf(below: PrintedDifference | null, lines: number): readonly Lack[] {
  if (below === null) return [];
  const figures = [below.value, below.before, ...below.cells].filter((each) => each !== 0n);
  const kinds = figures.map((each) => lackOf(each, lines));
  return below.change === 0n ? kinds : [...kinds, lackOfChange(below.change, lines)];
}

function stepsIn({ value, before, change }: PrintedDifference, figure: Figure): bigint {
  switch (figure) {
    case 'value':
      return value;
    case 'before':
      return before;
    case 'change':
      return change;
    case 'percent':
    case 'by-hours':
    case 'by-rate':
      return 0n;
  }
}

/** More is a gain, except of cost, of hours nobody pays, and of hours that lack. */
const lessIsMore: ReadonlySet<string> = new Set(['recorded_cost', 'nonbillable_hours', 'gap_hours']);
/** More or less of these is neither. */
const neutral: ReadonlySet<string> = new Set(['expected_hours', 'records', 'owners']);

function toneOf({ id }: Measure, exact: string): Cell['tone'] {
  const sign = signOf(exact);
  if (sign === 0 || neutral.has(id)) return 'plain';
  return sign > 0 === !lessIsMore.has(id) ? 'good' : 'bad';
}
