/**
 * The expressions of checks: exact amounts of a record and conditions on them. A check is data, so that the store can compile it, the screen
 * can list its properties, and a test can evaluate it independently.
 *
 * Unset and unreadable values make an amount unknown; a condition over an unknown amount does not hold.
 */

/** A number computed from a record's numbers. A product has at most two factors from the record, so that the store can compute it exactly. */
export type Amount =
  | { readonly kind: 'property'; readonly name: string }
  /** A threshold of the workspace's settings, by its name in `check.ts`. */
  | { readonly kind: 'threshold'; readonly name: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'product'; readonly left: Amount; readonly right: Amount }
  | { readonly kind: 'difference'; readonly left: Amount; readonly right: Amount }
  | { readonly kind: 'absolute'; readonly of: Amount }
  /** The first amount that is known. */
  | { readonly kind: 'first'; readonly of: readonly Amount[] }
  /** Unknown if the amount is 0. */
  | { readonly kind: 'unless-zero'; readonly of: Amount }
  /** The value of one of `sentColumns` in the last file that bills the record. */
  | { readonly kind: 'billed'; readonly name: string };

export type Condition =
  /** The property is set and readable. */
  | { readonly kind: 'set'; readonly property: string }
  /** Every number in the amount is known, or one of the alternatives of `first`. */
  | { readonly kind: 'known'; readonly amount: Amount }
  /** The property is unset; an unreadable value counts as set. */
  | { readonly kind: 'unset'; readonly property: string }
  | { readonly kind: 'unreadable' }
  /** The record has a number with more decimals than are stored. */
  | { readonly kind: 'rounded' }
  | { readonly kind: 'true'; readonly property: string }
  /** One of `sentColumns` differs from the last file that bills the record. */
  | { readonly kind: 'changed-since-billed' }
  /** More than one file bills the record. */
  | { readonly kind: 'billed-twice' }
  | { readonly kind: 'above'; readonly left: Amount; readonly right: Amount }
  /** The amounts differ by more than `by`. */
  | { readonly kind: 'apart'; readonly left: Amount; readonly right: Amount; readonly by: Amount }
  /** The amounts differ by at most `by`. */
  | { readonly kind: 'close'; readonly left: Amount; readonly right: Amount; readonly by: Amount }
  /** The first of two times is before the second. */
  | { readonly kind: 'earlier'; readonly first: string; readonly second: string }
  /** The weekday of a date: 1 is Monday, 7 Sunday. */
  | { readonly kind: 'weekday'; readonly property: string; readonly day: number }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] };

export const property = (name: string): Amount => ({ kind: 'property', name });
export const threshold = (name: string): Amount => ({ kind: 'threshold', name });
export const number = (value: number): Amount => ({ kind: 'number', value });
export const multiply = (left: Amount, right: Amount): Amount => ({ kind: 'product', left, right });
export const subtract = (left: Amount, right: Amount): Amount => ({ kind: 'difference', left, right });
export const absolute = (amount: Amount): Amount => ({ kind: 'absolute', of: amount });
export const firstKnown = (...amounts: readonly Amount[]): Amount => ({ kind: 'first', of: amounts });

export const asBilled = (name: string): Amount => ({ kind: 'billed', name });
export const unlessZero = (amount: Amount): Amount => ({ kind: 'unless-zero', of: amount });

export const isSet = (name: string): Condition => ({ kind: 'set', property: name });
export const isUnset = (name: string): Condition => ({ kind: 'unset', property: name });
export const isTrue = (name: string): Condition => ({ kind: 'true', property: name });
export const isAbove = (left: Amount, right: Amount): Condition => ({ kind: 'above', left, right });
export const isApart = (left: Amount, right: Amount, tolerance: Amount): Condition => ({
  kind: 'apart',
  left,
  right,
  by: tolerance,
});
export const isClose = (left: Amount, right: Amount, tolerance: Amount): Condition => ({
  kind: 'close',
  left,
  right,
  by: tolerance,
});
export const isEarlier = (first: string, second: string): Condition => ({ kind: 'earlier', first, second });
export const allOf = (...conditions: readonly Condition[]): Condition => ({ kind: 'all', of: conditions });
export const anyOf = (...conditions: readonly Condition[]): Condition => ({ kind: 'any', of: conditions });
export const isKnown = (amount: Amount): Condition => ({ kind: 'known', amount });
