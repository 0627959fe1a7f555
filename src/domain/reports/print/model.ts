/** The printed form of a report: lines of whole steps, by measure. */
import type { Units } from '#domain/decimal.ts';
import type { Measure } from '../definition/measures.ts';
import type { FootedSheet, Steps } from './footing.ts';

/** The figures of a unit are printed as multiples of a step. */
export interface Grid {
  /** Steps of `clock` are minutes, printed as `h:mm`. `percent` has decimals followed by a percent sign. */
  readonly style: 'decimal' | 'clock' | 'percent';
  /** The number of decimals of `decimal` and `percent`. */
  readonly digits: number;
  /** The locale of its marks; by default they are written as in files. */
  readonly locale?: string | undefined;
  /** The step is in the scale of `scaled`. */
  readonly step: bigint;
  scaled(units: Units): bigint;
}

/** These decide how steps are written. */
export type GridForm = Pick<Grid, 'style' | 'digits' | 'locale'>;

/** The difference between printed lines and their printed total, left by rounding or by figures outside every line. */
export interface PrintedDifference {
  /** How many lines directly below have a figure there; 0 where they are rounded to fit it, which leaves no difference. */
  readonly lines: Readonly<Record<'value' | 'before' | 'change', number>> & { readonly cells: readonly number[] };
  readonly value: Steps;
  readonly cells: readonly Steps[];
  /** The difference in the compared period's column. */
  readonly before: Steps;
  /** The difference between the printed changes and the printed change of the total. */
  readonly change: Steps;
}

/** The printed figures of one currency in a line. */
export interface PrintedPart {
  /** Null for money of unknown currency. */
  readonly currency: string | null;
  readonly line: PrintedLine;
}

export interface PrintedLine {
  readonly value: Steps | null;
  /** The cells are in the order of the result's columns; empty without columns. */
  readonly cells: readonly (Steps | null)[];
  /** The compared period's figure; null also where nothing is compared. */
  readonly before: Steps | null;
  /**
   * Printed value less printed figure before; a line without records in one of the periods counts as 0 there where lines add up. Null: not
   * compared, or one of them is unknown.
   */
  readonly change: Steps | null;
  /** The difference between the line and the printed lines directly below it; null where there is none. */
  readonly below: PrintedDifference | null;
  /** The difference between the line's printed cells and its printed value. */
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
  /**
   * `itself`: the figures are never added up (shares, rates, averages, people) or are not the sum of their lines, so each is rounded alone.
   */
  readonly footing: FootedSheet['by'];
  /** The lines are in the order of the result's rows and subtotals. */
  readonly rows: readonly PrintedLine[];
  readonly subtotals: readonly PrintedLine[];
  /** The cells of the total are the column totals. */
  readonly total: PrintedLine;
  /** Each line of the result's break-downs as the total of its parts, which are the rows; in their order. Set only where there are any. */
  readonly breakdowns?: readonly PrintedMeasure[];
}
