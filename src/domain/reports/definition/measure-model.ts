/** The model of a measure: the exact sums it needs, and how its value is computed from them. */
import type { Units, Fraction } from '#domain/decimal.ts';

/** `known`: readable. `not-unreadable`: readable or unset. `with-weekly-hours`: a person with weekly hours in the directory. */
export interface Condition {
  readonly property: string;
  readonly state: 'known' | 'not-unreadable' | 'with-weekly-hours';
}

/** An exact aggregate over the records that meet all conditions. */
export type Aggregate =
  | { readonly kind: 'sum'; readonly property: string; readonly where?: readonly Condition[] }
  | { readonly kind: 'min'; readonly property: string }
  | { readonly kind: 'max'; readonly property: string }
  | { readonly kind: 'count'; readonly where?: readonly Condition[] }
  | { readonly kind: 'distinct'; readonly property: string }
  /** Expected hours of a line's people, from the directory instead of the records. */
  | { readonly kind: 'expected' };

/** The values of aggregates. Counts are in units, too (one record is 1.00000000); a sum over no readable value is null. */
export type Sums<Name extends string> = Readonly<Record<Name, Units | null>>;

export interface MeasureSettings {
  /** The hours of a working day, for `working_days`. */
  readonly hoursPerDay: Units;
}

/** `share` is 0 to 1, `percent` 0 to 100, `rate` money per hour. */
export type MeasureUnit = 'count' | 'hours' | 'days' | 'money' | 'rate' | 'percent' | 'share' | 'minutes' | 'plain';

export interface Measure {
  /** The name in `--measures` and in results: the measure's id, or a property's full name. */
  readonly id: string;
  readonly label: string;
  readonly formula: string;
  readonly unit: MeasureUnit;
  /** Whether lines add up to their total. Ratios, averages and distinct counts never do. */
  readonly additive: boolean;
  /** Whether the measure sums or divides money, so that it is unknown for several currencies. */
  readonly money: boolean;
  readonly sums: Readonly<Record<string, Aggregate>>;
  /** The distinct measures in an own formula; undefined for built-in measures. */
  readonly operands?: readonly Measure[];
  /** Computes the value before it is rounded, so that own formulas can use it. Null if an operand is missing or for a division by zero. */
  exact(sums: Sums<string>, settings: MeasureSettings): Fraction | null;
}
