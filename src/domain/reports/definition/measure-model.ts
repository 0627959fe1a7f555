/** What a measure is: the exact sums it needs, and how its value follows from them. */
import type { Units, Fraction } from '#domain/decimal.ts';

/** `known`: a readable value. `not-unreadable`: readable or unset. `with-weekly-hours`: a person whose weekly hours the directory has. */
export interface Condition {
  readonly property: string;
  readonly is: 'known' | 'not-unreadable' | 'with-weekly-hours';
}

/** One exact aggregate over the records for which all conditions hold. */
export type Aggregate =
  | { readonly kind: 'sum'; readonly property: string; readonly where?: readonly Condition[] }
  | { readonly kind: 'min'; readonly property: string }
  | { readonly kind: 'max'; readonly property: string }
  | { readonly kind: 'count'; readonly where?: readonly Condition[] }
  | { readonly kind: 'distinct'; readonly property: string }
  /** Expected hours of the people of a line, from the directory instead of the records. */
  | { readonly kind: 'expected' };

/** Counts come as units too (one record is 1.00000000); a sum over no readable value is null. */
export type Sums<Name extends string> = Readonly<Record<Name, Units | null>>;

export interface MeasureSettings {
  /** The hours of a working day, for `working_days`. */
  readonly hoursPerDay: Units;
}

/** `share` is 0 to 1, `percent` 0 to 100, `rate` money per hour. */
export type MeasureUnit = 'count' | 'hours' | 'days' | 'money' | 'rate' | 'percent' | 'share' | 'minutes' | 'plain';

export interface Measure {
  /** The name in `--measures` and in results: an id of its own, or a property's full name. */
  readonly id: string;
  readonly label: string;
  readonly formula: string;
  readonly unit: MeasureUnit;
  /** Whether lines may be added up to their total. Ratios, averages and distinct counts never may. */
  readonly additive: boolean;
  /** Whether the measure sums or divides money: with two currencies it is then unknown. */
  readonly money: boolean;
  readonly sums: Readonly<Record<string, Aggregate>>;
  /** The measures from which an own formula computes it, each once; undefined where it is no own measure. */
  readonly operands?: readonly Measure[];
  /**
   * Computes the value before its one rounding, so that own formulas can use it. Null where an operand is missing, or by a division by
   * zero.
   */
  exact(sums: Sums<string>, settings: MeasureSettings): Fraction | null;
}
