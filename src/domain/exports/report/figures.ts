/** One figure of a report as a cell: printed and footed as on screen, exact for programs, or what lines lack to their total. */
import { formatUnits, SCALE, toUnits, type Units } from '../../decimal.ts';
import { MINUTE } from '../../time/hours.ts';
import type { Measure } from '../../reports/definition/measures.ts';
import type { ReportResult } from '../../reports/definition/report.ts';
import type { Steps } from '../../reports/print/footing.ts';
import type { Grid, PrintedLine, PrintedMeasure } from '../../reports/print/model.ts';
import { judgeLack, lackOfChange, type Lack } from '../../reports/print/printed.ts';
import type { Cell } from '../model.ts';

/** A place in a printed line, or in the difference below it. */
export type Place =
  { readonly of: 'cell'; readonly column: number } | { readonly of: 'value' | 'before' | 'change' | 'across' };

export function findLine<Of>(total: Of, subtotals: readonly Of[], rows: readonly Of[], line: number): Of {
  return (
    (line === 0 ? total : line <= subtotals.length ? subtotals[line - 1] : rows[line - 1 - subtotals.length]) ?? total
  );
}

export function printFigure(printed: PrintedMeasure, line: number, place: Place): Cell {
  const own = findLine(printed.total, printed.subtotals, printed.rows, line);
  const steps = readPlace(own, place);
  if (place.of === 'across' && steps === 0n) return null;
  return steps === null ? null : printSteps(steps, printed);
}

function readPlace(line: PrintedLine, place: Place): Steps | null {
  return place.of === 'cell' ? (line.cells[place.column] ?? null) : line[place.of];
}

export function printLack(printed: PrintedMeasure, line: number, place: Place, lines: number, lack: Lack): Cell {
  const { below } = findLine(printed.total, printed.subtotals, printed.rows, line);
  if (below === null) return null;
  const own = (steps: Steps, judge = judgeLack) => (judge(steps, lines) === lack ? steps : 0n);
  const readSteps = () => {
    switch (place.of) {
      case 'cell':
        return own(below.cells[place.column] ?? 0n);
      case 'across':
        // The row's own: its value less its cells, so that the column of these differences adds up to that of the total.
        return below.cells.reduce((rest, cell) => rest - own(cell), own(below.value));
      case 'change':
        return own(below.change, lackOfChange);
      case 'value':
      case 'before':
        return own(below[place.of]);
    }
  };
  const steps = readSteps();
  return steps === 0n ? null : printSteps(steps, printed);
}

/** Whole steps as a plain decimal, of clock hours as whole minutes. */
function printSteps(steps: Steps, { grid }: PrintedMeasure): string {
  if (grid.style === 'clock' || grid.digits === 0) return String(steps);
  const digits = String(steps < 0n ? -steps : steps).padStart(grid.digits + 1, '0');
  return `${steps < 0n ? '-' : ''}${digits.slice(0, -grid.digits)}.${digits.slice(-grid.digits)}`;
}

export function readExactFigure(result: ReportResult, { id, additive }: Measure, line: number, place: Place): Cell {
  const own = findLine<ReportResult['total']>(result.total, result.subtotals, result.rows, line);
  const cells = own.cells?.[id] ?? (line === 0 ? result.columns.map(({ values }) => values[id] ?? null) : []);
  const now = own.values[id] ?? null;
  const was = own.before?.values[id] ?? null;
  switch (place.of) {
    case 'cell':
      return cells[place.column] ?? null;
    case 'value':
      return now;
    case 'before':
      return was;
    case 'change': {
      const zero: Units | null = additive ? 0n : null;
      const [current, earlier] = [
        now === null ? (own.records === 0 ? zero : null) : toUnits(now),
        was === null ? (own.before === null ? zero : null) : toUnits(was),
      ];
      return current === null || earlier === null ? null : formatUnits(current - earlier);
    }
    case 'across':
      return toLack(now, cells);
  }
}

/** An exact figure in the unit in which its column is printed: percentages as 0 to 100, clock hours as minutes. */
export function scaleFigure(exact: Cell, grid: Grid): Cell {
  if (exact === null || grid.style === 'decimal') return exact;
  const units = grid.scaled(toUnits(exact));
  return formatUnits(grid.style === 'clock' ? (units * 10n ** BigInt(SCALE)) / MINUTE : units);
}

/** What the exact figures of the lines directly below a line lack to its own: figures outside every line. */
export function findExactLack(
  figure: (line: number) => Cell,
  above: number,
  parents: readonly (number | undefined)[],
): Cell {
  return toLack(
    figure(above),
    parents.flatMap((parent, line) => (parent === above ? [figure(line)] : [])),
  );
}

/** Hours are quotients, each rounded at its eighth decimal, and a change is the difference of two: that much is no lack. */
function toLack(whole: Cell, parts: readonly Cell[]): Cell {
  if (whole === null || parts.length === 0) return null;
  const rest = parts.reduce((left, part) => left - toUnits(part ?? '0'), toUnits(whole));
  const least = 2n * BigInt(parts.length + 1);
  return rest <= least && rest >= -least ? null : formatUnits(rest);
}
