/** What is printed of a report: lines of whole steps, by measure. */
import type { Units } from '../../decimal.ts';
import type { Measure } from '../definition/measures.ts';
import type { FootedSheet, Steps } from './footing.ts';

/** Which figures can be printed of a unit: multiples of a step. */
export interface Grid {
  /** `clock`: steps are minutes, printed `h:mm`. `percent`: decimals followed by a percent sign. */
  readonly style: 'decimal' | 'clock' | 'percent';
  /** Decimals of `decimal` and `percent`. */
  readonly digits: number;
  /** In the scale of `scaled`. */
  readonly step: bigint;
  scaled(units: Units): bigint;
}

/** A rounding difference or figures no line tells: a line of its own below the lines of a total. */
export interface PrintedDifference {
  readonly value: Steps;
  readonly cells: readonly Steps[];
  /** What the difference lacks in the compared period's column. */
  readonly before: Steps;
  /** What the printed changes lack to the printed change of the total. */
  readonly change: Steps;
}

/** What is printed of one currency in a line. */
export interface PrintedPart {
  /** Null: money of no label. */
  readonly currency: string | null;
  readonly line: PrintedLine;
}

export interface PrintedLine {
  readonly value: Steps | null;
  /** In the order of the result's columns; empty without columns. */
  readonly cells: readonly (Steps | null)[];
  /** The compared period's figure; null also where nothing is compared. */
  readonly before: Steps | null;
  /**
   * Printed value less printed figure before; what one of the periods had no record of counts as nothing where lines add up. Null: not
   * compared, or one of them is not known.
   */
  readonly change: Steps | null;
  /** What the printed lines directly below it lack to it; null: nothing. */
  readonly below: PrintedDifference | null;
  /** What its printed cells lack to its printed value. */
  readonly across: Steps;
  /**
   * Only of money in a report of several currencies: what is printed of each, in their order, with what each lacks. The figures above
   * are then those that one currency alone has.
   */
  readonly parts?: readonly PrintedPart[];
}

export interface PrintedMeasure {
  readonly measure: Measure;
  readonly grid: Grid;
  /** `itself`: never added up (shares, rates, averages, people), or no sum of its lines: every figure is rounded alone. */
  readonly footing: FootedSheet['by'];
  /** In the order of the result's rows and subtotals. */
  readonly rows: readonly PrintedLine[];
  readonly subtotals: readonly PrintedLine[];
  /** Its cells are the column totals. */
  readonly total: PrintedLine;
}
