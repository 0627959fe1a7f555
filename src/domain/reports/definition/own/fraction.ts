/** Exact fractions of big integers, for figures that are rounded once, at their end. */
import { divideHalfEven, SCALE, type Units } from '#domain/decimal.ts';

/** The denominator is above 0. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const ONE = 10n ** BigInt(SCALE);

export const unitsToFraction = (units: Units): Fraction => ({ over: units, under: ONE });

export const addFractions = (a: Fraction, b: Fraction): Fraction =>
  a.under === b.under
    ? { over: a.over + b.over, under: a.under }
    : { over: a.over * b.under + b.over * a.under, under: a.under * b.under };

export const negateFraction = ({ over, under }: Fraction): Fraction => ({ over: -over, under });

export const multiplyFractions = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.over,
  under: a.under * b.under,
});

/** @returns null when it is divided by 0 */
export function divideFractions(a: Fraction, b: Fraction): Fraction | null {
  if (b.over === 0n) return null;
  const sign = b.over < 0n ? -1n : 1n;
  return { over: sign * a.over * b.under, under: sign * a.under * b.over };
}

/** Rounds to 8 decimals, half-even. */
export function roundFraction({ over, under }: Fraction): Units {
  return under === ONE ? over : divideHalfEven(over * ONE, under);
}
