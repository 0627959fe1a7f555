/** The printed form of a report: lines of whole steps, by measure. */
import type { Units } from '../../decimal.ts';
import type { Measure } from '../definition/measures.ts';
import type { FootedSheet, Steps } from './footing.ts';

/** How figures of a unit can be printed: multiples of a step. */
export interface Grid {
  /** `clock`: steps are minutes, printed `h:mm`. `percent`: decimals followed by a percent sign. */
  readonly style: 'decimal' | 'clock' | 'percent';
  /** Decimals of `decimal` and `percent`. */
  readonly digits: number;
  /** Of its marks; by default as files have them. */
  readonly locale?: string | undefined;
  /** In the scale of `scaled`. */
  readonly step: bigint;
  scaled(units: Units): bigint;
}

/** What decides how steps are written. */
export type GridForm = Pick<Grid, 'style' | 'digits' | 'locale'>;

/** A rounding difference, or figures outside every line: a line of its own below the lines of a total. */
export interface PrintedDifference {
  readonly value: Steps;
  readonly cells: readonly Steps[];
  /** The difference in the compared period's column. */
  readonly before: Steps;
  /** The difference between the printed changes and the printed change of the total. */
  readonly change: Steps;
}

/** The printed figures of one currency in a line. */
export interface PrintedPart {
  /** Null: money of unknown currency. */
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
   * Printed value less printed figure before; a line without records in one of the periods counts as 0 there where lines add up. Null: not
   * compared, or one of them is unknown.
   */
  readonly change: Steps | null;
  /** The difference between it and the printed lines directly below it; null: none. */
  readonly below: PrintedDifference | null;
  /** The difference between its printed cells and its printed value. */
  readonly across: Steps;
  /**
   * Only for money in a report of several currencies: the printed figures of each, in their order, with their differences. The figures
   * above are then those of one currency alone.
   */
  readonly parts?: readonly PrintedPart[];
}

export interface PrintedMeasure {
  readonly measure: Measure;
  readonly grid: Grid;
  /** `itself`: never added up (shares, rates, averages, people), or not the sum of its lines: every figure is rounded alone. */
  readonly footing: FootedSheet['by'];
  /** In the order of the result's rows and subtotals. */
  readonly rows: readonly PrintedLine[];
  readonly subtotals: readonly PrintedLine[];
  /** Its cells are the column totals. */
  readonly total: PrintedLine;
  /** In the order of the result's break-downs: the line as the total of its parts, which are the rows. Only where there are any. */
  readonly breakdowns?: readonly PrintedMeasure[];
}
