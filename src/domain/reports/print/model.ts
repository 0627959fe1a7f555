/** The model of a printed report: lines of whole steps, by measure. */
import type { Units } from '#domain/decimal.ts';
import type { Measure } from '../definition/measures.ts';
import type { FootedSheet, Steps } from './footing.ts';

/** How the figures of a unit are rounded to steps and formatted. */
export interface Grid {
  /** `clock`: steps are minutes, printed as `h:mm`. `percent`: decimals followed by a percent sign. */
  readonly style: 'decimal' | 'clock' | 'percent';
  /** The number of decimals of `decimal` and `percent`. */
  readonly digits: number;
  /** The locale of separators and decimal marks; by default that of files. */
  readonly locale?: string | undefined;
  /** The size of a step in the scale of `scaled`. */
  readonly step: bigint;
  scaled(units: Units): bigint;
}

/** The part of a grid that decides how steps are formatted. */
export type GridForm = Pick<Grid, 'style' | 'digits' | 'locale'>;

/** The difference between printed lines and their printed total, caused by rounding or by figures outside every line. */
export interface PrintedDifference {
  /** How many lines directly below have a figure there; 0 if they are rounded to add up. */
  readonly lines: Readonly<Record<'value' | 'before' | 'change', number>> & { readonly cells: readonly number[] };
  readonly value: Steps;
  readonly cells: readonly Steps[];
  /** The difference in the column of the compared period. */
  readonly before: Steps;
  /** The difference between the printed changes and the printed change of the total. */
  readonly change: Steps;
}

/** The printed figures of one currency in a line. */
export interface PrintedPart {
  /** Null for money in an unknown currency. */
  readonly currency: string | null;
  readonly line: PrintedLine;
}

export interface PrintedLine {
  readonly value: Steps | null;
  /** The cells, in the order of the result's columns; empty without columns. */
  readonly cells: readonly (Steps | null)[];
  /** The compared period's figure; also null without a comparison. */
  readonly before: Steps | null;
  /**
   * The printed value minus the printed figure before; a line without records in one of the periods counts as 0 there if lines add up. Null
   * if not compared or one of them is unknown.
   */
  readonly change: Steps | null;
  /** The difference between the line and the printed lines directly below it; null if there is none. */
  readonly below: PrintedDifference | null;
  /** The difference between the line's printed value and its printed cells. */
  readonly across: Steps;
  /**
   * For money in a report with several currencies, the printed figures of each currency, in order, with their differences. The figures above
   * are then set only if they are in a single currency.
   */
  readonly parts?: readonly PrintedPart[];
}

export interface PrintedMeasure {
  readonly measure: Measure;
  readonly grid: Grid;
  /** `itself`: each figure is rounded individually, because it is never added up (shares, people) or is not the sum of its lines. */
  readonly footing: FootedSheet['by'];
  /** The lines, in the order of the result's rows and subtotals. */
  readonly rows: readonly PrintedLine[];
  readonly subtotals: readonly PrintedLine[];
  /** The total, whose cells are the column totals. */
  readonly total: PrintedLine;
  /** The break-downs in order: the broken-down line is the total and its parts are the rows. Set only if there are any. */
  readonly breakdowns?: readonly PrintedMeasure[];
}
