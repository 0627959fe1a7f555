/** Exact fractions of big integers, for figures that are rounded once, at their end. */
import { divideHalfEven, SCALE, type Units } from '#domain/decimal.ts';

/** The denominator is above 0. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const ONE = 10n ** BigInt(SCALE);

export const unitsToFraction = (units: Units): Fraction => ({ numerator: units, denominator: ONE });

export const addFractions = (a: Fraction, b: Fraction): Fraction =>
  a.denominator === b.denominator
    ? { numerator: a.numerator + b.numerator, denominator: a.denominator }
    : {
        numerator: a.numerator * b.denominator + b.numerator * a.denominator,
        denominator: a.denominator * b.denominator,
      };

export const negateFraction = ({ numerator, denominator }: Fraction): Fraction => ({
  numerator: -numerator,
  denominator,
});

export const multiplyFractions = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

/** @returns null when it is divided by 0 */
export function divideFractions(a: Fraction, b: Fraction): Fraction | null {
  if (b.numerator === 0n) return null;
  const sign = b.numerator < 0n ? -1n : 1n;
  return { numerator: sign * a.numerator * b.denominator, denominator: sign * a.denominator * b.numerator };
}

/** Rounds to 8 decimals, half-even. */
export function roundFraction({ numerator, denominator }: Fraction): Units {
  return denominator === ONE ? numerator : divideHalfEven(numerator * ONE, denominator);
}
